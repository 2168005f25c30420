//! Asking the database: is it lost, which move is best, how long does it take.
//!
//! What ends within four plies is found by looking. Of the other positions the image knows
//! whether they are lost, which move delays a loss longest, and which of the moves to a lost
//! position is quickest. Following these moves to the end gives the exact distance.

use heapless::Vec;

use super::answers::Question;
use super::combiner::combine;
use super::decision::{Decision, Extent};
use super::deduction::{Evidence, Opinion, Standing, Witness};
use super::features::rows;
use super::flash::Flash;
use super::image::{ImageError, Layout};
use super::look::look_ahead;
use super::network::evaluate;
use super::odds::{Topic, first_of};
use super::walk::Memory;
use crate::game::{MAX_MOVES, Move, Position, Value};

/// A database image that can be asked.
#[derive(Clone, Copy, Debug)]
pub struct Database<F> {
    flash: F,
    layout: Layout,
}

/// A child position that may be the best, and a network's opinion of it.
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

    /// What the network thinks of an open position.
    pub fn opinion(&self, position: Position) -> Result<Opinion, ImageError> {
        evaluate(&self.flash, self.layout.results(), &rows(position))
            .map(Opinion::new)
            .ok_or(ImageError::Truncated)
    }

    /// How likely a network thinks it that a child is the one to choose.
    pub fn score(&self, topic: Topic, child: Position) -> Result<i32, ImageError> {
        evaluate(&self.flash, self.layout.chooser(topic), &rows(child))
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
            Evidence::Family(inputs) => combine(&self.flash, self.layout.combiner(), inputs)
                .ok_or(ImageError::Truncated)?,
        };
        Ok(Question {
            topic: Topic::Loss,
            position,
            number: 0,
            odds,
        })
    }

    /// The stored answer to a question.
    pub fn ask(&self, question: &Question) -> Result<bool, ImageError> {
        let answers = self.layout.answers(question.topic);
        answers
            .ask(&self.flash, question)
            .ok_or(ImageError::Truncated)
    }

    /// A best move: one that wins quickest, keeps a draw, or delays a loss longest; `None` if
    /// there is no move. A handful of questions, where exact distances take a walk.
    pub fn best_move(&self, position: Position) -> Result<Option<Move>, ImageError> {
        let mut memory = Memory::<256>::new();
        let mut decision = Decision::new(position, Extent::Move);
        while decision.step(self, &mut memory)?.is_pending() {}
        Ok(decision.best().first().copied())
    }
}

/// The networks and the image, and what has been found out before.
pub(super) struct ImageWitness<'a, F, const SLOTS: usize> {
    pub(super) database: &'a Database<F>,
    pub(super) memory: &'a mut Memory<SLOTS>,
}

impl<F: Flash, const SLOTS: usize> Witness for ImageWitness<'_, F, SLOTS> {
    fn look(&mut self, position: Position) -> Option<Value> {
        look_ahead(position)
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        self.database.opinion(position)
    }

    fn recall(&mut self, position: Position) -> Option<Standing> {
        self.memory.recall_standing(position)
    }

    fn remember(&mut self, position: Position, standing: Standing) {
        self.memory.remember_standing(position, standing);
    }

    fn is_lost(&mut self, position: Position, evidence: &Evidence) -> Result<bool, ImageError> {
        let question = self.database.loss_question(position, evidence)?;
        self.database.ask(&question)
    }
}
