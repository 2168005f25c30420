//! Partial patterns: a corner joseki, found wherever it was played.
//!
//! Seen from the corner, a shape is the same list in all four corners, so a pattern is looked
//! up once and then compared with a stored board by pointer equality: no stones are read.

use super::board::GoBoard;
use super::hash_list::{HashList, List};
use super::regions::{Quadrant, Region, View};

/// The corner of a board, as a pattern for all four corners.
///
/// It stands for eight shapes: as given, over the diagonal, and both with colours exchanged, in
/// each of the four corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// One list per way of turning; `None` if it was never stored, so that nothing matches.
    ways: [Option<List>; 4],
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
    /// The pattern of the upper left corner of `board`. Only boards stored
    /// [from the corner](View::FromCorner) can match; creates nothing.
    pub(super) fn new(lists: &HashList, board: &GoBoard) -> Self {
        Pattern {
            ways: Self::ways(board).map(|board| lists.look_up_corner(&board, View::FromCorner)),
        }
    }

    /// The board as given, over the diagonal, with colours exchanged, and both.
    pub(super) fn ways(board: &GoBoard) -> [GoBoard; 4] {
        let transposed = board.transposed();
        [
            *board,
            transposed,
            board.recoloured(),
            transposed.recoloured(),
        ]
    }

    /// Where a stored board holds the pattern.
    pub(super) fn matches(&self, lists: &HashList, board: List) -> impl Iterator<Item = Match> {
        Quadrant::ALL.into_iter().flat_map(move |quadrant| {
            let held = lists.region_of(board, quadrant, Region::Corner);
            let ways = self.ways.into_iter().enumerate();
            let fitting = ways.filter(move |(_, way)| way.is_some() && *way == held);
            fitting.map(move |(way, _)| Match {
                quadrant,
                transposed: way % 2 == 1,
                recoloured: way >= 2,
            })
        })
    }
}
