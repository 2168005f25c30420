//! Numbers without gaps for some of the index's positions.

/// The numbers of a subset, in order: a bit for each position, and a count every 64.
pub(super) struct Numbering {
    bits: Vec<u64>,
    before: Vec<u32>,
}

impl Numbering {
    /// Numbers those of `0..len` that are wanted.
    pub(super) fn new(len: u32, wanted: impl Fn(u32) -> bool) -> Numbering {
        let mut bits = vec![0u64; len.div_ceil(64) as usize];
        for number in (0..len).filter(|&number| wanted(number)) {
            bits[number as usize / 64] |= 1 << (number % 64);
        }
        let mut count = 0;
        let before = bits
            .iter()
            .map(|word| {
                count += word.count_ones();
                count - word.count_ones()
            })
            .collect();
        Numbering { bits, before }
    }

    /// The place of a number of the index in the subset, if it is there.
    pub(super) fn place(&self, number: u32) -> Option<u32> {
        let word = self.bits[number as usize / 64];
        let bit = 1 << (number % 64);
        let below = (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| self.before[number as usize / 64] + below)
    }
}
