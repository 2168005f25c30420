//! An adviser for tests that looks at everything up to a fixed number of plies, one move a step.

use core::task::Poll;

use super::super::{Advice, Adviser, AdviserError, Need, Verdict};
use crate::game::{After, Move, Position, Value};

pub(crate) struct Lookahead {
    plies: u8,
    position: Position,
    known: std::vec::Vec<(Move, Verdict)>,
}

impl Lookahead {
    pub(crate) fn new(plies: u8) -> Lookahead {
        Lookahead {
            plies,
            position: Position::START,
            known: std::vec::Vec::new(),
        }
    }
}

/// The value of a position if the end is at most this many plies away.
fn value(position: Position, plies: u8) -> Option<Value> {
    if let Some(value) = position.value_by_rule() {
        return Some(value);
    }
    if plies == 0 {
        return None;
    }
    let mut lost = Some(Value::Loss(0));
    let mut won = None;
    for mv in position.moves() {
        match judge(position.play(mv), plies) {
            Some(value @ Value::Win(_)) => won = won.max(Some(value)),
            Some(value) => {
                lost = lost.map(|worst| {
                    if worst == Value::Loss(0) {
                        value
                    } else {
                        worst.max(value)
                    }
                })
            }
            None => lost = None,
        }
    }
    won.or(lost)
}

/// The value, for the mover, of what a move leads to.
fn judge(after: After, plies: u8) -> Option<Value> {
    after.value_by_rule().or_else(|| match after {
        After::Caught => None,
        After::Position(next) => value(next, plies - 1).map(Value::before),
    })
}

impl Adviser for Lookahead {
    fn begin(&mut self, position: Position, _: Need) {
        self.position = position;
        self.known.clear();
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        let moves = self.position.moves();
        for &mv in moves.iter().skip(self.known.len()).take(budget as usize) {
            let verdict = match judge(self.position.play(mv), self.plies) {
                Some(value) => Verdict::Exact(value),
                None => Verdict::Unclear(0),
            };
            self.known.push((mv, verdict));
        }
        Ok(if self.known.len() == moves.len() {
            Poll::Ready(())
        } else {
            Poll::Pending
        })
    }

    fn advice(&self) -> Advice {
        Advice::of(self.position, |mv, _| {
            let known = self.known.iter().find(|(known, _)| *known == mv);
            known.map_or(Verdict::Unclear(0), |&(_, verdict)| verdict)
        })
    }
}
