//! A bit for each key of a set, without the keys: ribbon retrieval (Dillinger and Walzer, 2021).
//!
//! Each key is a linear equation over bits: of the [`WIDTH`] bits from a start, its hash selects
//! some, and their parity is the key's bit. The builder solves the equations of all keys of a
//! shard together; the reader computes one parity. Keys outside the set read as random bits.

use super::flash::{Flash, word};

/// The number of bits that an equation spans.
pub const WIDTH: u32 = 128;

/// Mixes all bits of a number (the finalizer of SplitMix64: Steele, Lea and Flood, 2014).
#[inline]
pub const fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// A number below `below`, from the upper half of a hash.
#[inline]
pub const fn scale(hash: u64, below: u32) -> u32 {
    (((hash >> 32) * below as u64) >> 32) as u32
}

/// The equation of a key.
#[derive(Clone, Copy, Debug)]
pub struct Equation {
    /// The first bit of its window.
    pub start: u32,
    /// The selected bits of the window; always the first, among others.
    pub selected: [u32; 4],
    /// A hash of the key, which filters store.
    pub fingerprint: u32,
}

impl Equation {
    /// The equation of a key's hash in a shard of this many bits.
    #[inline]
    pub const fn new(hash: u64, seed: u16, bits: u32) -> Equation {
        let hash = mix(hash ^ (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let low = mix(hash ^ 0x6A09_E667_F3BC_C908);
        let high = mix(hash ^ 0xBB67_AE85_84CA_A73B);
        Equation {
            start: scale(hash, bits.saturating_sub(WIDTH) + 1),
            selected: [
                low as u32 | 1,
                (low >> 32) as u32,
                high as u32,
                (high >> 32) as u32,
            ],
            fingerprint: hash as u32,
        }
    }
}

/// The place of a shard: eight bytes in a table's directory.
///
/// Its planes, one for each stored bit, follow each other, each in whole words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The first word of its first plane, counted from the start of its section.
    pub first: u32,
    /// Bits in a plane.
    pub bits: u16,
    /// Mixed into the hashes of its keys; the builder looks for one that makes the equations
    /// independent.
    pub seed: u16,
}

impl Shard {
    /// Bytes in a directory.
    pub const BYTES: u32 = 8;

    /// A shard from its bytes.
    pub fn from_bytes(bytes: [u8; 8]) -> Shard {
        let [a, b, c, d, e, f, g, h] = bytes;
        Shard {
            first: u32::from_le_bytes([a, b, c, d]),
            bits: u16::from_le_bytes([e, f]),
            seed: u16::from_le_bytes([g, h]),
        }
    }

    /// The shard's bytes.
    pub fn to_bytes(self) -> [u8; 8] {
        let [a, b, c, d] = self.first.to_le_bytes();
        let [e, f] = self.bits.to_le_bytes();
        let [g, h] = self.seed.to_le_bytes();
        [a, b, c, d, e, f, g, h]
    }

    /// Words in a plane: one more than needed, so that no window extends past the last.
    pub const fn plane_words(bits: u16) -> u32 {
        (bits as u32).div_ceil(32) + 1
    }

    /// The parity of an equation in one plane.
    pub fn read<F: Flash>(
        &self,
        flash: &F,
        planes: u32,
        plane: u32,
        of: &Equation,
    ) -> Option<bool> {
        let first = self
            .first
            .checked_add(plane * Shard::plane_words(self.bits))?;
        let at = first.checked_add(of.start / 32)?.checked_mul(4)?;
        let mut at = planes.checked_add(at)?;
        let shift = of.start % 32;
        let mut sum = 0;
        let mut low = word(flash, at)?;
        for selected in of.selected {
            at = at.checked_add(4)?;
            let high = word(flash, at)?;
            let window = u64::from(high) << 32 | u64::from(low);
            sum ^= (window >> shift) as u32 & selected;
            low = high;
        }
        Some(sum.count_ones() % 2 == 1)
    }
}
