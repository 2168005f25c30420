//! The best of a position's children.
//!
//! On the chip a press must not wait for a whole position: a step is at most one evaluation of a
//! network and one look four plies ahead.

use core::task::Poll;

use super::answers::Question;
use super::candidates::{Candidate, Candidates, sort_candidates};
use super::deduction::{Deduction, Standing};
use super::flash::Flash;
use super::image::ImageError;
use super::look::{ThreePlies, look_ahead, three_plies};
use super::odds::Topic;
use super::probe::{Database, ImageWitness};
use super::value_cache::ValueCache;
use crate::game::{Position, Value, safe_children};

/// A look at one child after the other, for the best of them.
///
/// RAM: 16 bytes a candidate, of which there may be 40, a deduction, and 32 bytes.
#[derive(Clone, Debug)]
pub struct ChildScan {
    position: Position,
    aim: Aim,
    seen: u8,
    /// The child seen last, while there is something to find out about it.
    child: Option<(Position, Doubt)>,
    /// Whether it is lost; a walk uses it for the position itself before it scans.
    pub(super) deduction: Deduction,
    /// After the last child: the candidate that may be the best.
    picked: Option<u8>,
    candidates: Candidates,
}

/// What is still to be found out about a child.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    /// Whether it is lost.
    Standing,
    /// How likely it is the best.
    Score,
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
            child: None,
            deduction: Deduction::idle(),
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

    /// Looks at the next child, goes on with the last one, or asks about one after the last: the
    /// next position, canonical.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        cache: &mut ValueCache<SLOTS>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        if let Some(number) = self.picked {
            return self.ask(usize::from(number), database);
        }
        match self.child {
            Some((child, Doubt::Score)) => {
                self.child = None;
                let score = database.score(self.topic(), child)?;
                // There are no more children than moves.
                let _ = self.candidates.push(Candidate { child, score });
                Ok(Poll::Pending)
            }
            Some((child, Doubt::Standing)) => {
                let mut witness = ImageWitness { database, cache };
                Ok(match self.deduction.step(&mut witness)? {
                    Poll::Ready(standing) => self.judge(child, standing),
                    Poll::Pending => Poll::Pending,
                })
            }
            None => Ok(self.look(cache)),
        }
    }

    /// Looks at the next child.
    fn look<const SLOTS: usize>(&mut self, cache: &ValueCache<SLOTS>) -> Poll<Option<Position>> {
        let Some(child) = safe_children(self.position).nth(usize::from(self.seen)) else {
            sort_candidates(&mut self.candidates);
            self.picked = Some(0);
            return Poll::Pending;
        };
        self.seen += 1;
        let child = child.canonical();
        match self.aim {
            Aim::LongestDelay => {
                if three_plies(child) == ThreePlies::Open {
                    self.child = Some((child, Doubt::Score));
                }
            }
            Aim::QuickestWin | Aim::AnyWin => match look_ahead(child) {
                Some(Value::Loss(_)) => return Poll::Ready(Some(child)),
                Some(_) => {}
                None => match cache.recall_standing(child) {
                    Some(standing) => return self.judge(child, standing),
                    None => {
                        self.child = Some((child, Doubt::Standing));
                        self.deduction = Deduction::new(child);
                    }
                },
            },
        }
        Poll::Pending
    }

    /// Goes on with a child whose standing is known.
    fn judge(&mut self, child: Position, standing: Standing) -> Poll<Option<Position>> {
        self.child = match (standing, self.aim) {
            (Standing::Lost, Aim::AnyWin) => return Poll::Ready(Some(child)),
            (Standing::Lost, _) => Some((child, Doubt::Score)),
            _ => None,
        };
        Poll::Pending
    }

    fn topic(&self) -> Topic {
        match self.aim {
            Aim::LongestDelay => Topic::LongestDelay,
            Aim::QuickestWin | Aim::AnyWin => Topic::QuickestWin,
        }
    }

    /// Asks whether the best candidate is this one.
    fn ask<F: Flash>(
        &mut self,
        number: usize,
        database: &Database<F>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        let question =
            Question::whether_best(self.topic(), self.position, &self.candidates, number);
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
