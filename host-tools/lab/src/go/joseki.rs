//! A joseki looked for in all corners: by pointers in stored lists, and as bits on boards.

use anyhow::{Context, Result};
use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point};
use super::hash_list::{HashList, List};
use super::pattern::{Match, Pattern};
use super::regions::{Quadrant, Region, View, region_stones};

/// The 3-3 invasion under the star point, blocked and pushed: rows and columns from the corner.
const INVASION: [(Colour, usize, usize); 4] = [
    (Colour::Black, 3, 3),
    (Colour::White, 2, 2),
    (Colour::Black, 2, 3),
    (Colour::White, 3, 2),
];

/// The shape of the corner that is looked for.
pub(super) struct Joseki {
    pattern: Pattern,
    /// The black and white stones of the corner, in the four ways of the pattern.
    ways: [[u32; 2]; 4],
}

/// The stones of a corner of a board, as it lies from that corner.
fn corner(board: &GoBoard, quadrant: Quadrant) -> [u32; 2] {
    [Colour::Black, Colour::White].map(|colour| {
        let stones = board.stones(colour);
        region_stones(stones, View::FromCorner, quadrant, Region::Corner)
    })
}

/// Where it was found.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Found {
    /// Games that have it in some corner, and the corners of all games.
    pub(super) games: usize,
    pub(super) corners: usize,
    /// Of these, turned over the diagonal and with colours exchanged.
    pub(super) transposed: usize,
    pub(super) recoloured: usize,
}

impl Joseki {
    /// The pattern among the lists of an arena.
    pub(super) fn new(arena: &HashList) -> Joseki {
        let mut board = GoBoard::new();
        for (colour, row, column) in INVASION {
            if let Some(point) = Point::new(row, column) {
                board.set(point, Some(colour));
            }
        }
        Joseki {
            pattern: Pattern::new(arena, &board),
            ways: Pattern::ways(&board).map(|board| corner(&board, Quadrant::ALL[0])),
        }
    }

    /// The corners of a stored board that have it.
    pub(super) fn matches(&self, arena: &HashList, list: List) -> impl Iterator<Item = Match> {
        self.pattern.matches(arena, list)
    }

    /// The same without lists: the bits of every corner are compared with all four ways.
    pub(super) fn is_on(&self, board: &GoBoard) -> bool {
        let mut corners = Quadrant::ALL.into_iter();
        corners.any(|quadrant| self.ways.contains(&corner(board, quadrant)))
    }

    /// Looks for it in all games, which must be stored from the corner.
    pub(super) fn find(&self, games: &[Game], arena: &HashList) -> Result<Found> {
        let mut result = Found::default();
        for game in games {
            let mut seen = [false; 4];
            for board in &game.boards {
                let list = arena
                    .look_up(board, View::FromCorner)
                    .context("a stored board")?;
                for found in self.matches(arena, list) {
                    let corner =
                        2 * usize::from(found.quadrant.lower) + usize::from(found.quadrant.right);
                    if std::mem::replace(&mut seen[corner], true) {
                        continue;
                    }
                    result.corners += 1;
                    result.transposed += usize::from(found.transposed);
                    result.recoloured += usize::from(found.recoloured);
                }
            }
            result.games += usize::from(seen.contains(&true));
        }
        Ok(result)
    }
}
