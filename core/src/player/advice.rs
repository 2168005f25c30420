//! The seam between those who think and those who play: advice on every move of a position.

use core::cmp::{Ordering, Reverse};
use core::fmt;

use heapless::Vec;

use crate::game::{After, MAX_MOVES, Move, Position, Value};
use crate::search::Progress;

/// What is known about a move, for the player who makes it.
///
/// Greater is better: a certain win, what looks good, a draw or an even game, what looks bad, a
/// certain loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Verdict {
    /// The value of the position if this move is made, the move itself counted.
    Exact(Value),
    /// Not settled; a guess in hundredths of a chick.
    Unclear(i16),
}

impl Verdict {
    /// The value, if it is known.
    pub const fn value(self) -> Option<Value> {
        match self {
            Verdict::Exact(value) => Some(value),
            Verdict::Unclear(_) => None,
        }
    }

    const fn preference(self) -> i32 {
        const CERTAIN: i32 = 1 << 16;
        match self {
            Verdict::Exact(Value::Win(plies)) => CERTAIN - plies as i32,
            Verdict::Exact(Value::Draw) => 0,
            Verdict::Exact(Value::Loss(plies)) => plies as i32 - CERTAIN,
            Verdict::Unclear(guess) => guess as i32,
        }
    }
}

impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        // An exact draw and an even guess look the same; the certain one is preferred.
        let certain = |verdict: &Verdict| verdict.value().is_some();
        (self.preference(), certain(self)).cmp(&(other.preference(), certain(other)))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Advised {
    /// The move.
    pub mv: Move,
    /// What it is worth to the player who makes it.
    pub verdict: Verdict,
}

/// Every legal move of a position with its verdict, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    position: Position,
    moves: Vec<Advised, MAX_MOVES>,
}

impl Advice {
    /// Asks `judge` about every legal move and what it leads to.
    pub fn of(position: Position, mut judge: impl FnMut(Move, After) -> Verdict) -> Advice {
        let mut moves = Vec::new();
        for mv in position.moves() {
            let verdict = judge(mv, position.play(mv));
            // Never full: there are no more than `MAX_MOVES` moves.
            let _ = moves.push(Advised { mv, verdict });
        }
        moves.sort_unstable_by_key(|advised| (Reverse(advised.verdict), advised.mv));
        Advice { position, moves }
    }

    /// The position asked about.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// All legal moves, the best first.
    pub fn moves(&self) -> &[Advised] {
        &self.moves
    }

    /// The moves that none is better than.
    pub fn best(&self) -> &[Advised] {
        let equal = |advised: &&Advised| Some(advised.verdict) == self.verdict();
        &self.moves[..self.moves.iter().take_while(equal).count()]
    }

    /// What the position is worth to the side to move; `None` if it has no move.
    pub fn verdict(&self) -> Option<Verdict> {
        self.moves.first().map(|advised| advised.verdict)
    }

    /// What is known about one move.
    pub fn on(&self, mv: Move) -> Option<Verdict> {
        self.moves
            .iter()
            .find(|advised| advised.mv == mv)
            .map(|advised| advised.verdict)
    }
}

/// Why no advice can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AdviserError {
    /// What is stored does not make sense.
    Damaged,
}

impl fmt::Display for AdviserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AdviserError::Damaged => "the database is damaged",
        })
    }
}

impl core::error::Error for AdviserError {}

/// One who can be asked about a position, and answers in small steps.
pub trait Adviser {
    /// Turns to a position, breaking off whatever was under way.
    fn begin(&mut self, position: Position);

    /// Works on, for about `budget` positions looked at.
    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError>;

    /// The advice, once [`step`](Adviser::step) has said that it is done; before that, the best
    /// that is known so far.
    fn advice(&self) -> Advice;

    /// Whether every verdict is exact, so that the best move is perfect play.
    fn is_perfect(&self) -> bool;
}
