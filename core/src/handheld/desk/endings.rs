//! How matches on the desk end though the board does not call for it, and how ends are counted.

use super::Desk;
use crate::game::{Diagram, Side};
use crate::handheld::matches::{Decree, Mode};
use crate::handheld::opponents::Farewell;
use crate::handheld::text::Phrase;
use crate::player::Level;

impl Desk {
    /// Goes back to the person's last decision.
    pub(in crate::handheld) fn take_back(&mut self) {
        if let Some(played) = self.current_mut()
            && played.undo()
        {
            played.set_helped(true);
            (self.is_hinted, self.is_line) = (false, false);
            self.turn = self.turn.wrapping_add(1);
            self.note_match();
        }
    }

    /// Lets the person, or of two people the one to move, give up.
    pub(in crate::handheld) fn resign(&mut self) {
        if let Some(played) = self.current_mut()
            && played.finish().is_none()
        {
            let loser = match played.mode() {
                Mode::Solo { you, .. } => you,
                _ => played.diagram().side,
            };
            self.end_by(Decree::Resigned(loser));
        }
    }

    pub(super) fn end_by(&mut self, decree: Decree) {
        if let Some(played) = self.current_mut() {
            played.end_by(decree);
            self.turn = self.turn.wrapping_add(1);
            self.note_match();
        }
    }

    /// Offers a draw in the match in use.
    pub(in crate::handheld) fn offer_draw(&mut self) {
        if let Some(played) = self.current_mut() {
            played.set_draw_offered();
        }
    }

    /// Lets both sides agree to a draw.
    pub(in crate::handheld) fn agree(&mut self) {
        if self
            .current()
            .is_some_and(|played| played.finish().is_none())
        {
            self.end_by(Decree::Agreed);
        }
    }

    /// A tick passes on the clock of the match in use; what is to be said if time is up.
    pub(in crate::handheld) fn tick(&mut self) -> Option<Phrase> {
        let loser = self.current_mut()?.tick()?;
        self.end_by(Decree::TimeUp(loser));
        Some(match loser {
            Side::Sente => Phrase::FirstTimeUp,
            Side::Gote => Phrase::SecondTimeUp,
        })
    }

    /// Counts the end of a whole game against the device, once.
    pub(super) fn count_game(&mut self) {
        let Some(played) = self.game.get_mut() else {
            return;
        };
        if let (Some(finish), Mode::Solo { you, level }) = (played.finish(), played.mode())
            && !played.is_counted()
            && played.diagram_at(0) == Diagram::START
        {
            played.set_counted(true);
            let farewell = match finish.winner {
                Some(winner) if winner == you => Farewell::Won {
                    is_unaided: !played.is_helped(),
                },
                Some(_) => Farewell::Lost,
                None => Farewell::Drawn,
            };
            self.all_totals.add(level, farewell);
            self.farewell = Some((level, farewell));
        }
    }

    /// The opponent of the game that has just ended and its result, once.
    pub(in crate::handheld) fn take_farewell(&mut self) -> Option<(Level, Farewell)> {
        self.farewell.take()
    }
}
