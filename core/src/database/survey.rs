//! The best of a position's children, one child a step.
//!
//! On the chip a press must not wait for a whole position: one child costs at most two
//! evaluations of a network and a look four plies ahead.

use core::task::Poll;

use super::flash::Flash;
use super::image::ImageError;
use super::look::{Three, look_ahead, three_plies};
use super::odds::Topic;
use super::probe::{Candidate, Candidates, Database, choose, sort};
use crate::game::{Position, Value, safe_children};

/// A look at one child after the other, for the best of them.
///
/// RAM: 16 bytes a candidate, of which there may be 40, and 24 bytes.
#[derive(Clone, Debug)]
pub struct Survey {
    position: Position,
    aim: Aim,
    seen: u8,
    candidates: Candidates,
}

/// What a survey looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The move that delays a loss longest.
    Delay,
    /// The move that wins quickest.
    Haste,
    /// Any move that wins.
    Win,
}

impl Survey {
    const fn new(position: Position, aim: Aim) -> Survey {
        Survey {
            position,
            aim,
            seen: 0,
            candidates: Candidates::new(),
        }
    }

    /// Finds the next position when a lost one, not over within four plies, is defended best.
    pub const fn delay(position: Position) -> Survey {
        Survey::new(position, Aim::Delay)
    }

    /// Finds the next position when one that is not won within four plies is won quickest, or
    /// that no move wins.
    pub const fn haste(position: Position) -> Survey {
        Survey::new(position, Aim::Haste)
    }

    /// Finds whether any move wins a position that is not won within four plies: no distances
    /// are looked at, and the first such move ends it.
    pub const fn win(position: Position) -> Survey {
        Survey::new(position, Aim::Win)
    }

    /// The children that were thought of as the best, the likeliest first, once it is done.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Looks at the next child, or picks one after the last: the next position, canonical.
    pub fn step<F: Flash>(
        &mut self,
        database: &Database<F>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        let Some(child) = safe_children(self.position).nth(usize::from(self.seen)) else {
            return self.pick(database).map(Poll::Ready);
        };
        self.seen += 1;
        let child = child.canonical();
        let score = match self.aim {
            Aim::Delay if three_plies(child) == Three::Open => database.length(child)?,
            Aim::Delay => return Ok(Poll::Pending),
            Aim::Haste | Aim::Win => match look_ahead(child) {
                Some(Value::Loss(_)) => return Ok(Poll::Ready(Some(child))),
                None if database.is_lost_later(child)? => {
                    if self.aim == Aim::Win {
                        return Ok(Poll::Ready(Some(child)));
                    }
                    -database.length(child)?
                }
                _ => return Ok(Poll::Pending),
            },
        };
        // There are no more children than moves.
        let _ = self.candidates.push(Candidate { child, score });
        Ok(Poll::Pending)
    }

    /// Asks which candidate is the best.
    fn pick<F: Flash>(&mut self, database: &Database<F>) -> Result<Option<Position>, ImageError> {
        let topic = match self.aim {
            Aim::Delay => Topic::Delay,
            Aim::Haste | Aim::Win => Topic::Haste,
        };
        sort(&mut self.candidates);
        choose(topic, self.position, &self.candidates, |question| {
            database.ask(question)
        })
    }
}
