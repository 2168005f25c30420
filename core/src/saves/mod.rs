//! The saves: a region of flash that always holds the last record kept, or the one before.
//!
//! Records are numbered and written one after the other. A record that does not fit into what is left of a
//! sector goes to the next sector, which is erased first, and after the last sector comes the first: all
//! sectors wear evenly, and the newest record is never in a sector that is erased. A record counts as kept
//! once it was read back, and one that a power cut left incomplete has the wrong checksum.
//!
//! | bytes | contents |
//! |---|---|
//! | 4 | number |
//! | 2 + 2 | length n, and its complement |
//! | 4 | CRC-32 (ISO-HDLC) of the record and the eight bytes above |
//! | n | record |
//!
//! A record is any bytes; the type limits their number. [`nor`] is flash for tests, which can be [cut off](nor::Nor::cut_after) from its supply:
//! ```
//! use dobutsu_core::saves::nor::{Nor, NorError};
//! use dobutsu_core::saves::{Found, OVERHEAD, Saves, SavesError};
//! # embassy_futures::block_on(async {
//! // Sixteen sectors of erased flash, and room for records of up to 100 bytes.
//! let region = 0..16 * 4096;
//! let flash = Nor::new(vec![0xFF; 16 * 4096]);
//! let mut saves: Saves<_, { 100 + OVERHEAD }> = Saves::open(flash, region.clone()).await?;
//! assert_eq!(saves.record().await, Found::Nothing);
//! saves.keep(b"first").await?;
//! assert_eq!(saves.keep(&[0; 101]).await, Err(SavesError::TooLong));
//!
//! // After a restart the record is still there.
//! let flash = Nor::new(saves.flash().bytes.clone());
//! let mut saves: Saves<_, { 100 + OVERHEAD }> = Saves::open(flash, region).await?;
//! assert_eq!(saves.record().await, Found::Record(b"first"));
//! # Ok::<(), SavesError<NorError>>(())
//! # }).unwrap();
//! ```
//!
//! # Wear
//! A sector of 4096 bytes holds two of the handheld's records if everything in them is as long as it can be, and five
//! if the game on the board and the last eight games took forty plies. Sixteen sectors, good for 100,000 erasures
//! each, take 3.2 and 8 million saves. The handheld saves after every move: at two moves a minute, day and night,
//! games of the greatest length wear its flash out in three years, and games of forty plies in seven.

pub mod nor;
#[cfg(test)]
mod tests;

use core::{fmt, ops::Range};

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use embedded_storage_async::nor_flash::{NorFlash, ReadNorFlash};

/// Bytes before each record in flash.
pub const OVERHEAD: usize = 12;

/// Without a table, which would take a kilobyte of flash.
const CHECKSUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Why the saves cannot be opened, or a record not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SavesError<E> {
    /// The region is not made of two or more whole sectors.
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
            Self::Region => f.write_str("the saves need at least two whole sectors"),
            Self::TooLong => f.write_str("the record is too long for the saves"),
            Self::Flash(error) => write!(f, "the flash refuses: {error:?}"),
            Self::NotHeld => f.write_str("the flash does not hold what was written"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for SavesError<E> {}

impl<E> From<E> for SavesError<E> {
    fn from(error: E) -> Self {
        Self::Flash(error)
    }
}

/// The contents of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// No record, and none was ever kept.
    Nothing,
    /// The last record kept.
    Record(&'a [u8]),
    /// Bytes that are no record.
    Rubbish,
}

/// The place of a record in flash. Of two, the greater one is newer; an interrupted save leaves its number to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    number: u32,
    at: u32,
    /// Its length, [`OVERHEAD`] included.
    len: usize,
}

/// The owner of the region, with `ROOM` bytes for a record and its [`OVERHEAD`].
pub struct Saves<F, const ROOM: usize> {
    flash: F,
    region: Range<u32>,
    newest: Option<Place>,
    /// A record as it is in flash.
    buffer: [u8; ROOM],
}

impl<F: NorFlash, const ROOM: usize> Saves<F, ROOM> {
    const SECTOR: u32 = F::ERASE_SIZE as u32;

    /// Finds the newest record. Nothing is written, whatever the region holds.
    ///
    /// # Errors
    /// [`SavesError::Region`], or [`SavesError::Flash`] if the flash cannot be read.
    pub async fn open(flash: F, region: Range<u32>) -> Result<Self, SavesError<F::Error>> {
        const {
            assert!(ROOM > OVERHEAD && ROOM <= F::ERASE_SIZE);
            assert!(F::READ_SIZE == 1 && F::WRITE_SIZE == 1);
        };
        let is_whole = [region.start, region.end]
            .iter()
            .all(|end| end.is_multiple_of(Self::SECTOR));
        let holds_two = region.end.checked_sub(region.start) >= Some(2 * Self::SECTOR);
        if !is_whole || !holds_two || region.end as usize > flash.capacity() {
            return Err(SavesError::Region);
        }
        let mut saves = Saves {
            flash,
            region,
            newest: None,
            buffer: [0; ROOM],
        };
        let mut limit = None;
        while let Some(place) = saves.newest_before(limit).await? {
            if saves.load(place).await?.is_some() {
                saves.newest = Some(place);
                break;
            }
            limit = Some(place);
        }
        Ok(saves)
    }

    /// The newest record.
    pub async fn record(&mut self) -> Found<'_> {
        let Some(newest) = self.newest else {
            // The first record of all goes to the first sector. If it was interrupted, nothing is lost that
            // ever counted as kept.
            let others = self.region.start + Self::SECTOR..self.region.end;
            return match is_blank(&mut self.flash, others).await {
                Ok(true) => Found::Nothing,
                _ => Found::Rubbish,
            };
        };
        match self.load(newest).await {
            Ok(Some(record)) => Found::Record(record),
            _ => Found::Rubbish,
        }
    }

    /// Keeps a record in place of the last. If that fails, the last one is still there.
    ///
    /// # Errors
    /// [`SavesError::TooLong`], or the flash does not take the record.
    pub async fn keep(&mut self, record: &[u8]) -> Result<(), SavesError<F::Error>> {
        let len = record.len() + OVERHEAD;
        if len > ROOM {
            return Err(SavesError::TooLong);
        }
        // A region is worn out long before the numbers are used up.
        let number = self
            .newest
            .map_or(0, |newest| newest.number.wrapping_add(1));
        let mut sector = self.region.start;
        if let Some(newest) = self.newest {
            let at = newest.at + newest.len as u32;
            sector = newest.at - newest.at % Self::SECTOR;
            let fits = at + len as u32 <= sector + Self::SECTOR;
            if fits && is_blank(&mut self.flash, at..at + len as u32).await? {
                let place = Place { number, at, len };
                if self.write(place, record).await? {
                    return Ok(());
                }
            }
            sector = self.after(sector);
        }
        // A worn sector is passed over; the one of the newest record is never erased.
        let sectors = (self.region.end - self.region.start) / Self::SECTOR;
        for _ in 1..sectors {
            // What looks erased may be half erased.
            self.flash.erase(sector, sector + Self::SECTOR).await?;
            let place = Place {
                number,
                at: sector,
                len,
            };
            if self.write(place, record).await? {
                return Ok(());
            }
            sector = self.after(sector);
        }
        Err(SavesError::NotHeld)
    }

    /// The flash.
    pub fn flash(&self) -> &F {
        &self.flash
    }

    /// The sector after this one; the first after the last.
    fn after(&self, sector: u32) -> u32 {
        match sector + Self::SECTOR {
            next if next < self.region.end => next,
            _ => self.region.start,
        }
    }

    /// The newest record, or the newest before `limit`, by the headers alone.
    async fn newest_before(&mut self, limit: Option<Place>) -> Result<Option<Place>, F::Error> {
        let mut newest = None;
        for sector in self.region.clone().step_by(F::ERASE_SIZE) {
            let mut at = sector;
            while at < sector + Self::SECTOR
                && let Some(place) = self.place_at(at).await?
            {
                if limit.is_none_or(|limit| place < limit) {
                    newest = newest.max(Some(place));
                }
                at += place.len as u32;
            }
        }
        Ok(newest)
    }

    /// The record whose header is here, if there is a header and the record fits its sector.
    async fn place_at(&mut self, at: u32) -> Result<Option<Place>, F::Error> {
        let left = F::ERASE_SIZE - (at % Self::SECTOR) as usize;
        let mut header = [0; 8];
        if left < OVERHEAD {
            return Ok(None);
        }
        self.flash.read(at, &mut header).await?;
        let [a, b, c, d, e, f, g, h] = header;
        let (len, complement) = (u16::from_le_bytes([e, f]), u16::from_le_bytes([g, h]));
        let place = Place {
            number: u32::from_le_bytes([a, b, c, d]),
            at,
            len: usize::from(len) + OVERHEAD,
        };
        let is_sound = len == !complement && place.len <= left.min(ROOM);
        Ok(is_sound.then_some(place))
    }

    /// Reads a record; `None` if its checksum is wrong.
    async fn load(&mut self, place: Place) -> Result<Option<&[u8]>, F::Error> {
        let bytes = &mut self.buffer[..place.len];
        self.flash.read(place.at, bytes).await?;
        let (header, record) = bytes.split_at(OVERHEAD);
        let is_sound = header[8..] == checksum(&header[..8], record);
        Ok(is_sound.then_some(record))
    }

    /// Writes a record where the flash is erased, and reads it back; whether the flash holds it.
    async fn write(&mut self, place: Place, record: &[u8]) -> Result<bool, F::Error> {
        let len = record.len() as u16;
        let bytes = &mut self.buffer[..place.len];
        bytes[..4].copy_from_slice(&place.number.to_le_bytes());
        bytes[4..6].copy_from_slice(&len.to_le_bytes());
        bytes[6..8].copy_from_slice(&(!len).to_le_bytes());
        let sum = checksum(&bytes[..8], record);
        bytes[8..OVERHEAD].copy_from_slice(&sum);
        bytes[OVERHEAD..].copy_from_slice(record);
        self.flash.write(place.at, bytes).await?;
        let is_held = self.load(place).await? == Some(record);
        if is_held {
            self.newest = Some(place);
        }
        Ok(is_held)
    }
}

/// The checksum of a header and its record.
fn checksum(header: &[u8], record: &[u8]) -> [u8; 4] {
    let mut digest = CHECKSUM.digest();
    digest.update(header);
    digest.update(record);
    digest.finalize().to_le_bytes()
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
