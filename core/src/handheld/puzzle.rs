//! Puzzles: stored positions that are won in an exact number of plies, and the unfinished puzzle.
//!
//! The positions are stored because finding one among 121 million takes longer than a player waits.

use heapless::Vec;

use super::matches::{Match, MatchSlot, Mode, Task};
use crate::game::{After, Diagram, Move, Position};

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
pub struct Tally(pub(super) [u16; GOALS.len()]);

impl Tally {
    pub(super) const NONE: Tally = Tally([0; GOALS.len()]);

    /// The number of solved puzzles won in this many plies.
    pub fn solved(&self, plies: u8) -> u16 {
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

/// A puzzle that was begun and can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) start: Diagram,
    /// The length of the win.
    pub(super) plies: u8,
    /// Whether the solver was helped.
    pub(super) is_helped: bool,
    /// The moves so far.
    pub(super) moves: Vec<Move, LONGEST>,
}

impl Unfinished {
    /// The puzzle of a match, unless it is solved.
    pub(super) fn of(played: &Match) -> Option<Unfinished> {
        let Some(Task::WinIn(plies)) = played.task().filter(|_| !played.is_over()) else {
            return None;
        };
        Some(Unfinished {
            start: played.diagram_at(0),
            plies,
            is_helped: played.status.is_helped,
            // An unfinished puzzle has room for another move.
            moves: Vec::from_slice(played.game().moves()).ok()?,
        })
    }

    /// Whether the rules allow its moves, and another one after them.
    pub(super) fn is_sound(&self) -> bool {
        let mut at = self.start.position;
        let legal = self.moves.iter().all(|&mv| {
            let is_legal = at.ending().is_none() && at.is_legal(mv);
            match at.play(mv) {
                After::Position(next) if is_legal => {
                    at = next;
                    true
                }
                _ => false,
            }
        });
        GOALS.contains(&self.plies) && legal && at.ending().is_none()
    }

    /// Lays it out as it was left.
    pub(super) fn lay(&self, slot: &mut MatchSlot) {
        let (you, task) = (self.start.side, Task::WinIn(self.plies));
        let played = slot.lay(self.start, Mode::Puzzle { you, task });
        played.status.is_helped = self.is_helped;
        for &mv in &self.moves {
            // It is sound, so it can be played again.
            let _ = played.play(mv);
        }
    }
}
