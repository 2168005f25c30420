//! What a campaign of the paper's trials would report of itself.
//!
//! The paper's standard deviations are those of its own 2,000 sets, and its shares of the top 0.2 %
//! those of its own successful trials. Where a few rare trials make up most of `E[X²]`, most campaigns
//! have not met them, and report less than the truth. What they report is had by drawing campaigns
//! from the weighted trials that the paths have found. Each is drawn from sets of paths that are drawn
//! themselves, with replacement, so that ranges are as wide as the sets are uncertain (Efron's bootstrap).

use dobutsu_core::estimate::Random;

use crate::estimate::report::TOP;

/// A successful trial: its X, and its chance, the chance of all that it stands for. Where the solutions below
/// the start are estimated, X has an error of its own; the chance has it the other way round, so that sums of X
/// and of X² have the right mean nevertheless.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub worth: f64,
    pub chance: f64,
    /// The f of it.
    pub product: f64,
}

/// Campaigns drawn for a row.
const DRAWN: u64 = 400;

/// The middle one of many campaigns, and those that one in twenty is below or above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

impl Range {
    fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        let at = |part: f64| figures[((figures.len() - 1) as f64 * part) as usize];
        Self {
            low: at(0.05),
            middle: at(0.5),
            high: at(0.95),
        }
    }

    /// The same figures in another unit.
    pub(super) fn map(self, unit: impl Fn(f64) -> f64) -> Self {
        Self {
            low: unit(self.low),
            middle: unit(self.middle),
            high: unit(self.high),
        }
    }

    /// Whether a figure is what nine of ten campaigns would report.
    pub(super) fn has(&self, figure: f64) -> bool {
        (self.low..=self.high).contains(&figure)
    }
}

/// What campaigns of so many trials report: estimate, standard deviation of it, share of the top.
pub(super) struct Reported {
    pub estimate: Range,
    pub deviation: Range,
    pub top: Range,
}

/// A number from a Poisson distribution; a large one does not vary enough to matter.
pub(super) fn poisson(mean: f64, random: &mut Random) -> f64 {
    if mean > 100.0 {
        return mean.round();
    }
    let (mut left, mut number) = ((-mean).exp(), 0.0);
    let mut term = left;
    let chance = (f64::from(random.bits()) + 0.5) / 2f64.powi(32);
    while left < chance && number < 1000.0 {
        number += 1.0;
        term *= mean / number;
        left += term;
    }
    number
}

/// Draws campaigns of `trials` trials from the hits of many sets.
pub(super) fn report(sets: &[&[Hit]], trials: f64, seed: u64) -> Option<Reported> {
    let numbered = (0..).zip(sets);
    let mut hits: Vec<(usize, Hit)> = numbered
        .flat_map(|(set, hits)| hits.iter().map(move |&hit| (set, hit)))
        .collect();
    hits.sort_by(|(_, a), (_, b)| b.worth.total_cmp(&a.worth));
    let each = trials / sets.len() as f64;
    let mut figures = [(); 3].map(|()| Vec::new());
    for number in 0..DRAWN {
        let mut random = Random::for_trial(seed, number);
        let mut copies = vec![0.0; sets.len()];
        for _ in sets {
            copies[random.below(sets.len() as u32) as usize] += 1.0;
        }
        let drawn: Vec<(f64, f64)> = hits
            .iter()
            .map(|&(set, hit)| {
                let mean = hit.chance * each * copies[set];
                (hit.worth, poisson(mean, &mut random))
            })
            .collect();
        let mut sums = [0.0; 3];
        for &(worth, times) in &drawn {
            sums[0] += times;
            sums[1] += times * worth;
            sums[2] += times * worth * worth;
        }
        if sums[0] == 0.0 {
            continue;
        }
        figures[0].push(sums[1] / trials);
        figures[1].push((sums[2] - sums[1] * sums[1] / trials).max(0.0).sqrt() / trials);
        figures[2].push(share_of_top(&drawn));
    }
    (!figures[0].is_empty()).then(|| {
        let [estimate, deviation, top] = figures.map(Range::of);
        Reported {
            estimate,
            deviation,
            top,
        }
    })
}

/// The part of the estimate that the top 0.2 % of the successful trials make up. Trials are given as
/// X and how often, the largest X first.
fn share_of_top(trials: &[(f64, f64)]) -> f64 {
    let all: f64 = trials.iter().map(|trial| trial.1).sum();
    let estimate: f64 = trials.iter().map(|trial| trial.0 * trial.1).sum();
    let (mut room, mut top) = (TOP * all, 0.0);
    for &(worth, times) in trials {
        let taken = times.min(room);
        top += worth * taken;
        room -= taken;
        if room <= 0.0 {
            break;
        }
    }
    top / estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_share_is_cut_where_it_ends() {
        // One trial in a thousand makes half the estimate, and a part of the next two follows.
        let share = share_of_top(&[(500.0, 1.0), (125.0, 2.0), (0.25, 998.0)]);
        let expected = (500.0 + 125.0 * (TOP * 1001.0 - 1.0)) / 999.5;
        assert!((share - expected).abs() < 1e-12);
    }

    /// A trial of worth 10^6 in a hundred million, one of worth 1 in a hundred: ten thousand trials hardly
    /// ever meet the first and report a hundredth of an error where the truth is a hundred, 10^10 do meet it.
    #[test]
    fn small_campaigns_do_not_know_their_error() {
        let hits = [(1e6, 1e-8), (1.0, 1e-2)].map(|(worth, chance)| Hit {
            worth,
            chance,
            product: worth,
        });
        let truth = |trials: f64| ((1e12f64 * 1e-8 + 1e-2) / trials).sqrt();
        let small = report(&[&hits], 1e4, 1).unwrap();
        assert!(small.deviation.high < 0.01 * truth(1e4));
        let large = report(&[&hits], 1e10, 1).unwrap();
        assert!((large.deviation.middle / truth(1e10) - 1.0).abs() < 0.1);
        assert!(large.deviation.has(truth(1e10)));
    }

    /// Sets that disagree make the ranges wider than campaigns do: of a hundred, half with a count of 1 and half
    /// with 3, nine in ten draws have a mean of 2 ± 1.645 × 1/√100.
    #[test]
    fn ranges_are_as_wide_as_sets_are_uncertain() {
        let hits = [1.0, 3.0].map(|chance| {
            [Hit {
                worth: 1e3,
                chance: chance / 1e3,
                product: 1e3,
            }]
        });
        let sets: Vec<&[Hit]> = (0..100).map(|set| hits[set % 2].as_slice()).collect();
        let range = report(&sets, 1e9, 1).unwrap().estimate;
        // Quantiles of 400 draws have a standard error of a tenth of a deviation.
        assert!((range.low - 1.8355).abs() < 0.04, "{range:?}");
        assert!((range.high - 2.1645).abs() < 0.04, "{range:?}");
    }
}
