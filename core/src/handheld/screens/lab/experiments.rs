//! What can be counted: boards of queens, and the paper's box of hexominoes.

use crate::estimate::packing::{Laid, Packing};
use crate::estimate::{Composite, Cutoff, Goal, Queens, Settings, Statistics, Windows};
use crate::handheld::text::Phrase;

/// One experiment of the list.
pub(super) struct Experiment {
    pub(super) problem: Problem,
    pub(super) known: Known,
}

/// The problem of an experiment.
pub(super) enum Problem {
    /// Queens on one path, and the product at which a descent becomes a search: about the size of the tree over
    /// 2^10 to 2^12, so that a trial takes a few ticks. The paper's best for 45 queens is 10^38, 2^126.
    Queens(Queens, f64),
    /// The box of hexominoes on many paths.
    Hexominoes,
}

/// What is known of a count. The paper's figures are those at its best thresholds, 10^28 and 10^38.
pub(super) enum Known {
    /// The count: sequence A000170 of the OEIS.
    Exactly(u64),
    /// The paper's estimate.
    Estimate(&'static str),
}

impl Known {
    pub(super) const fn name(&self) -> Phrase {
        match self {
            Known::Exactly(_) => Phrase::Exact,
            Known::Estimate(_) => Phrase::Paper,
        }
    }
}

const fn queens(size: u8, threshold: f64, known: Known) -> Experiment {
    match Queens::new(size) {
        Some(queens) => Experiment {
            problem: Problem::Queens(queens, threshold),
            known,
        },
        None => panic!("a board has 1 to 64 rows"),
    }
}

/// The level at which the search of the box begins.
const LEVEL: u8 = 26;

/// Windows for about 100 paths down to there: what [`Windows::for_width`] always finds for 3,000,
/// which would take the chip as long as hundreds of trials, and 2^5 more. A hundred paths alone say too
/// little of where windows should be.
const WINDOWS: Windows = Windows::found(&[
    0, 6, 12, 16, 20, 24, 27, 31, 35, 38, 42, 45, 49, 52, 56, 59, 62, 65, 68, 70, 72, 75, 78, 80,
    83, 84,
]);

/// The settings for the box.
const BOX: Settings = Settings {
    cutoff: Cutoff::Level(LEVEL),
    goal: Goal::Solutions,
    windows: Some(WINDOWS),
    seed: 1,
};

pub(super) static EXPERIMENTS: [Experiment; 7] = [
    queens(8, (1u64 << 10) as f64, Known::Exactly(92)),
    queens(12, (1u64 << 10) as f64, Known::Exactly(14_200)),
    queens(16, (1u64 << 20) as f64, Known::Exactly(14_772_512)),
    queens(20, (1u64 << 30) as f64, Known::Exactly(39_029_188_884)),
    queens(
        27,
        (1u64 << 50) as f64,
        Known::Exactly(234_907_967_154_122_528),
    ),
    queens(45, (1u128 << 120) as f64, Known::Estimate("1.0825e38")),
    Experiment {
        problem: Problem::Hexominoes,
        known: Known::Estimate("1.16e25"),
    },
];

/// The 35 hexominoes lie in 216 ways, of which four are left out: as the paper's figure seems to, this one
/// counts a packing and its mirror image once.
pub(super) static HEXOMINOES: Packing<212> = match Packing::new(6, 19, 11, Some(9), false) {
    Some(packing) => packing,
    None => panic!("they fill the paper's box"),
};

/// An experiment that has begun.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
pub(super) enum Running {
    Queens(Composite<'static, Queens, 45>),
    Hexominoes(Composite<'static, Packing<212>, 35>),
}

impl Running {
    /// Begins an experiment. None of the list is too deep.
    pub(super) fn begin(experiment: &'static Experiment) -> Option<Running> {
        match &experiment.problem {
            Problem::Queens(queens, threshold) => {
                let settings = Settings {
                    cutoff: Cutoff::Product(*threshold),
                    windows: None,
                    ..BOX
                };
                Composite::new(queens, settings).ok().map(Running::Queens)
            }
            Problem::Hexominoes => Composite::new(&HEXOMINOES, BOX)
                .ok()
                .map(Running::Hexominoes),
        }
    }

    pub(super) fn step(&mut self, budget: u32) {
        let _ = match self {
            Running::Queens(composite) => composite.step(budget),
            Running::Hexominoes(composite) => composite.step(budget),
        };
    }

    pub(super) fn statistics(&self) -> &Statistics {
        match self {
            Running::Queens(composite) => composite.statistics(),
            Running::Hexominoes(composite) => composite.statistics(),
        }
    }

    /// The pieces that lie in the box.
    pub(super) fn laid(&self) -> impl Iterator<Item = Laid> {
        let path = match self {
            Running::Hexominoes(composite) => composite.path(),
            Running::Queens(_) => &[],
        };
        path.windows(2)
            .map(|pair| HEXOMINOES.laid(&pair[0], &pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_are_those_that_are_found() {
        let settings = Settings {
            windows: None,
            ..BOX
        };
        let found = Windows::for_width::<_, 35>(&HEXOMINOES, &settings, 3000);
        assert_eq!(found.map(|found| found.raised(5)), Ok(WINDOWS));
    }
}
