//! Problems by name, and what they stand for.

use std::{fmt, fs, str::FromStr};

use anyhow::{Context, Result, anyhow, ensure};
use dobutsu_core::{
    estimate::{
        Problem, Queens,
        packing::{Packing, Region, free_polyominoes},
    },
    game::Position,
};
use serde::{Deserialize, Serialize};

use super::puzzle::Puzzle;
use crate::trees::{Filter, Filtered, GameTree, Tiling, TilingShape};

/// A problem by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) enum ProblemName {
    /// `queens:N`
    Queens(u8),
    /// `hexomino`: the paper's box, mirror images left out. With `:short` the extra cell is on
    /// a short side; with `:all` mirror images count.
    Hexomino { short: bool, all: bool },
    /// `hexomino:singles` and the like: the paper's box, hopeless placements being no branches.
    Filtered(Filter),
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
    /// `puzzle:…`: any box and pieces.
    Puzzle(Puzzle),
}

/// Which placements are no branches, by name.
const FILTERS: [(&str, Filter); 6] = [
    ("room2", Filter::Room(2)),
    ("room3", Filter::Room(3)),
    ("room4", Filter::Room(4)),
    ("singles", Filter::Singles),
    ("islands", Filter::Islands),
    ("sixes", Filter::Multiples),
];

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
    /// Builds the problem, of which islands may be cut off, and hands it to `visitor`.
    pub(super) fn build<V: Visitor>(&self, islands: bool, visitor: V) -> Result<V::Output> {
        let pruned = |packing: Packing| match islands {
            true => packing.pruning_islands(),
            false => packing,
        };
        let packs = matches!(
            self,
            Self::Hexomino { .. } | Self::Polyomino { .. } | Self::Puzzle(_)
        );
        ensure!(
            packs || !islands,
            "only packing problems can be pruned, not {self}"
        );
        Ok(match *self {
            Self::Puzzle(ref puzzle) => visitor.visit(&pruned(puzzle.packing()?)),
            Self::Queens(size) => {
                let queens = Queens::new(size).context("a board for queens has 1 to 64 rows")?;
                visitor.visit(&queens)
            }
            Self::Hexomino { short, all } => {
                let region = match short {
                    true => Region::hexomino_short(),
                    false => Region::hexomino(),
                };
                let mut packing = pruned(Packing::new(&region, &free_polyominoes(6))?);
                if !all {
                    packing = packing.without_mirror_images();
                }
                visitor.visit(&packing)
            }
            Self::Filtered(filter) => {
                let (region, pieces) = (Region::hexomino(), free_polyominoes(6));
                visitor.visit(&Filtered::new(&region, &pieces, filter, false)?)
            }
            Self::Polyomino {
                cells,
                width,
                height,
            } => {
                // Scanned the short way, so that the frontier is short.
                let region = Region::rectangle(width.max(height), width.min(height))
                    .context("a box has 1 to 64 columns and 1 to 16 rows")?;
                visitor.visit(&pruned(Packing::new(&region, &free_polyominoes(cells))?))
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

impl ProblemName {
    /// Reads a problem as the command line has it: by name, or `@FILE` for a puzzle in a file.
    pub(super) fn from_argument(text: &str) -> Result<Self> {
        match text.strip_prefix('@') {
            Some(path) => {
                let picture =
                    fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
                Ok(Self::Puzzle(
                    Puzzle::from_pictures(&picture)
                        .with_context(|| format!("{path} cannot be used"))?,
                ))
            }
            None => text.parse(),
        }
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
            Self::Filtered(filter) => {
                let name = FILTERS.iter().find(|(_, own)| *own == filter);
                write!(f, "hexomino:{}", name.map_or("", |(name, _)| name))
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
            Self::Puzzle(ref puzzle) => write!(f, "puzzle:{puzzle}"),
        }
    }
}

impl FromStr for ProblemName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let unknown = || {
            anyhow!(
                "unknown problem '{text}': try queens:45, hexomino, pentomino:6x10, tiling:5x5:4:1, \
                 dobutsu:12, puzzle:###/##./#..+all:3 or @FILE"
            )
        };
        if let Some(puzzle) = text.strip_prefix("puzzle:") {
            return Ok(Self::Puzzle(puzzle.parse()?));
        }
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
            (["queens", size], _) => {
                // What is too large for a board is refused as that when it is built.
                let size: u32 = size.parse().with_context(unknown)?;
                Self::Queens(size.try_into().unwrap_or(u8::MAX))
            }
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
            (["hexomino", name], _) if FILTERS.iter().any(|(own, _)| own == name) => {
                let found = FILTERS.iter().find(|(own, _)| own == name);
                Self::Filtered(found.with_context(unknown)?.1)
            }
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

super::spec::spelled!(ProblemName);

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
            "hexomino:sixes",
            "pentomino:6x10",
            "tiling:5x4:3:9",
            "dobutsu:12",
            "puzzle:###/#.#+#+##/#.+all:1",
        ];
        for name in names {
            assert_eq!(name.parse::<ProblemName>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        for name in [
            "",
            "queens",
            "queens:x",
            "hexomino:3",
            "pentomino:6",
            "chess:8",
            "tiling:5x5",
            "dobutsu:-1",
            "@/no/such/file",
        ] {
            let error = name.parse::<ProblemName>().unwrap_err().to_string();
            assert!(error.starts_with("unknown problem"), "{error}");
        }
    }
}
