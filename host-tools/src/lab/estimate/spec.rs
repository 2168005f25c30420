//! What is estimated and how, as people write it and as checkpoints keep it.

use std::{fmt, str::FromStr};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use dobutsu_core::{
    estimate::{
        self, FRACTION_LIMBS, GameTree, Packing, Policy, Problem, Product, Pruning, Queens, Region,
        Tiling, TilingShape, free_polyominoes,
    },
    game::Position,
};
use serde::{Deserialize, Serialize};

/// A problem by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) enum ProblemName {
    /// `queens:N`
    Queens(u8),
    /// `hexomino`: the paper's box, mirror images left out. With `:short` the extra cell is on
    /// a short side; with `:all` mirror images count.
    Hexomino { short: bool, all: bool },
    /// `pentomino:6x10` and the like: all free polyominoes of that size in a rectangle.
    Polyomino { cells: u8, width: u8, height: u8 },
    /// `tiling:WxH:COLOURS:SEED`
    Tiling {
        width: u8,
        height: u8,
        colours: u8,
        seed: u64,
    },
    /// `dobutsu:DEPTH`
    Dobutsu(u8),
}

const POLYOMINOES: [&str; 6] = [
    "monomino",
    "domino",
    "tromino",
    "tetromino",
    "pentomino",
    "hexomino",
];

/// Something to do with a problem once its type is known.
pub(super) trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<P>(self, problem: &P) -> Self::Output
    where
        P: Problem + Sync,
        P::Node: Send;
}

impl ProblemName {
    /// Builds the problem and hands it to `visitor`.
    pub(super) fn build<V: Visitor>(&self, options: Options, visitor: V) -> Result<V::Output> {
        let Options { pruning, lookahead } = options;
        let learned = lookahead == Lookahead::Learned;
        let hexomino = matches!(self, Self::Hexomino { .. });
        ensure!(
            hexomino || !learned,
            "weights were learned for the hexominoes only, not for {self}"
        );
        let prunes = pruning != Pruning::default();
        let packs = matches!(self, Self::Hexomino { .. } | Self::Polyomino { .. });
        ensure!(
            packs || !prunes,
            "only packing problems can be pruned, not {self}"
        );
        Ok(match *self {
            Self::Queens(size) => {
                let queens = Queens::new(size).context("a board for queens has 1 to 64 rows")?;
                visitor.visit(&queens)
            }
            Self::Hexomino { short, all } => {
                let region = match short {
                    true => Region::hexomino_short(),
                    false => Region::hexomino(),
                };
                let mut packing = Packing::new(&region, &free_polyominoes(6), pruning)?;
                if !all {
                    packing = packing.without_mirror_images();
                }
                match learned {
                    true => visitor.visit(&packing.guided(Policy::HEXOMINO)),
                    false => visitor.visit(&packing),
                }
            }
            Self::Polyomino {
                cells,
                width,
                height,
            } => {
                // Scanned the short way, so that the frontier is short.
                let region = Region::rectangle(width.max(height), width.min(height))
                    .context("a box has 1 to 64 columns and 1 to 16 rows")?;
                visitor.visit(&Packing::new(&region, &free_polyominoes(cells), pruning)?)
            }
            Self::Tiling {
                width,
                height,
                colours,
                seed,
            } => {
                let shape = TilingShape {
                    width,
                    height,
                    colours,
                    turning: true,
                };
                let tiling = Tiling::random(shape, seed)
                    .context("a tiling has up to 64 cells, 15 columns and 16 colours")?;
                visitor.visit(&tiling)
            }
            Self::Dobutsu(depth) => {
                ensure!(depth <= 64, "the game tree can be followed for 64 plies");
                visitor.visit(&GameTree::new(Position::START, depth))
            }
        })
    }
}

impl fmt::Display for ProblemName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Queens(size) => write!(f, "queens:{size}"),
            Self::Hexomino { short, all } => {
                let side = if short { ":short" } else { "" };
                write!(f, "hexomino{side}{}", if all { ":all" } else { "" })
            }
            Self::Polyomino {
                cells,
                width,
                height,
            } => {
                let name = POLYOMINOES[usize::from(cells - 1)];
                write!(f, "{name}:{width}x{height}")
            }
            Self::Tiling {
                width,
                height,
                colours,
                seed,
            } => {
                write!(f, "tiling:{width}x{height}:{colours}:{seed}")
            }
            Self::Dobutsu(depth) => write!(f, "dobutsu:{depth}"),
        }
    }
}

impl FromStr for ProblemName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let unknown = || {
            anyhow!(
                "unknown problem '{text}': try queens:45, hexomino, pentomino:6x10, tiling:5x5:4:1 \
                 or dobutsu:12"
            )
        };
        let fields: Vec<&str> = text.split(':').collect();
        let size = |field: &str| -> Result<(u8, u8)> {
            let (width, height) = field.split_once('x').with_context(unknown)?;
            Ok((
                width.parse().with_context(unknown)?,
                height.parse().with_context(unknown)?,
            ))
        };
        let cells = POLYOMINOES.iter().position(|&name| name == fields[0]);
        Ok(match (fields.as_slice(), cells) {
            (["queens", size], _) => Self::Queens(size.parse().with_context(unknown)?),
            (["dobutsu", depth], _) => Self::Dobutsu(depth.parse().with_context(unknown)?),
            (["hexomino"], _) => Self::Hexomino {
                short: false,
                all: false,
            },
            (["hexomino", "all"], _) => Self::Hexomino {
                short: false,
                all: true,
            },
            (["hexomino", "short"], _) => Self::Hexomino {
                short: true,
                all: false,
            },
            (["hexomino", "short", "all"], _) => Self::Hexomino {
                short: true,
                all: true,
            },
            ([_, field], Some(cells)) => {
                let (width, height) = size(field)?;
                Self::Polyomino {
                    cells: cells as u8 + 1,
                    width,
                    height,
                }
            }
            (["tiling", field, colours, seed], _) => {
                let (width, height) = size(field)?;
                Self::Tiling {
                    width,
                    height,
                    colours: colours.parse().with_context(unknown)?,
                    seed: seed.parse().with_context(unknown)?,
                }
            }
            _ => return Err(unknown()),
        })
    }
}

/// A cutoff as written: `level:35` or `product:1e38`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) enum Cutoff {
    /// At a level.
    Level(u8),
    /// Past a product: these digits, then so many zeros.
    Product { digits: u64, zeros: u32 },
}

impl Cutoff {
    /// The cutoff as the estimator takes it.
    pub(super) fn to_core(self) -> Result<estimate::Cutoff> {
        Ok(match self {
            Self::Level(level) => estimate::Cutoff::Level(level),
            Self::Product { digits, zeros } => {
                let mut product = Product::shifted(digits, FRACTION_LIMBS);
                for _ in 0..zeros {
                    ensure!(
                        product.scale(10) == 0,
                        "the threshold {self} is too large: products stay below 10^96"
                    );
                }
                estimate::Cutoff::Product(product)
            }
        })
    }
}

impl fmt::Display for Cutoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Product { digits, zeros: 0 } => write!(f, "product:{digits}"),
            Self::Product { digits, zeros } => write!(f, "product:{digits}e{zeros}"),
        }
    }
}

impl FromStr for Cutoff {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let unclear = || anyhow!("unclear cutoff '{text}': write level:35 or product:1e38");
        match text.split_once(':').with_context(unclear)? {
            ("level", level) => Ok(Self::Level(level.parse().with_context(unclear)?)),
            ("product", number) => {
                let (digits, zeros) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
                let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
                let mut digits: u64 = format!("{whole}{fraction}").parse().with_context(unclear)?;
                let zeros: u32 = zeros.parse().with_context(unclear)?;
                let Some(mut zeros) = zeros.checked_sub(fraction.len() as u32) else {
                    bail!("the threshold '{text}' is not a whole number");
                };
                // One spelling for one number, so that equal settings look equal.
                while digits > 0 && digits.is_multiple_of(10) {
                    (digits, zeros) = (digits / 10, zeros + 1);
                }
                Ok(Self::Product { digits, zeros })
            }
            _ => Err(unclear()),
        }
    }
}

macro_rules! spelled {
    ($($name:ty),*) => {$(
        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = anyhow::Error;

            fn try_from(text: String) -> Result<Self> {
                text.parse()
            }
        }
    )*};
}
spelled!(ProblemName, Cutoff);

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Goal {
    /// Leaves that are solutions.
    Solutions,
    /// All leaves: the size of the tree.
    Leaves,
}

/// How a descent chooses among branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lookahead {
    /// Every branch with the same chance.
    None,
    /// In proportion to the number of branches behind it.
    Branches,
    /// By weights learned beforehand (hexominoes only).
    Learned,
}

/// Options that make a difference to the problem itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// What is cut off.
    pub pruning: Pruning,
    /// How a descent chooses.
    pub lookahead: Lookahead,
}

/// Which hopeless nodes are cut off early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Prune {
    /// Those whose empty cells' colours the pieces left cannot cover.
    Parity,
    /// Those with an empty cell, or two, that nothing can reach.
    Islands,
}

/// Everything that decides what a trial does, apart from seed and number. Runs add up if and
/// only if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spec {
    /// The problem.
    pub problem: ProblemName,
    /// When descent turns into search.
    pub cutoff: Cutoff,
    /// What is counted.
    pub goal: Goal,
    /// Importance by lookahead.
    pub lookahead: Lookahead,
    /// Paths followed at once; 1 is the paper's single path.
    pub width: u32,
    /// Parity pruning.
    pub parity: bool,
    /// Island pruning.
    pub islands: bool,
}

impl Spec {
    /// The paper's method for a problem and a cutoff: no option of ours.
    pub(super) fn plain(problem: ProblemName, cutoff: Cutoff) -> Self {
        Self {
            problem,
            cutoff,
            goal: Goal::Solutions,
            lookahead: Lookahead::None,
            width: 1,
            parity: false,
            islands: false,
        }
    }

    /// The options as the problem takes them.
    pub(super) fn options(&self) -> Options {
        Options {
            pruning: Pruning {
                parity: self.parity,
                islands: self.islands,
            },
            lookahead: self.lookahead,
        }
    }

    /// The settings as the estimator takes them.
    pub(super) fn settings(&self, seed: u64) -> Result<estimate::Settings> {
        Ok(estimate::Settings {
            cutoff: self.cutoff.to_core()?,
            goal: match self.goal {
                Goal::Solutions => estimate::Goal::Solutions,
                Goal::Leaves => estimate::Goal::Leaves,
            },
            choice: match self.lookahead {
                Lookahead::None => estimate::Choice::Uniform,
                Lookahead::Branches | Lookahead::Learned => estimate::Choice::Lookahead,
            },
            windows: None,
            seed,
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.problem, self.cutoff)?;
        if self.goal == Goal::Leaves {
            write!(f, ", all leaves")?;
        }
        if self.width > 1 {
            write!(f, ", width {}", self.width)?;
        }
        let options = [
            (
                self.lookahead == Lookahead::Branches,
                "lookahead by branches",
            ),
            (self.lookahead == Lookahead::Learned, "learned lookahead"),
            (self.parity, "parity"),
            (self.islands, "islands"),
        ];
        for (_, name) in options.iter().filter(|(on, _)| *on) {
            write!(f, ", {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = [
            "queens:45",
            "hexomino",
            "hexomino:all",
            "hexomino:short",
            "hexomino:short:all",
            "pentomino:6x10",
            "tiling:5x4:3:9",
            "dobutsu:12",
        ];
        for name in names {
            assert_eq!(name.parse::<ProblemName>().unwrap().to_string(), name);
        }
        for cutoff in [
            "level:0",
            "level:35",
            "product:1e38",
            "product:25",
            "product:15e9",
        ] {
            assert_eq!(cutoff.parse::<Cutoff>().unwrap().to_string(), cutoff);
        }
        assert_eq!(
            "product:1.50e10".parse::<Cutoff>().unwrap().to_string(),
            "product:15e9"
        );
        assert_eq!(
            "product:100".parse::<Cutoff>().unwrap().to_string(),
            "product:1e2"
        );
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        for name in [
            "",
            "queens",
            "queens:x",
            "queens:300",
            "hexomino:3",
            "pentomino:6",
            "chess:8",
            "tiling:5x5",
            "dobutsu:-1",
        ] {
            let error = name.parse::<ProblemName>().unwrap_err().to_string();
            assert!(error.starts_with("unknown problem"), "{error}");
        }
        for cutoff in [
            "",
            "level",
            "level:x",
            "product:",
            "product:1e",
            "product:1.5",
            "depth:3",
        ] {
            assert!(cutoff.parse::<Cutoff>().is_err(), "{cutoff}");
        }
        let huge: Cutoff = "product:1e200".parse().unwrap();
        assert!(
            huge.to_core()
                .unwrap_err()
                .to_string()
                .contains("too large")
        );
    }
}
