//! What a scan of lines asks of the world.

use core::task::Poll;

use crate::database::flash::Flash;
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::database::plan::{Plan, Stage};
use crate::game::{Position, Value};

/// What the question whether a position is lost costs, in evaluations.
pub const LOSS_COST: u16 = 8;

/// What a scan of lines asks of the world: on the chip, networks and image; on the PC that builds
/// or checks an image, tables of both.
pub trait Guide {
    /// What holds the plans.
    type Flash: Flash;
    /// The plan for a topic, if there is one, and where it is read from.
    fn plan(&self, topic: Topic) -> Option<(Plan, &Self::Flash)>;
    /// How likely the network of a topic thinks it that an open position is the one to choose.
    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError>;
    /// Whether looking three plies ahead leaves a position open.
    fn is_open(&mut self, position: Position) -> bool;
    /// The value of a position, if it ends within four plies.
    fn look(&mut self, position: Position) -> Option<Value>;
    /// Whether a position that three plies leave open is won in five, by a look at its child with
    /// this number, if that tells.
    fn is_near(&mut self, position: Position, number: u8) -> Poll<bool>;
    /// Whether an open position is lost; asked again until it is known.
    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError>;

    /// How many stages the plan for a topic has; `None` without a plan.
    fn stages(&self, topic: Topic) -> Option<usize> {
        self.plan(topic).map(|(plan, _)| plan.stages())
    }

    /// A stage of that plan.
    fn stage(&self, topic: Topic, number: usize) -> Result<Stage, ImageError> {
        let stage = self.plan(topic);
        stage
            .and_then(|(plan, flash)| plan.stage(flash, number))
            .ok_or(ImageError::Truncated)
    }

    /// What the plan's ranker after so many stages makes of what was seen.
    fn rank(&self, topic: Topic, after: usize, seen: &[i16]) -> Result<i32, ImageError> {
        let rank = self.plan(topic);
        rank.and_then(|(plan, flash)| plan.rank(flash, after, seen))
            .ok_or(ImageError::Truncated)
    }

    /// The odds that the plan's asker gives.
    fn odds(&self, topic: Topic, seen: &[i16]) -> Result<i32, ImageError> {
        let odds = self.plan(topic);
        odds.and_then(|(plan, flash)| plan.odds(flash, seen))
            .ok_or(ImageError::Truncated)
    }
}
