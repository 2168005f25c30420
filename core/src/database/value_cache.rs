//! What has been found out about positions, in an overwrite table.

use super::deduction::{Deduced, Opinion, Standing};
use super::odds::Topic;
use super::ribbon::mix;
use crate::game::{Position, Value};
use crate::table::OverwriteTable;

/// Values, standings, opinions and scores of positions asked before: the lines and families of
/// neighbours soon meet.
///
/// The marks verify 56 bits of a key that is different for every position, so from 256 slots on
/// no answer is ever another position's. RAM: 12 bytes a slot, and 6 KB for scores, which come
/// in such numbers that they would overwrite what took longer to find.
#[derive(Clone, Debug, Default)]
pub struct ValueCache<const SLOTS: usize> {
    found: OverwriteTable<i16, SLOTS, [u32; 2]>,
    /// One number of a chooser, or both of an opinion.
    scores: OverwriteTable<[i16; 2], SCORES, [u32; 2]>,
}

/// Scores remembered: more than the lines of a few choices take.
const SCORES: usize = 1 << 9;

/// What is kept of a position, in the four bits that its eight bytes leave free.
const VALUE: u64 = 0;
const STANDING: u64 = 1;

impl<const SLOTS: usize> ValueCache<SLOTS> {
    /// Remembers nothing yet.
    pub const fn new() -> ValueCache<SLOTS> {
        ValueCache {
            found: OverwriteTable::new(),
            scores: OverwriteTable::new(),
        }
    }

    /// The value of a canonical position, if it was found before.
    pub(crate) fn recall(&self, position: Position) -> Option<Value> {
        Value::from_plies(self.found.get(key(VALUE, position))?)
    }

    pub(super) fn remember(&mut self, position: Position, value: Value) {
        self.found.put(key(VALUE, position), value.plies());
    }

    /// What was deduced about a canonical position before.
    ///
    /// Not from its value: a deduction may know no more than that a position is not lost, and what
    /// it asks the image next depends on that.
    pub(super) fn recall_deduced(&self, position: Position) -> Option<Deduced> {
        let code = self.found.get(key(STANDING, position))?;
        Some(Deduced::from_code(code.cast_unsigned()))
    }

    pub(super) fn remember_deduced(&mut self, position: Position, deduced: Deduced) {
        let code = deduced.code().cast_signed();
        self.found.put(key(STANDING, position), code);
    }

    /// Whether a canonical position is lost, if its value or standing was found before.
    pub(super) fn recall_lost(&self, position: Position) -> Option<bool> {
        match self.recall(position) {
            Some(value) => Some(matches!(value, Value::Loss(_))),
            None => Some(self.recall_deduced(position)?.standing == Standing::Lost),
        }
    }

    /// The score of a canonical position by a network, if it was found before.
    pub(super) fn recall_score(&self, topic: Topic, position: Position) -> Option<i16> {
        let [score, _] = self.scores.get(key(topic as u64, position))?;
        Some(score)
    }

    pub(super) fn remember_score(&mut self, topic: Topic, position: Position, score: i16) {
        self.scores.put(key(topic as u64, position), [score, 0]);
    }

    /// The opinion on a canonical position, if it was found before.
    pub(super) fn recall_opinion(&self, position: Position) -> Option<Opinion> {
        let [lost, drawn] = self.scores.get(key(Topic::Loss as u64, position))?;
        Some(Opinion { lost, drawn })
    }

    pub(super) fn remember_opinion(&mut self, position: Position, opinion: Opinion) {
        let numbers = [opinion.lost, opinion.drawn];
        self.scores.put(key(Topic::Loss as u64, position), numbers);
    }
}

fn key(what: u64, position: Position) -> u64 {
    mix(position.pack() | what << 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_no_standing_but_says_whether_it_is_a_loss() {
        let mut cache = ValueCache::<256>::new();
        let position = Position::START;
        assert_eq!(cache.recall_lost(position), None);
        let deduced = Deduced {
            standing: Standing::NotLost,
            work: Deduced::MOST_WORK,
        };
        cache.remember_deduced(position, deduced);
        cache.remember(position, Value::Win(7));
        assert_eq!(cache.recall_lost(position), Some(false));
        // Were it `Won`, the image would be asked another question than was built in.
        let found = cache.recall_deduced(position);
        assert!(found.is_none_or(|found| found == deduced));
        cache.remember(position, Value::Loss(8));
        assert_eq!(cache.recall_lost(position), Some(true));
        assert_eq!(cache.recall(position), Some(Value::Loss(8)));
    }
}
