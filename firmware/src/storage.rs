//! The saves: the one owner of the region of flash that keeps the record.
//!
//! `sequential-storage` appends each record to the last and begins a new sector when one is full,
//! round and round, so that a power cut leaves the record before, and all sectors wear alike.
//!
//! # Wear
//! A record of n bytes takes n + 9 (8 of header, 1 of key): at most 442, at [`RECORD_MAX`] = 433
//! for a game of 384 plies, and 98 for one of forty. A sector of 4096 bytes holds 9 of the
//! longest and 41 of the usual ones. Flash is good for 100,000 erasures of each of the sixteen
//! sectors, so for at least 16 × 100,000 × 9 = 14 million saves, usually 65 million. A save is
//! a move: at two a minute, day and night, the longest games wear it out in fourteen years.

use dobutsu_core::handheld::RECORD_MAX;
use embassy_futures::yield_now;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, Flash, READ_SIZE, WRITE_SIZE};
use embassy_rp::peripherals::FLASH;
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};

use crate::memory;

/// The record's key: there is but one item.
const RECORD: u8 = 0;

/// Why a record was not kept, or not found.
type Refusal = sequential_storage::Error<Error>;

/// What the region held when the device was switched on.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Found {
    /// Nothing: it is erased.
    Nothing,
    /// A record of so many bytes.
    Record(usize),
    /// Perhaps a record: a save was interrupted and is to be tidied up first.
    Unfinished,
    /// Bytes that nobody can read.
    Rubbish,
}

/// The record in flash.
pub(crate) struct Storage {
    map: MapStorage<u8, Nor, Cache<Uncached, Uncached, Uncached, u8>>,
    /// For the record and its key, as the storage wants it.
    buffer: [u8; RECORD_MAX + 1],
    found: Found,
}

impl Storage {
    /// Looks for the record without touching anything, which takes a millisecond.
    pub(crate) async fn open(flash: Peri<'static, FLASH>) -> Storage {
        let nor = Nor {
            flash: Flash::new_blocking(flash),
            locked: true,
        };
        let region = MapConfig::new(memory::saves_range());
        let mut storage = Storage {
            map: MapStorage::new(nor, region, Cache::new_uncached()),
            buffer: [0; RECORD_MAX + 1],
            found: Found::Nothing,
        };
        storage.look().await;
        storage.map.flash().locked = false;
        storage
    }

    /// Whether the record can only be had by [`Storage::tidy_up`].
    pub(crate) fn is_unfinished(&self) -> bool {
        self.found == Found::Unfinished
    }

    /// Ends what an interrupted save began. This may erase sectors: half a second is possible.
    pub(crate) async fn tidy_up(&mut self) {
        self.look().await;
    }

    async fn look(&mut self) {
        self.found = match self.fetch().await {
            Ok(Some(record)) => Found::Record(record.len()),
            Ok(None) if memory::saves_are_blank() => Found::Nothing,
            Ok(None) => Found::Rubbish,
            Err(Refusal::Storage { value: LOCKED }) => Found::Unfinished,
            Err(error) => {
                defmt::warn!("saves: {}", error);
                Found::Rubbish
            }
        };
        defmt::info!("saves: {}", self.found);
    }

    /// The record found when the device was switched on, if the region was not blank. Rubbish is
    /// handed on as a record that is none, and the device says so.
    pub(crate) fn record(&self) -> Option<&[u8]> {
        match self.found {
            Found::Nothing => None,
            // The key comes first.
            Found::Record(len) => self.buffer.get(1..=len),
            Found::Unfinished | Found::Rubbish => Some(&[]),
        }
    }

    /// Keeps a record; whether the flash really holds it.
    pub(crate) async fn keep(&mut self, record: &[u8]) -> bool {
        // A second time, because a sector that was half erased when the power went may spoil one.
        let sound = self.found != Found::Rubbish;
        if sound && (self.write(record).await || self.write(record).await) {
            return true;
        }
        // Appending to rubbish would be rubbish.
        defmt::warn!("saves: erasing the region");
        if let Err(error) = self.erase().await {
            defmt::error!("saves: {}", error);
            return false;
        }
        self.found = Found::Nothing;
        self.write(record).await
    }

    async fn fetch(&mut self) -> Result<Option<&[u8]>, Refusal> {
        self.map.fetch_item(&mut self.buffer, &RECORD).await
    }

    /// Writes a record and reads it back.
    async fn write(&mut self, record: &[u8]) -> bool {
        let stored = self
            .map
            .store_item(&mut self.buffer, &RECORD, &record)
            .await;
        if let Err(error) = stored {
            defmt::error!("saves: {}", error);
            return false;
        }
        matches!(self.fetch().await, Ok(Some(kept)) if kept == record)
    }

    /// Erases sector by sector: all at once would stop everything for a second.
    async fn erase(&mut self) -> Result<(), Error> {
        for sector in memory::saves_range().step_by(ERASE_SIZE) {
            self.map
                .flash()
                .erase(sector, sector + ERASE_SIZE as u32)
                .await?;
            yield_now().await;
        }
        Ok(())
    }
}

/// What a locked flash says to a write.
const LOCKED: Error = Error::Other;

/// The flash, in the form the storage wants: embassy's driver, whose calls return when the flash
/// is done, behind a lock against writing.
struct Nor {
    // The window's size bounds the driver; the region bounds the storage.
    flash: Flash<'static, FLASH, Blocking, { memory::WINDOW }>,
    locked: bool,
}

impl ErrorType for Nor {
    type Error = Error;
}

impl ReadNorFlash for Nor {
    const READ_SIZE: usize = READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.flash.blocking_read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        self.flash.capacity()
    }
}

impl NorFlash for Nor {
    const WRITE_SIZE: usize = WRITE_SIZE;
    const ERASE_SIZE: usize = ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        if self.locked {
            return Err(LOCKED);
        }
        self.flash.blocking_erase(from, to)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        if self.locked {
            return Err(LOCKED);
        }
        self.flash.blocking_write(offset, bytes)
    }
}
