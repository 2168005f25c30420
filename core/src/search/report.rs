//! The result of a search.

use super::score::Score;
use crate::game::{Move, Value};

/// The result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best move so far. There is one before the first step; `None` only if the game is over.
    pub best: Option<Move>,
    /// Its score at the last depth completed.
    pub score: Score,
    /// The last depth completed.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
}

impl Report {
    /// The exact value of the position, if the search has proved it.
    pub fn value(&self) -> Option<Value> {
        // An end further away came from a deeper entry of the table: there may be a nearer one.
        self.score
            .value()
            .filter(|value| value.plies().unsigned_abs() <= u16::from(self.depth) + 1)
    }
}
