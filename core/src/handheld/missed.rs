//! Wins and draws that the person missed in games against the device, as puzzles.

use heapless::Vec;

use super::turning::Worth;
use crate::game::Diagram;

/// How many are remembered; the oldest makes room.
pub(super) const MISSED: usize = 8;

/// A position in which a win or a draw was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    pub(super) start: Diagram,
    pub(super) worth: Worth,
}

/// The puzzles that are not solved yet, the oldest first, no position twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MissedChances(Vec<Missed, MISSED>);

impl MissedChances {
    /// None yet.
    pub(super) const fn new() -> MissedChances {
        MissedChances(Vec::new())
    }

    pub(super) fn all(&self) -> &[Missed] {
        &self.0
    }

    /// Remembers one; false if it is remembered already.
    pub(super) fn add(&mut self, missed: Missed) -> bool {
        if self.0.iter().any(|known| known.start == missed.start) {
            return false;
        }
        if self.0.is_full() {
            self.0.remove(0);
        }
        self.0.push(missed).is_ok()
    }

    /// Forgets the one that begins here: it was found.
    pub(super) fn remove(&mut self, start: Diagram) {
        self.0.retain(|missed| missed.start != start);
    }

    /// Another one than the one that begins here, if there is one: the next, around the end.
    pub(super) fn after(&self, start: Option<Diagram>) -> Option<Missed> {
        let place = self.0.iter().position(|missed| Some(missed.start) == start);
        let next = place.map_or(0, |place| (place + 1) % self.0.len());
        self.0.get(next).copied()
    }
}
