//! Asking the database one question.
//!
//! What ends within four plies is found by looking. Of the other positions the image knows
//! whether they are lost, which move delays a loss longest, and which of the moves to a lost
//! position is quickest. Following these moves to the end gives the exact distance.

use super::answers::Question;
use super::combiner::combine;
use super::deduction::{Evidence, Opinion, Standing, Witness};
use super::features::rows;
use super::flash::Flash;
use super::image::{Edition, ImageError, ImageLayout};
use super::look::look_ahead;
use super::network::evaluate;
use super::odds::Topic;
use super::value_cache::ValueCache;
use crate::game::{Position, Value};

/// A database image that can be asked.
///
/// To ask it for more than single questions, hand it to an
/// [adviser](crate::player::DatabaseAdviser):
///
/// ```no_run
/// use dobutsu_core::database::{Database, ValueCache};
/// use dobutsu_core::game::{Position, Value};
/// use dobutsu_core::player::{Adviser, DatabaseAdviser, Need, Verdict};
///
/// let image = std::fs::read("image").unwrap();
/// let database = Database::open(&image[..]).unwrap();
/// let mut cache: ValueCache<1024> = ValueCache::new();
/// let mut adviser = DatabaseAdviser::new(database, &mut cache);
/// let advice = adviser.ask(Position::START, Need::Value).unwrap();
/// assert_eq!(advice.verdict(), Some(Verdict::Exact(Value::Loss(78))));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Database<F> {
    flash: F,
    layout: ImageLayout,
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
        Ok(Database { flash, layout })
    }

    /// The image's layout.
    pub const fn layout(&self) -> ImageLayout {
        self.layout
    }

    /// What it was built to know.
    pub const fn edition(&self) -> Edition {
        self.layout.edition()
    }

    /// What the network thinks of an open position.
    pub fn opinion(&self, position: Position) -> Result<Opinion, ImageError> {
        evaluate(&self.flash, self.layout.results(), &rows(position))
            .map(Opinion::new)
            .ok_or(ImageError::Truncated)
    }

    /// How likely it is thought that a child is the one to choose.
    ///
    /// An image without the network for it lets a loss be delayed by what the network for results
    /// thinks: where the other side is worst off.
    pub fn score(&self, topic: Topic, child: Position) -> Result<i32, ImageError> {
        let Some(at) = self.layout.chooser(topic) else {
            return self.opinion(child).map(|opinion| i32::from(opinion.lost));
        };
        evaluate(&self.flash, at, &rows(child))
            .map(|[score]| i32::from(score))
            .ok_or(ImageError::Truncated)
    }

    /// The question whether an open position is lost, as this evidence lets it be asked.
    pub fn loss_question(
        &self,
        position: Position,
        evidence: &Evidence,
    ) -> Result<Question, ImageError> {
        let odds = match evidence {
            Evidence::Alone(opinion) => i32::from(opinion.lost),
            Evidence::Family(inputs) => {
                combine(&self.flash, self.layout.combiner(), inputs).ok_or(ImageError::Truncated)?
            }
        };
        Ok(Question {
            topic: Topic::Loss,
            position,
            number: 0,
            odds,
        })
    }

    /// The stored answer to a question; where none is stored, the likeliest will do.
    pub fn ask(&self, question: &Question) -> Result<bool, ImageError> {
        let Some(answers) = self.layout.answers(question.topic) else {
            return Ok(true);
        };
        answers
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
    fn look(&mut self, position: Position) -> Option<Value> {
        look_ahead(position)
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        self.database.opinion(position)
    }

    fn recall(&mut self, position: Position) -> Option<Standing> {
        self.cache.recall_standing(position)
    }

    fn remember(&mut self, position: Position, standing: Standing) {
        self.cache.remember_standing(position, standing);
    }

    fn is_lost(&mut self, position: Position, evidence: &Evidence) -> Result<bool, ImageError> {
        let question = self.database.loss_question(position, evidence)?;
        self.database.ask(&question)
    }
}
