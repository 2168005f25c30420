//! Ends of matches that the board does not decide, and the totals of games that have ended.

use super::Desk;
use crate::game::{Diagram, Side};
use crate::handheld::matches::Decree;
use crate::handheld::{Farewell, Mode, Phrase};

impl Desk {
    /// Goes back to the person's last move.
    pub(crate) fn take_back(&mut self) {
        if let Some(played) = self.current_mut()
            && played.undo()
        {
            played.status.is_helped = true;
            (self.is_hinted, self.is_line) = (false, false);
            self.turn = self.turn.wrapping_add(1);
            self.note_match();
        }
    }

    /// Ends the match by resignation of the person, or of the one of two people who is to move.
    pub(crate) fn resign(&mut self) {
        if let Some(played) = self.current_mut()
            && !played.is_over()
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
            played.status.decree = Some(decree);
            self.turn = self.turn.wrapping_add(1);
            self.note_match();
        }
    }

    pub(crate) fn offer_draw(&mut self) {
        if let Some(played) = self.current_mut() {
            played.status.is_draw_offered = true;
        }
    }

    /// Ends the match by an agreement to a draw.
    pub(crate) fn agree(&mut self) {
        if self.current().is_some_and(|played| !played.is_over()) {
            self.end_by(Decree::Agreed);
        }
    }

    /// Advances the clock of the match in use by a tick; returns the notice if time is up.
    pub(crate) fn tick(&mut self) -> Option<Phrase> {
        let loser = self.current_mut()?.tick()?;
        self.end_by(Decree::TimeUp(loser));
        Some(match loser {
            Side::Sente => Phrase::FirstTimeUp,
            Side::Gote => Phrase::SecondTimeUp,
        })
    }

    /// Adds the result of a whole game against the device to the totals, once.
    pub(super) fn count_game(&mut self) {
        let Some(played) = self.game.get_mut() else {
            return;
        };
        if let (Some(finish), Mode::Solo { you, level }) = (played.finish(), played.mode())
            && !played.status.is_counted
            && played.diagram_at(0) == Diagram::START
        {
            played.status.is_counted = true;
            let farewell = match finish.winner {
                Some(winner) if winner == you => Farewell::Won {
                    is_unaided: !played.status.is_helped,
                },
                Some(_) => Farewell::Lost,
                None => Farewell::Drawn,
            };
            self.all_totals.add(level, farewell);
            self.farewell = Some((level, farewell));
        }
    }
}
