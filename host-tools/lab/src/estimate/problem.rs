//! Problems by name, their known counts, and the default settings.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, ensure};
use dobutsu_core::estimate::packing::Packing;
use dobutsu_core::estimate::{Problem, Queens};

use super::task::Cutoff;

/// The hexomino box of the paper, without mirror images.
pub(super) static HEXOMINOES: Packing<212> = match Packing::new(6, 19, 11, Some(9), false) {
    Some(packing) => packing,
    None => panic!("the hexominoes fill the paper's box"),
};

/// A problem by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// `queens:N`
    Queens(u8),
    /// `hexomino`, the paper's box without mirror images
    Hexomino,
    /// `pentomino:6x10` and the like
    Pentomino { width: u8, height: u8 },
}

/// Something to do with a problem once its type is known.
pub(super) trait Visitor {
    /// The result.
    type Output;
    /// Does it.
    fn visit<P: Problem>(self, problem: &P) -> Self::Output;
}

impl Name {
    /// Builds the problem, with islands or without, and passes it to the visitor.
    pub(super) fn build<V: Visitor>(self, keep_islands: bool, visitor: V) -> Result<V::Output> {
        fn pruned<const N: usize>(packing: Packing<N>, keep_islands: bool) -> Packing<N> {
            match keep_islands {
                true => packing.keeping_islands(),
                false => packing,
            }
        }
        ensure!(
            !keep_islands || !matches!(self, Name::Queens(_)),
            "only packing problems have islands, not {self}"
        );
        Ok(match self {
            Name::Queens(size) => {
                let queens = Queens::new(size).context("a board for queens has 1 to 64 rows")?;
                visitor.visit(&queens)
            }
            Name::Hexomino => visitor.visit(&pruned(HEXOMINOES.clone(), keep_islands)),
            Name::Pentomino { width, height } => {
                // Scanned the short way, so that the frontier is short.
                let (width, height) = (width.max(height), width.min(height));
                let packing = Packing::<63>::new(5, width, height, None, true)
                    .context("the pentominoes fill boxes of 3x20, 4x15, 5x12 and 6x10")?;
                visitor.visit(&pruned(packing, keep_islands))
            }
        })
    }

    /// Cutoff, paths and trials that give a useful estimate within a minute.
    pub(super) fn defaults(self) -> (Cutoff, u32, u64) {
        match self {
            // Level 35 of 45 queens, among the paper's best, and as far down smaller boards.
            Name::Queens(size) => (
                Cutoff::Level(size / 9 * 7 + size % 9 * 7 / 9),
                1,
                10_000_000,
            ),
            Name::Hexomino => (Cutoff::Level(27), 3000, 150),
            Name::Pentomino { .. } => (Cutoff::Level(4), 1, 20_000),
        }
    }

    /// What is known of the solutions: the count, its standard error, and the source.
    pub(super) fn known(self) -> Option<(f64, f64, &'static str)> {
        match self {
            Name::Queens(45) => Some((1.082_469e38, 0.001_159e38, "the paper, product 10^38")),
            Name::Queens(size) => {
                let exact = QUEENS.get(usize::from(size).checked_sub(1)?)?;
                Some((*exact as f64, 0.0, "exact (OEIS A000170)"))
            }
            Name::Hexomino => Some((1.1562e25, 0.0369e25, "the paper, product 10^28")),
            Name::Pentomino { width, height } => {
                let solutions = match width.min(height) {
                    3 => 2,
                    4 => 368,
                    5 => 1010,
                    6 => 2339,
                    _ => return None,
                };
                Some((
                    4.0 * f64::from(solutions),
                    0.0,
                    "exact, all four orientations",
                ))
            }
        }
    }
}

/// OEIS A000170, from one row to 27.
const QUEENS: [u64; 27] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Queens(size) => write!(f, "queens:{size}"),
            Name::Hexomino => write!(f, "hexomino"),
            Name::Pentomino { width, height } => write!(f, "pentomino:{width}x{height}"),
        }
    }
}

impl FromStr for Name {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let unknown =
            || anyhow!("unknown problem '{text}': try queens:45, hexomino or pentomino:6x10");
        match text.split_once(':').unwrap_or((text, "")) {
            ("queens", size) => Ok(Name::Queens(size.parse().map_err(|_| unknown())?)),
            ("hexomino", "") => Ok(Name::Hexomino),
            ("pentomino", size) => {
                let (width, height) = size.split_once('x').ok_or_else(unknown)?;
                Ok(Name::Pentomino {
                    width: width.parse().map_err(|_| unknown())?,
                    height: height.parse().map_err(|_| unknown())?,
                })
            }
            _ => Err(unknown()),
        }
    }
}
