//! The third stage of a deduction: positions that are better or worse.

use core::task::Poll;

use super::{Root, Stage, Step};
use crate::database::candidates::sort_few;
use crate::database::deduction::{Relative, Relatives, Standing, Witness};
use crate::database::dominance::{Direction, STEPS, neighbour};
use crate::database::image::ImageError;
use crate::database::order::place;

impl Root {
    /// One step in asking about related positions.
    pub(super) fn relate<W: Witness>(
        &mut self,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        match self.stage {
            Stage::Relate(direction, number) => {
                if number == STEPS {
                    return Ok(self.turn(Stage::JudgeRelated(direction, 0)));
                }
                self.stage = Stage::Relate(direction, number + 1);
                if let Some(related) = neighbour(self.position, direction, number)
                    && !related.is_decided()
                    && place(related.canonical()) < self.place
                {
                    self.add(related, self.below(), all, witness)?;
                }
            }
            Stage::JudgeRelated(direction, number) => {
                let related = all.get_mut(self.below()..).unwrap_or_default();
                let Some(position) = related.get_mut(usize::from(number)) else {
                    sort_few(related, |related| {
                        (-hope(related, direction), related.position)
                    });
                    return Ok(self.turn(Stage::AskRelated(direction, 0)));
                };
                position.opinion = witness.opinion(position.position)?;
                self.stage = Stage::JudgeRelated(direction, number + 1);
                self.add_work(1);
            }
            Stage::AskRelated(direction, number) => {
                return self.ask_related(direction, number, all, witness);
            }
            _ => {}
        }
        Ok(Step::Further)
    }

    /// Finds the standing of a related position, and what follows from it.
    fn ask_related<W: Witness>(
        &mut self,
        direction: Direction,
        number: u8,
        all: &mut Relatives,
        witness: &mut W,
    ) -> Result<Step, ImageError> {
        let parameters = witness.parameters();
        let at = self.below() + usize::from(number);
        let related = all.get(at).copied().filter(|related| {
            let is_hopeful = hope(related, direction) >= i32::from(parameters.hope);
            // A standing that is there counts, even if finding it exceeded the limit.
            related.standing.is_some() || is_hopeful && self.work <= parameters.limit as u16
        });
        let Some(related) = related else {
            all.truncate(self.below());
            return Ok(self.turn(match direction {
                Direction::Worse => Stage::Relate(Direction::Better, 0),
                Direction::Better => Stage::CombineAgain,
            }));
        };
        let Poll::Ready(standing) = self.ask(at, all, witness)? else {
            return Ok(Step::Down(related));
        };
        let so_far = match (direction, standing) {
            (Direction::Better, Standing::Lost) => return Ok(self.conclude(Standing::Lost)),
            (Direction::Worse, Standing::Won) => return Ok(self.conclude(Standing::Won)),
            (Direction::Worse, Standing::Drawn | Standing::NotLost) => {
                let standing = self.not_lost(all);
                return Ok(self.conclude(standing));
            }
            (Direction::Better, _) => &mut self.before.better,
            (Direction::Worse, Standing::Lost) => &mut self.before.worse,
        };
        so_far.add(hope(&related, direction));
        Ok(self.turn(Stage::AskRelated(direction, number + 1)))
    }
}

/// The odds that a related position settles the matter.
fn hope(related: &Relative, direction: Direction) -> i32 {
    match direction {
        Direction::Worse => -i32::from(related.opinion.lost),
        Direction::Better => i32::from(related.opinion.lost),
    }
}
