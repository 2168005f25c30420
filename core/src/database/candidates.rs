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
    sort_few(candidates, |candidate| (-candidate.score, candidate.child));
}

/// Puts a few things in the order of their keys, by insertion: core's sorts are made for many, and
/// each kind of thing would take some kilobytes of the chip's flash.
pub(crate) fn sort_few<T, K: Ord>(things: &mut [T], key: impl Fn(&T) -> K) {
    for sorted in 1..things.len() {
        let mut place = sorted;
        while let Some([before, this]) = place.checked_sub(1).and_then(|at| things.get(at..=place))
            && key(this) < key(before)
        {
            things.swap(place - 1, place);
            place -= 1;
        }
    }
}
