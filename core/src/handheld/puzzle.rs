//! Puzzles: stored positions that are won in an exact number of plies, the unfinished puzzle, and wins and draws
//! that the person missed in games against the device.
//!
//! The positions are stored because finding one among 121 million takes longer than a player waits.

use heapless::Vec;

use super::Worth;
use super::record::GAME_BYTES;
use crate::game::{Diagram, Position};

/// The lengths in plies of the wins that puzzles ask for, the easiest first.
pub const GOALS: [u8; 7] = [3, 5, 7, 9, 11, 15, 21];

/// The number of positions stored for each length.
pub const STORED: usize = 128;

/// The packed positions, eight bytes each, one length after the other. A test of the command writes them.
static POSITIONS: [u8; 8 * STORED * GOALS.len()] = *include_bytes!("puzzles.bin");

/// A puzzle won in this many plies, if that is one of [`GOALS`]: a position in which exactly one move wins. Up to
/// 15 plies that holds at every turn of the winner but the last. The other half of the numbers are the mirror
/// images.
pub fn stored_puzzle(plies: u8, number: u8) -> Option<Position> {
    let kind = GOALS.iter().position(|&goal| goal == plies)?;
    let place = kind * STORED + usize::from(number) % STORED;
    let (positions, _) = POSITIONS.as_chunks();
    let position = Position::unpack(u64::from_le_bytes(*positions.get(place)?)).ok()?;
    Some(match usize::from(number) < STORED {
        true => position,
        false => position.mirrored(),
    })
}

/// The number of puzzles of each length that were solved without help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally(pub(super) [u16; GOALS.len()]);

impl Tally {
    pub(super) const NONE: Tally = Tally([0; GOALS.len()]);

    /// The number of solved puzzles won in this many plies.
    pub(super) fn solved(&self, plies: u8) -> u16 {
        let place = GOALS.iter().position(|&goal| goal == plies);
        place.map_or(0, |place| self.0[place])
    }

    pub(super) fn add(&mut self, plies: u8) {
        if let Some(place) = GOALS.iter().position(|&goal| goal == plies) {
            self.0[place] = self.0[place].saturating_add(1);
        }
    }
}

/// The most plies of a puzzle.
pub(super) const LONGEST: usize = GOALS[GOALS.len() - 1] as usize;

pub(super) const PUZZLE_BYTES: usize = GAME_BYTES + LONGEST;

/// The puzzle that was begun and is not solved, as a game in a save record; empty if there is none.
pub(super) type Unfinished = Vec<u8, PUZZLE_BYTES>;

/// The number of missed wins and draws that are stored; a new one replaces the oldest.
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
    pub(super) const fn new() -> MissedChances {
        MissedChances(Vec::new())
    }

    pub(super) fn all(&self) -> &[Missed] {
        &self.0
    }

    /// Adds one; false if its position is there already.
    pub(super) fn add(&mut self, missed: Missed) -> bool {
        if self.0.iter().any(|known| known.start == missed.start) {
            return false;
        }
        if self.0.is_full() {
            self.0.remove(0);
        }
        self.0.push(missed).is_ok()
    }

    /// Removes the one that begins here.
    pub(super) fn remove(&mut self, start: Diagram) {
        self.0.retain(|missed| missed.start != start);
    }

    /// The one after the one that begins here, around the end; the first if none begins here.
    pub(super) fn after(&self, start: Option<Diagram>) -> Option<Missed> {
        let place = self.0.iter().position(|missed| Some(missed.start) == start);
        let next = place.map_or(0, |place| (place + 1) % self.0.len());
        self.0.get(next).copied()
    }
}
