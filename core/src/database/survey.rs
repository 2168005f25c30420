//! The best of a position's children.
//!
//! On the chip a press must not wait for a whole position: a step is at most one evaluation of a
//! network, some 118,000 instructions, and one look four plies ahead, 393,000 at worst of 2,500
//! positions.

use core::task::Poll;

use super::deduction::{Deduction, Standing};
use super::flash::Flash;
use super::image::ImageError;
use super::look::{Three, look_ahead, three_plies};
use super::odds::Topic;
use super::probe::{Candidate, Candidates, Database, ImageWitness, is_it, sort};
use super::walk::Memory;
use crate::game::{Position, Value, safe_children};

/// A look at one child after the other, for the best of them.
///
/// RAM: 16 bytes a candidate, of which there may be 40, a deduction, and 32 bytes.
#[derive(Clone, Debug)]
pub struct Survey {
    position: Position,
    aim: Aim,
    seen: u8,
    /// The child that was seen last, while it is not known what it is.
    child: Option<(Position, Doubt)>,
    /// After the last child: the candidate that may be the best.
    picked: Option<u8>,
    candidates: Candidates,
}

/// What is still to be found out about a child.
#[derive(Clone, Debug)]
enum Doubt {
    /// Whether it is lost.
    Standing(Deduction),
    /// How likely it is the best.
    Score,
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
            child: None,
            picked: None,
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

    /// Looks at the next child, goes on with the last one, or asks about one after the last: the
    /// next position, canonical.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        memory: &mut Memory<SLOTS>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        if let Some(number) = self.picked {
            return self.ask(usize::from(number), database);
        }
        match &mut self.child {
            Some((child, Doubt::Score)) => {
                let child = *child;
                self.child = None;
                let score = database.score(self.topic(), child)?;
                // There are no more children than moves.
                let _ = self.candidates.push(Candidate { child, score });
                return Ok(Poll::Pending);
            }
            Some((child, Doubt::Standing(deduction))) => {
                let child = *child;
                let mut witness = ImageWitness { database, memory };
                if let Poll::Ready(standing) = deduction.step(&mut witness)? {
                    return Ok(self.judge(child, standing));
                }
                return Ok(Poll::Pending);
            }
            None => {}
        }
        let Some(child) = safe_children(self.position).nth(usize::from(self.seen)) else {
            sort(&mut self.candidates);
            self.picked = Some(0);
            return Ok(Poll::Pending);
        };
        self.seen += 1;
        let child = child.canonical();
        match self.aim {
            Aim::Delay => {
                if three_plies(child) == Three::Open {
                    self.child = Some((child, Doubt::Score));
                }
            }
            Aim::Haste | Aim::Win => match look_ahead(child) {
                Some(Value::Loss(_)) => return Ok(Poll::Ready(Some(child))),
                Some(_) => {}
                None => match memory.recall_standing(child) {
                    Some(standing) => return Ok(self.judge(child, standing)),
                    None => self.child = Some((child, Doubt::Standing(Deduction::new(child)))),
                },
            },
        }
        Ok(Poll::Pending)
    }

    /// Goes on with a child whose standing is known.
    fn judge(&mut self, child: Position, standing: Standing) -> Poll<Option<Position>> {
        self.child = None;
        if standing == Standing::Lost {
            if self.aim == Aim::Win {
                return Poll::Ready(Some(child));
            }
            self.child = Some((child, Doubt::Score));
        }
        Poll::Pending
    }

    fn topic(&self) -> Topic {
        match self.aim {
            Aim::Delay => Topic::Delay,
            Aim::Haste | Aim::Win => Topic::Haste,
        }
    }

    /// Asks whether the best candidate is this one.
    fn ask<F: Flash>(
        &mut self,
        number: usize,
        database: &Database<F>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        let question = is_it(self.topic(), self.position, &self.candidates, number);
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
