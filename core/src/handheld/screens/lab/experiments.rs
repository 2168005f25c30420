//! The experiments: boards of queens, and the paper's box of hexominoes.

use crate::estimate::packing::{Laid, Packing};
use crate::estimate::{Composite, Cutoff, Goal, Queens, Settings, Statistics, Windows};

/// One experiment of the list.
pub(super) struct Experiment {
    pub(super) problem: Problem,
    /// The count, sequence A000170 of the OEIS, or the paper's estimate at its best threshold.
    pub(super) known: f64,
    pub(super) is_exact: bool,
}

/// The problem of an experiment.
pub(super) enum Problem {
    /// Queens on one path, and the product at which a descent becomes a search: about the size of the tree over
    /// 2^10 to 2^12, so that a trial takes a few ticks. The paper's best for 45 queens is 10^38, 2^126.
    Queens(Queens, f64),
    /// The box of hexominoes on many paths; the paper's best threshold is 10^28.
    Hexominoes,
}

/// Queens on a board of this size, with a threshold of 2^`power`.
const fn queens(size: u8, power: u32, known: f64, is_exact: bool) -> Experiment {
    match Queens::new(size) {
        Some(queens) => Experiment {
            problem: Problem::Queens(queens, (1u128 << power) as f64),
            known,
            is_exact,
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
    queens(8, 10, 92.0, true),
    queens(12, 10, 14_200.0, true),
    queens(16, 20, 14_772_512.0, true),
    queens(20, 30, 39_029_188_884.0, true),
    queens(27, 50, 234_907_967_154_122_528.0, true),
    queens(45, 120, 1.0825e38, false),
    Experiment {
        problem: Problem::Hexominoes,
        known: 1.16e25,
        is_exact: false,
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
