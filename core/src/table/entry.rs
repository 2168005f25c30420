//! The result of a search of a position, in one word.

use super::overwrite::Stored;

/// Which side of the true score a stored score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least this (the search failed high).
    AtLeast,
    /// The true score is at most this (the search failed low).
    AtMost,
}

/// A search result: score, bound, draft and best move.
///
/// Packed into 32 bits, so that a slot with its mark is two words:
///
/// | bits | field | range |
/// |-----:|-------|-------|
/// |   10 | score | −511 to 511 |
/// |    6 | draft | 0 to 63 plies searched below the position |
/// |    2 | bound | |
/// |    8 | best move | a byte the table does not interpret |
/// |    6 | unused | 0 |
///
/// ```
/// use dobutsu_core::table::{Bound, Entry};
///
/// let entry = Entry::new(-420, 12, Bound::AtMost, 7);
/// assert_eq!((entry.score(), entry.draft(), entry.bound()), (-420, 12, Bound::AtMost));
/// assert_eq!(entry.best(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u32);

impl Stored for Entry {
    const EMPTY: Self = Entry(0);
}

const SCORE_BIAS: i32 = 512;

impl Entry {
    /// The largest score that can be kept, either way.
    pub(crate) const MAX_SCORE: i16 = 511;
    /// The largest draft that can be kept.
    pub(crate) const MAX_DRAFT: u8 = 63;

    /// Packs a result; score and draft are clamped to their ranges.
    pub fn new(score: i16, draft: u8, bound: Bound, best: u8) -> Self {
        let score = (score.clamp(-Self::MAX_SCORE, Self::MAX_SCORE) as i32 + SCORE_BIAS) as u32;
        let draft = draft.min(Self::MAX_DRAFT) as u32;
        let bound = match bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        Entry(score << 22 | draft << 16 | bound << 14 | (best as u32) << 6)
    }

    /// The score, from the side to move.
    pub fn score(self) -> i16 {
        ((self.0 >> 22) as i32 - SCORE_BIAS) as i16
    }

    /// Plies searched below the position.
    pub fn draft(self) -> u8 {
        (self.0 >> 16) as u8 & Self::MAX_DRAFT
    }

    /// Which side of the true score the score is on.
    pub fn bound(self) -> Bound {
        match self.0 >> 14 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    /// The byte kept for the best move.
    pub fn best(self) -> u8 {
        (self.0 >> 6) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fields_come_back(
            score in -511i16..=511, draft in 0u8..64, which in 0usize..3, best: u8,
        ) {
            let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][which];
            let entry = Entry::new(score, draft, bound, best);
            prop_assert_eq!(entry.score(), score);
            prop_assert_eq!(entry.draft(), draft);
            prop_assert_eq!(entry.bound(), bound);
            prop_assert_eq!(entry.best(), best);
        }

        #[test]
        fn out_of_range_is_clamped(score: i16, draft: u8) {
            let entry = Entry::new(score, draft, Bound::Exact, 0);
            prop_assert_eq!(entry.score(), score.clamp(-511, 511));
            prop_assert_eq!(entry.draft(), draft.min(63));
        }
    }
}
