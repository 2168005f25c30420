//! The moves that may be the best of a position.

use heapless::Vec;

use crate::game::{MAX_MOVES, Position};

/// A child position that may be the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position after the move, canonical.
    pub child: Position,
    /// The greater, the likelier it is the best, by all that was seen so far.
    pub score: i32,
    /// The same by the network alone.
    pub opinion: i16,
    /// The number of its [line](super::lines), if that is followed.
    pub(super) line: Option<u8>,
}

impl Candidate {
    /// A candidate of which nothing is known yet.
    pub const fn new(child: Position) -> Candidate {
        Candidate {
            child,
            score: 0,
            opinion: 0,
            line: None,
        }
    }
}

/// The candidates of one position, each child once.
pub type Candidates = Vec<Candidate, MAX_MOVES>;

/// Puts candidates in the order in which they are asked about.
pub fn sort_candidates(candidates: &mut Candidates) {
    candidates.sort_unstable_by_key(|candidate| (-candidate.score, candidate.child));
}
