//! What looking a few plies ahead decides without any table.

use crate::game::{Bitboards, Position, Value};

/// What looking three plies ahead shows of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreePlies {
    /// Won in one or three plies.
    Won(Value),
    /// Lost in two plies: after any move the lion is caught or the other side tries.
    Lost,
    /// Neither.
    Open,
}

/// Looks three plies ahead.
pub fn three_plies(position: Position) -> ThreePlies {
    look_three(&Bitboards::of(position))
}

fn look_three(boards: &Bitboards) -> ThreePlies {
    let decides = |mv| {
        boards.may_decide(mv) && two_plies(&Bitboards::of(boards.child(mv))) == ThreePlies::Lost
    };
    match two_plies(boards) {
        ThreePlies::Open if boards.deciding_moves().any(decides) => ThreePlies::Won(Value::Win(3)),
        seen => seen,
    }
}

fn two_plies(boards: &Bitboards) -> ThreePlies {
    if boards.wins_now() {
        return ThreePlies::Won(Value::Win(1));
    }
    let tries = |mv| Bitboards::of(boards.child(mv)).wins_now();
    if !boards.has_safe_move() || (boards.may_be_tried() && boards.safe_moves().all(tries)) {
        ThreePlies::Lost
    } else {
        ThreePlies::Open
    }
}

/// The value of a position that is not over, if it ends within four plies.
pub fn look_ahead(position: Position) -> Option<Value> {
    let boards = Bitboards::of(position);
    match look_three(&boards) {
        ThreePlies::Won(value) => Some(value),
        ThreePlies::Lost => Some(Value::Loss(2)),
        ThreePlies::Open => {
            let refuted = |mv| matches!(three_plies(boards.child(mv)), ThreePlies::Won(_));
            boards.safe_moves().all(refuted).then_some(Value::Loss(4))
        }
    }
}

/// Whether [`look_ahead`] finds nothing in a position of this value.
pub const fn is_open(value: Value) -> bool {
    match value {
        Value::Draw => true,
        Value::Win(plies) | Value::Loss(plies) => plies > 4,
    }
}
