//! Random numbers that a seed determines.

/// A small random number generator: Marsaglia's xorshift with shifts 13, 17 and 5, three
/// operations on a 32-bit register. Good enough to vary a game, not for statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(u32);

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub const fn new(seed: u32) -> Dice {
        // Neighbouring seeds are spread by a multiplication; zero is the one state without a
        // successor.
        let spread = seed.wrapping_mul(0x9E37_79B9) ^ 0x5851_F42D;
        Dice(if spread == 0 { 1 } else { spread })
    }

    /// Mixes in an unpredictable number; 0 changes nothing.
    pub const fn stir(&mut self, number: u32) {
        let stirred = self.0 ^ number.wrapping_mul(0x9E37_79B9);
        self.0 = if stirred == 0 { 1 } else { stirred };
    }

    /// The next random number, which is also a seed for other dice.
    pub(crate) fn seed(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a product needs no division, which the M0+ does not have.
        ((u64::from(self.seed()) * bound as u64) >> 32) as usize
    }

    /// True this many times out of 256.
    pub(crate) fn chance(&mut self, out_of_256: u16) -> bool {
        (self.seed() >> 24) < u32::from(out_of_256)
    }
}
