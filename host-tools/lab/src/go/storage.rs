//! What the games cost as hash lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use dobutsu_core::table::hash_list::List;
use indicatif::ProgressBar;
use serde::Serialize;

use super::Game;
use super::board::{Colour, GoBoard, Point, SIZE};
use super::plain::PlainBoards;
use super::regions::{GoLists, GoPositions, Quadrant, Region, View};

/// Room for about 900 games; a `static`, as on the chip.
const CELLS: usize = 1 << 20;
const INDEX: usize = CELLS / 3 * 4;
pub(super) type Arena = GoLists<CELLS, INDEX, u32>;

static ARENA: Mutex<Arena> = Mutex::new(Arena::new());

/// The arena of this process.
pub(super) fn arena() -> MutexGuard<'static, Arena> {
    ARENA.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bill for one way of looking at the board.
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
    /// Different side regions, and those that occur in at least two of the eight places.
    pub(super) distinct_sides: usize,
    pub(super) sides_shared: usize,
    /// How many moves made this many new cells, each game alone.
    pub(super) cells_by_move: Vec<usize>,
    /// Bytes in all after each move, all games together.
    #[serde(skip)]
    pub(super) growth: Vec<usize>,
    pub(super) found_a_second: f64,
    pub(super) missed_a_second: f64,
}

impl Storage {
    /// Stores all games, alone and together, and looks all positions up again.
    pub(super) fn measure(
        games: &[Game],
        view: View,
        arena: &mut Arena,
        rounds: u32,
        bar: &ProgressBar,
    ) -> Result<Storage> {
        let mut cells_by_move = Vec::new();
        let moves: usize = games.iter().map(|game| game.boards.len() - 1).sum();
        let mut cells_alone = 0;
        for game in games {
            arena.release(0);
            let mut before = 0;
            for (number, board) in game.boards.iter().enumerate() {
                arena.store(board, view).context("storing a game")?;
                let made = arena.cells() - before;
                before = arena.cells();
                if number > 0 {
                    cells_alone += made;
                    cells_by_move.resize(cells_by_move.len().max(made + 1), 0);
                    cells_by_move[made] += 1;
                }
            }
            bar.inc(1);
        }

        arena.release(0);
        let mut lists = BTreeSet::new();
        let mut growth = Vec::new();
        let mut corners: BTreeMap<List, BTreeSet<usize>> = BTreeMap::new();
        let mut sides: BTreeMap<List, BTreeSet<usize>> = BTreeMap::new();
        for board in games.iter().flat_map(|game| &game.boards) {
            let list = arena.store(board, view).context("storing all games")?;
            growth.push(arena.bytes());
            if lists.insert(list) {
                for (place, quadrant) in Quadrant::ALL.into_iter().enumerate() {
                    let region = |region| arena.region_of(list, quadrant, region);
                    if let Some(corner) = region(Region::Corner) {
                        corners.entry(corner).or_default().insert(place);
                    }
                    for (which, side) in [Region::SideAcross, Region::SideDown]
                        .into_iter()
                        .enumerate()
                    {
                        if let Some(side) = region(side) {
                            sides.entry(side).or_default().insert(2 * place + which);
                        }
                    }
                }
            }
        }
        let several = |places: &BTreeMap<List, BTreeSet<usize>>| {
            places.values().filter(|places| places.len() > 1).count()
        };
        let bytes_a_move = arena.bytes() as f64 / moves as f64;
        let index = arena.cells() as f64 * 4.0 / 3.0 * size_of::<u32>() as f64;
        let boards: Vec<GoBoard> = games
            .iter()
            .flat_map(|game| game.boards.iter().copied())
            .collect();
        // A stone on the first free point of a played position: hardly ever played like that.
        let unknown: Vec<GoBoard> = boards
            .iter()
            .map(crowded)
            .filter(|board| arena.look_up(board, view).is_none())
            .collect();
        Ok(Storage {
            bytes_a_move_alone: cells_alone as f64 * Arena::CELL_BYTES as f64 / moves as f64,
            bytes_a_move,
            bytes_a_move_indexed: bytes_a_move + index / moves as f64,
            cells: arena.cells(),
            distinct_positions: lists.len(),
            distinct_corners: corners.len(),
            corners_shared: several(&corners),
            distinct_sides: sides.len(),
            sides_shared: several(&sides),
            cells_by_move,
            growth,
            found_a_second: look_ups_a_second(&boards, rounds, |board| {
                arena.look_up(board, view).is_some()
            }),
            missed_a_second: look_ups_a_second(&unknown, rounds, |board| {
                arena.look_up(board, view).is_some()
            }),
        })
    }

    /// The share of moves that made at most this many cells.
    pub(super) fn share_of_moves_within(&self, cells: usize) -> f64 {
        let all: usize = self.cells_by_move.iter().sum();
        let within: usize = self.cells_by_move.iter().take(cells + 1).sum();
        within as f64 / all as f64
    }
}

fn crowded(board: &GoBoard) -> GoBoard {
    let mut board = *board;
    let free = (0..SIZE * SIZE)
        .filter_map(|n| Point::new(n / SIZE, n % SIZE))
        .find(|&point| board.at(point).is_none());
    if let Some(point) = free {
        board.set(point, Some(Colour::Black));
    }
    board
}

/// The same boards in a hash table, whole.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Plain {
    /// Bytes a board, and its share of an index like the list's.
    pub(super) bytes_a_board: f64,
    pub(super) found_a_second: f64,
    pub(super) missed_a_second: f64,
}

impl Plain {
    /// Stores all boards of the games and looks them up again.
    pub(super) fn measure(games: &[Game], rounds: u32) -> Plain {
        let boards: Vec<GoBoard> = games
            .iter()
            .flat_map(|game| game.boards.iter().copied())
            .collect();
        let mut plain = PlainBoards::new(boards.len());
        boards.iter().for_each(|board| plain.store(board));
        let unknown = boards.iter().map(crowded);
        let unknown: Vec<GoBoard> = unknown.filter(|board| !plain.has(board)).collect();
        Plain {
            bytes_a_board: super::PLAIN_BYTES + 4.0 / 3.0 * size_of::<u32>() as f64,
            found_a_second: look_ups_a_second(&boards, rounds, |board| plain.has(board)),
            missed_a_second: look_ups_a_second(&unknown, rounds, |board| plain.has(board)),
        }
    }
}

fn look_ups_a_second(boards: &[GoBoard], rounds: u32, has: impl Fn(&GoBoard) -> bool) -> f64 {
    let begin = ProcessTime::now();
    let mut found = 0usize;
    for _ in 0..rounds {
        for board in boards {
            found += usize::from(has(std::hint::black_box(board)));
        }
    }
    std::hint::black_box(found);
    boards.len() as f64 * f64::from(rounds) / begin.elapsed().as_secs_f64()
}
