//! The saved record in the chip's flash, read and written by the code of the device.

use anyhow::{Context, Result};
use dobutsu_core::handheld::RECORD_MAX;
use dobutsu_core::saves::nor::Nor;
use dobutsu_core::saves::{Found, OVERHEAD, Saves};
use embassy_futures::block_on;

use super::chip::Chip;

type Storage = Saves<Nor<Vec<u8>>, { RECORD_MAX + OVERHEAD }>;

/// The chip's saved record, if there is one that can be read.
pub fn read(chip: &mut Chip) -> Result<Option<Vec<u8>>> {
    let mut saves = open(chip)?;
    Ok(match block_on(saves.record()) {
        Found::Record(record) => Some(record.to_vec()),
        Found::Nothing | Found::Rubbish => None,
    })
}

/// Replaces the chip's saved record.
pub fn write(chip: &mut Chip, record: &[u8]) -> Result<()> {
    let mut saves = open(chip)?;
    keep(&mut saves, record)?;
    patch(chip, &saves.flash().bytes)
}

/// Saves this repeatedly, until the next save would erase a sector.
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

fn keep(saves: &mut Storage, record: &[u8]) -> Result<()> {
    block_on(saves.keep(record)).context("the record cannot be kept in flash")
}

fn open(chip: &mut Chip) -> Result<Storage> {
    let region = chip.saves()?;
    let flash = Nor::new(chip.peek(region)?);
    block_on(Saves::open(flash, 0..region.length)).context("the chip's saves cannot be opened")
}

fn patch(chip: &mut Chip, bytes: &[u8]) -> Result<()> {
    let at = chip.saves()?.at;
    chip.patch(at, bytes)
}
