//! Scores, plain evaluations in the middle and proven ends at both edges, and the result of a search.

use crate::game::{Move, Value};
use crate::table::Entry;

/// The score of a position in a search, for the side to move.
///
/// A win in n plies is `WIN` − n, a loss the negative of that. Scores from −`MAX_EVALUATION` to `MAX_EVALUATION` are
/// evaluations. A score fits the ten bits of a table [`Entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub(super) i16);

impl Score {
    /// A win in no plies: greater than any score that arises.
    pub(crate) const WIN: Score = Score(Entry::MAX_SCORE);
    /// The largest evaluation. Ends up to 200 plies away are greater; the longest win takes 173.
    pub(crate) const MAX_EVALUATION: i16 = 300;

    pub(super) const fn win_at(ply: usize) -> Score {
        Score(Self::WIN.0 - ply as i16)
    }

    pub(super) const fn loss_at(ply: usize) -> Score {
        Score(-Self::win_at(ply).0)
    }

    pub(super) const fn negated(self) -> Score {
        Score(-self.0)
    }

    /// The bound for a score before an error of these points is added.
    pub(super) fn less(self, points: i16) -> Score {
        Score((self.0 - points).clamp(-Self::WIN.0, Self::WIN.0))
    }

    /// The evaluation with this error added; a proven end stays.
    pub(super) fn mistaken(self, points: i16) -> Score {
        match self.value() {
            Some(_) => self,
            None => Score((self.0 + points).clamp(-Self::MAX_EVALUATION, Self::MAX_EVALUATION)),
        }
    }

    /// The evaluation as a plain number; large in size for a proven end.
    pub const fn points(self) -> i16 {
        self.0
    }

    /// The end this score stands for; `None` for an evaluation.
    ///
    /// The result is certain. The distance is exact if it is within the horizon of the search
    /// that found it, and otherwise an upper bound.
    pub fn value(self) -> Option<Value> {
        let plies = (Self::WIN.0 - self.0.abs()) as u8;
        if self.0.abs() <= Self::MAX_EVALUATION {
            None
        } else if self.0 > 0 {
            Some(Value::Win(plies))
        } else {
            Some(Value::Loss(plies))
        }
    }

    /// From distances counted at a node `ply` plies below the root to distances at the root.
    pub(super) fn counted_from_root(self, ply: usize) -> Score {
        self.shifted(-(ply as i16))
    }

    /// From distances counted at the root to distances at a node `ply` plies below it.
    pub(super) fn counted_from_node(self, ply: usize) -> Score {
        self.shifted(ply as i16)
    }

    fn shifted(self, by: i16) -> Score {
        match self.value() {
            None => self,
            Some(_) => Score(self.0 + by * self.0.signum()),
        }
    }
}

/// The result of a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best move so far. There is one before the first step; `None` only if the game is over.
    pub best: Option<Move>,
    /// Its score at the last depth completed.
    pub score: Score,
    /// The last depth completed.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
}

impl Report {
    /// The exact value of the position, if the search has proved it.
    pub fn value(&self) -> Option<Value> {
        // An end further away came from a deeper entry of the table: there may be a nearer one.
        self.score
            .value()
            .filter(|value| value.plies().unsigned_abs() <= u16::from(self.depth) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_distinguished_from_evaluations() {
        assert_eq!(Score(Score::MAX_EVALUATION).value(), None);
        assert_eq!(Score(-Score::MAX_EVALUATION).value(), None);
        assert_eq!(Score::win_at(173).value(), Some(Value::Win(173)));
        assert_eq!(Score::loss_at(172).value(), Some(Value::Loss(172)));
        assert!(Score::win_at(1) > Score::win_at(3) && Score::loss_at(2) < Score::loss_at(4));
    }

    #[test]
    fn distances_move_with_the_node() {
        for ply in 0..24 {
            assert_eq!(
                Score::win_at(ply + 5).counted_from_node(ply),
                Score::win_at(5)
            );
            assert_eq!(
                Score::loss_at(4).counted_from_root(ply),
                Score::loss_at(ply + 4)
            );
            assert_eq!(Score(17).counted_from_root(ply), Score(17));
        }
    }
}
