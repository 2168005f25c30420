//! Vectors of bits with small directories, and the bytes they take.

use std::ops::Range;

/// A vector of bits.
#[derive(Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    len: u64,
}

impl Bits {
    pub(super) fn zeros(len: u64) -> Bits {
        Bits {
            words: vec![0; len.div_ceil(64) as usize],
            len,
        }
    }

    /// Appends the lowest `width` bits, fewer than 64; the others must be 0.
    pub(super) fn push(&mut self, value: u64, width: u32) {
        debug_assert!(width < 64 && value >> width == 0);
        let shift = self.len % 64;
        if shift == 0 && width > 0 {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= value << shift;
        }
        if shift > 0 && shift + u64::from(width) > 64 {
            self.words.push(value >> (64 - shift));
        }
        self.len += u64::from(width);
    }

    /// The `width` bits from a place on.
    pub(super) fn read(&self, at: u64, width: u32) -> u64 {
        if width == 0 {
            return 0;
        }
        let (word, shift) = ((at / 64) as usize, at % 64);
        let mut value = self.words[word] >> shift;
        if shift + u64::from(width) > 64 {
            value |= self.words[word + 1] << (64 - shift);
        }
        value & ((1 << width) - 1)
    }

    pub(super) fn get(&self, at: u64) -> bool {
        self.words[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, at: u64, bit: bool) {
        let word = &mut self.words[(at / 64) as usize];
        *word = *word & !(1 << (at % 64)) | u64::from(bit) << (at % 64);
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }
}

/// Numbers in ascending order (Elias 1974, Fano 1971): the low bits as they are, the high bits
/// in unary, and the place of every 128th one, so that any can be read alone.
///
/// About 2.25 bits and the logarithm of the mean difference for each number.
pub(super) struct Ascending {
    low: Bits,
    low_width: u32,
    high: Bits,
    every: Vec<u32>,
    len: u32,
}

/// Ones of [`Ascending`] for each entry of the directory, as in the CMPH library.
const EVERY: u32 = 128;

impl Ascending {
    pub(super) fn new(numbers: &[u32]) -> Ascending {
        let last = numbers.last().copied().unwrap_or(0);
        let low_width = last
            .checked_div(numbers.len() as u32)
            .and_then(u32::checked_ilog2)
            .unwrap_or(0);
        let mut ascending = Ascending {
            low: Bits::default(),
            low_width,
            high: Bits::zeros(u64::from(last >> low_width) + numbers.len() as u64),
            every: Vec::new(),
            len: numbers.len() as u32,
        };
        for (i, &number) in numbers.iter().enumerate() {
            let low = number & ((1 << low_width) - 1);
            ascending.low.push(u64::from(low), low_width);
            let place = u64::from(number >> low_width) + i as u64;
            // No zeros follow the last one, so the vector may end there.
            if place == ascending.high.len {
                ascending.high.push(1, 1);
            } else {
                ascending.high.set(place, true);
            }
            if (i as u32).is_multiple_of(EVERY) {
                ascending.every.push(place as u32);
            }
        }
        ascending
    }

    /// The number in this place.
    pub(super) fn get(&self, i: u32) -> u32 {
        let at = u64::from(i) * u64::from(self.low_width);
        let low = self.low.read(at, self.low_width);
        (self.select(i) - i) << self.low_width | low as u32
    }

    /// The number of entries below `number`.
    pub(super) fn below(&self, number: u32) -> u32 {
        // Among the numbers of the directory, by their high bits alone: they lie close together.
        let samples = self.every.len() as u32;
        let high_bits = |sample: u32| self.every[sample as usize] - EVERY * sample;
        let wanted = number >> self.low_width;
        let smaller = first(0..samples, |sample| high_bits(sample) >= wanted);
        let larger = first(smaller..samples, |sample| high_bits(sample) > wanted);
        let last = self.len.min(larger.saturating_mul(EVERY));
        first(smaller.saturating_sub(1) * EVERY..last, |i| {
            self.get(i) >= number
        })
    }

    /// The place of a one in the high bits.
    fn select(&self, i: u32) -> u32 {
        let start = self.every[(i / EVERY) as usize];
        let mut left = i % EVERY;
        let mut at = (start / 64) as usize;
        let mut word = self.high.words[at] & u64::MAX << (start % 64);
        while left >= word.count_ones() {
            left -= word.count_ones();
            at += 1;
            word = self.high.words[at];
        }
        for _ in 0..left {
            word &= word - 1;
        }
        at as u32 * 64 + word.trailing_zeros()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.low.bytes() + self.high.bytes() + 4 * self.every.len() as u64
    }
}

/// The first of these numbers from which on something holds, or their end.
fn first(numbers: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let Range { mut start, mut end } = numbers;
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

/// Numbers of any size, each in as many bits as it needs: n + 1 without its leading one, one
/// after the other, and where each ends.
pub(super) struct Packed {
    bits: Bits,
    ends: Ascending,
}

impl Packed {
    pub(super) fn new(numbers: &[u32]) -> Packed {
        let mut bits = Bits::default();
        let mut ends = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let number = u64::from(number) + 1;
            let width = number.ilog2();
            bits.push(number - (1 << width), width);
            ends.push(bits.len as u32);
        }
        Packed {
            bits,
            ends: Ascending::new(&ends),
        }
    }

    pub(super) fn get(&self, i: u32) -> u32 {
        let start = i.checked_sub(1).map_or(0, |before| self.ends.get(before));
        let width = self.ends.get(i) - start;
        let rest = self.bits.read(u64::from(start), width);
        ((1u64 << width) + rest - 1) as u32
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bits.bytes() + self.ends.bytes()
    }
}

/// Bits that count the ones before any place, with one part in sixteen more memory: for every
/// 2048 bits a count from the beginning, and five counts of 12 bits for each 384 bits in them
/// (the layout that SDSL's `rank_support_v5` is described by; after Vigna, 2008).
pub(super) struct Ranked {
    bits: Bits,
    counts: Vec<[u64; 2]>,
}

const BLOCK: u64 = 2048;
const PART: u64 = 384;

impl Ranked {
    pub(super) fn new(bits: Bits) -> Ranked {
        let mut counts = Vec::new();
        let mut before = 0;
        for block in 0..=bits.len / BLOCK {
            let mut within = 0;
            let mut parts = 0;
            for word in 0..BLOCK / 64 {
                if word > 0 && word % (PART / 64) == 0 {
                    parts |= within << (12 * (word / (PART / 64) - 1));
                }
                let word = bits.words.get((block * BLOCK / 64 + word) as usize);
                within += word.map_or(0, |word| u64::from(word.count_ones()));
            }
            counts.push([before, parts]);
            before += within;
        }
        Ranked { bits, counts }
    }

    pub(super) fn get(&self, at: u64) -> bool {
        self.bits.get(at)
    }

    /// The number of ones before this place.
    pub(super) fn rank(&self, at: u64) -> u64 {
        let [mut count, parts] = self.counts[(at / BLOCK) as usize];
        let part = at % BLOCK / PART;
        if part > 0 {
            count += parts >> (12 * (part - 1)) & 0xFFF;
        }
        let first = (at / BLOCK * BLOCK + part * PART) / 64;
        for word in &self.bits.words[first as usize..(at / 64) as usize] {
            count += u64::from(word.count_ones());
        }
        match at % 64 {
            0 => count,
            rest => {
                count + u64::from((self.bits.words[(at / 64) as usize] << (64 - rest)).count_ones())
            }
        }
    }

    /// The bytes that this many bits take.
    pub(super) const fn bytes_of(len: u64) -> u64 {
        8 * len.div_ceil(64) + 16 * (len / BLOCK + 1)
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        self.bits.bytes() + 16 * self.counts.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ascending_numbers_come_back(mut numbers in vec(0u32..1 << 30, 1..700), spread in 0..30) {
            numbers.iter_mut().for_each(|number| *number >>= spread);
            numbers.sort_unstable();
            let ascending = Ascending::new(&numbers);
            for (i, &number) in numbers.iter().enumerate() {
                prop_assert_eq!(ascending.get(i as u32), number);
                let below = numbers.partition_point(|&other| other < number);
                prop_assert_eq!(ascending.below(number), below as u32);
            }
            prop_assert_eq!(ascending.below(u32::MAX), numbers.len() as u32);
        }

        #[test]
        fn packed_numbers_come_back(mut numbers in vec(any::<u32>(), 1..300), spread in 0..32) {
            numbers.iter_mut().for_each(|number| *number >>= spread);
            let packed = Packed::new(&numbers);
            for (i, &number) in numbers.iter().enumerate() {
                prop_assert_eq!(packed.get(i as u32), number);
            }
        }

        #[test]
        fn ranks_count_ones(plain in vec(any::<bool>(), 0..7000), full in 0..10) {
            let plain: Vec<bool> = plain.into_iter().map(|bit| bit || full == 0).collect();
            let mut bits = Bits::default();
            plain.iter().for_each(|&bit| bits.push(u64::from(bit), 1));
            let ranked = Ranked::new(bits);
            prop_assert_eq!(ranked.bytes(), Ranked::bytes_of(plain.len() as u64));
            let mut ones = 0;
            for (at, &bit) in plain.iter().enumerate() {
                prop_assert_eq!((ranked.get(at as u64), ranked.rank(at as u64)), (bit, ones));
                ones += u64::from(bit);
            }
            prop_assert_eq!(ranked.rank(plain.len() as u64), ones);
        }
    }
}
