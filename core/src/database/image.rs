//! The image: a header, then the sections it lists.
//!
//! All numbers are little endian. The header is 128 bytes:
//!
//! | bytes | contents |
//! |---|---|
//! | 0–15 | `dobutsu image`, CR, LF, 0x1A |
//! | 16–19 | the version of the format, 1 |
//! | 20–23 | the length of the image, the header included |
//! | 24–95 | six sections of 12 bytes: offset, length, CRC-32 of its bytes |
//! | 96–123 | zeros |
//! | 124–127 | the CRC-32 of the 124 bytes before |
//!
//! CRC-32 is the one of zip and PNG. The sections follow one another without gaps:
//! 0. the [network](super::network) that predicts results, the [parameters](super::parameters) of
//!    deductions, and their [combiners](super::combiner);
//! 1. [answers](super::answers): which positions are lost;
//! 2. the network that predicts which move wins, and its [plan](super::plan);
//! 3. answers: which move wins quickest;
//! 4. the network that predicts which move delays a loss, and its plan;
//! 5. answers: which move delays it longest.
//!
//! A section of answers is a list of ranges of shards, a directory of shards, and their bits.
//! A reader of version 1 reads every image of version 1; any change to what a reader has to do, the
//! order of its questions included, is another version.

use core::fmt;
use core::task::Poll;

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table as CrcTable};

use super::answers::Answers;
use super::combiner::Combiner;
use super::flash::Flash;
use super::network::NETWORK_BYTES;
use super::odds::Topic;
use super::parameters::Parameters;

/// What every image starts with.
pub const MAGIC: [u8; 16] = *b"dobutsu image\r\n\x1A";
/// The format this reader reads.
pub const VERSION: u32 = 1;
/// Bytes of the header.
pub const HEADER: u32 = 128;
/// How many sections there are.
pub const SECTIONS: usize = 6;
/// Where the header's own checksum is.
const HEADER_CHECKSUM: usize = HEADER as usize - 4;
/// Where the sections are listed.
const LIST: usize = 24;

/// The checksum of header and sections.
pub static CRC: Crc<u32, CrcTable<1>> = Crc::<u32, CrcTable<1>>::new(&CRC_32_ISO_HDLC);

/// Why an image cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ImageError {
    /// There is no image here.
    Missing,
    /// It has this version, which is not ours.
    Version(u32),
    /// The header is damaged.
    Header,
    /// It ends before its sections do.
    Truncated,
    /// The bytes of this section, counted from 0, are damaged.
    Section(u8),
    /// Answers contradict each other: a lost position without a move that delays the loss, say, or
    /// a line longer than any game.
    Contradiction,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImageError::Missing => write!(f, "there is no database image"),
            ImageError::Version(found) => {
                write!(f, "the database image has version {found}, not {VERSION}")
            }
            ImageError::Header => write!(f, "the database image's header is damaged"),
            ImageError::Truncated => write!(f, "the database image was cut short"),
            ImageError::Section(number) => {
                let names = [
                    "network for results",
                    "answers about losses",
                    "network for wins",
                    "answers about wins",
                    "network for delays",
                    "answers about delays",
                ];
                let name = names.get(usize::from(*number)).unwrap_or(&"contents");
                write!(f, "the database image is damaged in its {name}")
            }
            ImageError::Contradiction => {
                write!(f, "the database image's answers contradict each other")
            }
        }
    }
}

impl core::error::Error for ImageError {}

/// Where the parameters of deductions start in their section.
const PARAMETERS: u32 = NETWORK_BYTES;
/// Where the combiners start in the same section.
const COMBINERS: u32 = PARAMETERS + Parameters::BYTES;

/// A section of the image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Where it starts.
    pub at: u32,
    /// How long it is.
    pub len: u32,
    /// The CRC-32 of its bytes.
    pub checksum: u32,
}

/// The header, read and found well formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageLayout {
    sections: [Section; SECTIONS],
    len: u32,
}

impl ImageLayout {
    /// How long the sections are at least: the networks without plans, the answers with no shards.
    pub const LEAST_SECTIONS: [u32; SECTIONS] = [
        COMBINERS + Combiner::ALL_BYTES,
        Answers::RANGES_BYTES,
        NETWORK_BYTES,
        Answers::RANGES_BYTES,
        NETWORK_BYTES,
        Answers::RANGES_BYTES,
    ];

    /// Lays out sections of these lengths and checksums one after another.
    pub fn new(sections: [(u32, u32); SECTIONS]) -> ImageLayout {
        let mut at = HEADER;
        let sections = sections.map(|(len, checksum)| {
            let section = Section { at, len, checksum };
            at += len;
            section
        });
        ImageLayout { sections, len: at }
    }

    /// The header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER as usize] {
        let mut bytes = [0; HEADER as usize];
        bytes[..16].copy_from_slice(&MAGIC);
        let listed = self.sections.iter().flat_map(|s| [s.at, s.len, s.checksum]);
        let numbers = [VERSION, self.len].into_iter().chain(listed);
        for (place, number) in bytes[16..].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let checksum = CRC.checksum(&bytes[..HEADER_CHECKSUM]);
        bytes[HEADER_CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header and checks that the sections lie inside the image, in a moment. Their
    /// bytes are not looked at: see [`ImageCheck`].
    pub fn read<F: Flash>(flash: &F) -> Result<ImageLayout, ImageError> {
        // An older image may be shorter than our header.
        let start: [u8; 20] = flash.read(0).ok_or(ImageError::Missing)?;
        let (magic, version) = start.split_at(16);
        if magic != MAGIC {
            return Err(ImageError::Missing);
        }
        let version = version
            .iter()
            .rev()
            .fold(0, |all, &byte| all << 8 | u32::from(byte));
        if version != VERSION {
            return Err(ImageError::Version(version));
        }
        let bytes: [u8; HEADER as usize] = flash.read(0).ok_or(ImageError::Truncated)?;
        let number = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let lengths: [(u32, u32); SECTIONS] =
            core::array::from_fn(|i| (number(LIST + 4 + 12 * i), number(LIST + 8 + 12 * i)));
        let total = lengths.iter().map(|&(len, _)| u64::from(len)).sum::<u64>();
        if total + u64::from(HEADER) != u64::from(number(20)) {
            return Err(ImageError::Header);
        }
        let layout = ImageLayout::new(lengths);
        let least = ImageLayout::LEAST_SECTIONS;
        let fits = |number: usize| match number {
            0 => lengths[0].0 == least[0],
            _ => lengths[number].0 >= least[number],
        };
        if layout.to_bytes() != bytes || !(0..SECTIONS).all(fits) {
            return Err(ImageError::Header);
        }
        match flash.read::<1>(layout.len - 1) {
            Some(_) => Ok(layout),
            None => Err(ImageError::Truncated),
        }
    }

    /// The sections, in order.
    pub const fn sections(&self) -> [Section; SECTIONS] {
        self.sections
    }

    /// Bytes of the whole image.
    pub const fn size(&self) -> u32 {
        self.len
    }

    /// Where the network that predicts answers of this topic starts.
    pub const fn network(&self, topic: Topic) -> u32 {
        self.sections[2 * topic as usize].at
    }

    /// Where the parameters of deductions start.
    pub const fn parameters(&self) -> u32 {
        self.sections[0].at + PARAMETERS
    }

    /// Where their combiners start.
    pub const fn combiners(&self) -> u32 {
        self.sections[0].at + COMBINERS
    }

    /// Where the plan for choices of this topic starts, and its length, if there is one.
    pub const fn plan(&self, topic: Topic) -> Option<(u32, u32)> {
        let section = &self.sections[2 * topic as usize];
        match section.len.checked_sub(NETWORK_BYTES) {
            None | Some(0) => None,
            Some(len) => Some((section.at + NETWORK_BYTES, len)),
        }
    }

    /// Where the answers about a topic are.
    pub const fn answers(&self, topic: Topic) -> Answers {
        Answers::new(self.sections[2 * topic as usize + 1].at, topic)
    }
}

/// The long checksum, in slices: one can play meanwhile.
pub struct ImageCheck {
    layout: ImageLayout,
    section: usize,
    done: u32,
    digest: Digest<'static, u32, CrcTable<1>>,
}

/// Bytes read at a time.
const SLICE: u32 = 64;

impl ImageCheck {
    /// A check of all sections.
    pub fn new(layout: ImageLayout) -> ImageCheck {
        ImageCheck {
            layout,
            section: 0,
            done: 0,
            digest: CRC.digest(),
        }
    }

    /// Looks at about this many bytes more; ready when all of them are sound.
    pub fn step<F: Flash>(&mut self, flash: &F, bytes: u32) -> Result<Poll<()>, ImageError> {
        for _ in 0..bytes.div_ceil(SLICE) {
            let Some(section) = self.layout.sections.get(self.section) else {
                return Ok(Poll::Ready(()));
            };
            let left = section.len - self.done;
            let read = if left >= SLICE {
                flash
                    .read::<{ SLICE as usize }>(section.at + self.done)
                    .map(|slice| {
                        self.digest.update(&slice);
                        SLICE
                    })
            } else if left > 0 {
                flash.read::<1>(section.at + self.done).map(|byte| {
                    self.digest.update(&byte);
                    1
                })
            } else {
                let digest = core::mem::replace(&mut self.digest, CRC.digest());
                if digest.finalize() != section.checksum {
                    return Err(ImageError::Section(self.section as u8));
                }
                self.section += 1;
                self.done = 0;
                continue;
            };
            match read {
                Some(read) => self.done += read,
                None => return Err(ImageError::Truncated),
            }
        }
        Ok(Poll::Pending)
    }
}
