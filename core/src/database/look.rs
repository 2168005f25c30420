//! What a few plies of looking ahead decide without any table.

use crate::game::{Glance, Owner, Position, Value, safe_children};

/// What looking three plies ahead tells of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreePlies {
    /// Won in one or three plies.
    Won(Value),
    /// Whatever one does, the lion is caught or the other tries: lost in two plies.
    Lost,
    /// Neither.
    Open,
}

/// Looks three plies ahead.
pub fn three_plies(position: Position) -> ThreePlies {
    match two_plies(position) {
        ThreePlies::Open
            if safe_children(position).any(|child| two_plies(child) == ThreePlies::Lost) =>
        {
            ThreePlies::Won(Value::Win(3))
        }
        seen => seen,
    }
}

fn two_plies(position: Position) -> ThreePlies {
    let glance = Glance::at(position);
    if glance.wins_now {
        return ThreePlies::Won(Value::Win(1));
    }
    // Only a lion one step from the far rank can try.
    let may_try = position.lion(Owner::Theirs).rank() == 2;
    let tries = |child| Glance::at(child).wins_now;
    if glance.safe_moves == 0 || (may_try && safe_children(position).all(tries)) {
        ThreePlies::Lost
    } else {
        ThreePlies::Open
    }
}

/// The value of a position that is not over, if it ends within four plies.
pub fn look_ahead(position: Position) -> Option<Value> {
    match three_plies(position) {
        ThreePlies::Won(value) => Some(value),
        ThreePlies::Lost => Some(Value::Loss(2)),
        ThreePlies::Open => {
            let refuted = |child| matches!(three_plies(child), ThreePlies::Won(_));
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
