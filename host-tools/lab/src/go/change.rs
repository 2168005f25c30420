//! Storing a position by what the move changed, beside building its list anew.
//!
//! The paper leaves faster building to later work. A board's list has 31 cells (16 regions, 8
//! pairs, 4 quadrants, 2 halves, itself); a stone lies in one region, so that five of them can
//! have changed, and only these need to be looked for.

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use serde::Serialize;

use super::Game;
use super::regions::{GoPositions, View};
use super::storage::Arena;

/// Cells of a whole board.
pub(super) const WHOLE: u32 = 31;

/// The two ways compared.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Change {
    /// Cells looked for by a move, on average.
    pub(super) conses_a_move: f64,
    /// Share of moves that look for five or fewer.
    pub(super) within_five: f64,
    /// Positions stored in a second of CPU time, by their change and anew.
    pub(super) by_change_a_second: f64,
    pub(super) anew_a_second: f64,
}

impl Change {
    /// Stores all games both ways, from empty each time; both must come to the same lists.
    pub(super) fn measure(games: &[Game], arena: &mut Arena, rounds: u32) -> Result<Change> {
        let view = View::FromCorner;
        let positions: usize = games.iter().map(|game| game.boards.len()).sum();
        let moves = positions - games.len();
        let a_second = |begin: ProcessTime| {
            positions as f64 * f64::from(rounds) / begin.elapsed().as_secs_f64()
        };

        let begin = ProcessTime::now();
        for _ in 0..rounds {
            arena.release(0);
            for board in games.iter().flat_map(|game| &game.boards) {
                arena.store(board, view)?;
            }
        }
        let anew_a_second = a_second(begin);
        let cells = arena.cells();

        let begin = ProcessTime::now();
        let (mut conses, mut within) = (0, 0);
        for _ in 0..rounds {
            arena.release(0);
            for game in games {
                let first = game.boards.first().context("a game has a first board")?;
                let mut before = (first, arena.store(first, view)?);
                for board in &game.boards[1..] {
                    let (list, looked_for) = arena.store_change(before, board, view)?;
                    conses += u64::from(looked_for);
                    within += u64::from(looked_for <= 5);
                    before = (board, list);
                }
            }
        }
        let by_change_a_second = a_second(begin);
        ensure!(
            arena.cells() == cells,
            "positions stored by their change take {} cells, not {cells}",
            arena.cells()
        );
        let all = (moves as f64 * f64::from(rounds)).max(1.0);
        Ok(Change {
            conses_a_move: conses as f64 / all,
            within_five: within as f64 / all,
            by_change_a_second,
            anew_a_second,
        })
    }
}
