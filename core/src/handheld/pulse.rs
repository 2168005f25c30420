//! The parts of a picture that change with time.

use super::screens::flight::Flight;
use super::{Handheld, Screen};
use crate::game::Side;

impl Handheld {
    /// The state of everything in the picture that changes with time. After a tick that leaves it equal the picture
    /// is the same and need not be drawn.
    pub fn pulse(&self) -> impl PartialEq + use<> {
        let (moment, played) = (self.moment(), self.current_match());
        let lab = match self.screen {
            Screen::Lab => self.lab.pulse(),
            _ => None,
        };
        let clock = played.and_then(|played| {
            let clock = played.clock()?;
            Some(Side::ALL.map(|side| clock.seconds(side)))
        });
        (
            (lab, moment.blinks(), moment.dots(), clock),
            (
                played.map(|played| played.game().plies()),
                self.notices.len(),
            ),
            (
                self.is_asleep(),
                self.flight().map(|flight| flight.picture()),
            ),
        )
    }

    /// The move that is being shown.
    fn flight(&self) -> Option<Flight> {
        match &self.screen {
            Screen::Board(board) => board.flight(),
            Screen::Lesson(lesson) => lesson.flight(),
            _ => None,
        }
    }

    /// Whether a move is being shown, for less than a second.
    pub fn is_showing_move(&self) -> bool {
        self.flight().is_some()
    }
}
