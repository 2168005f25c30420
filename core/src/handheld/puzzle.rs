//! Puzzles: positions won in an exact number of plies, how many were solved, and the unfinished one.
//!
//! The positions are stored: to find one among 121 million takes longer than a player waits.

use heapless::Vec;

use super::matches::{Match, MatchSlot, Mode, Task};
use crate::game::{After, Diagram, Move, Position};

/// How many plies the wins of the puzzles take, the easiest first.
pub const GOALS: [u8; 7] = [3, 5, 7, 9, 11, 15, 21];

/// How many positions are stored for each kind.
pub const STORED: usize = 128;

/// The packed positions, eight bytes each, one kind after the other. A test of the command writes them.
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

/// How many puzzles of each kind were solved without help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tally([u16; GOALS.len()]);

impl Tally {
    pub(super) const NONE: Tally = Tally([0; GOALS.len()]);

    /// How many of each kind, as they are kept.
    pub(super) const fn from_counts(counts: [u16; GOALS.len()]) -> Tally {
        Tally(counts)
    }

    pub(super) const fn counts(self) -> [u16; GOALS.len()] {
        self.0
    }

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

/// A puzzle that was begun: enough to carry on, whatever else was on the board meanwhile. The
/// rules let it come to this, and on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    start: Diagram,
    /// How many plies the win takes.
    plies: u8,
    /// Whether it was helped along.
    is_helped: bool,
    moves: Vec<Move, LONGEST>,
}

impl Unfinished {
    /// A puzzle from a record; `None` if it is invalid.
    pub(super) fn new(
        start: Diagram,
        plies: u8,
        is_helped: bool,
        moves: Vec<Move, LONGEST>,
    ) -> Option<Unfinished> {
        let puzzle = Unfinished {
            start,
            plies,
            is_helped,
            moves,
        };
        (GOALS.contains(&plies) && puzzle.is_sound()).then_some(puzzle)
    }

    /// The puzzle of a match, unless it is solved.
    pub(super) fn of(played: &Match) -> Option<Unfinished> {
        let Mode::Puzzle {
            task: Task::WinIn(plies),
            ..
        } = played.mode()
        else {
            return None;
        };
        if played.finish().is_some() {
            return None;
        }
        Some(Unfinished {
            start: played.diagram_at(0),
            plies,
            is_helped: played.is_helped(),
            // An unfinished puzzle has room for another move.
            moves: Vec::from_slice(played.game().moves()).ok()?,
        })
    }

    /// Where it begins.
    pub(super) const fn start(&self) -> Diagram {
        self.start
    }

    /// How many plies the win takes.
    pub(super) const fn plies(&self) -> u8 {
        self.plies
    }

    /// Whether it was helped along.
    pub(super) const fn is_helped(&self) -> bool {
        self.is_helped
    }

    /// The moves made so far.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn is_sound(&self) -> bool {
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
        legal && at.ending().is_none()
    }

    /// Lays it as it was left.
    pub(super) fn lay(&self, slot: &mut MatchSlot) {
        let (you, task) = (self.start.side, Task::WinIn(self.plies));
        let played = slot.lay(self.start, Mode::Puzzle { you, task });
        played.set_helped(self.is_helped);
        for &mv in &self.moves {
            // It is sound, so it can be played again.
            let _ = played.play(mv);
        }
    }
}
