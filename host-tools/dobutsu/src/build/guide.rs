//! The reader's looks along lines, run on tables.

use std::task::Poll;

use dobutsu_core::database::ImageError;
use dobutsu_core::database::lines::Guide;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::Plan;
use dobutsu_core::game::{Position, Value};

use super::predictions::Predictions;

/// The tables as looks along lines ask them; whether a position is lost, the solved game says.
pub(crate) struct TableGuide<'a> {
    predictions: &'a Predictions<'a>,
    /// For wins and for delays.
    plans: [Option<Plan>; 2],
    flash: &'a [u8],
    /// The position asked about last, and its number.
    last: (Position, u32),
    /// Evaluations asked for.
    pub(crate) evaluations: u32,
    /// Questions asked whether a position is lost.
    pub(crate) questions: u32,
}

impl<'a> TableGuide<'a> {
    /// With the plans of the image.
    pub(crate) fn new(predictions: &'a Predictions<'a>) -> TableGuide<'a> {
        let plans = [Topic::QuickestWin, Topic::LongestDelay];
        TableGuide {
            predictions,
            plans: plans.map(|topic| predictions.database.plan(topic)),
            flash: predictions.database.flash(),
            last: (
                Position::START,
                predictions.solved.index().rank(Position::START),
            ),
            evaluations: 0,
            questions: 0,
        }
    }

    /// With the plan in these bytes, for whatever topic.
    pub(crate) fn with_plan(predictions: &'a Predictions<'a>, plan: &'a [u8]) -> TableGuide<'a> {
        TableGuide {
            plans: [Plan::read(&plan, 0); 2],
            flash: plan,
            ..TableGuide::new(predictions)
        }
    }

    fn number(&mut self, position: Position) -> u32 {
        if self.last.0 != position {
            self.last = (position, self.predictions.solved.index().rank(position));
        }
        self.last.1
    }

    fn value(&mut self, position: Position) -> Value {
        let number = self.number(position);
        self.predictions.solved.value_of(number)
    }
}

impl<'a> Guide for TableGuide<'a> {
    type Flash = &'a [u8];

    fn plan(&self, topic: Topic) -> Option<(Plan, &&'a [u8])> {
        let plan = self.plans[usize::from(topic == Topic::LongestDelay)];
        Some((plan?, &self.flash))
    }

    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError> {
        self.evaluations += 1;
        let number = self.number(position);
        self.predictions.score(topic, number, position)
    }

    fn is_open(&mut self, position: Position) -> bool {
        is_open(self.value(position))
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        Some(self.value(position)).filter(|&value| !is_open(value))
    }

    fn is_near(&mut self, position: Position, _: u8) -> Poll<bool> {
        Poll::Ready(self.value(position) == Value::Win(5))
    }

    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError> {
        self.questions += 1;
        Ok(Poll::Ready(matches!(self.value(position), Value::Loss(_))))
    }
}
