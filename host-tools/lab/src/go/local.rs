//! Shapes free of position: the surroundings of each stone as it is played, anywhere on the board.
//!
//! Patterns that do not depend on the place are the paper's future work. Here the 5×5 points
//! around a new stone are three atoms, black, white and off the board, turned and recoloured to the
//! least of their sixteen ways. Equal shapes are then equal lists, wherever, however turned and by
//! whomever they were played, and looking one up takes two cells.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point, SIZE};
use super::hash_list::{HashList, List};
use super::regions::{REGION, transposed};

/// The 5×5 points around a stone: those beyond the edge, black ones and white ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Surroundings([u32; 3]);

impl Surroundings {
    fn of(board: &GoBoard, centre: Point) -> Surroundings {
        let mut surroundings = Surroundings::default();
        for row in 0..REGION {
            for column in 0..REGION {
                let beside = |centre: usize, n: usize| (centre + n).wrapping_sub(REGION / 2);
                let point = Point::new(beside(centre.row(), row), beside(centre.column(), column));
                let which = match point.map(|point| board.at(point)) {
                    None => 0,
                    Some(Some(Colour::Black)) => 1,
                    Some(Some(Colour::White)) => 2,
                    Some(None) => continue,
                };
                surroundings.0[which] |= 1 << (row * REGION + column);
            }
        }
        surroundings
    }

    fn turned(self, turn: fn(u32) -> u32) -> Surroundings {
        Surroundings(self.0.map(turn))
    }

    fn recoloured(self) -> Surroundings {
        let [off, black, white] = self.0;
        Surroundings([off, white, black])
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
            least = least.min(way).min(way.recoloured());
        }
        least
    }

    /// As a list: ((black . white) . off).
    fn store(self, arena: &mut HashList) -> List {
        let [off, black, white] = self.0.map(List::atom);
        let stones = arena.cons(black, white);
        arena.cons(stones, off)
    }
}

fn upside_down(bits: u32) -> u32 {
    let row = (1 << REGION) - 1;
    (0..REGION)
        .map(|n| (bits >> (n * REGION) & row) << ((REGION - 1 - n) * REGION))
        .sum()
}

/// The numbers of different surroundings.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Local {
    /// Stones played.
    pub(super) stones: usize,
    /// Different surroundings as they lie.
    pub(super) distinct_as_they_lie: usize,
    /// Different ones free of turning and colour.
    pub(super) distinct: usize,
    /// Those that occur at more than one point of the board.
    pub(super) at_several_points: usize,
}

impl Local {
    /// Goes through all games; the lists are made in the arena.
    pub(super) fn find(games: &[Game], arena: &mut HashList) -> Local {
        let mut found: BTreeMap<List, BTreeSet<Point>> = BTreeMap::new();
        let mut as_they_lie = HashSet::new();
        let mut stones = 0;
        for pair in games.iter().flat_map(|game| game.boards.windows(2)) {
            let Some(point) = played(&pair[0], &pair[1]) else {
                continue;
            };
            stones += 1;
            let here = Surroundings::of(&pair[1], point);
            as_they_lie.insert(here);
            let shape = here.least().store(arena);
            found.entry(shape).or_default().insert(point);
        }
        Local {
            stones,
            distinct_as_they_lie: as_they_lie.len(),
            distinct: found.len(),
            at_several_points: found.values().filter(|points| points.len() > 1).count(),
        }
    }
}

/// The point on which a stone was played, if it is still there.
fn played(before: &GoBoard, after: &GoBoard) -> Option<Point> {
    (0..SIZE * SIZE)
        .filter_map(|n| Point::new(n / SIZE, n % SIZE))
        .find(|&point| before.at(point).is_none() && after.at(point).is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// All sixteen ways of a shape have the same least one, which is one of them.
        #[test]
        fn every_way_of_a_shape_is_one(black in 0u32..1 << 25, white in 0u32..1 << 25, steps in 0..20) {
            let shape = Surroundings([0, black & !white, white & !black]);
            let mut way = shape;
            for step in 0..steps {
                way = way.turned(if step % 3 == 0 { transposed } else { upside_down });
                if step % 5 == 0 {
                    way = way.recoloured();
                }
            }
            prop_assert_eq!(way.least(), shape.least());
        }
    }

    #[test]
    fn the_edge_is_part_of_a_shape() {
        let mut board = GoBoard::new();
        let corner = Point::new(0, 0).unwrap();
        board.set(corner, Some(Colour::Black));
        let shape = Surroundings::of(&board, corner);
        // Two rows and two columns are off the board: 25 − 9 points.
        assert_eq!((shape.0[0].count_ones(), shape.0[1]), (16, 1 << 12));
        board.set(Point::new(18, 18).unwrap(), Some(Colour::White));
        let opposite = Surroundings::of(&board, Point::new(18, 18).unwrap());
        assert_eq!(shape.least(), opposite.least());
    }
}
