//! Advice from the solved game: every move with its exact value, at once.

use std::ops::Deref;
use std::task::Poll;

use dobutsu_core::game::{After, Position, Value};
use dobutsu_core::player::{Advice, Adviser, AdviserError, Need, Verdict};

use super::table::Solved;

impl Solved {
    /// What the solved game says about every move.
    pub fn advice(&self, position: Position) -> Advice {
        Advice::of(position, |_, after| {
            Verdict::Exact(match after {
                After::Caught => Value::Win(1),
                After::Position(next) => self.exact(next).before(),
            })
        })
    }
}

/// An adviser that asks the solver's own table, which it may own or share.
#[derive(Clone, Debug)]
pub struct SolvedAdviser<S> {
    solved: S,
    position: Position,
}

impl<S: Deref<Target = Solved>> SolvedAdviser<S> {
    /// An adviser that has not been asked yet.
    pub const fn new(solved: S) -> SolvedAdviser<S> {
        SolvedAdviser {
            solved,
            position: Position::START,
        }
    }
}

impl<S: Deref<Target = Solved>> Adviser for SolvedAdviser<S> {
    fn begin(&mut self, position: Position, _: Need) {
        self.position = position;
    }

    fn step(&mut self, _: u32) -> Result<Poll<()>, AdviserError> {
        Ok(Poll::Ready(()))
    }

    fn advice(&self) -> Advice {
        self.solved.advice(self.position)
    }
}
