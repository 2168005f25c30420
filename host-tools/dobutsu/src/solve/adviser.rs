//! Advice from the solved game: every move with its exact value.

use std::ops::Deref;
use std::task::Poll;

use dobutsu_core::game::{After, Position, Value};
use dobutsu_core::player::{
    Advice, Adviser, AdviserError, Need, SHARE, SearchAdviser, SearchTable, Verdict,
};

use super::table::Solved;

impl Solved {
    /// Every move with its exact value.
    pub fn advice(&self, position: Position) -> Advice {
        Advice::of(position, |_, after| {
            Verdict::Exact(match after {
                After::Caught => Value::Win(1),
                After::Position(next) => self.exact(next).before(),
            })
        })
    }
}

/// An adviser with the solved game, owned or shared. A quick search is a search, as on the device.
#[derive(Clone, Debug)]
pub struct SolvedAdviser<S> {
    solved: S,
    position: Position,
    is_glance: bool,
    search: Box<SearchAdviser<SearchTable>>,
}

impl<S: Deref<Target = Solved>> SolvedAdviser<S> {
    /// A new adviser.
    pub fn new(solved: S) -> SolvedAdviser<S> {
        SolvedAdviser {
            solved,
            position: Position::START,
            is_glance: false,
            search: Box::new(SearchAdviser::new(SearchTable::default(), SHARE)),
        }
    }
}

impl<S: Deref<Target = Solved>> Adviser for SolvedAdviser<S> {
    fn begin(&mut self, position: Position, need: Need) {
        self.position = position;
        self.is_glance = matches!(need, Need::QuickSearch(_));
        if self.is_glance {
            self.search.begin(position, need);
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        match self.is_glance {
            true => self.search.step(budget),
            false => Ok(Poll::Ready(())),
        }
    }

    fn advice(&self) -> Advice {
        match self.is_glance {
            true => self.search.advice(),
            false => self.solved.advice(self.position),
        }
    }
}
