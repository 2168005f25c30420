//! The moves that may be the best of a position, in the order in which they are asked about.

use heapless::Vec;

use super::answers::Question;
use super::odds::{Topic, first_of};
use crate::game::{MAX_MOVES, Position};

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
pub fn sort_candidates(candidates: &mut Candidates) {
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

impl Question {
    /// Asks whether the best of sorted candidates is the one with this number, given that none
    /// before it is; the last one needs no question.
    pub fn whether_best(
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
}
