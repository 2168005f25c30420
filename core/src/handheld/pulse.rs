//! What moves by itself in a picture.

use super::screens::flight::Flight;
use super::{Handheld, Screen};
use crate::game::Side;

/// The state of everything in a picture that moves by itself; see [`Handheld::pulse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    lab: Option<(u64, u8)>,
    blinks: bool,
    dots: u32,
    played: usize,
    notices: usize,
    asleep: bool,
    clock: Option<[u16; 2]>,
    flight: Option<u8>,
}

impl Handheld {
    /// What the passing of time does to the picture. A tick that leaves this as it was leaves
    /// the picture as it was; it need not be drawn.
    pub fn pulse(&self) -> Pulse {
        let moment = self.moment();
        Pulse {
            lab: match self.screen {
                Screen::Lab => self.lab.pulse(),
                _ => None,
            },
            blinks: moment.blinks(),
            dots: moment.dots(),
            played: self
                .current_match()
                .map_or(0, |played| played.game().plies()),
            notices: self.notices.len(),
            asleep: self.is_asleep(),
            clock: self.current_match().and_then(|played| {
                let clock = played.clock()?;
                Some([Side::Sente, Side::Gote].map(|side| clock.seconds(side)))
            }),
            flight: self.flight().map(|flight| flight.picture()),
        }
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
