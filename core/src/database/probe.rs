//! Asking the database one question.
//!
//! What ends within four plies is found by looking. Of the other positions the image knows
//! whether they are lost, which move delays a loss longest, and which of the moves to a lost
//! position is quickest. Following these moves to the end gives the exact distance.

use core::task::Poll;

use super::answers::Question;
use super::combiner::Combiner;
use super::deduction::{Deduced, Deduction, Opinion, Standing, Witness};
use super::features::rows;
use super::flash::Flash;
use super::image::{ImageError, ImageLayout};
use super::lines::{Guide, Memo};
use super::look::{ThreePlies, look_ahead, three_plies};
use super::network::evaluate;
use super::odds::Topic;
use super::parameters::Parameters;
use super::plan::Plan;
use super::value_cache::ValueCache;
use crate::game::{Position, Value, safe_children};

/// A database image that can be asked.
///
/// To ask it for more than single questions, hand it to an
/// [adviser](crate::player::DatabaseAdviser):
///
/// ```no_run
/// use dobutsu_core::database::{Database, Workspace};
/// use dobutsu_core::game::{Position, Value};
/// use dobutsu_core::player::{Adviser, DatabaseAdviser, Need, Verdict};
///
/// let image = std::fs::read("image").unwrap();
/// let database = Database::open(&image[..]).unwrap();
/// let mut workspace: Workspace<1024> = Workspace::new();
/// let mut adviser = DatabaseAdviser::new(database, &mut workspace);
/// let advice = adviser.ask(Position::START, Need::Value).unwrap();
/// assert_eq!(advice.verdict(), Some(Verdict::Exact(Value::Loss(78))));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Database<F> {
    flash: F,
    layout: ImageLayout,
    parameters: Parameters,
    /// For wins and for delays.
    plans: [Option<Plan>; 2],
}

impl<F: Flash> Database<F> {
    /// Opens an image, looking only at its header.
    ///
    /// ```
    /// use dobutsu_core::database::{Database, ImageError};
    ///
    /// let erased = [0xFF; 4096];
    /// assert_eq!(Database::open(&erased[..]).err(), Some(ImageError::Missing));
    /// ```
    pub fn open(flash: F) -> Result<Database<F>, ImageError> {
        let layout = ImageLayout::read(&flash)?;
        let mut plans = [None; 2];
        let topics = [Topic::QuickestWin, Topic::LongestDelay];
        for (plan, topic) in plans.iter_mut().zip(topics) {
            if let Some((at, len)) = layout.plan(topic) {
                let read = Plan::read(&flash, at).filter(|plan| plan.bytes() == len);
                *plan = Some(read.ok_or(ImageError::Header)?);
            }
        }
        let parameters = Parameters::read(&flash, layout.parameters());
        Ok(Database {
            parameters: parameters.ok_or(ImageError::Truncated)?,
            flash,
            layout,
            plans,
        })
    }

    /// The image's layout.
    pub const fn layout(&self) -> ImageLayout {
        self.layout
    }

    /// What the network thinks of an open position.
    pub fn opinion(&self, position: Position) -> Result<Opinion, ImageError> {
        evaluate(
            &self.flash,
            self.layout.network(Topic::Loss),
            &rows(position),
        )
        .map(Opinion::new)
        .ok_or(ImageError::Truncated)
    }

    /// How likely it is thought that a child is the one to choose.
    pub fn score(&self, topic: Topic, child: Position) -> Result<i16, ImageError> {
        evaluate(&self.flash, self.layout.network(topic), &rows(child))
            .map(|[score, _]| score)
            .ok_or(ImageError::Truncated)
    }

    /// The plan for choices of this topic, if there is one.
    pub const fn plan(&self, topic: Topic) -> Option<&Plan> {
        match topic {
            Topic::Loss => None,
            Topic::QuickestWin => self.plans[0].as_ref(),
            Topic::LongestDelay => self.plans[1].as_ref(),
        }
    }

    /// The image's bytes.
    pub const fn flash(&self) -> &F {
        &self.flash
    }

    /// The settings of its deductions.
    pub const fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The outputs of a combiner.
    pub fn combine(&self, combiner: Combiner, inputs: &[i16]) -> Result<[i32; 2], ImageError> {
        let at = self.layout.combiners() + combiner.start();
        combiner
            .weigh(&self.flash, at, inputs)
            .ok_or(ImageError::Truncated)
    }

    /// The stored answer to a question.
    pub fn ask(&self, question: &Question) -> Result<bool, ImageError> {
        self.layout
            .answers(question.topic)
            .ask(&self.flash, question)
            .ok_or(ImageError::Truncated)
    }
}

/// The networks and the image, and what has been found out before.
pub struct ImageWitness<'a, F, const SLOTS: usize> {
    /// The image.
    pub database: &'a Database<F>,
    /// What has been found out.
    pub cache: &'a mut ValueCache<SLOTS>,
}

impl<F: Flash, const SLOTS: usize> Witness for ImageWitness<'_, F, SLOTS> {
    fn parameters(&self) -> Parameters {
        self.database.parameters
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        look_ahead(position)
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        if let Some(opinion) = self.cache.recall_opinion(position) {
            return Ok(opinion);
        }
        let opinion = self.database.opinion(position)?;
        self.cache.remember_opinion(position, opinion);
        Ok(opinion)
    }

    fn recall(&mut self, position: Position) -> Option<Deduced> {
        self.cache.recall_deduced(position)
    }

    fn remember(&mut self, position: Position, deduced: Deduced) {
        self.cache.remember_deduced(position, deduced);
    }

    fn combine(
        &mut self,
        combiner: Combiner,
        _: Position,
        inputs: &[i16],
    ) -> Result<[i32; 2], ImageError> {
        self.database.combine(combiner, inputs)
    }

    fn is_lost(&mut self, position: Position, odds: i32) -> Result<bool, ImageError> {
        self.database.ask(&Question::loss(position, odds))
    }
}

/// The same for a choice: with its memo, and the deduction that is under way, if there is one.
pub struct ImageGuide<'a, F, const SLOTS: usize> {
    /// The image.
    pub database: &'a Database<F>,
    /// What has been found out.
    pub cache: &'a mut ValueCache<SLOTS>,
    /// What the choice has found out.
    pub memo: &'a mut Memo,
    /// Whether the position that was asked about last is lost.
    pub deduction: &'a mut Deduction,
}

impl<F: Flash, const SLOTS: usize> ImageGuide<'_, F, SLOTS> {
    /// Goes on with the deduction.
    pub(super) fn standing(&mut self) -> Result<Poll<Standing>, ImageError> {
        self.deduction.step(&mut ImageWitness {
            database: self.database,
            cache: self.cache,
        })
    }
}

impl<F: Flash, const SLOTS: usize> Guide for ImageGuide<'_, F, SLOTS> {
    type Flash = F;

    fn plan(&self, topic: Topic) -> Option<(&Plan, &F)> {
        Some((self.database.plan(topic)?, &self.database.flash))
    }

    fn memo(&mut self) -> &mut Memo {
        self.memo
    }

    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError> {
        if let Some(score) = self.cache.recall_score(topic, position) {
            return Ok(score);
        }
        let score = self.database.score(topic, position)?;
        self.cache.remember_score(topic, position, score);
        Ok(score)
    }

    fn is_open(&mut self, position: Position) -> bool {
        three_plies(position) == ThreePlies::Open
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        look_ahead(position)
    }

    fn is_near(&mut self, position: Position, number: u8) -> Poll<bool> {
        match safe_children(position).nth(usize::from(number)) {
            None => Poll::Ready(false),
            Some(child) if matches!(look_ahead(child), Some(Value::Loss(_))) => Poll::Ready(true),
            Some(_) => Poll::Pending,
        }
    }

    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError> {
        if self.deduction.depth() == 0 {
            if let Some(is_lost) = self.cache.recall_lost(position) {
                return Ok(Poll::Ready(is_lost));
            }
            self.deduction.begin(position);
        }
        let standing = self.standing()?;
        Ok(standing.map(|standing| standing == Standing::Lost))
    }
}
