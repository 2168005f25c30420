//! The second stage of a deduction: each doubtful child is refined by its own children.

use core::task::Poll;

use super::{Root, Stage, Step, is_sure, sort_by_loss};
use crate::database::combiner::Combiner;
use crate::database::deduction::{Opinion, Relatives, Standing, Witness};
use crate::database::dominance::Direction;
use crate::database::evidence::{child, family};
use crate::database::image::ImageError;
use crate::game::{Value, safe_children};

impl Root {
    /// One step in refining the children.
    pub(super) fn refine<W: Witness>(
        &mut self,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let parameters = witness.parameters();
        match self.stage {
            Stage::Refine(number) => {
                let within_limit = self.work <= parameters.limit as u16;
                let child = self.children(all).get(usize::from(number)).copied();
                let Some(child) = child.filter(|_| within_limit) else {
                    let stage = match is_sure(self.before.odds.into(), parameters.related) {
                        true => Stage::CombineAgain,
                        false => Stage::Relate(Direction::Worse, 0),
                    };
                    return Ok(self.settle(all).unwrap_or_else(|| self.turn(stage)));
                };
                let odds = i32::from(child.opinion.lost).abs();
                let is_doubtful = match child.standing {
                    None => odds <= i32::from(parameters.plain),
                    Some(standing) => standing == Standing::NotLost,
                };
                self.stage = match is_doubtful {
                    true => Stage::ListBelow(number, 0),
                    false => Stage::Refine(number + 1),
                };
                self.refuted_below = 0;
                self.gap = false;
            }
            Stage::ListBelow(number, below) => {
                let child = self.child(number, all)?;
                let Some(grandchild) = safe_children(child.position).nth(usize::from(below)) else {
                    return Ok(self.turn(Stage::JudgeBelow(number, 0)));
                };
                self.stage = Stage::ListBelow(number, below + 1);
                match self.add(grandchild, self.below(), all, witness)? {
                    Some(Value::Loss(_)) => self.prove_won(number, all),
                    Some(_) => self.refuted_below += 1,
                    None if all.len() - self.below() > parameters.family as usize => {
                        self.leave(number, all);
                    }
                    None => {}
                }
            }
            Stage::JudgeBelow(number, below) => {
                let grandchildren = all.get_mut(self.below()..).unwrap_or_default();
                let Some(grandchild) = grandchildren.get_mut(usize::from(below)) else {
                    sort_by_loss(grandchildren);
                    return Ok(self.turn(Stage::AskBelow(number, 0)));
                };
                grandchild.opinion = witness.opinion(grandchild.position)?;
                self.stage = Stage::JudgeBelow(number, below + 1);
                self.add_work(1);
            }
            Stage::AskBelow(number, below) => {
                let at = self.below() + usize::from(below);
                let Some(grandchild) = all.get(at).copied() else {
                    return self.judge_child(number, all, witness);
                };
                let least = match self.gap {
                    true => parameters.likelier,
                    false => parameters.likely,
                };
                let is_likely = grandchild.opinion.lost >= least;
                let is_left_out =
                    !grandchild.comes_before || !is_likely || self.work > parameters.limit as u16;
                // A standing that is there counts, even if finding it exceeded the limit.
                if grandchild.standing.is_none() && is_left_out {
                    self.gap = true;
                    self.stage = Stage::AskBelow(number, below + 1);
                    return Ok(Step::Further);
                }
                match self.ask(at, all, witness)? {
                    Poll::Pending => return Ok(Step::Down(grandchild)),
                    Poll::Ready(Standing::Lost) => self.prove_won(number, all),
                    Poll::Ready(_) => self.stage = Stage::AskBelow(number, below + 1),
                }
            }
            _ => {}
        }
        Ok(Step::Further)
    }

    /// What follows for a child from its own children, and its combiner's opinion if nothing does.
    fn judge_child<W: Witness>(
        &mut self,
        number: u8,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let known = self.child(number, all)?;
        let grandchildren = all.get(self.below()..).unwrap_or_default();
        let any = |standing| grandchildren.iter().any(|child| child.standing == standing);
        let is_not_lost = known.standing.is_some();
        if !any(None) {
            let are_won = !any(Some(Standing::Drawn)) && !any(Some(Standing::NotLost));
            if are_won && !is_not_lost {
                // The child is lost.
                return Ok(self.conclude(Standing::Won));
            }
            if is_not_lost || any(Some(Standing::Drawn)) {
                self.child_mut(number, all)?.standing = Some(Standing::Drawn);
                let standing = self.not_lost(all);
                return Ok(self.conclude(standing));
            }
        }
        let inputs = family(
            known.position,
            known.opinion,
            self.refuted_below,
            grandchildren,
        );
        let inputs = child(inputs, is_not_lost, grandchildren);
        let outputs = witness.combine(Combiner::Child, known.position, &inputs)?;
        self.child_mut(number, all)?.opinion = Opinion::new(outputs.map(|odds| odds as i16));
        self.before.refined += 1;
        self.leave(number, all);
        Ok(Step::Further)
    }

    /// A child is proven won by one of its own.
    fn prove_won(&mut self, number: u8, all: &mut Relatives) {
        self.before.proven += 1;
        if let Ok(child) = self.child_mut(number, all) {
            child.standing = Some(Standing::Won);
        }
        self.leave(number, all);
    }

    /// Drops the children of this child and turns to the next.
    fn leave(&mut self, number: u8, all: &mut Relatives) {
        all.truncate(self.below());
        self.stage = Stage::Refine(number + 1);
    }
}
