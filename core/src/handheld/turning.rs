//! Where a game was decided: the last move that threw something away.
//!
//! With best play by both sides a won position stays won, a drawn one drawn, a lost one lost; so
//! the result can only change by a move that is worse than another. After the last such move it
//! never changed again. Results are enough to find it, distances are not needed, and looking from
//! the end backwards no more positions are asked about than it takes.

use core::cmp::Ordering;

use super::graph::Graph;
use super::matches::Match;
use crate::game::{Side, Value};
use crate::player::Verdict;

/// What a move threw away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A win, for a draw or a loss.
    Win,
    /// A draw, for a loss.
    Draw,
}

/// Where a game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// The result of the position before this ply has to be asked for.
    Ask(usize),
    /// By the move at this ply, and what it threw away.
    At(usize, Worth),
    /// It never changed; who was winning all along.
    Never(Option<Side>),
    /// By the end itself, which the board did not call for; who was winning.
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

/// Where a game that is over was decided, as far as the graph knows it.
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
