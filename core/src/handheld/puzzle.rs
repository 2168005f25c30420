//! Puzzles: positions won in exactly so many plies, drawn by chance and the adviser.
//!
//! A walk of random moves from the start gives a natural position. Whatever its value, following
//! the best moves from it leads to the end one ply at a time, so it passes through the wanted
//! distance if it is far enough from the end. A position with only one best move is kept; from
//! any other the next walk begins. The database is asked once per ply walked.

use heapless::Vec;

use super::bout::{Bout, Mode};
use crate::game::{After, Diagram, Move, Position, Side, Value};
use crate::player::{Advice, Dice, Level, Need, Verdict};

/// How many plies the wins of the puzzles take, the easiest first.
pub const GOALS: [u8; 7] = [3, 5, 7, 9, 11, 15, 21];

/// How many puzzles of each kind were solved without help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tally(pub(super) [u16; GOALS.len()]);

impl Tally {
    /// How many puzzles with a win in so many plies were solved.
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

/// A puzzle that was begun: enough to carry on, whatever else was on the board meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) start: Diagram,
    /// How many plies the win takes.
    pub(super) plies: u8,
    /// Whether it was helped along.
    pub(super) helped: bool,
    pub(super) moves: Vec<Move, LONGEST>,
}

impl Unfinished {
    /// The puzzle on a board, unless it is solved.
    pub(super) fn of(bout: &Bout, helped: bool) -> Option<Unfinished> {
        let Mode::Puzzle { plies, .. } = bout.mode() else {
            return None;
        };
        if bout.finish().is_some() {
            return None;
        }
        Some(Unfinished {
            start: bout.diagram_at(0),
            plies,
            helped,
            // A puzzle that goes on has room for another move.
            moves: Vec::from_slice(bout.game().moves()).ok()?,
        })
    }

    /// Makes the moves that were made on a board with its start; whether they can be made, and
    /// leave something to solve.
    pub(super) fn replay(&self, bout: &mut Bout) -> bool {
        let made = self.moves.iter().all(|&mv| bout.play(mv).is_ok());
        made && bout.finish().is_none()
    }
}

/// A puzzle being looked for.
#[derive(Clone, Debug)]
pub(super) struct Quest {
    pub(super) plies: u8,
    at: Diagram,
    /// The distance is right; whether there is one way only is being asked.
    checking: bool,
    dice: Dice,
}

impl Quest {
    pub(super) fn new(plies: u8, seed: u32) -> Quest {
        let mut dice = Dice::new(seed);
        Quest {
            plies,
            at: stroll(&mut dice),
            checking: false,
            dice,
        }
    }

    /// The position to ask about next.
    pub(super) const fn position(&self) -> Position {
        self.at.position
    }

    /// What to ask about it: longer ways do not matter.
    pub(super) const fn need(&self) -> Need {
        if self.checking {
            Need::Within(self.plies)
        } else {
            Need::Value
        }
    }

    /// Takes the answer; the puzzle, if this is one.
    pub(super) fn advise(&mut self, advice: &Advice) -> Option<Diagram> {
        let goal = self.plies;
        let onward = match advice.verdict() {
            Some(Verdict::Exact(Value::Win(plies))) if plies == goal => {
                if !advice.answers(Need::Within(goal)) {
                    self.checking = true;
                    return None;
                }
                if advice.best().len() == 1 {
                    return Some(Diagram::new(self.at.position, self.at.side));
                }
                None
            }
            Some(Verdict::Exact(Value::Win(plies) | Value::Loss(plies))) if plies > goal => {
                Level::PERFECT.choose(advice, &mut self.dice)
            }
            _ => None,
        };
        self.checking = false;
        self.at = match onward.map(|mv| self.at.position.play(mv)) {
            Some(After::Position(next)) => self.at.next(next),
            Some(After::Caught) | None => stroll(&mut self.dice),
        };
        None
    }
}

/// A position some random moves from the start, in which neither lion can be caught at once and
/// nobody has tried.
fn stroll(dice: &mut Dice) -> Diagram {
    let quiet = |position: Position| position.value_by_rule().is_none() && !position.in_check();
    let mut at = Diagram::START;
    if dice.chance(128) {
        at = Diagram::new(at.position, Side::Gote);
    }
    for _ in 0..6 + dice.below(24) {
        let moves = at.position.moves();
        let next = moves
            .get(dice.below(moves.len()))
            .map(|&mv| at.position.play(mv));
        // A move that ends the game is simply not made.
        if let Some(After::Position(next)) = next
            && quiet(next)
        {
            at = at.next(next);
        }
    }
    at
}
