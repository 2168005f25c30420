//! The saves: a region of flash that always holds the last record kept, or the one before.
//!
//! Each record is numbered and goes to the half of the region that does not hold the newest, so
//! whatever a power cut leaves of the half being written, the other is whole. Within a half
//! `sequential-storage` appends records and erases a sector when it needs one, cyclically, so that all
//! sectors wear evenly. It repairs most interrupted writes, but not a sector that was half erased: such a
//! sector may look like an empty one. Therefore there are two halves, one of which can be erased when that
//! happens, and every record is read back before it counts as kept.
//!
//! A record is any bytes; the type says how long it may be. [`nor`] is flash for tests, with power
//! cuts:
//! ```
//! use dobutsu_core::saves::{Found, OVERHEAD, Saves, SavesError, nor::Nor};
//! # embassy_futures::block_on(async {
//! // Sixteen sectors of erased flash, and room for records of up to 100 bytes.
//! let region = 0..16 * 4096;
//! let flash = Nor::new(vec![0xFF; 16 * 4096]);
//! let mut saves: Saves<_, { 100 + OVERHEAD }> = Saves::open(flash, region.clone()).await?;
//! assert_eq!(saves.record().await, Found::Nothing);
//! saves.keep(b"first").await?;
//! assert_eq!(saves.keep(&[0; 101]).await, Err(SavesError::TooLong));
//!
//! // The power goes while the second record is written: the first is still there.
//! let mut flash = Nor::new(saves.flash().bytes.clone());
//! flash.cut_after(0, 1);
//! let mut saves: Saves<_, { 100 + OVERHEAD }> = Saves::open(flash, region.clone()).await?;
//! assert!(saves.keep(b"second").await.is_err());
//! let flash = Nor::new(saves.flash().bytes.clone());
//! let mut saves: Saves<_, { 100 + OVERHEAD }> = Saves::open(flash, region).await?;
//! assert_eq!(saves.record().await, Found::Record(b"first"));
//! # Ok::<(), SavesError<_>>(())
//! # }).unwrap();
//! ```
//!
//! # Wear
//! A record of n bytes takes n + 13 (8 of header, 1 of key, 4 of number), and [`lifetime`] says how
//! many saves a region is good for. A save of the handheld is a move: at two a minute, day and
//! night, games of the greatest length wear its flash out in three years, and games of forty plies in
//! seven.

mod guarded;
pub mod nor;
#[cfg(test)]
mod tests;

use core::{fmt, ops::Range};

use embedded_storage_async::nor_flash::{NorFlash, ReadNorFlash};
use sequential_storage::Error;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage, SerializationError, Value};

use guarded::{Guarded, Refused};

/// The key of a half's one item.
const RECORD: u8 = 0;
/// Bytes of a record's number.
const NUMBER: usize = 4;
/// What the storage puts before a key.
const HEADER: usize = 8;

/// Room that [`Saves`] needs beside a record: for its key and its number.
pub const OVERHEAD: usize = 1 + NUMBER;

/// How many records of this length can be kept until every sector has been erased this often.
///
/// On the handheld, sixteen sectors of 4096 bytes, good for 100,000 erasures each:
#[cfg_attr(feature = "handheld", doc = "```")]
#[cfg_attr(not(feature = "handheld"), doc = "```ignore")]
/// # use dobutsu_core::{handheld::RECORD_MAX, saves::lifetime};
/// // 2 records a sector if everything in them is as long as it can be, 5 if the game on the board and the
/// // last eight games took forty plies.
/// assert_eq!(lifetime(RECORD_MAX, 16, 4096, 100_000), 3_200_000);
/// let shorter = (384 - 40) + 8 * (128 - 42);
/// assert_eq!(lifetime(RECORD_MAX - shorter, 16, 4096, 100_000), 8_000_000);
/// ```
pub const fn lifetime(record: usize, sectors: u64, sector: usize, erasures: u64) -> u64 {
    // A sector begins and ends with a byte of its state.
    let in_a_sector = (sector - 2) / (record + HEADER + OVERHEAD);
    in_a_sector as u64 * sectors * erasures
}

/// Why the saves cannot be opened, or a record not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SavesError<E> {
    /// The region's halves are not made of whole sectors, two or more each.
    Region,
    /// The record is longer than there is room for.
    TooLong,
    /// The flash refused to read, write or erase.
    Flash(E),
    /// The flash took the record, but does not hold it.
    NotHeld,
}

impl<E: fmt::Debug> fmt::Display for SavesError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Region => f.write_str("the saves need two halves of at least two whole sectors"),
            Self::TooLong => f.write_str("the record is too long for the saves"),
            Self::Flash(error) => write!(f, "the flash refuses: {error:?}"),
            Self::NotHeld => f.write_str("the flash does not hold what was written"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for SavesError<E> {}

impl<E> From<Error<Refused<E>>> for SavesError<E> {
    fn from(error: Error<Refused<E>>) -> Self {
        match error {
            Error::Storage {
                value: Refused::Flash(error),
                ..
            } => Self::Flash(error),
            Error::ItemTooBig => Self::TooLong,
            _ => Self::NotHeld,
        }
    }
}

/// What the region holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// No record, and none was ever kept.
    Nothing,
    /// The last record kept.
    Record(&'a [u8]),
    /// Bytes that are no record.
    Rubbish,
}

/// The owner of the region, with `ROOM` bytes for a record and its [`OVERHEAD`].
pub struct Saves<F, const ROOM: usize> {
    flash: F,
    halves: [Range<u32>; 2],
    /// The half that holds the newest record, and that record's number.
    newest: Option<(usize, u32)>,
    /// For a record with its key and number, as the storage wants it.
    buffer: [u8; ROOM],
}

impl<F: NorFlash, const ROOM: usize> Saves<F, ROOM> {
    /// Looks for the newest record without writing anything, whatever there is.
    pub async fn open(flash: F, region: Range<u32>) -> Result<Self, SavesError<F::Error>> {
        const { assert!(ROOM > OVERHEAD) };
        let middle = region.start.midpoint(region.end);
        let halves = [region.start..middle, middle..region.end];
        let are_sound = region.start <= region.end
            && halves
                .iter()
                .all(|half| MapConfig::<F>::try_new(half.clone()).is_ok());
        if !are_sound {
            return Err(SavesError::Region);
        }
        let mut saves = Saves {
            flash,
            halves,
            newest: None,
            buffer: [0; ROOM],
        };
        for half in 0..2 {
            let number = saves.read(half).await.map(|numbered| numbered.number);
            saves.newest = match (saves.newest, number) {
                (Some((_, known)), Some(number)) if !is_later(number, known) => saves.newest,
                (_, Some(number)) => Some((half, number)),
                (newest, None) => newest,
            };
        }
        Ok(saves)
    }

    /// The newest record.
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

    /// Keeps a record in place of the last. If that fails, the last one is still there.
    pub async fn keep(&mut self, record: &[u8]) -> Result<(), SavesError<F::Error>> {
        if record.len() > ROOM - OVERHEAD {
            return Err(SavesError::TooLong);
        }
        let (half, number) = match self.newest {
            Some((half, number)) => (1 - half, number.wrapping_add(1)),
            None => (0, 0),
        };
        let numbered = Numbered { number, record };
        if self.write(half, numbered).await.is_err() {
            // An interrupted save may have spoilt this half; nothing in it is needed.
            self.erase(half).await.map_err(SavesError::Flash)?;
            self.write(half, numbered).await?;
        }
        self.newest = Some((half, number));
        Ok(())
    }

    /// The flash.
    pub fn flash(&self) -> &F {
        &self.flash
    }

    /// Reads a half's record as it would be found after a reset.
    async fn read(&mut self, half: usize) -> Option<Numbered<'_>> {
        let flash = Guarded {
            flash: &mut self.flash,
            read_only: true,
        };
        let mut map = map::<_, F::Error>(flash, self.halves[half].clone()).ok()?;
        map.fetch_item(&mut self.buffer, &RECORD).await.ok()?
    }

    /// Writes a record and reads it back.
    async fn write(
        &mut self,
        half: usize,
        numbered: Numbered<'_>,
    ) -> Result<(), SavesError<F::Error>> {
        let flash = Guarded {
            flash: &mut self.flash,
            read_only: false,
        };
        let mut map = map(flash, self.halves[half].clone())?;
        map.store_item(&mut self.buffer, &RECORD, &numbered).await?;
        match self.read(half).await == Some(numbered) {
            true => Ok(()),
            false => Err(SavesError::NotHeld),
        }
    }

    /// Erases a half, sector by sector: all at once would keep everything else waiting.
    async fn erase(&mut self, half: usize) -> Result<(), F::Error> {
        for sector in self.halves[half].clone().step_by(F::ERASE_SIZE) {
            let end = sector + F::ERASE_SIZE as u32;
            self.flash.erase(sector, end).await?;
        }
        Ok(())
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

fn map<S: NorFlash, E>(flash: S, half: Range<u32>) -> Result<Map<S>, SavesError<E>> {
    let config = MapConfig::try_new(half).map_err(|_| SavesError::Region)?;
    Ok(MapStorage::new(flash, config, Cache::new_uncached()))
}
