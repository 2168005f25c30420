//! The best of a position's children, one child a step.
//!
//! On the chip a press must not wait for a whole position: a step is at most one evaluation of a
//! network and one look four plies ahead.

use core::task::Poll;

use super::answers::Question;
use super::candidates::{Candidate, Candidates, sort_candidates};
use super::flash::Flash;
use super::image::ImageError;
use super::look::{ThreePlies, look_ahead, three_plies};
use super::odds::Topic;
use super::probe::Database;
use crate::game::{Position, Value, safe_children};

/// A look at one child after the other, for the best of them.
///
/// RAM: 16 bytes a candidate, of which there may be 40, and 24 bytes.
#[derive(Clone, Debug)]
pub struct ChildScan {
    position: Position,
    aim: Aim,
    seen: u8,
    /// A lost child whose distance is still to be guessed.
    lost: Option<Position>,
    /// After the last child: the candidate that may be the best.
    picked: Option<u8>,
    candidates: Candidates,
}

/// What a scan looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The move that delays a loss longest.
    LongestDelay,
    /// The move that wins quickest.
    QuickestWin,
    /// Any move that wins.
    AnyWin,
}

impl ChildScan {
    const fn new(position: Position, aim: Aim) -> ChildScan {
        ChildScan {
            position,
            aim,
            seen: 0,
            lost: None,
            picked: None,
            candidates: Candidates::new(),
        }
    }

    /// Finds the next position when a lost one, not over within four plies, is defended best.
    pub const fn longest_delay(position: Position) -> ChildScan {
        ChildScan::new(position, Aim::LongestDelay)
    }

    /// Finds the next position when one that is not won within four plies is won quickest, or
    /// that no move wins.
    pub const fn quickest_win(position: Position) -> ChildScan {
        ChildScan::new(position, Aim::QuickestWin)
    }

    /// Finds whether any move wins a position that is not won within four plies: no distances
    /// are looked at, and the first such move ends it.
    pub const fn any_win(position: Position) -> ChildScan {
        ChildScan::new(position, Aim::AnyWin)
    }

    /// The children that were thought of as the best, the likeliest first, once it is done.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Looks at the next child, or asks about one after the last: the next position, canonical.
    pub fn step<F: Flash>(
        &mut self,
        database: &Database<F>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        if let Some(number) = self.picked {
            return self.ask(usize::from(number), database);
        }
        if let Some(child) = self.lost.take() {
            let score = -database.length(child)?;
            self.add(child, score);
            return Ok(Poll::Pending);
        }
        let Some(child) = safe_children(self.position).nth(usize::from(self.seen)) else {
            sort_candidates(&mut self.candidates);
            self.picked = Some(0);
            return Ok(Poll::Pending);
        };
        self.seen += 1;
        let child = child.canonical();
        match self.aim {
            Aim::LongestDelay => {
                if three_plies(child) == ThreePlies::Open {
                    let score = database.length(child)?;
                    self.add(child, score);
                }
            }
            Aim::QuickestWin | Aim::AnyWin => match look_ahead(child) {
                Some(Value::Loss(_)) => return Ok(Poll::Ready(Some(child))),
                None if database.is_lost_later(child)? => {
                    if self.aim == Aim::AnyWin {
                        return Ok(Poll::Ready(Some(child)));
                    }
                    self.lost = Some(child);
                }
                _ => {}
            },
        }
        Ok(Poll::Pending)
    }

    fn add(&mut self, child: Position, score: i32) {
        // There are no more children than moves.
        let _ = self.candidates.push(Candidate { child, score });
    }

    /// Asks whether the best candidate is this one.
    fn ask<F: Flash>(
        &mut self,
        number: usize,
        database: &Database<F>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        let topic = match self.aim {
            Aim::LongestDelay => Topic::LongestDelay,
            Aim::QuickestWin | Aim::AnyWin => Topic::QuickestWin,
        };
        let question = Question::whether_best(topic, self.position, &self.candidates, number);
        let picked = match question {
            Some(question) => database.ask(&question)?,
            None => true,
        };
        if picked {
            let best = self.candidates.get(number);
            return Ok(Poll::Ready(best.map(|candidate| candidate.child)));
        }
        self.picked = Some(number as u8 + 1);
        Ok(Poll::Pending)
    }
}
