//! The buttons to press for a move.

use anyhow::{Context, Result};
use dobutsu_core::game::{Move, Owner, Square};
use dobutsu_core::handheld::{Button, Place, Pointer};

/// Reads `A Down 3xLeft`.
pub fn presses(text: &str) -> Result<Vec<Button>> {
    let mut buttons = Vec::new();
    for word in text.split_whitespace() {
        let (times, name) = match word.split_once('x') {
            Some((times, name)) => (times.parse().context("3xDown presses three times")?, name),
            None => (1, word),
        };
        let button = (Button::ALL.into_iter()).find(|button| format!("{button:?}") == name);
        let button = button.with_context(|| format!("there is no button {name}"))?;
        buttons.extend(std::iter::repeat_n(button, times));
    }
    Ok(buttons)
}

/// The next press on the way to a move, and whether it makes the move.
pub fn towards(pointer: Pointer, mv: Move, upright: bool) -> (Button, bool) {
    let seen = |square: Square| if upright { square } else { square.rotated() };
    let owner = if upright { Owner::Mine } else { Owner::Theirs };
    let from = match mv {
        Move::Step { from, .. } => Place::Square(seen(from)),
        Move::Drop { kind, .. } => Place::Hand(owner, kind),
    };
    let goal = match pointer.held {
        Some(held) if held == from => Place::Square(seen(mv.to())),
        Some(_) => return (Button::B, false),
        None => from,
    };
    if pointer.at == goal {
        return (Button::A, pointer.held.is_some());
    }
    let button = match (pointer.at, goal) {
        (Place::Square(at), Place::Square(to)) => match at.file().cmp(&to.file()) {
            std::cmp::Ordering::Less => Button::Right,
            std::cmp::Ordering::Greater => Button::Left,
            std::cmp::Ordering::Equal if at.rank() < to.rank() => Button::Down,
            std::cmp::Ordering::Equal => Button::Up,
        },
        (Place::Hand(..), Place::Square(_)) => Button::Left,
        (Place::Square(_), Place::Hand(..)) => Button::Right,
        (Place::Hand(_, at), Place::Hand(_, to)) => match (at as usize) < to as usize {
            true => Button::Right,
            false => Button::Left,
        },
    };
    (button, false)
}
