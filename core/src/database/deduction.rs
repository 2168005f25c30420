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
use super::combiner::Inputs;
use super::image::ImageError;
use super::odds::one_more;
use super::order::place;
use crate::game::{HandKind, Owner, Position, Value, safe_children};

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

/// What is known of a position whose standing has to be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The network's opinion alone.
    Alone(Opinion),
    /// What its children add to that.
    Family(Inputs),
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

#[derive(Clone, Copy, Debug)]
struct Child {
    position: Position,
    opinion: Opinion,
    /// `None` if it comes later in the order, or was not asked yet.
    standing: Option<Standing>,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// What does the network think of it?
    Weigh,
    /// Which children are open? The number of the next safe move.
    List(u8),
    /// What does the network think of this one?
    Judge(u8),
    /// What is this one's standing?
    Ask(u8),
}

impl Deduction {
    /// A deduction about nothing.
    pub const fn idle() -> Deduction {
        Deduction { stack: Vec::new() }
    }

    /// A deduction about a position that does not end within four plies.
    pub fn new(position: Position) -> Deduction {
        let mut deduction = Deduction::idle();
        let root = Frame::new(position.canonical(), Opinion::default(), Stage::Weigh);
        // There is room for one.
        let _ = deduction.stack.push(root);
        deduction
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
        if let Stage::Ask(number) = parent.stage
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
                if let Some(child) = self.children.get_mut(usize::from(number)) {
                    child.opinion = witness.opinion(child.position)?;
                    self.stage = Stage::Judge(number + 1);
                } else {
                    // The likeliest loss first: one proves the position won.
                    let surest = |child: &Child| (-i32::from(child.opinion.lost), child.position);
                    sort_few(&mut self.children, surest);
                    self.stage = Stage::Ask(0);
                }
                Ok(Step::Further)
            }
            Stage::Ask(number) => self.ask(number, witness),
        }
    }

    /// Asks for a child's standing, or draws the conclusion after the last.
    fn ask<W: Witness>(&mut self, number: u8, witness: &mut W) -> Result<Step, ImageError> {
        let Some(child) = self.children.get_mut(usize::from(number)) else {
            return self.conclude(witness);
        };
        if child.standing.is_none() && place(child.position) < place(self.position) {
            child.standing = witness.recall(child.position);
            if child.standing.is_none() {
                return Ok(Step::Down(*child));
            }
        }
        if child.standing == Some(Standing::Lost) {
            return Ok(Step::Found(Standing::Won));
        }
        self.stage = Stage::Ask(number + 1);
        Ok(Step::Further)
    }

    fn conclude<W: Witness>(&mut self, witness: &mut W) -> Result<Step, ImageError> {
        let all = |wanted: fn(Option<Standing>) -> bool| {
            self.children.iter().all(|child| wanted(child.standing))
        };
        let all_known = all(|standing| standing.is_some());
        let lost = if all(|standing| standing == Some(Standing::Won)) {
            true
        } else if !all(|standing| standing != Some(Standing::Drawn)) {
            false
        } else {
            witness.is_lost(self.position, &Evidence::Family(self.inputs()))?
        };
        Ok(Step::Found(match (lost, all_known) {
            (true, _) => Standing::Lost,
            (false, true) => Standing::Drawn,
            (false, false) => Standing::NotLost,
        }))
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

    /// What the combiner sees: opinions on the position, counts, and the opinions on children
    /// that come later and on children that are not lost but not proven won, the likeliest first.
    fn inputs(&self) -> Inputs {
        let hands = |owner| -> u8 {
            let held = HandKind::ALL.map(|kind| self.position.hand(owner, kind));
            held.iter().sum()
        };
        let (mine, theirs) = (hands(Owner::Mine), hands(Owner::Theirs));
        let later = self.part(None);
        let unproven = self.part(Some(Standing::NotLost));
        let won = self.children.len() - later.count - unproven.count;
        let count = |count: usize| count as i32 * 256;
        let inputs = [
            i32::from(self.opinion.lost),
            i32::from(self.opinion.drawn),
            count(self.children.len()),
            count(usize::from(self.refuted)),
            count(usize::from(mine + theirs)),
            count(usize::from(mine)),
            count(later.count),
            count(unproven.count),
            count(won),
            later.not_lost,
            later.not_lost + later.won,
            unproven.won,
            unproven.not_lost,
            later.lost[0],
            later.lost[1],
            later.lost[2],
            later.lost[3],
            later.drawn[0],
            later.drawn[1],
            unproven.drawn[0],
            unproven.drawn[1],
            unproven.drawn[2],
            unproven.lost[0],
            unproven.lost[1],
        ];
        inputs.map(|input| input.clamp(LEAST, MOST) as i16)
    }

    fn part(&self, standing: Option<Standing>) -> Part {
        let mut part = Part {
            count: 0,
            not_lost: 0,
            won: 0,
            lost: [LEAST; 4],
            drawn: [LEAST; 4],
        };
        for child in &self.children {
            if child.standing != standing {
                continue;
            }
            let (lost, drawn) = (
                i32::from(child.opinion.lost),
                i32::from(child.opinion.drawn),
            );
            part.count += 1;
            part.not_lost -= one_more(lost);
            part.won -= one_more(drawn);
            insert(&mut part.lost, lost);
            insert(&mut part.drawn, drawn);
        }
        part
    }
}

/// Inputs are cut off at 16 bits below and 24 above.
const LEAST: i32 = -16 << 8;
const MOST: i32 = 24 << 8;

/// Some of the children.
struct Part {
    count: usize,
    /// The logarithm of the probability that none is lost, as if they were independent.
    not_lost: i32,
    /// The same that all are won, given that none is lost.
    won: i32,
    /// The greatest odds of a loss.
    lost: [i32; 4],
    /// The greatest odds of a draw.
    drawn: [i32; 4],
}

/// Puts a number in its place among the greatest so far.
fn insert(greatest: &mut [i32; 4], mut number: i32) {
    for place in greatest {
        if number > *place {
            core::mem::swap(place, &mut number);
        }
    }
}
