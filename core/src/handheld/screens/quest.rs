//! A puzzle is being looked for, drawn by chance and the adviser.
//!
//! A walk of random moves from the start gives a natural position. Whatever its value, following
//! the best moves from it leads to the end one ply at a time, so it passes through the wanted
//! distance if it is far enough from the end. A position with only one best move is kept; from
//! any other the next walk begins. The database is asked once per ply walked. Where distances are not
//! known, winning moves lead there as well, if not as straight; after a while the next walk begins.

use embedded_graphics::prelude::*;

use super::ink::{fill, write_centred};
use super::list::draw_heading;
use super::{Button, Moment, ON};
use crate::handheld::menu::Menu;
use crate::handheld::next::Next;

use crate::game::{After, Diagram, Position, Side, Value};
use crate::handheld::Frame;
use crate::handheld::text::Phrase;
use crate::player::{Advice, Dice, Level, Need, Verdict};

/// So many plies of a walk may be without a distance.
const PATIENCE: u8 = 24;

/// A puzzle being looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Quest {
    plies: u8,
    at: Diagram,
    /// How many more plies to go without a distance.
    patience: u8,
    /// The distance is right; whether there is one way only is being asked.
    checking: bool,
    dice: Dice,
}

impl Quest {
    /// Begins to look for a win in so many plies.
    pub fn new(plies: u8, seed: u32) -> Quest {
        let mut dice = Dice::new(seed);
        Quest {
            plies,
            at: stroll(&mut dice),
            patience: PATIENCE,
            checking: false,
            dice,
        }
    }

    /// How many plies the win is to take.
    pub(crate) const fn plies(&self) -> u8 {
        self.plies
    }

    /// What to ask next: longer ways do not matter.
    pub const fn question(&self) -> (Position, Need) {
        let need = if self.checking {
            Need::Within(self.plies)
        } else {
            Need::Value
        };
        (self.at.position, need)
    }

    /// B gives it up.
    pub(crate) fn press(&self, button: Button) -> Next {
        match button {
            Button::B => Next::menu(Menu::Puzzles),
            _ => Next::Stay,
        }
    }

    /// Takes the answer; the puzzle, if this is one.
    pub fn advise(&mut self, advice: &Advice) -> Option<Diagram> {
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
            Some(Verdict::Won | Verdict::Lost) if self.patience > 0 => {
                self.patience -= 1;
                Level::PERFECT.choose(advice, &mut self.dice)
            }
            _ => None,
        };
        self.checking = false;
        self.at = match onward.map(|mv| self.at.position.play(mv)) {
            Some(After::Position(next)) => self.at.next(next),
            Some(After::Caught) | None => {
                self.patience = PATIENCE;
                stroll(&mut self.dice)
            }
        };
        None
    }
}

impl Quest {
    pub(crate) fn draw(&self, moment: Moment, frame: &mut Frame) {
        let language = moment.language;
        draw_heading(&Phrase::Quest.with(language, self.plies), frame);
        write_centred(Phrase::Seeking.text(language), 28, ON, frame);
        let step = (moment.idle % 40) as i32 * 3;
        fill(Point::new(step, 46), Size::new(8, 3), ON, frame)
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
