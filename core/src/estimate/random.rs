//! Random numbers that depend on a seed and a trial's number alone.

/// xoshiro128++ (Blackman and Vigna): sixteen bytes of state and only 32-bit steps, which suits
/// the chip. Every trial gets its own, so the order in which trials run cannot matter.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u32; 4],
}

impl Random {
    /// The generator of trial number `trial` under `seed`.
    pub fn for_trial(seed: u64, trial: u64) -> Self {
        // The seed is mixed before the trial number is added: neighbouring seeds would
        // otherwise share their streams one trial apart.
        let mut mixer = SplitMix(SplitMix(seed).next().wrapping_add(trial));
        let (a, b) = (mixer.next(), mixer.next());
        // All four words are 0 for one start in 2^128 at most; any fixed state does for it.
        let state = match [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32] {
            [0, 0, 0, 0] => [1, 2, 3, 4],
            words => words,
        };
        Self { state }
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(7).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 9), d.rotate_left(11)];
        result
    }

    /// A number below `bound`, each with exactly the same chance (Lemire's rejection); 0 for a
    /// bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut wide = u64::from(self.bits()) * u64::from(bound);
        if (wide as u32) < bound {
            let reject = bound.wrapping_neg() % bound;
            while (wide as u32) < reject {
                wide = u64::from(self.bits()) * u64::from(bound);
            }
        }
        (wide >> 32) as u32
    }
}

/// SplitMix64 (Steele, Lea and Flood), to spread a seed over a state.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The authors' published first outputs for the state 1, 2, 3, 4.
    #[test]
    fn agrees_with_the_reference() {
        let mut random = Random {
            state: [1, 2, 3, 4],
        };
        let expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768];
        assert_eq!(expected, core::array::from_fn(|_| random.bits()));
    }

    #[test]
    fn every_number_below_a_bound_is_as_likely() {
        let mut counts = [0u32; 7];
        for trial in 0..70_000 {
            counts[Random::for_trial(3, trial).below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial with n = 70,000 and p = 1/7 are 556.
        for count in counts {
            assert!(count.abs_diff(10_000) < 556, "{counts:?}");
        }
    }

    #[test]
    fn a_bound_of_zero_or_one_gives_zero() {
        let mut random = Random::for_trial(1, 2);
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }

    #[test]
    fn trials_and_seeds_differ() {
        let first = |seed, trial| Random::for_trial(seed, trial).bits();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 1), first(2, 0));
    }
}
