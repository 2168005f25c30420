//! The paper's closed formula for the search time saved, and a direct simulation of its model.
//!
//! Two levels of `d` choices below a common grandparent; each of the d² subtrees is searched in
//! order and ends the whole search with probability 1 − p. The subtree of choices (j, i) is that
//! of (i, j) over again, and need not be searched if its entry has survived in the table.

use dobutsu_core::estimate::Random;
use serde::Serialize;

/// Parameters of the model.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Model {
    /// Choices at each of the last two levels.
    pub(super) d: u32,
    /// Slots of the table.
    pub(super) m: u32,
    /// Probability that a subtree does not end the search.
    pub(super) p: f64,
}

impl Model {
    fn alpha(&self) -> f64 {
        1.0 - 1.0 / f64::from(self.m)
    }

    /// Expected subtrees reached: T = (1 − p^(d²)) / (1 − p).
    fn subtrees(&self) -> f64 {
        let all = self.d * self.d;
        if self.p == 1.0 {
            return f64::from(all);
        }
        (1.0 - self.p.powi(all as i32)) / (1.0 - self.p)
    }

    /// The ratio as the paper prints it, with T over i < j only, like E: it cannot be meant, since the
    /// table would then answer for nearly every board.
    pub(super) fn ratio_printed(&self) -> f64 {
        let pairs = (1..self.d).flat_map(|j| (0..j).map(move |i| j * self.d + i));
        let printed: f64 = pairs.map(|second| self.p.powi(second as i32)).sum();
        1.0 - (1.0 - self.ratio_summed()) * self.subtrees() / printed
    }

    /// The ratio 1 − E/T with E as the double sum it is defined by.
    pub(super) fn ratio_summed(&self) -> f64 {
        let (d, alpha) = (self.d, self.alpha());
        let mut saved = 0.0;
        for j in 1..d {
            for i in 0..j {
                let (second, first) = (j * d + i, i * d + j);
                saved += self.p.powi(second as i32) * alpha.powi((second - first - 1) as i32);
            }
        }
        1.0 - saved / self.subtrees()
    }

    /// The ratio with the inner sum closed as a geometric series.
    ///
    /// For fixed j, the terms p^(jd+i) α^((j−i)(d−1)−1), i = 0 … j−1, have the quotient
    /// p α^(1−d), and so have the sums over j two quotients p^d α^(d−1) and p^(d+1).
    pub(super) fn ratio_closed(&self) -> f64 {
        let (p, alpha, d) = (self.p, self.alpha(), self.d as i32);
        let geometric = |quotient: f64| {
            if (quotient - 1.0).abs() < 1e-12 {
                f64::from(d - 1)
            } else {
                quotient * (1.0 - quotient.powi(d - 1)) / (1.0 - quotient)
            }
        };
        let quotient = p * alpha.powi(1 - d);
        let outer = geometric(p.powi(d) * alpha.powi(d - 1)) - geometric(p.powi(d + 1));
        1.0 - outer / (alpha * (1.0 - quotient)) / self.subtrees()
    }
}

/// A ratio of two sums.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Ratio {
    pub(super) ratio: f64,
    /// Half the width of its 95 % confidence interval.
    pub(super) margin: f64,
}

/// Simulates the formula's model: every write goes to a random slot.
pub(super) fn simulate_model(model: Model, searches: u32, seed: u64) -> Ratio {
    let Model { d, m, p } = model;
    // The last writer of each slot: the search and the time, as one number from 1.
    let mut last_writer = vec![0u64; m as usize];
    let mut slots = vec![0; (d * d) as usize];
    let mut pairs = Vec::with_capacity(searches as usize);
    for search in 0..searches {
        let mut random = Random::for_trial(seed, search.into());
        let writer = |time: u32| u64::from(search) * u64::from(d * d) + u64::from(time) + 1;
        let (mut reached, mut saved) = (0u32, 0u32);
        for time in 0..d * d {
            let (j, i) = (time / d, time % d);
            let first = i * d + j;
            let survives = || last_writer[slots[first as usize] as usize] == writer(first);
            saved += u32::from(i < j && survives());
            reached += 1;
            let slot = random.below(m);
            slots[time as usize] = slot;
            last_writer[slot as usize] = writer(time);
            if f64::from(random.bits()) >= p * 2f64.powi(32) {
                break;
            }
        }
        pairs.push((f64::from(saved), f64::from(reached)));
    }
    ratio_of_sums(&pairs)
}

/// 1 − ΣE/ΣT and its interval, by the usual linearisation of a ratio of means.
pub(super) fn ratio_of_sums(pairs: &[(f64, f64)]) -> Ratio {
    let n = pairs.len() as f64;
    let (saved, reached) = pairs
        .iter()
        .fold((0.0, 0.0), |(e, t), pair| (e + pair.0, t + pair.1));
    let ratio = saved / reached;
    let variance = pairs
        .iter()
        .map(|(e, t)| (e - ratio * t).powi(2))
        .sum::<f64>()
        / (n - 1.0);
    Ratio {
        ratio: 1.0 - ratio,
        margin: 1.96 * (variance / n).sqrt() / (reached / n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_papers_example_is_089() {
        let model = Model {
            d: 30,
            m: 100_000,
            p: 0.99,
        };
        assert!((model.ratio_closed() - 0.894).abs() < 0.0005);
        assert!(model.ratio_printed() < 0.01);
    }

    proptest! {
        /// The outer sums' quotients x are at most 0.9999², so 1 − x is at least 2 × 10^-4; powers of
        /// up to 40 factors are off by 10^-14, which makes 5 × 10^-11 of each sum and 10^-10 of their
        /// difference. That is divided by 1 − quotient, which may be as small as it likes; nothing
        /// else, the sum term by term included, is off by as much.
        #[test]
        fn the_closed_form_is_the_sum(d in 2u32..40, m in 50u32..200_000, p in 0.5f64..0.9999) {
            let model = Model { d, m, p };
            let quotient = p * model.alpha().powi(1 - d as i32);
            prop_assume!(quotient != 1.0);
            let off = (model.ratio_closed() - model.ratio_summed()).abs();
            prop_assert!(off < 2e-10 / (1.0 - quotient).abs(), "{}", off);
        }
    }

    #[test]
    fn the_simulation_agrees() {
        for (d, m, p) in [(20, 1000, 0.99), (30, 200, 0.999)] {
            let model = Model { d, m, p };
            let seen = simulate_model(model, 4000, 7);
            assert!((seen.ratio - model.ratio_closed()).abs() < 2.0 * seen.margin);
        }
    }
}
