//! The image: a header, then the sections it lists.
//!
//! All numbers are little endian. The header is 128 bytes: magic (16), format version, edition,
//! total length, then six sections (offset, length, CRC-32 of its bytes), zeros up to 124, and
//! the CRC-32 of those 124 bytes. The sections are
//! - the network that predicts results, the [parameters](super::parameters) of deductions, and
//!   their [combiners](super::combiner);
//! - answers: which positions are lost;
//! - the network that predicts which move wins, and in a full image its [plan](super::plan);
//! - answers: which move does, quickest in a full image, by the proven policy in a small one;
//! - the network that predicts which move delays a loss, and its plan, only in a full image;
//! - answers: which move delays it longest, likewise.
//!
//! A section of answers is a list of ranges of shards, a directory of shards, and their bits.
//! A reader uses what is there: the editions differ in what was built in, not in how it is read.

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
const LIST: usize = 28;

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

/// What an image was built to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Edition {
    /// The result of every position, and a move that wins every won one against any defence.
    Small = 1,
    /// The result, the exact distance and a best move of every position.
    Full = 2,
}

impl Edition {
    /// All editions.
    pub const ALL: [Edition; 2] = [Edition::Small, Edition::Full];

    /// Whether its answers lead to exact distances.
    pub const fn knows_distances(self) -> bool {
        matches!(self, Edition::Full)
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edition::Small => "small",
            Edition::Full => "full",
        })
    }
}

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
    edition: Edition,
    sections: [Section; SECTIONS],
    len: u32,
}

impl ImageLayout {
    /// Lays out sections of these lengths and checksums one after another.
    pub fn new(edition: Edition, sections: [(u32, u32); SECTIONS]) -> ImageLayout {
        let mut at = HEADER;
        let sections = sections.map(|(len, checksum)| {
            let section = Section { at, len, checksum };
            at += len;
            section
        });
        ImageLayout {
            edition,
            sections,
            len: at,
        }
    }

    /// How long the sections of an edition are at least: the networks always, the answers with no
    /// shards.
    pub const fn least_sections(edition: Edition) -> [u32; SECTIONS] {
        let [delays, delay_answers] = match edition {
            Edition::Small => [0, 0],
            Edition::Full => [NETWORK_BYTES, Answers::RANGES_BYTES],
        };
        [
            COMBINERS + Combiner::ALL_BYTES,
            Answers::RANGES_BYTES,
            NETWORK_BYTES,
            Answers::RANGES_BYTES,
            delays,
            delay_answers,
        ]
    }

    /// The header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER as usize] {
        let mut bytes = [0; HEADER as usize];
        bytes[..16].copy_from_slice(&MAGIC);
        let listed = self.sections.iter().flat_map(|s| [s.at, s.len, s.checksum]);
        let numbers = [VERSION, self.edition as u32, self.len]
            .into_iter()
            .chain(listed);
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
        let edition = Edition::ALL
            .into_iter()
            .find(|&edition| edition as u32 == number(20));
        let (Some(edition), true) = (
            edition,
            number(HEADER_CHECKSUM) == CRC.checksum(&bytes[..HEADER_CHECKSUM]),
        ) else {
            return Err(ImageError::Header);
        };
        let lengths: [(u32, u32); SECTIONS] =
            core::array::from_fn(|i| (number(LIST + 4 + 12 * i), number(LIST + 8 + 12 * i)));
        let total = lengths.iter().map(|&(len, _)| u64::from(len)).sum::<u64>();
        if total + u64::from(HEADER) != u64::from(number(24)) {
            return Err(ImageError::Header);
        }
        let layout = ImageLayout::new(edition, lengths);
        let least = ImageLayout::least_sections(edition);
        let fits = |number: usize| match least[number] {
            least if number == 0 || least == 0 => lengths[number].0 == least,
            least => lengths[number].0 >= least,
        };
        if layout.to_bytes() != bytes || !(0..SECTIONS).all(fits) {
            return Err(ImageError::Header);
        }
        match flash.read::<1>(layout.len - 1) {
            Some(_) => Ok(layout),
            None => Err(ImageError::Truncated),
        }
    }

    /// The sections, in order; those that the edition does not have are empty.
    pub const fn sections(&self) -> [Section; SECTIONS] {
        self.sections
    }

    /// Bytes of the whole image.
    pub const fn size(&self) -> u32 {
        self.len
    }

    /// Where the network that predicts results starts.
    pub const fn results(&self) -> u32 {
        self.sections[0].at
    }

    /// Where the parameters of deductions start.
    pub const fn parameters(&self) -> u32 {
        self.sections[0].at + PARAMETERS
    }

    /// Where their combiners start.
    pub const fn combiners(&self) -> u32 {
        self.sections[0].at + COMBINERS
    }

    /// What the image was built to know.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Where the network that predicts choices of this topic starts, if there is one.
    pub const fn chooser(&self, topic: Topic) -> Option<u32> {
        match topic {
            Topic::Loss => None,
            Topic::QuickestWin => self.start(2),
            Topic::LongestDelay => self.start(4),
        }
    }

    /// Where the plan for choices of this topic starts, and its length, if there is one.
    pub const fn plan(&self, topic: Topic) -> Option<(u32, u32)> {
        let section = match topic {
            Topic::Loss => return None,
            Topic::QuickestWin => &self.sections[2],
            Topic::LongestDelay => &self.sections[4],
        };
        let network = NETWORK_BYTES;
        if section.len > network {
            Some((section.at + network, section.len - network))
        } else {
            None
        }
    }

    /// Where the answers about a topic are, if there are any.
    pub const fn answers(&self, topic: Topic) -> Option<Answers> {
        let at = match topic {
            Topic::Loss => self.start(1),
            Topic::QuickestWin => self.start(3),
            Topic::LongestDelay => self.start(5),
        };
        match at {
            Some(at) => Some(Answers::new(at, topic)),
            None => None,
        }
    }

    /// Where a section starts that this edition has.
    const fn start(&self, number: usize) -> Option<u32> {
        let section = &self.sections[number];
        if section.len == 0 {
            None
        } else {
            Some(section.at)
        }
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
