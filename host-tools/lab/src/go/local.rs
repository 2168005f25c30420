//! Shapes free of position: the surroundings of each stone as it is played, anywhere on the board.
//!
//! The paper leaves patterns that do not depend on the place to later work. Here the 5×5 points
//! around a new stone are three atoms, black, white and off the board, turned and recoloured to the
//! least of their sixteen ways. Equal shapes are then equal lists, wherever, however turned and by
//! whomever they were played, and looking one up takes two cells.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use anyhow::{Context, Result};
use dobutsu_core::table::hash_list::List;
use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point, SIZE};
use super::regions::{REGION, Stones, transposed};
use super::storage::Arena;

/// The 5×5 points around a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Surroundings {
    /// Points beyond the edge.
    off: u32,
    black: u32,
    white: u32,
}

impl Surroundings {
    fn of(board: &GoBoard, centre: Point) -> Surroundings {
        let mut surroundings = Surroundings {
            off: 0,
            black: 0,
            white: 0,
        };
        for row in 0..REGION {
            for column in 0..REGION {
                let bit = 1 << (row * REGION + column);
                let beside = |centre: usize, n: usize| (centre + n).wrapping_sub(REGION / 2);
                let point = Point::new(beside(centre.row(), row), beside(centre.column(), column));
                match point.map(|point| board.at(point)) {
                    None => surroundings.off |= bit,
                    Some(Some(Colour::Black)) => surroundings.black |= bit,
                    Some(Some(Colour::White)) => surroundings.white |= bit,
                    Some(None) => {}
                }
            }
        }
        surroundings
    }

    fn turned(self, turn: fn(u32) -> u32) -> Surroundings {
        Surroundings {
            off: turn(self.off),
            black: turn(self.black),
            white: turn(self.white),
        }
    }

    /// The least of eight turns with either colour first.
    fn least(self) -> Surroundings {
        let mut least = self;
        let mut way = self;
        for turn in 0..8 {
            // Over the diagonal and upside down in turn go through all eight.
            way = way.turned(if turn % 2 == 0 {
                transposed
            } else {
                upside_down
            });
            let recoloured = Surroundings {
                black: way.white,
                white: way.black,
                ..way
            };
            least = least.min(way).min(recoloured);
        }
        least
    }

    fn stones(self) -> u32 {
        (self.black | self.white).count_ones()
    }

    /// As a list: ((black . white) . off).
    fn store(self, arena: &mut Arena) -> Result<List> {
        let atom = |bits| Stones::new(bits).context("25 bits");
        let (black, white) = (atom(self.black)?, atom(self.white)?);
        let off = atom(self.off)?;
        let stones = arena.cons(arena.atom(black), arena.atom(white))?;
        Ok(arena.cons(stones, arena.atom(off))?)
    }
}

fn upside_down(bits: u32) -> u32 {
    let row = (1 << REGION) - 1;
    (0..REGION)
        .map(|n| (bits >> (n * REGION) & row) << ((REGION - 1 - n) * REGION))
        .sum()
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Local {
    /// Stones played.
    stones: usize,
    /// Different surroundings as they lie.
    distinct_as_they_lie: usize,
    /// Different ones free of turning and colour.
    distinct: usize,
    /// Those that occur at more than one point of the board.
    at_several_points: usize,
    /// The shapes of five to nine stones found in the most games.
    most_common: Vec<LocalShape>,
}

/// A shape and where it was played.
#[derive(Clone, Debug, Serialize)]
struct LocalShape {
    games: usize,
    times: usize,
    /// Different points of the board.
    points: usize,
    rows: [String; REGION],
}

struct Found {
    games: usize,
    times: usize,
    points: BTreeSet<Point>,
    last_game: Option<usize>,
    shape: Surroundings,
}

impl Local {
    /// Goes through all games; the lists are made in the arena.
    pub(super) fn find(games: &[Game], arena: &mut Arena) -> Result<Local> {
        let mut found: BTreeMap<List, Found> = BTreeMap::new();
        let mut as_they_lie = HashSet::new();
        let mut stones = 0;
        for (number, game) in games.iter().enumerate() {
            for pair in game.boards.windows(2) {
                let Some(point) = played(&pair[0], &pair[1]) else {
                    continue;
                };
                stones += 1;
                let here = Surroundings::of(&pair[1], point);
                as_they_lie.insert(here);
                let shape = here.least();
                let entry = found.entry(shape.store(arena)?).or_insert(Found {
                    games: 0,
                    times: 0,
                    points: BTreeSet::new(),
                    last_game: None,
                    shape,
                });
                entry.games += usize::from(entry.last_game != Some(number));
                entry.last_game = Some(number);
                entry.times += 1;
                entry.points.insert(point);
            }
        }
        let mut common: Vec<&Found> = found
            .values()
            .filter(|found| (5..=9).contains(&found.shape.stones()))
            .collect();
        common.sort_by_key(|found| std::cmp::Reverse((found.games, found.times)));
        Ok(Local {
            stones,
            distinct_as_they_lie: as_they_lie.len(),
            distinct: found.len(),
            at_several_points: found
                .values()
                .filter(|found| found.points.len() > 1)
                .count(),
            most_common: common.into_iter().take(5).map(LocalShape::new).collect(),
        })
    }
}

impl LocalShape {
    fn new(found: &Found) -> LocalShape {
        let mark = |bit: u32| match bit {
            _ if found.shape.off & bit != 0 => "#",
            _ if found.shape.black & bit != 0 => "X",
            _ if found.shape.white & bit != 0 => "O",
            _ => ".",
        };
        LocalShape {
            games: found.games,
            times: found.times,
            points: found.points.len(),
            rows: std::array::from_fn(|row| {
                let marks = (0..REGION).map(|column| mark(1 << (row * REGION + column)));
                marks.collect::<Vec<_>>().join(" ")
            }),
        }
    }
}

/// The point on which a stone was played, if it is still there.
fn played(before: &GoBoard, after: &GoBoard) -> Option<Point> {
    (0..SIZE * SIZE)
        .filter_map(|n| Point::new(n / SIZE, n % SIZE))
        .find(|&point| before.at(point).is_none() && after.at(point).is_some())
}

impl fmt::Display for Local {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "surroundings of {} stones as they were played: {} different as they lie, {} free of place, turn and colour,",
            self.stones, self.distinct_as_they_lie, self.distinct
        )?;
        write!(
            f,
            "{} of them at more than one point; those of 5 to 9 stones in the most games (# is off the board)",
            self.at_several_points
        )?;
        for shape in &self.most_common {
            write!(
                f,
                "\n\n{} games, {} times, at {} points",
                shape.games, shape.times, shape.points
            )?;
            shape
                .rows
                .iter()
                .try_for_each(|row| write!(f, "\n  {row}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// All sixteen ways of a shape have the same least one, which is one of them.
        #[test]
        fn every_way_of_a_shape_is_one(black in 0u32..1 << 25, white in 0u32..1 << 25, steps in 0..20) {
            let shape = Surroundings { off: 0, black: black & !white, white: white & !black };
            let mut way = shape;
            for step in 0..steps {
                way = way.turned(if step % 3 == 0 { transposed } else { upside_down });
                if step % 5 == 0 {
                    way = Surroundings { black: way.white, white: way.black, ..way };
                }
            }
            prop_assert_eq!(way.least(), shape.least());
            prop_assert_eq!(shape.least().stones(), shape.stones());
        }
    }

    #[test]
    fn the_edge_is_part_of_a_shape() {
        let mut board = GoBoard::new();
        let corner = Point::new(0, 0).unwrap();
        board.set(corner, Some(Colour::Black));
        let shape = Surroundings::of(&board, corner);
        // Two rows and two columns are off the board: 25 − 9 points.
        assert_eq!((shape.off.count_ones(), shape.stones()), (16, 1));
        board.set(Point::new(18, 18).unwrap(), Some(Colour::White));
        let opposite = Surroundings::of(&board, Point::new(18, 18).unwrap());
        assert_eq!(shape.least(), opposite.least());
    }
}
