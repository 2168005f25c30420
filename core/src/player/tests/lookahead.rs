//! The slow twin of advisers: a look at everything up to a fixed number of plies.

use std::vec::Vec;

use super::super::{Advice, Verdict};
use crate::game::{After, Position, Value};

/// Advice on every move; values are exact where the end is at most this many plies away.
pub(super) fn advise(position: Position, plies: u8) -> Advice {
    Advice::of(position, |_, after| match judge(after, plies) {
        Some(value) => Verdict::Exact(value),
        None => Verdict::Unclear(0),
    })
}

/// The value of a position if the end is at most this many plies away.
fn value(position: Position, plies: u8) -> Option<Value> {
    if let Some(value) = position.value_by_rule() {
        return Some(value);
    }
    if plies == 0 {
        return None;
    }
    let moves = position.moves().into_iter();
    let values: Vec<Option<Value>> = moves.map(|mv| judge(position.play(mv), plies)).collect();
    // A win is certain whatever the other moves are worth; anything else needs all of them.
    match values.iter().flatten().max() {
        Some(&win @ Value::Win(_)) => Some(win),
        _ if values.contains(&None) => None,
        best => best.copied().or(Some(Value::Loss(0))),
    }
}

/// The value, for the mover, of what a move leads to.
fn judge(after: After, plies: u8) -> Option<Value> {
    after.value_by_rule().or_else(|| match after {
        After::Caught => None,
        After::Position(next) => value(next, plies - 1).map(Value::before),
    })
}
