//! The best of a position's children.
//!
//! On the chip a press must not wait for a whole position: a step is at most one evaluation of a
//! network and one look four plies ahead.

use core::task::Poll;

use super::deduction::Standing;
use super::flash::Flash;
use super::image::ImageError;
use super::lines::Guide;
use super::look::look_ahead;
use super::odds::Topic;
use super::probe::{Database, ImageGuide};
use super::workspace::Workspace;
use crate::game::{Position, Value, safe_children};

/// A look at one child after the other, for the best of them. The candidates are those of the
/// [workspace](Workspace)'s lines, the likeliest first once it is done.
#[derive(Clone, Debug)]
pub struct ChildScan {
    position: Position,
    aim: Aim,
    stage: Stage,
}

/// What a scan looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The move that delays a loss longest.
    LongestDelay,
    /// The move that wins quickest.
    QuickestWin,
}

/// What is being found out.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Which topic is it?
    Begin,
    /// Does the child with this number come into question?
    Look(u8),
    /// Is this child, the one before that number, lost?
    Standing(u8, Position),
    /// In which order are they asked about?
    Order,
    /// Is the candidate with this number the best?
    Ask(u8),
}

impl ChildScan {
    const fn new(position: Position, aim: Aim) -> ChildScan {
        ChildScan {
            position,
            aim,
            stage: Stage::Begin,
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

    /// Looks at the next child, goes on with the last one, or asks about one after the last: the
    /// next position, canonical.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<Poll<Option<Position>>, ImageError> {
        let lines = &mut workspace.lines;
        let mut guide = ImageGuide {
            database,
            cache: &mut workspace.cache,
            memo: &mut workspace.memo,
            deduction: &mut workspace.deduction,
        };
        match self.stage {
            Stage::Begin => {
                let topic = match self.aim {
                    Aim::LongestDelay => Topic::LongestDelay,
                    Aim::QuickestWin => Topic::QuickestWin,
                };
                lines.begin(topic, self.position);
                self.stage = Stage::Look(0);
            }
            Stage::Look(number) => {
                let child = safe_children(self.position).nth(usize::from(number));
                let Some(child) = child.map(Position::canonical) else {
                    self.stage = Stage::Order;
                    return Ok(Poll::Pending);
                };
                self.stage = Stage::Look(number + 1);
                if self.aim == Aim::LongestDelay {
                    if guide.is_open(child) {
                        lines.add(child);
                    }
                    return Ok(Poll::Pending);
                }
                match look_ahead(child) {
                    Some(Value::Loss(_)) => return Ok(Poll::Ready(Some(child))),
                    Some(_) => {}
                    None => match guide.cache.recall_lost(child) {
                        Some(true) => lines.add(child),
                        Some(false) => {}
                        None => {
                            self.stage = Stage::Standing(number + 1, child);
                            guide.deduction.begin(child);
                        }
                    },
                }
            }
            Stage::Standing(number, child) => {
                if let Poll::Ready(standing) = guide.standing()? {
                    self.stage = Stage::Look(number);
                    if standing == Standing::Lost {
                        lines.add(child);
                    }
                }
            }
            Stage::Order => {
                if lines.step(&mut guide)?.is_ready() {
                    self.stage = Stage::Ask(0);
                }
            }
            Stage::Ask(number) => {
                let question = lines.question(usize::from(number), &guide)?;
                let is_best = match question {
                    Some(question) => database.ask(&question)?,
                    None => true,
                };
                if is_best {
                    let best = lines.candidates().get(usize::from(number));
                    return Ok(Poll::Ready(best.map(|candidate| candidate.child)));
                }
                self.stage = Stage::Ask(number + 1);
            }
        }
        Ok(Poll::Pending)
    }
}
