//! Asking the database one question.
//!
//! What ends within four plies is found by looking. Of the other positions the image knows
//! whether they are lost, which move delays a loss longest, and which of the moves to a lost
//! position is quickest. Following these moves to the end gives the exact distance.

use super::answers::Question;
use super::features::rows;
use super::flash::Flash;
use super::image::{ImageError, ImageLayout};
use super::network::evaluate;
use super::odds::Topic;
use crate::game::Position;

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

    /// The odds that a position is lost, by the network alone.
    pub fn loss_odds(&self, position: Position) -> Result<i32, ImageError> {
        let [at, _] = self.layout.networks();
        evaluate(&self.flash, at, &rows(position))
            .map(i32::from)
            .ok_or(ImageError::Truncated)
    }

    /// How long the network thinks the end is away.
    pub fn length(&self, position: Position) -> Result<i32, ImageError> {
        let [_, at] = self.layout.networks();
        evaluate(&self.flash, at, &rows(position))
            .map(i32::from)
            .ok_or(ImageError::Truncated)
    }

    /// The stored answer to a question.
    pub fn ask(&self, question: &Question) -> Result<bool, ImageError> {
        let answers = self.layout.answers();
        answers
            .ask(&self.flash, question)
            .ok_or(ImageError::Truncated)
    }

    /// Whether a position that does not end within four plies is lost.
    pub fn is_lost_later(&self, position: Position) -> Result<bool, ImageError> {
        self.ask(&Question {
            topic: Topic::Loss,
            position: position.canonical(),
            number: 0,
            odds: self.loss_odds(position)?,
        })
    }
}
