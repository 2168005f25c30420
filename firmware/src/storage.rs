//! The saves: the one owner of the region of flash that keeps the record.
//!
//! `sequential-storage` appends each record to the last and begins a new sector when one is full,
//! round and round, so that a power cut leaves the record before, and all sectors wear alike.
//!
//! # Wear
//! A record of n bytes takes n + 9 (8 of header, 1 of key), at most 442 at
//! [`RECORD_MAX`] = 433; a sector of 4096 holds 9 of these, and one of a game of forty plies (98
//! bytes) 38 times. Sixteen sectors of 100,000 erasures, one of them always kept empty, so last
//! for at least 16 × 100,000 × 9 = 14 million saves. A save is a move: at two moves a minute,
//! day and night, fourteen years of games that are all 384 plies long.

use dobutsu_core::handheld::RECORD_MAX;
use embassy_embedded_hal::adapter::BlockingAsync;
use embassy_futures::yield_now;
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, Flash};
use embassy_rp::peripherals::FLASH;
use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};

use crate::memory;

/// The window's size bounds the driver; the region bounds the storage.
type Nor = BlockingAsync<Flash<'static, FLASH, Blocking, { memory::WINDOW }>>;

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
    /// Looks for the record.
    pub(crate) async fn open(flash: Peri<'static, FLASH>) -> Storage {
        let flash = BlockingAsync::new(Flash::new_blocking(flash));
        let region = MapConfig::new(memory::saves_range());
        let mut storage = Storage {
            map: MapStorage::new(flash, region, Cache::new_uncached()),
            buffer: [0; RECORD_MAX + 1],
            found: Found::Nothing,
        };
        storage.found = match storage.fetch().await {
            Ok(Some(record)) => Found::Record(record.len()),
            Ok(None) if memory::saves_are_blank() => Found::Nothing,
            Ok(None) => Found::Rubbish,
            Err(error) => {
                defmt::warn!("saves: {}", error);
                Found::Rubbish
            }
        };
        defmt::info!("saves: {}", storage.found);
        storage
    }

    /// The record found when the device was switched on, if the region was not blank. Rubbish is
    /// handed on as a record that is none, and the device says so.
    pub(crate) fn record(&self) -> Option<&[u8]> {
        match self.found {
            Found::Nothing => None,
            // The key comes first.
            Found::Record(len) => self.buffer.get(1..=len),
            Found::Rubbish => Some(&[]),
        }
    }

    /// Keeps a record; whether the flash really holds it.
    pub(crate) async fn keep(&mut self, record: &[u8]) -> bool {
        if self.found != Found::Rubbish && self.write(record).await {
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
