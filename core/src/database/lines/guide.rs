//! What a choice asks of its surroundings.

use core::task::Poll;

use super::memo::Memo;
use crate::database::flash::Flash;
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::database::plan::Plan;
use crate::game::{Position, Value};

/// What a choice asks of its surroundings: on the chip, networks and image; on the PC that builds
/// or checks an image, tables of both.
pub trait Guide {
    /// What holds the plans.
    type Flash: Flash;
    /// The plan for a topic, if there is one, and where it is read from.
    fn plan(&self, topic: Topic) -> Option<(&Plan, &Self::Flash)>;
    /// The memo of the choice.
    fn memo(&mut self) -> &mut Memo;
    /// How likely the network of a topic thinks it that an open position is the one to choose.
    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError>;
    /// Whether looking three plies ahead leaves a position open.
    fn is_open(&mut self, position: Position) -> bool;
    /// The value of a position, if it ends within four plies.
    fn look(&mut self, position: Position) -> Option<Value>;
    /// Whether a position that three plies leave open is won in five, by a look at its child with
    /// this number; pending if the next child has to be looked at.
    fn is_near(&mut self, position: Position, number: u8) -> Poll<bool>;
    /// Whether an open position is lost; asked again until it is known.
    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError>;

    /// What the plan's ranker after this many stages makes of what was seen.
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

/// A guide's answers, each paid for where the memo does not hold it.
pub(super) trait Paid: Guide {
    /// The score of an open position.
    fn paid_score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError> {
        if let Some(score) = self.memo().score(topic, position) {
            return Ok(score);
        }
        let score = self.score(topic, position)?;
        let memo = self.memo();
        memo.spend(memo.settings().evaluation);
        memo.remember_score(topic, position, score);
        Ok(score)
    }

    /// Whether a child of a lost or a won head is open.
    fn paid_open(&mut self, is_lost_head: bool, child: Position) -> bool {
        if is_lost_head {
            return self.is_open(child);
        }
        let memo = self.memo();
        memo.spend(memo.settings().look);
        self.look(child).is_none()
    }

    /// Whether a position is won in five plies, by its child with this number.
    fn paid_near(&mut self, position: Position, number: u8) -> Poll<bool> {
        if let Some(is_near) = self.memo().is_near(position) {
            return Poll::Ready(is_near);
        }
        let answer = self.is_near(position, number);
        if let Poll::Ready(is_near) = answer {
            let memo = self.memo();
            memo.spend(memo.settings().near);
            memo.remember_near(position, is_near);
        }
        answer
    }

    /// Whether an open position is lost.
    fn paid_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError> {
        if let Some(is_lost) = self.memo().is_lost(position) {
            return Ok(Poll::Ready(is_lost));
        }
        let answer = self.is_lost(position)?;
        if let Poll::Ready(is_lost) = answer {
            let memo = self.memo();
            memo.spend(memo.settings().question);
            memo.remember_lost(position, is_lost);
        }
        Ok(answer)
    }
}

impl<G: Guide> Paid for G {}
