//! Where exact values come from: the solved game, or the database image.

use anyhow::Result;
use dobutsu_core::game::{After, Move, Position, Value};

/// A move and what it is worth to the player who makes it.
pub type MoveValue = (Move, Value);

/// Something that knows the exact value of every position.
pub trait Values {
    /// The value of a position, also of one that is over.
    fn value(&self, position: Position) -> Result<Value>;

    /// All moves with their values, in the order of [`Position::moves`].
    fn moves(&self, position: Position) -> Result<Vec<MoveValue>> {
        let worth = |mv| match position.play(mv) {
            After::Caught => Ok((mv, Value::Win(1))),
            After::Position(next) => Ok((mv, self.value(next)?.before())),
        };
        position.moves().into_iter().map(worth).collect()
    }

    /// The moves that keep the value: quickest win, a draw, or slowest loss.
    fn best_moves(&self, position: Position) -> Result<Vec<Move>> {
        let moves = self.moves(position)?;
        let best = moves.iter().map(|&(_, value)| value).max();
        let is_best = |&(_, value): &MoveValue| Some(value) == best;
        Ok(moves
            .into_iter()
            .filter(is_best)
            .map(|(mv, _)| mv)
            .collect())
    }
}
