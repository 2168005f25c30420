//! The record in the chip's flash, read and written by the same code as on the chip.

use anyhow::{Result, ensure};
use dobutsu_core::saves::{Found, Saves};
use embassy_futures::block_on;

use super::chip::Chip;
use super::nor::Nor;

/// The record that the chip has kept, if there is one that can be read.
pub fn read(chip: &mut Chip) -> Result<Option<Vec<u8>>> {
    let mut saves = open(chip)?;
    Ok(match block_on(saves.record()) {
        Found::Record(record) => Some(record.to_vec()),
        Found::Nothing | Found::Rubbish => None,
    })
}

/// Puts this in place of what the chip has kept.
pub fn write(chip: &mut Chip, record: &[u8]) -> Result<()> {
    let mut saves = open(chip)?;
    keep(&mut saves, record)?;
    patch(chip, &saves.flash().bytes)
}

/// Keeps this again and again, until one more time would erase a sector.
pub fn fill(chip: &mut Chip, record: &[u8]) -> Result<()> {
    let mut saves = open(chip)?;
    keep(&mut saves, record)?;
    let erased = saves.flash().erased;
    loop {
        let before = saves.flash().bytes.clone();
        keep(&mut saves, record)?;
        if saves.flash().erased > erased {
            return patch(chip, &before);
        }
    }
}

fn keep(saves: &mut Saves<Nor>, record: &[u8]) -> Result<()> {
    ensure!(
        block_on(saves.keep(record)),
        "the record cannot be kept in flash"
    );
    Ok(())
}

fn open(chip: &mut Chip) -> Result<Saves<Nor>> {
    let region = chip.saves()?;
    let flash = Nor::new(chip.peek(region)?);
    Ok(block_on(Saves::open(flash, 0..region.length)))
}

fn patch(chip: &mut Chip, bytes: &[u8]) -> Result<()> {
    let at = chip.saves()?.at;
    chip.patch(at, bytes)
}
