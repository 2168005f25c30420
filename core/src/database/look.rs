//! What a few plies of looking ahead decide without any table.

use crate::game::{Glance, Owner, Position, Value, safe_children};

/// What looking three plies ahead tells of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Three {
    /// Won in one or three plies.
    Won(Value),
    /// Whatever one does, the lion is caught or the other tries: lost in two plies.
    Lost,
    /// Neither.
    Open,
}

/// Looks three plies ahead.
pub fn three_plies(position: Position) -> Three {
    match two_plies(position) {
        Three::Open if safe_children(position).any(|child| two_plies(child) == Three::Lost) => {
            Three::Won(Value::Win(3))
        }
        seen => seen,
    }
}

fn two_plies(position: Position) -> Three {
    let glance = Glance::at(position);
    if glance.wins_now {
        return Three::Won(Value::Win(1));
    }
    // Only a lion one step from the far rank can try.
    let may_try = position.lion(Owner::Theirs).rank() == 2;
    let tries = |child| Glance::at(child).wins_now;
    if glance.safe_moves == 0 || (may_try && safe_children(position).all(tries)) {
        Three::Lost
    } else {
        Three::Open
    }
}

/// The value of a position that is not over, if it ends within four plies.
pub fn look_ahead(position: Position) -> Option<Value> {
    match three_plies(position) {
        Three::Won(value) => Some(value),
        Three::Lost => Some(Value::Loss(2)),
        Three::Open => {
            let refuted = |child| matches!(three_plies(child), Three::Won(_));
            safe_children(position)
                .all(refuted)
                .then_some(Value::Loss(4))
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
