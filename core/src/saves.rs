//! The saves: a region of flash that always holds the last record kept, or the one before.
//!
//! Each record is numbered and goes to the half of the region that does not hold the newest, so
//! whatever a power cut leaves of the half being written, the other is whole. Within a half
//! `sequential-storage` appends record to record and erases a sector when it needs one, round and
//! round, so that all sectors wear alike. It mends much by itself, but not a sector that was half
//! erased: such a sector may pass for an empty one. Hence the halves, of which one can be erased
//! altogether when that happens; and every record is read back before it counts as kept.
//!
//! # Wear
//! A record of n bytes takes n + 13 (8 of header, 1 of key, 4 of number): at most 446, at
//! [`RECORD_MAX`] = 433 for a game of 384 plies, and 102 for one of forty. A sector of 4096 bytes
//! holds 9 of the longest and 40 of the usual ones. Flash is good for 100,000 erasures of each of
//! the sixteen sectors, so for at least 16 × 100,000 × 9 = 14 million saves, usually 64 million. A
//! save is a move: at two a minute, day and night, the longest games wear it out in fourteen years.

use core::ops::Range;

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage, SerializationError, Value};

use crate::handheld::RECORD_MAX;

/// The key of a half's one item.
const RECORD: u8 = 0;
/// Bytes of a record's number.
const NUMBER: usize = 4;

/// What the region holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// No record, and none was ever kept.
    Nothing,
    /// The last record kept.
    Record(&'a [u8]),
    /// Bytes that nobody can read.
    Rubbish,
}

/// The owner of the region.
pub struct Saves<F> {
    flash: F,
    halves: [Range<u32>; 2],
    /// The half that holds the newest record, and that record's number.
    newest: Option<(usize, u32)>,
    /// For a record with its key and number, as the storage wants it.
    buffer: [u8; 1 + NUMBER + RECORD_MAX],
}

impl<F: NorFlash> Saves<F> {
    /// Looks for the newest record without writing anything, whatever there is.
    ///
    /// # Panics
    /// If a half of the region is not made of two sectors or more.
    pub async fn open(flash: F, region: Range<u32>) -> Saves<F> {
        let middle = region.start.midpoint(region.end);
        let mut saves = Saves {
            flash,
            halves: [region.start..middle, middle..region.end],
            newest: None,
            buffer: [0; _],
        };
        for half in 0..2 {
            let number = saves.read(half).await.map(|numbered| numbered.number);
            saves.newest = match (saves.newest, number) {
                (Some((_, known)), Some(number)) if !is_later(number, known) => saves.newest,
                (_, Some(number)) => Some((half, number)),
                (newest, None) => newest,
            };
        }
        saves
    }

    /// What there is now.
    pub async fn record(&mut self) -> Found<'_> {
        let Some((half, _)) = self.newest else {
            // The first record of all goes to the first half. If it was interrupted, nothing is
            // lost that ever counted as kept.
            return match is_blank(&mut self.flash, self.halves[1].clone()).await {
                Ok(true) => Found::Nothing,
                _ => Found::Rubbish,
            };
        };
        match self.read(half).await {
            Some(numbered) => Found::Record(numbered.record),
            None => Found::Rubbish,
        }
    }

    /// Keeps a record in place of the last; whether the flash really holds it. If not, the last one
    /// is still there.
    pub async fn keep(&mut self, record: &[u8]) -> bool {
        let (half, number) = match self.newest {
            Some((half, number)) => (1 - half, number.wrapping_add(1)),
            None => (0, 0),
        };
        let numbered = Numbered { number, record };
        // Nothing in this half is needed any more, should an interrupted save have spoilt it.
        let kept = self.write(half, numbered).await
            || self.erase(half).await && self.write(half, numbered).await;
        if kept {
            self.newest = Some((half, number));
        }
        kept
    }

    /// The flash, for whoever wants to look at it.
    pub fn flash(&self) -> &F {
        &self.flash
    }

    /// Reads a half's record as it would be found after a reset.
    async fn read(&mut self, half: usize) -> Option<Numbered<'_>> {
        let flash = Guarded {
            flash: &mut self.flash,
            read_only: true,
        };
        let mut map = map(flash, self.halves[half].clone());
        map.fetch_item(&mut self.buffer, &RECORD).await.ok()?
    }

    /// Writes a record and reads it back.
    async fn write(&mut self, half: usize, numbered: Numbered<'_>) -> bool {
        let flash = Guarded {
            flash: &mut self.flash,
            read_only: false,
        };
        let mut map = map(flash, self.halves[half].clone());
        let stored = map.store_item(&mut self.buffer, &RECORD, &numbered).await;
        stored.is_ok() && self.read(half).await == Some(numbered)
    }

    /// Erases a half, sector by sector: all at once would keep everything else waiting.
    async fn erase(&mut self, half: usize) -> bool {
        for sector in self.halves[half].clone().step_by(F::ERASE_SIZE) {
            let end = sector + F::ERASE_SIZE as u32;
            if self.flash.erase(sector, end).await.is_err() {
                return false;
            }
        }
        true
    }
}

/// Whether all of this is erased.
async fn is_blank<F: ReadNorFlash>(flash: &mut F, range: Range<u32>) -> Result<bool, F::Error> {
    let mut bytes = [0; 64];
    for offset in range.clone().step_by(bytes.len()) {
        let len = bytes.len().min((range.end - offset) as usize);
        flash.read(offset, &mut bytes[..len]).await?;
        if bytes[..len].iter().any(|&byte| byte != 0xFF) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether one number comes after another, which it does by less than half the way round.
fn is_later(number: u32, than: u32) -> bool {
    (number.wrapping_sub(than) as i32) > 0
}

/// A record and its place in the row of all that were ever kept.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbered<'a> {
    number: u32,
    record: &'a [u8],
}

impl<'a> Value<'a> for Numbered<'a> {
    fn serialize_into(&self, buffer: &mut [u8]) -> Result<usize, SerializationError> {
        let len = NUMBER + self.record.len();
        let (number, record) = buffer
            .get_mut(..len)
            .and_then(|buffer| buffer.split_first_chunk_mut())
            .ok_or(SerializationError::BufferTooSmall)?;
        *number = self.number.to_le_bytes();
        record.copy_from_slice(self.record);
        Ok(len)
    }

    fn deserialize_from(buffer: &'a [u8]) -> Result<(Self, usize), SerializationError> {
        let (&number, record) = buffer
            .split_first_chunk()
            .ok_or(SerializationError::InvalidFormat)?;
        let number = u32::from_le_bytes(number);
        Ok((Numbered { number, record }, buffer.len()))
    }
}

type Map<S> = MapStorage<u8, S, Cache<Uncached, Uncached, Uncached, u8>>;

fn map<S: NorFlash>(flash: S, half: Range<u32>) -> Map<S> {
    MapStorage::new(flash, MapConfig::new(half), Cache::new_uncached())
}

/// The flash for `sequential-storage`, which is kept from two things. It mends what it finds broken
/// even when it is asked to read; a half is left alone until it is written. And it trusts a sector
/// that looks empty; what is not erased is not written to.
struct Guarded<'f, F> {
    flash: &'f mut F,
    read_only: bool,
}

#[derive(Debug)]
enum Refused<E> {
    ReadOnly,
    NotErased,
    Flash(E),
}

impl<E: NorFlashError> NorFlashError for Refused<E> {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Refused::ReadOnly | Refused::NotErased => NorFlashErrorKind::Other,
            Refused::Flash(error) => error.kind(),
        }
    }
}

impl<F: NorFlash> Guarded<'_, F> {
    fn for_writing(&mut self) -> Result<&mut F, Refused<F::Error>> {
        match self.read_only {
            true => Err(Refused::ReadOnly),
            false => Ok(self.flash),
        }
    }
}

impl<F: NorFlash> ErrorType for Guarded<'_, F> {
    type Error = Refused<F::Error>;
}

impl<F: NorFlash> ReadNorFlash for Guarded<'_, F> {
    const READ_SIZE: usize = F::READ_SIZE;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let read = self.flash.read(offset, bytes).await;
        read.map_err(Refused::Flash)
    }

    fn capacity(&self) -> usize {
        self.flash.capacity()
    }
}

impl<F: NorFlash> NorFlash for Guarded<'_, F> {
    const WRITE_SIZE: usize = F::WRITE_SIZE;
    const ERASE_SIZE: usize = F::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Self::Error> {
        let erased = self.for_writing()?.erase(from, to).await;
        erased.map_err(Refused::Flash)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let flash = self.for_writing()?;
        let range = offset..offset + bytes.len() as u32;
        match is_blank(flash, range).await.map_err(Refused::Flash)? {
            true => flash.write(offset, bytes).await.map_err(Refused::Flash),
            false => Err(Refused::NotErased),
        }
    }
}
