//! How contributions are spread (figures 7 to 10), and the estimate over the trials (5 and 6).

use std::collections::BTreeMap;

use dobutsu_core::estimate::{FRACTION_LIMBS, Figure, Sum, Trial, TrialEnd, Wide};
use serde::{Deserialize, Serialize};

/// Counts of numbers by size, 64 classes an octave: a class is at most 1.6 % wide. Counts add
/// up exactly when runs are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Spread(BTreeMap<u32, u64>);

impl Spread {
    fn add<const N: usize>(&mut self, number: &Wide<N>) {
        let bits = number.bits();
        // The six bits after the highest.
        let next = match bits.checked_sub(7) {
            Some(place) => number.window(place) & 63,
            None => number.window(0) << (7 - bits) & 63,
        };
        *self.0.entry(64 * bits + next as u32).or_default() += 1;
    }

    fn merge(&mut self, other: &Self) {
        for (&class, count) in &other.0 {
            *self.0.entry(class).or_default() += count;
        }
    }

    /// Numbers counted.
    pub(super) fn count(&self) -> u64 {
        self.0.values().copied().fold(0, u64::saturating_add)
    }

    /// (count, middle of the class), ascending; the unit is that of the numbers, which have 64
    /// fraction bits.
    fn classes(&self) -> impl DoubleEndedIterator<Item = (u64, f64)> {
        self.0.iter().map(|(&class, &count)| {
            let octave = (class / 64) as i32 - 1 - 32 * FRACTION_LIMBS as i32;
            (
                count,
                (1.0 + (f64::from(class % 64) + 0.5) / 64.0) * 2f64.powi(octave),
            )
        })
    }

    /// What share of the sum the largest `fraction` of the numbers has.
    pub(super) fn share_of_top(&self, fraction: f64) -> f64 {
        let total: f64 = self
            .classes()
            .map(|(count, middle)| count as f64 * middle)
            .sum();
        let mut left = fraction * self.count() as f64;
        let mut top = 0.0;
        for (count, middle) in self.classes().rev() {
            let taken = left.min(count as f64);
            top += taken * middle;
            left -= taken;
        }
        if total > 0.0 { top / total } else { 0.0 }
    }

    /// The paper's curve: after each share of the numbers, in ascending order, the share of the
    /// sum they make up. Numbers of a class count as equal, so a large class is a slope of its
    /// own, drawn in steps fine enough for a logarithmic scale.
    pub(super) fn curve(&self) -> Vec<(f64, f64)> {
        const STEP: f64 = 0.002;
        let (count, mut seen, mut sum) = (self.count() as f64, 0.0, 0.0);
        let total: f64 = self
            .classes()
            .map(|(count, middle)| count as f64 * middle)
            .sum();
        let mut curve = vec![(0.0, 0.0)];
        for (members, middle) in self.classes() {
            let members = members as f64;
            let steps = (members / count / STEP).ceil().max(1.0);
            for step in 1..=steps as u32 {
                let share = f64::from(step) / steps * members;
                curve.push(((seen + share) / count, (sum + share * middle) / total));
            }
            seen += members;
            sum += members * middle;
        }
        curve
    }
}

/// The spreads of successful trials, under the paper's names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Distribution {
    /// Estimates (`pcand*nans`).
    pub contribution: Spread,
    /// Products of branch factors (`pcand`).
    pub product: Spread,
    /// Solutions found (`nans`).
    pub found: Spread,
}

impl Distribution {
    /// Adds a trial, if it was a success.
    pub(super) fn record(&mut self, trial: &Trial) {
        if trial.end == TrialEnd::Success {
            self.contribution.add(&trial.contribution);
            self.product.add(&trial.product);
            self.found
                .add(&Wide::<4>::shifted(trial.found, FRACTION_LIMBS));
        }
    }

    /// Adds the trials of `other`.
    pub(super) fn merge(&mut self, other: &Self) {
        self.contribution.merge(&other.contribution);
        self.product.merge(&other.product);
        self.found.merge(&other.found);
    }
}

/// Sums of contributions over runs of consecutive trials; at most [`MAX_SPANS`] of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Series {
    /// Each span has 2^this trials.
    shift: u32,
    spans: Vec<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Span {
    seed: u64,
    number: u64,
    trials: u64,
    sum: [u32; 17],
}

/// More spans than a plot has columns are of no use.
const MAX_SPANS: usize = 1024;

impl Series {
    /// A series without trials whose spans are as long as this one's: it merges cheaply.
    pub(super) fn emptied(&self) -> Self {
        Self {
            shift: self.shift,
            spans: Vec::new(),
        }
    }

    /// Adds a trial.
    pub(super) fn record(&mut self, trial: &Trial) {
        let mut sum = Sum::ZERO;
        sum.add(&trial.contribution);
        self.add(trial.seed, trial.number >> self.shift, 1, &sum);
        self.shorten();
    }

    /// Adds the trials of `other`.
    pub(super) fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        while self.shift < other.shift {
            self.halve();
        }
        while other.shift < self.shift {
            other.halve();
        }
        for span in &other.spans {
            self.add(
                span.seed,
                span.number,
                span.trials,
                &Sum::from_limbs(span.sum),
            );
        }
        self.shorten();
    }

    fn add(&mut self, seed: u64, number: u64, trials: u64, sum: &Sum) {
        let place = self
            .spans
            .partition_point(|span| (span.seed, span.number) < (seed, number));
        match self.spans.get_mut(place) {
            Some(span) if (span.seed, span.number) == (seed, number) => {
                span.trials += trials;
                let mut total = Sum::from_limbs(span.sum);
                total.add(sum);
                span.sum = *total.limbs();
            }
            _ => self.spans.insert(
                place,
                Span {
                    seed,
                    number,
                    trials,
                    sum: *sum.limbs(),
                },
            ),
        }
    }

    fn shorten(&mut self) {
        while self.spans.len() > MAX_SPANS && self.shift < 63 {
            let before = self.spans.len();
            self.halve();
            // Many seeds of one span each cannot be joined.
            if self.spans.len() == before {
                break;
            }
        }
    }

    fn halve(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        self.shift += 1;
        for span in spans {
            self.add(
                span.seed,
                span.number / 2,
                span.trials,
                &Sum::from_limbs(span.sum),
            );
        }
    }

    /// Trials recorded.
    pub(super) fn trials(&self) -> u64 {
        let trials = self.spans.iter().map(|span| span.trials);
        trials.fold(0, u64::saturating_add)
    }

    /// Whether spans are in order and as long as a trial number allows.
    pub(super) fn is_sound(&self) -> bool {
        let keys = self.spans.iter().map(|span| (span.seed, span.number));
        self.shift < 64 && keys.is_sorted_by(|a, b| a < b)
    }

    /// (trials so far, their mean), in the order of seeds and trial numbers.
    pub(super) fn running_mean(&self) -> Vec<(f64, f64)> {
        let (mut trials, mut sum) = (0, Sum::ZERO);
        self.spans
            .iter()
            .map(|span| {
                trials += span.trials;
                sum.add(&Sum::from_limbs(span.sum));
                let total = Figure::from_wide(&sum, 32 * FRACTION_LIMBS as u32);
                (trials as f64, total.over(Figure::from_u64(trials)).to_f64())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trial(number: u64, value: u64) -> Trial {
        Trial {
            seed: 1,
            number,
            end: if value > 0 {
                TrialEnd::Success
            } else {
                TrialEnd::Barren
            },
            contribution: Wide::shifted(value, FRACTION_LIMBS),
            product: Wide::shifted(value, FRACTION_LIMBS),
            found: 1,
        }
    }

    proptest! {
        /// A class is at most a 64th as wide as its lowest number, so its middle stands for each of its
        /// numbers with a factor from 1 − 1/130 to 1 + 1/128, and a share of sums is off by a factor
        /// from 64/65 to 65/64: by at most a 64th, beside what doubles round.
        #[test]
        fn shares_are_near_the_true_ones(values in proptest::collection::vec(1u64..1_000_000, 1..200), percent in 1u32..100) {
            let mut spread = Spread::default();
            for &value in &values {
                spread.add(&Wide::<4>::shifted(value, FRACTION_LIMBS));
            }
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let count = values.len() * percent as usize / 100;
            let total: u64 = values.iter().sum();
            let exact = sorted[values.len() - count..].iter().sum::<u64>() as f64 / total as f64;
            let ours = spread.share_of_top(count as f64 / values.len() as f64);
            prop_assert!((ours - exact).abs() < 1.0 / 64.0 + 1e-12, "{} for {}", ours, exact);
        }

        #[test]
        fn a_series_merges_exactly(values in proptest::collection::vec(0u64..99, 1..3000), cut in 0usize..3000) {
            let cut = cut.min(values.len());
            let series = |numbers: std::ops::Range<usize>| {
                let mut series = Series::default();
                for number in numbers {
                    series.record(&trial(number as u64, values[number]));
                }
                series
            };
            let whole = series(0..values.len());
            let mut merged = series(cut..values.len());
            merged.merge(&series(0..cut));
            prop_assert_eq!(&merged, &whole);
            prop_assert_eq!(whole.trials(), values.len() as u64);
            let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
            let (_, last) = *whole.running_mean().last().unwrap();
            prop_assert!((last - mean).abs() < 1e-9);
        }
    }
}
