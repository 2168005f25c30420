//! What has been found out about positions, in an overwrite table.

use super::deduction::Standing;
use super::odds::Topic;
use super::ribbon::mix;
use crate::game::{Position, Value};
use crate::table::OverwriteTable;

/// Values, standings and scores of positions asked before: neighbours' lines and families soon
/// meet.
///
/// The marks verify 56 bits of a key that is different for every position, so from 256 slots on
/// no answer is ever another position's. RAM: 16 bytes a slot, and 16 KB for scores, which come
/// in such numbers that they would overwrite what took longer to find.
#[derive(Clone, Debug, Default)]
pub struct ValueCache<const SLOTS: usize> {
    found: OverwriteTable<i16, SLOTS, u64>,
    scores: OverwriteTable<i16, SCORES, u64>,
}

/// Scores remembered: more than the lines of a few choices take.
const SCORES: usize = 1 << 10;

/// Numbers from here on are standings; no value has as many plies.
const STANDINGS: i16 = 1000;

impl<const SLOTS: usize> ValueCache<SLOTS> {
    /// Remembers nothing yet.
    pub const fn new() -> ValueCache<SLOTS> {
        ValueCache {
            found: OverwriteTable::new(),
            scores: OverwriteTable::new(),
        }
    }

    /// The value of a canonical position, if it was found before.
    pub(super) fn recall(&self, position: Position) -> Option<Value> {
        Value::from_plies(self.found.get(mix(position.pack()))?)
    }

    pub(super) fn remember(&mut self, position: Position, value: Value) {
        self.found.put(mix(position.pack()), value.plies());
    }

    /// The standing of a canonical position, if that or its value was found before.
    pub(super) fn recall_standing(&self, position: Position) -> Option<Standing> {
        let code = self.found.get(mix(position.pack()))?;
        match Value::from_plies(code) {
            Some(Value::Loss(_)) => Some(Standing::Lost),
            Some(Value::Win(_)) => Some(Standing::Won),
            Some(Value::Draw) => Some(Standing::Drawn),
            None => Standing::ALL
                .get(usize::from(code.wrapping_sub(STANDINGS) as u16))
                .copied(),
        }
    }

    pub(super) fn remember_standing(&mut self, position: Position, standing: Standing) {
        self.found
            .put(mix(position.pack()), STANDINGS + standing as i16);
    }

    /// The score of a canonical position by a network, if it was found before.
    pub(super) fn recall_score(&self, topic: Topic, position: Position) -> Option<i16> {
        self.scores.get(score_key(topic, position))
    }

    pub(super) fn remember_score(&mut self, topic: Topic, position: Position, score: i16) {
        self.scores.put(score_key(topic, position), score);
    }
}

/// Positions leave four bits free.
fn score_key(topic: Topic, position: Position) -> u64 {
    mix(position.pack() | (topic as u64) << 60)
}
