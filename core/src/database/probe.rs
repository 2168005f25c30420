//! Asking the database: is it lost, which move is best, how long does it take.
//!
//! What ends within four plies is found by looking. Of the other positions the image knows
//! whether they are lost, which move delays a loss longest, and which of the moves to a lost
//! position is quickest. Following these moves to the end gives the exact distance.

use heapless::Vec;

use super::answers::Question;
use super::decision::{Decision, Extent};
use super::features::rows;
use super::flash::Flash;
use super::image::{ImageError, Layout};
use super::network::evaluate;
use super::odds::{Topic, first_of};
use crate::game::{MAX_MOVES, Move, Position};

/// A database image that can be asked.
#[derive(Clone, Copy, Debug)]
pub struct Database<F> {
    flash: F,
    layout: Layout,
}

/// A child position that may be the best, and the distance network's opinion of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position after the move, canonical.
    pub child: Position,
    /// The greater, the likelier it is the best.
    pub score: i32,
}

/// The candidates of one position, the likeliest first.
pub type Candidates = Vec<Candidate, MAX_MOVES>;

/// Puts candidates in the order in which they are asked about.
pub fn sort(candidates: &mut Candidates) {
    // Positions that are mirror images of each other are one candidate.
    candidates.sort_unstable_by_key(|candidate| (-candidate.score, candidate.child));
    let mut kept = 0;
    for number in 0..candidates.len() {
        let candidate = candidates[number];
        if kept == 0 || candidates[kept - 1] != candidate {
            candidates[kept] = candidate;
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

/// Whether the best of sorted candidates is the one with this number, none before it being it;
/// the last one needs no question.
pub fn is_it(
    topic: Topic,
    position: Position,
    candidates: &Candidates,
    number: usize,
) -> Option<Question> {
    let open = candidates.get(number..)?;
    if open.len() < 2 {
        return None;
    }
    let scores: Vec<i32, MAX_MOVES> = open.iter().map(|candidate| candidate.score).collect();
    Some(Question {
        topic,
        position: position.canonical(),
        number: number as u8,
        odds: first_of(&scores),
    })
}

impl<F: Flash> Database<F> {
    /// Opens an image, looking only at its header.
    pub fn open(flash: F) -> Result<Database<F>, ImageError> {
        let layout = Layout::read(&flash)?;
        Ok(Database { flash, layout })
    }

    /// The image's layout.
    pub const fn layout(&self) -> Layout {
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

    /// A best move: one that wins quickest, keeps a draw, or delays a loss longest; `None` if
    /// there is no move. A handful of questions, where exact distances take a walk.
    pub fn best_move(&self, position: Position) -> Result<Option<Move>, ImageError> {
        let mut decision = Decision::new(position, Extent::Move);
        while decision.step(self)?.is_pending() {}
        Ok(decision.best().first().copied())
    }
}
