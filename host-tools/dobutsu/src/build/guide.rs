//! The reader's choices, run on tables.

use std::task::Poll;

use dobutsu_core::database::ImageError;
use dobutsu_core::database::lines::{Guide, Memo};
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::plan::Plan;
use dobutsu_core::game::{Position, Value};

use super::predictions::Predictions;

/// The tables as a choice asks them; whether a position is lost is taken from the solved game.
pub(crate) struct TableGuide<'a> {
    predictions: &'a Predictions<'a>,
    /// For wins and for delays.
    plans: [Option<Plan>; 2],
    flash: &'a [u8],
    memo: Memo,
    /// The position asked about last, and its number.
    last: (Position, u32),
    /// What was asked for.
    pub(crate) counts: Counts,
}

/// How often something was asked of the tables.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Evaluations by a network.
    pub(crate) evaluations: u32,
    /// Questions whether a position is lost.
    pub(crate) questions: u32,
    /// Looks four plies ahead.
    pub(crate) looks: u32,
    /// Questions whether a position is won in five plies.
    pub(crate) nears: u32,
}

impl<'a> TableGuide<'a> {
    /// With the plans of the image.
    pub(crate) fn new(predictions: &'a Predictions<'a>) -> TableGuide<'a> {
        let plans = [Topic::QuickestWin, Topic::LongestDelay];
        TableGuide {
            predictions,
            plans: plans.map(|topic| predictions.database.plan(topic).copied()),
            flash: predictions.database.flash(),
            memo: Memo::new(),
            last: (
                Position::START,
                predictions.solved.index().rank(Position::START),
            ),
            counts: Counts::default(),
        }
    }

    /// With the plans in these bytes, for wins and then for delays.
    pub(crate) fn with_plans(predictions: &'a Predictions<'a>, plans: &'a [u8]) -> TableGuide<'a> {
        let wins = Plan::read(&plans, 0);
        let delays = wins.and_then(|wins| Plan::read(&plans, wins.bytes()));
        TableGuide {
            plans: [wins, delays],
            flash: plans,
            ..TableGuide::new(predictions)
        }
    }

    /// What the choice so far has cost, as its plan counts it.
    pub(crate) fn cost(&self) -> u32 {
        self.memo.cost()
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

    fn plan(&self, topic: Topic) -> Option<(&Plan, &&'a [u8])> {
        let plan = &self.plans[usize::from(topic == Topic::LongestDelay)];
        Some((plan.as_ref()?, &self.flash))
    }

    fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }

    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError> {
        self.counts.evaluations += 1;
        let number = self.number(position);
        self.predictions.score(topic, number, position)
    }

    fn is_open(&mut self, position: Position) -> bool {
        // Losses in four plies are beyond three.
        !matches!(self.value(position), Value::Win(1 | 3) | Value::Loss(2))
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        self.counts.looks += 1;
        Some(self.value(position)).filter(|&value| !is_open(value))
    }

    fn is_near(&mut self, position: Position, _: u8) -> Poll<bool> {
        self.counts.nears += 1;
        Poll::Ready(self.value(position) == Value::Win(5))
    }

    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError> {
        self.counts.questions += 1;
        Ok(Poll::Ready(matches!(self.value(position), Value::Loss(_))))
    }
}
