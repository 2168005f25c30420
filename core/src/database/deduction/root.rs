//! One position on the way down, and how far its own deduction has got.

mod refine;
mod related;

use core::task::Poll;

use super::super::candidates::sort_few;
use super::super::combiner::Combiner;
use super::super::dominance::Direction;
use super::super::evidence::{FamilyInputs, Refined, family};
use super::super::image::ImageError;
use super::super::order::place;
use super::{Deduced, Opinion, Relative, Relatives, Standing, Witness};
use crate::game::{Position, Value, safe_children};

/// A position whose standing is wanted.
///
/// Its relatives lie in one piece in the list of all: its children, and after them the children
/// of the child that is being refined, or the positions that are better or worse.
#[derive(Clone, Debug)]
pub(super) struct Root {
    position: Position,
    /// Its place in the order.
    place: u32,
    opinion: Opinion,
    stage: Stage,
    /// Where its relatives begin.
    first: u16,
    /// The relative whose standing it waits for.
    awaited: u16,
    /// How many open children it has, once all are listed.
    children: u8,
    /// Children that looking ahead shows won.
    refuted: u8,
    /// The same of the child that is being refined.
    refuted_below: u8,
    /// Whether a child of that one was left out.
    gap: bool,
    /// Evaluations without memory.
    work: u16,
    /// What was known before the children were refined.
    before: Refined,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Evaluate the position.
    Weigh,
    /// Look at the safe move with this number.
    List(u8),
    /// Evaluate this child, if it comes before.
    Judge(u8),
    /// Find the standing of this one, which is so likely lost that the others can wait.
    Try(u8),
    /// Find the standing of this one.
    Ask(u8),
    /// Evaluate this one, if it comes later.
    JudgeLater(u8),
    /// Ask the first combiner.
    Combine,
    /// Refine this child, if it needs that.
    Refine(u8),
    /// Look at the safe move with the second number of this child.
    ListBelow(u8, u8),
    /// Evaluate the grandchild with the second number.
    JudgeBelow(u8, u8),
    /// Find its standing.
    AskBelow(u8, u8),
    /// Look at the position that this step leads to.
    Relate(Direction, u8),
    /// Evaluate the related position with this number.
    JudgeRelated(Direction, u8),
    /// Find its standing.
    AskRelated(Direction, u8),
    /// Ask the second combiner.
    CombineAgain,
}

/// What came of a step.
pub(super) enum Step {
    Further,
    /// A relative's standing is needed.
    Down(Relative),
    Found(Deduced),
}

impl Root {
    /// A position and the network's opinion of it, if that is known, whose relatives will begin
    /// at `first`.
    pub(super) fn new(position: Position, opinion: Option<Opinion>, first: usize) -> Root {
        Root {
            position,
            place: place(position),
            opinion: opinion.unwrap_or_default(),
            stage: match opinion {
                Some(_) => Stage::List(0),
                None => Stage::Weigh,
            },
            first: first as u16,
            awaited: 0,
            children: 0,
            refuted: 0,
            refuted_below: 0,
            gap: false,
            work: 0,
            before: Refined::new(Default::default(), 0),
        }
    }

    pub(super) fn position(&self) -> Position {
        self.position
    }

    pub(super) fn first(&self) -> usize {
        usize::from(self.first)
    }

    /// Takes what was found out about the relative it waits for.
    pub(super) fn found(&mut self, relatives: &mut Relatives, deduced: Deduced) {
        if let Some(relative) = relatives.get_mut(usize::from(self.awaited)) {
            relative.standing = Some(deduced.standing);
        }
        self.add_work(deduced.work);
    }

    pub(super) fn step<W: Witness>(
        &mut self,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let parameters = witness.parameters();
        match self.stage {
            Stage::Weigh => {
                self.opinion = witness.opinion(self.position)?;
                self.stage = Stage::List(0);
            }
            Stage::List(0) if is_sure(self.opinion.lost.into(), parameters.sure) => {
                return self.ask_image(self.opinion.lost.into(), Standing::NotLost, witness);
            }
            Stage::List(number) => {
                let Some(child) = safe_children(self.position).nth(usize::from(number)) else {
                    self.children = (all.len() - self.first()) as u8;
                    return Ok(self.turn(Stage::Judge(0)));
                };
                self.stage = Stage::List(number + 1);
                match self.add(child, self.first(), all, witness)? {
                    Some(Value::Loss(_)) => return Ok(self.conclude(Standing::Won)),
                    Some(_) => self.refuted += 1,
                    None if all.len() - self.first() > parameters.family as usize => {
                        let odds = self.opinion.lost.into();
                        return self.ask_image(odds, Standing::NotLost, witness);
                    }
                    None => {}
                }
            }
            Stage::Judge(number) => {
                let Some(child) = self.children(all).get_mut(usize::from(number)) else {
                    // The likeliest loss first: one proves the position won.
                    sort_few(self.children(all), |child| {
                        let odds = i32::from(child.opinion.lost);
                        (!child.comes_before, -odds, child.position)
                    });
                    return Ok(self.turn(Stage::Ask(0)));
                };
                self.stage = Stage::Judge(number + 1);
                if child.comes_before {
                    child.opinion = witness.opinion(child.position)?;
                    if child.opinion.lost >= parameters.promising {
                        self.stage = Stage::Try(number);
                    }
                    self.add_work(1);
                }
            }
            Stage::Try(number) => {
                let next = Stage::Judge(number + 1);
                return self.ask_child(number, next, all, witness);
            }
            Stage::Ask(number) => match self.children(all).get(usize::from(number)) {
                Some(child) if child.comes_before => {
                    let next = Stage::Ask(number + 1);
                    return self.ask_child(number, next, all, witness);
                }
                // What the network predicts of the others is found out only now: most positions do
                // not need it.
                _ => {
                    return Ok(self
                        .settle(all)
                        .unwrap_or_else(|| self.turn(Stage::JudgeLater(number))));
                }
            },
            Stage::JudgeLater(number) => match self.children(all).get_mut(usize::from(number)) {
                Some(child) => {
                    child.opinion = witness.opinion(child.position)?;
                    self.stage = Stage::JudgeLater(number + 1);
                    self.add_work(1);
                }
                None => self.stage = Stage::Combine,
            },
            Stage::Combine => {
                let inputs = self.family(all);
                let [odds, _] = witness.combine(Combiner::First, self.position, &inputs)?;
                if is_sure(odds, parameters.refine) {
                    return self.ask_image(odds, self.not_lost(all), witness);
                }
                self.before = Refined::new(inputs, odds);
                sort_by_loss(self.children(all));
                self.stage = Stage::Refine(0);
            }
            Stage::Refine(_)
            | Stage::ListBelow(..)
            | Stage::JudgeBelow(..)
            | Stage::AskBelow(..) => {
                return self.refine(all, witness);
            }
            Stage::Relate(..) | Stage::JudgeRelated(..) | Stage::AskRelated(..) => {
                return self.relate(all, witness);
            }
            Stage::CombineAgain => {
                let inputs = self.before.second(self.family(all));
                let [odds, _] = witness.combine(Combiner::Second, self.position, &inputs)?;
                return self.ask_image(odds, self.not_lost(all), witness);
            }
        }
        Ok(Step::Further)
    }

    /// Finds the standing of a child that comes before; the next stage follows if it is not lost.
    fn ask_child<W: Witness>(
        &mut self,
        number: u8,
        next: Stage,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let child = self.child(number, all)?;
        if child.standing.is_none() && self.work > witness.parameters().limit as u16 {
            return Ok(self.turn(next));
        }
        let at = self.first() + usize::from(number);
        match self.ask(at, all, witness)? {
            Poll::Pending => Ok(Step::Down(child)),
            Poll::Ready(Standing::Lost) => Ok(self.conclude(Standing::Won)),
            Poll::Ready(_) => Ok(self.turn(next)),
        }
    }

    /// The standing of a relative; pending if it has to be found out first.
    fn ask<W: Witness>(
        &mut self,
        at: usize,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Poll<Standing>, ImageError> {
        let relative = all.get_mut(at).ok_or(ImageError::Contradiction)?;
        if let Some(standing) = relative.standing {
            return Ok(Poll::Ready(standing));
        }
        self.awaited = at as u16;
        let Some(deduced) = witness.recall(relative.position) else {
            return Ok(Poll::Pending);
        };
        self.found(all, deduced);
        Ok(Poll::Ready(deduced.standing))
    }

    /// Looks at a position, and adds it to the relatives from `from` on if it is open and not among
    /// them yet. Returns its value if it is not open.
    fn add<W: Witness>(
        &self,
        position: Position,
        from: usize,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Option<Value>, ImageError> {
        let position = position.canonical();
        let value = witness.look(position);
        let known = all.get(from..).unwrap_or_default();
        if value.is_none() && !known.iter().any(|known| known.position == position) {
            let relative = Relative {
                position,
                opinion: Opinion::default(),
                comes_before: place(position) < self.place,
                standing: None,
            };
            // Only an image that was not built so needs more room.
            all.push(relative).map_err(|_| ImageError::Contradiction)?;
        }
        Ok(value)
    }

    /// What follows from the children, if anything.
    fn settle(&self, all: &mut Relatives) -> Option<Step> {
        let children = self.children(all);
        let any = |standing| children.iter().any(|child| child.standing == standing);
        let is_drawn = any(Some(Standing::Drawn));
        let are_won = !any(None) && !any(Some(Standing::NotLost));
        match (is_drawn, are_won) {
            (true, _) => Some(self.conclude(self.not_lost(all))),
            (false, true) => Some(self.conclude(Standing::Lost)),
            (false, false) => None,
        }
    }

    /// The standing if the position is not lost, and no child that comes before is.
    fn not_lost(&self, all: &mut Relatives) -> Standing {
        let mut children = self.children(all).iter();
        match children.all(|child| child.standing.is_some()) {
            true => Standing::Drawn,
            false => Standing::NotLost,
        }
    }

    /// Asks the image; `otherwise` is the standing if the position is not lost.
    fn ask_image<W: Witness>(
        &self,
        odds: i32,
        otherwise: Standing,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let standing = match witness.is_lost(self.position, odds)? {
            true => Standing::Lost,
            false => otherwise,
        };
        Ok(self.conclude(standing))
    }

    fn conclude(&self, standing: Standing) -> Step {
        Step::Found(Deduced {
            standing,
            work: self.work,
        })
    }

    fn turn(&mut self, stage: Stage) -> Step {
        self.stage = stage;
        Step::Further
    }

    fn add_work(&mut self, work: u16) {
        self.work = self.work.saturating_add(work).min(Deduced::MOST_WORK);
    }

    fn family(&self, all: &mut Relatives) -> FamilyInputs {
        family(
            self.position,
            self.opinion,
            self.refuted,
            self.children(all),
        )
    }

    /// Where the children end, once all are listed.
    fn below(&self) -> usize {
        self.first() + usize::from(self.children)
    }

    fn children<'a>(&self, all: &'a mut Relatives) -> &'a mut [Relative] {
        all.get_mut(self.first()..self.below()).unwrap_or_default()
    }

    fn child(&self, number: u8, all: &mut Relatives) -> Result<Relative, ImageError> {
        self.child_mut(number, all).copied()
    }

    fn child_mut<'a>(
        &self,
        number: u8,
        all: &'a mut Relatives,
    ) -> Result<&'a mut Relative, ImageError> {
        let child = self.children(all).get_mut(usize::from(number));
        child.ok_or(ImageError::Contradiction)
    }
}

/// Whether odds are at least this, either way.
fn is_sure(odds: i32, least: i16) -> bool {
    odds.abs() >= i32::from(least)
}

/// Puts the likeliest loss first.
fn sort_by_loss(relatives: &mut [Relative]) {
    sort_few(relatives, |relative| {
        (-i32::from(relative.opinion.lost), relative.position)
    });
}
