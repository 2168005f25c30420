//! Partial patterns: a corner joseki, found wherever it was played.
//!
//! Seen from the corner, a shape is the same list in all four corners, so a pattern is looked
//! up once and then compared with a stored board by pointer equality: no stones are read.

use dobutsu_core::table::hash_list::List;

use super::board::GoBoard;
use super::regions::{GoPositions, Quadrant, Region, View};

/// What some regions of a quadrant must hold; the others may hold anything.
///
/// It stands for eight shapes: as given, over the diagonal, and both with colours exchanged, in
/// each of the four corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// One per way of turning; `None` if a needed region was never stored, so nothing matches.
    ways: [Option<[Option<List>; 4]>; 4],
}

/// How a match is turned against the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// Where it was found.
    pub quadrant: Quadrant,
    /// Over the diagonal.
    pub transposed: bool,
    /// With black and white exchanged.
    pub recoloured: bool,
}

impl Pattern {
    /// The pattern of the upper left quadrant of `board`, as far as `regions` reach. Only
    /// boards stored [from the corner](View::FromCorner) can match; creates nothing.
    pub(super) fn new(lists: &impl GoPositions, board: &GoBoard, regions: &[Region]) -> Self {
        let way = |board: GoBoard, turned: bool| {
            let mut wanted = [None; 4];
            for &region in regions {
                // Over the diagonal, the two sides of a quadrant change places.
                let region = match (turned, region) {
                    (true, Region::SideAcross) => Region::SideDown,
                    (true, Region::SideDown) => Region::SideAcross,
                    (_, region) => region,
                };
                let quadrant = Quadrant::ALL[0];
                let list = lists.look_up_region(&board, View::FromCorner, quadrant, region)?;
                wanted[region as usize] = Some(list);
            }
            Some(wanted)
        };
        Pattern {
            ways: [
                way(*board, false),
                way(board.transposed(), true),
                way(board.recoloured(), false),
                way(board.transposed().recoloured(), true),
            ],
        }
    }

    /// Where a stored board holds the pattern.
    pub(super) fn matches(
        &self,
        lists: &impl GoPositions,
        board: List,
    ) -> impl Iterator<Item = Match> {
        Quadrant::ALL.into_iter().flat_map(move |quadrant| {
            let held = Region::ALL.map(|region| lists.region_of(board, quadrant, region));
            let fits = move |wanted: &[Option<List>; 4]| {
                wanted
                    .iter()
                    .zip(held)
                    .all(|(wanted, held)| wanted.is_none() || *wanted == held)
            };
            self.ways
                .into_iter()
                .enumerate()
                .filter(move |(_, way)| way.as_ref().is_some_and(fits))
                .map(move |(way, _)| Match {
                    quadrant,
                    transposed: way % 2 == 1,
                    recoloured: way >= 2,
                })
        })
    }
}
