//! The turning point of a game: the last move that changed the result.
//!
//! With best play by both sides a won position stays won, a drawn one drawn, a lost one lost; so
//! the result can only change by a move that is worse than another. Results are enough to find the last such
//! move, and the search goes backwards from the end, so that it needs as few results as possible.

use core::cmp::Ordering;

use super::{Graph, Match};
use crate::game::{Side, Value};
use crate::player::Verdict;

/// The result that a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// A win, for a draw or a loss.
    Win,
    /// A draw, for a loss.
    Draw,
}

/// The turning point of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// Not known yet: the result of the position before this ply is needed.
    Ask(usize),
    /// The move at this ply, and what it gave away.
    At(usize, Worth),
    /// There is none; the side that was winning all the time.
    Never(Option<Side>),
    /// The end itself, by resignation, agreement or time; the side that was winning.
    Ended(Option<Side>),
    /// Before this ply; earlier results are unknown.
    Before(usize),
}

/// Whether a verdict is a win, a draw or a loss for the side to move; `None` if it is not settled.
pub(super) const fn result(verdict: Verdict) -> Option<Ordering> {
    match verdict {
        Verdict::Won | Verdict::Exact(Value::Win(_)) => Some(Ordering::Greater),
        Verdict::Exact(Value::Draw) => Some(Ordering::Equal),
        Verdict::Lost | Verdict::Exact(Value::Loss(_)) => Some(Ordering::Less),
        Verdict::Unclear(_) => None,
    }
}

/// The turning point of a game that is over, from the values in the graph.
pub(super) fn find(played: &Match, graph: &Graph) -> Turning {
    let game = played.game();
    let last = game.plies();
    // For the first player.
    let at = |ply: usize| {
        let result = graph.at(ply).map(result);
        result.map(|result| match game.side_at(ply) {
            Side::Sente => result,
            Side::Gote => result.map(Ordering::reverse),
        })
    };
    let winner = |result| match result {
        Ordering::Greater => Some(Side::Sente),
        Ordering::Equal => None,
        Ordering::Less => Some(Side::Gote),
    };
    let mut after = match at(last) {
        None => return Turning::Ask(last),
        Some(None) => return Turning::Before(last),
        Some(Some(result)) => result,
    };
    if let Some(finish) = played.finish()
        && finish.winner != winner(after)
    {
        return Turning::Ended(winner(after));
    }
    for ply in (0..last).rev() {
        match at(ply) {
            None => return Turning::Ask(ply),
            Some(None) => return Turning::Before(ply + 1),
            Some(Some(before)) if before == after => {}
            Some(Some(Ordering::Equal)) => return Turning::At(ply, Worth::Draw),
            Some(Some(_)) => return Turning::At(ply, Worth::Win),
        }
        after = at(ply).flatten().unwrap_or(after);
    }
    Turning::Never(winner(after))
}
