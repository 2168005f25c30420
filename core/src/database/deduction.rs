//! Is it lost? By what is known of the positions that come before it in the natural order.
//!
//! A stored answer costs bits only where it cannot be deduced. So a position that the network is
//! not sure of asks its open children, those that come before it in the [order](super::order),
//! and these ask theirs: a depth-first search that the order bounds. It returns proofs, not bits:
//! - *won*: a lost child was found;
//! - *lost*: all children are proven won;
//! - *drawn*: all children are known, none is lost, and it is not lost itself;
//! - else *not lost*.
//!
//! What is left after that is asked of the image, with odds that a [combiner](super::combiner)
//! finds in what was seen. Standings depend on the position alone, so they can be remembered.

use core::task::Poll;

use heapless::Vec;

use super::candidates::sort_few;
use super::evidence::{Evidence, inputs};
use super::image::ImageError;
use super::odds::one_more;
use super::order::place;
use crate::game::{Position, Value, safe_children};

/// What a network thinks of a position, as binary logarithms of odds in 1/256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// Lost, against drawn or won.
    pub lost: i16,
    /// Drawn, against won.
    pub drawn: i16,
}

impl Opinion {
    /// From the network's outputs: the odds of a loss and of a draw, each against a win.
    pub fn new([lost, drawn]: [i16; 2]) -> Opinion {
        let lost = i32::from(lost) - one_more(i32::from(drawn));
        Opinion {
            lost: lost.clamp(-32_000, 32_000) as i16,
            drawn,
        }
    }

    /// Sure enough to ask the image at once.
    fn is_sure(self) -> bool {
        i32::from(self.lost).abs() >= SURE
    }
}

/// The odds from which on the family is not looked at: six nats.
const SURE: i32 = 2216;
/// The odds from which on a child's standing is asked for before the next one is looked at.
const PROMISING: i32 = 256;
/// A position with more open children than this does not look at them.
pub const FAMILY: usize = 12;
/// The most positions that wait for each other's standing; `dobutsu build` sees to it that none
/// needs more.
pub const DEPTH: usize = 16;

/// What has been found out about a position that does not end within four plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Standing {
    /// It is lost.
    Lost,
    /// It is won: a lost child was found.
    Won,
    /// It is drawn.
    Drawn,
    /// It is won or drawn.
    NotLost,
}

impl Standing {
    /// All standings, by their numbers.
    pub const ALL: [Standing; 4] = [
        Standing::Lost,
        Standing::Won,
        Standing::Drawn,
        Standing::NotLost,
    ];
}

/// What a deduction asks of the world: on the chip, networks and image; on the PC that builds or
/// checks an image, tables of both.
pub trait Witness {
    /// The value of a position that is not over, if it ends within four plies.
    fn look(&mut self, position: Position) -> Option<Value>;
    /// The network's opinion of an open position.
    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError>;
    /// The standing of an open position, if it was found before.
    fn recall(&mut self, position: Position) -> Option<Standing>;
    /// Takes note of a standing.
    fn remember(&mut self, position: Position, standing: Standing);
    /// Whether an open position is lost, which could not be deduced.
    fn is_lost(&mut self, position: Position, evidence: &Evidence) -> Result<bool, ImageError>;
}

/// The way to the standing of a position: one child looked at or evaluated a step.
#[derive(Clone, Debug)]
pub struct Deduction {
    stack: Vec<Frame, DEPTH>,
}

/// A position that waits for its children's standings.
#[derive(Clone, Debug)]
struct Frame {
    position: Position,
    opinion: Opinion,
    stage: Stage,
    /// Children that looking ahead shows won.
    refuted: u8,
    children: Vec<Child, FAMILY>,
}

/// A child that does not end within four plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    position: Position,
    pub(super) opinion: Opinion,
    /// Whether it comes before its parent in the order.
    comes_before: bool,
    /// `None` if it comes later, or was not asked yet.
    pub(super) standing: Option<Standing>,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// What does the network think of it?
    Weigh,
    /// Which children are open? The number of the next safe move.
    List(u8),
    /// What does the network think of this one, if it comes before?
    Judge(u8),
    /// What is the standing of this one, which is so likely lost that the others can wait?
    Try(u8),
    /// What is this one's standing?
    Ask(u8),
    /// What does the network think of this one, which comes later?
    JudgeLater(u8),
}

impl Deduction {
    /// A deduction about nothing.
    pub const fn idle() -> Deduction {
        Deduction { stack: Vec::new() }
    }

    /// A deduction about a position that does not end within four plies.
    pub fn new(position: Position) -> Deduction {
        let mut deduction = Deduction::idle();
        deduction.begin(position);
        deduction
    }

    /// Turns to another position, where it stands: the chip has no stack for a second one.
    pub fn begin(&mut self, position: Position) {
        self.stack.clear();
        let root = Frame::new(position.canonical(), Opinion::default(), Stage::Weigh);
        // There is room for one.
        let _ = self.stack.push(root);
    }

    /// How many positions wait for each other just now.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Goes one step further; about nothing, there is no answer.
    pub fn step<W: Witness>(&mut self, witness: &mut W) -> Result<Poll<Standing>, ImageError> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(ImageError::Contradiction);
        };
        let standing = match frame.step(witness)? {
            Step::Further => return Ok(Poll::Pending),
            Step::Down(child) => {
                let frame = Frame::new(child.position, child.opinion, Stage::List(0));
                // Only an image that was not built so asks for more.
                let pushed = self.stack.push(frame);
                return pushed
                    .map(|()| Poll::Pending)
                    .map_err(|_| ImageError::Contradiction);
            }
            Step::Found(standing) => standing,
        };
        witness.remember(frame.position, standing);
        self.stack.pop();
        let Some(parent) = self.stack.last_mut() else {
            return Ok(Poll::Ready(standing));
        };
        if let Stage::Try(number) | Stage::Ask(number) = parent.stage
            && let Some(child) = parent.children.get_mut(usize::from(number))
        {
            child.standing = Some(standing);
        }
        Ok(Poll::Pending)
    }
}

/// What came of a step.
enum Step {
    Further,
    /// A child's standing is needed.
    Down(Child),
    Found(Standing),
}

impl Frame {
    fn new(position: Position, opinion: Opinion, stage: Stage) -> Frame {
        Frame {
            position,
            opinion,
            stage,
            refuted: 0,
            children: Vec::new(),
        }
    }

    fn step<W: Witness>(&mut self, witness: &mut W) -> Result<Step, ImageError> {
        match self.stage {
            Stage::Weigh => {
                self.opinion = witness.opinion(self.position)?;
                self.stage = Stage::List(0);
                Ok(Step::Further)
            }
            Stage::List(0) if self.opinion.is_sure() => self.ask_alone(witness),
            Stage::List(number) => {
                let Some(child) = safe_children(self.position).nth(usize::from(number)) else {
                    self.stage = Stage::Judge(0);
                    return Ok(Step::Further);
                };
                self.stage = Stage::List(number + 1);
                let child = child.canonical();
                match witness.look(child) {
                    Some(Value::Loss(_)) => return Ok(Step::Found(Standing::Won)),
                    Some(_) => self.refuted += 1,
                    None if self.children.iter().any(|known| known.position == child) => {}
                    None => {
                        let child = Child {
                            position: child,
                            opinion: Opinion::default(),
                            comes_before: place(child) < place(self.position),
                            standing: None,
                        };
                        if self.children.push(child).is_err() {
                            return self.ask_alone(witness);
                        }
                    }
                }
                Ok(Step::Further)
            }
            Stage::Judge(number) => {
                match self.children.get_mut(usize::from(number)) {
                    Some(child) => {
                        let mut promises = false;
                        if child.comes_before {
                            child.opinion = witness.opinion(child.position)?;
                            promises = i32::from(child.opinion.lost) >= PROMISING;
                        }
                        self.stage = match promises {
                            true => Stage::Try(number),
                            false => Stage::Judge(number + 1),
                        };
                    }
                    None => {
                        // The likeliest loss first: one proves the position won.
                        sort_few(&mut self.children, |child| {
                            let odds = i32::from(child.opinion.lost);
                            (!child.comes_before, -odds, child.position)
                        });
                        self.stage = Stage::Ask(0);
                    }
                }
                Ok(Step::Further)
            }
            Stage::Try(number) => self.ask(number, Stage::Judge(number + 1), witness),
            Stage::Ask(number) => match self.children.get(usize::from(number)) {
                Some(child) if child.comes_before => {
                    self.ask(number, Stage::Ask(number + 1), witness)
                }
                _ => Ok(self.conclude(number)),
            },
            Stage::JudgeLater(number) => match self.children.get_mut(usize::from(number)) {
                Some(child) => {
                    child.opinion = witness.opinion(child.position)?;
                    self.stage = Stage::JudgeLater(number + 1);
                    Ok(Step::Further)
                }
                None => self.ask_family(witness),
            },
        }
    }

    /// Asks for the standing of a child that comes before; if it is not lost, there is another
    /// stage.
    fn ask<W: Witness>(
        &mut self,
        number: u8,
        next: Stage,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let Some(child) = self.children.get_mut(usize::from(number)) else {
            return Err(ImageError::Contradiction);
        };
        if child.standing.is_none() {
            child.standing = witness.recall(child.position);
            if child.standing.is_none() {
                return Ok(Step::Down(*child));
            }
        }
        if child.standing == Some(Standing::Lost) {
            return Ok(Step::Found(Standing::Won));
        }
        self.stage = next;
        Ok(Step::Further)
    }

    /// What follows from the children that come before, if anything. What the network thinks of
    /// the others, from this one on, is asked only now: most positions do not need it.
    fn conclude(&mut self, later: u8) -> Step {
        let any = |wanted| self.children.iter().any(|c| c.standing == Some(wanted));
        if self.all_known() && !any(Standing::Drawn) && !any(Standing::NotLost) {
            return Step::Found(Standing::Lost);
        }
        if any(Standing::Drawn) {
            return Step::Found(self.not_lost());
        }
        self.stage = Stage::JudgeLater(later);
        Step::Further
    }

    fn all_known(&self) -> bool {
        self.children.iter().all(|child| child.standing.is_some())
    }

    /// The standing of a position that is not lost, and no child that comes before is.
    fn not_lost(&self) -> Standing {
        if self.all_known() {
            Standing::Drawn
        } else {
            Standing::NotLost
        }
    }

    fn ask_family<W: Witness>(&self, witness: &mut W) -> Result<Step, ImageError> {
        let inputs = inputs(self.position, self.opinion, self.refuted, &self.children);
        let lost = witness.is_lost(self.position, &Evidence::Family(inputs))?;
        let standing = if lost {
            Standing::Lost
        } else {
            self.not_lost()
        };
        Ok(Step::Found(standing))
    }

    fn ask_alone<W: Witness>(&self, witness: &mut W) -> Result<Step, ImageError> {
        let lost = witness.is_lost(self.position, &Evidence::Alone(self.opinion))?;
        let standing = if lost {
            Standing::Lost
        } else {
            Standing::NotLost
        };
        Ok(Step::Found(standing))
    }
}
