//! The memory that games take as hash lists.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Game;
use super::hash_list::{HashList, List};
use super::regions::{Quadrant, Region, View};

/// The memory for one way of looking at the board.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Storage {
    /// With an arena for each game, the empty board not counted.
    pub(super) bytes_a_move_alone: f64,
    /// With one arena for all.
    pub(super) bytes_a_move: f64,
    /// And four thirds of an index entry for each cell.
    pub(super) bytes_a_move_indexed: f64,
    /// Cells of all games together.
    pub(super) cells: usize,
    /// Different boards among all positions.
    pub(super) distinct_positions: usize,
    /// Different corner regions, and those that occur in at least two of the four corners.
    pub(super) distinct_corners: usize,
    pub(super) corners_shared: usize,
    /// The share of moves that made at most five cells, each game alone.
    pub(super) within_five: f64,
    /// Bytes in all after each position, all games together.
    #[serde(skip)]
    pub(super) growth: Vec<usize>,
}

impl Storage {
    /// Stores all games, alone and together; the latter stay in the arena.
    pub(super) fn measure(games: &[Game], view: View, arena: &mut HashList) -> Storage {
        let moves: usize = games.iter().map(|game| game.boards.len() - 1).sum();
        let (mut cells_alone, mut within_five) = (0, 0);
        for game in games {
            arena.clear();
            let mut before = 0;
            for (number, board) in game.boards.iter().enumerate() {
                arena.store(board, view);
                let made = arena.cells() - before;
                before = arena.cells();
                if number > 0 {
                    cells_alone += made;
                    within_five += usize::from(made <= 5);
                }
            }
        }
        arena.clear();
        let mut lists = BTreeSet::new();
        let mut growth = Vec::new();
        let mut corners: BTreeMap<List, BTreeSet<usize>> = BTreeMap::new();
        for board in games.iter().flat_map(|game| &game.boards) {
            let list = arena.store(board, view);
            growth.push(arena.bytes());
            if lists.insert(list) {
                for (place, quadrant) in Quadrant::ALL.into_iter().enumerate() {
                    if let Some(corner) = arena.region_of(list, quadrant, Region::Corner) {
                        corners.entry(corner).or_default().insert(place);
                    }
                }
            }
        }
        let bytes_a_move = arena.bytes() as f64 / moves as f64;
        let index = arena.cells() as f64 * 4.0 / 3.0 * size_of::<u32>() as f64;
        Storage {
            bytes_a_move_alone: (cells_alone * HashList::CELL_BYTES) as f64 / moves as f64,
            bytes_a_move,
            bytes_a_move_indexed: bytes_a_move + index / moves as f64,
            cells: arena.cells(),
            distinct_positions: lists.len(),
            distinct_corners: corners.len(),
            corners_shared: corners.values().filter(|places| places.len() > 1).count(),
            within_five: within_five as f64 / moves as f64,
            growth,
        }
    }
}
