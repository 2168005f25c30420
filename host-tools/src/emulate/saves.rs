//! The region of flash that keeps the record, read and written by the same crate as on the chip.

use anyhow::{Result, anyhow};
use dobutsu_core::handheld::RECORD_MAX;
use embassy_futures::block_on;
use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};

use super::chip::Chip;

/// The key of the one item there is.
const RECORD: u8 = 0;

type Saves = MapStorage<u8, Memory, Cache<Uncached, Uncached, Uncached, u8>>;

/// The record that the chip has kept, if there is one that can be read.
pub fn read(chip: &mut Chip) -> Result<Option<Vec<u8>>> {
    let mut buffer = [0; RECORD_MAX + 1];
    let mut saves = open(chip)?;
    let found = block_on(saves.fetch_item::<&[u8]>(&mut buffer, &RECORD));
    let found = found.map_err(|error| anyhow!("the saves cannot be read: {error:?}"))?;
    Ok(found.map(<[u8]>::to_vec))
}

/// Puts this in place of what the chip has kept.
pub fn write(chip: &mut Chip, record: &[u8]) -> Result<()> {
    let mut saves = open(chip)?;
    store(&mut saves, record)?;
    let at = chip.saves()?.at;
    chip.patch(at, &saves.flash().bytes)
}

/// Keeps this again and again, until one more time would erase a sector.
pub fn fill(chip: &mut Chip, record: &[u8]) -> Result<()> {
    let mut saves = open(chip)?;
    let mut before;
    loop {
        before = saves.flash().bytes.clone();
        store(&mut saves, record)?;
        if saves.flash().erased {
            break;
        }
    }
    let at = chip.saves()?.at;
    chip.patch(at, &before)
}

fn store(saves: &mut Saves, record: &[u8]) -> Result<()> {
    let mut buffer = [0; RECORD_MAX + 1];
    block_on(saves.store_item(&mut buffer, &RECORD, &record))
        .map_err(|error| anyhow!("the saves cannot be written: {error:?}"))
}

fn open(chip: &mut Chip) -> Result<Saves> {
    let region = chip.saves()?;
    let memory = Memory {
        bytes: chip.peek(region)?,
        erased: false,
    };
    let config = MapConfig::new(0..region.length);
    Ok(MapStorage::new(memory, config, Cache::new_uncached()))
}

/// A copy of the region, in the chip's units.
struct Memory {
    bytes: Vec<u8>,
    /// Whether a sector was erased.
    erased: bool,
}

#[derive(Debug)]
struct OutOfBounds;

impl NorFlashError for OutOfBounds {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::OutOfBounds
    }
}

impl Memory {
    fn range(&mut self, from: u32, to: u32) -> Result<&mut [u8], OutOfBounds> {
        let range = from as usize..to as usize;
        self.bytes.get_mut(range).ok_or(OutOfBounds)
    }
}

impl ErrorType for Memory {
    type Error = OutOfBounds;
}

impl ReadNorFlash for Memory {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), OutOfBounds> {
        let end = offset + bytes.len() as u32;
        bytes.copy_from_slice(self.range(offset, end)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Memory {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = 4096;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), OutOfBounds> {
        self.range(from, to)?.fill(0xFF);
        self.erased = true;
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), OutOfBounds> {
        let end = offset + bytes.len() as u32;
        for (old, new) in self.range(offset, end)?.iter_mut().zip(bytes) {
            *old &= new;
        }
        Ok(())
    }
}
