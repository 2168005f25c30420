//! What moves by itself in a picture.

use super::{Handheld, Screen};
use crate::game::Side;

/// The state of everything in a picture that moves by itself; see [`Handheld::pulse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    searched: Option<u32>,
    lab: Option<(u64, u8)>,
    blinks: bool,
    dots: u32,
    played: usize,
    notices: usize,
    asleep: bool,
    clock: Option<[u16; 2]>,
}

impl Handheld {
    /// What the passing of time does to the picture. A tick that leaves this as it was leaves
    /// the picture as it was, and nobody needs to draw it.
    pub fn pulse(&self) -> Pulse {
        let moment = self.moment();
        Pulse {
            searched: matches!(self.screen, Screen::Quest(_)).then_some(self.idle),
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
        }
    }
}
