//! The list of all moves of the position on the board, the best first.

use super::ink::write_centred;
use super::list::{ROWS, draw_bar, draw_heading, draw_row, move_line, short_verdict_line, window};
use super::{Button, Moment, ON};
use crate::handheld::next::Next;

use crate::handheld::Frame;
use crate::handheld::consultation::{Consultation, Question};
use crate::handheld::matches::Match;
use crate::handheld::text::Phrase;
use crate::player::{Advice, Need};

/// The move pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesScreen {
    at: u8,
}

/// All moves of the position on the board, once they are known.
fn known<'a>(played: &Match, consultation: &'a Consultation) -> Option<&'a Advice> {
    consultation.advice_on(played.diagram().position, Need::EVERY)
}

/// What the list needs to know and does not.
pub(crate) fn question(played: &Match, consultation: &Consultation) -> Option<Question> {
    consultation.open_question(played.diagram().position, [Need::EVERY])
}

impl MovesScreen {
    /// The list, from its best move.
    pub(crate) const fn new() -> MovesScreen {
        MovesScreen { at: 0 }
    }

    pub(crate) fn press(
        &mut self,
        button: Button,
        played: Option<&Match>,
        consultation: &Consultation,
    ) -> Next {
        let moves = played
            .and_then(|played| known(played, consultation))
            .map_or(&[][..], Advice::moves);
        let last = moves.len().saturating_sub(1) as u8;
        let at = self.at.min(last);
        const PAGE: u8 = ROWS as u8;
        self.at = match button {
            Button::Up => at.saturating_sub(1),
            Button::Down => (at + 1).min(last),
            Button::Left => at.saturating_sub(PAGE),
            Button::Right => (at + PAGE).min(last),
            Button::B => return Next::Board,
            Button::A => {
                return moves
                    .get(usize::from(at))
                    .map_or(Next::Stay, |advised| Next::Line(advised.mv));
            }
        };
        Next::Stay
    }

    pub(crate) fn draw(
        &self,
        played: Option<&Match>,
        consultation: &Consultation,
        moment: Moment,
        frame: &mut Frame,
    ) {
        draw_heading(Phrase::Moves.text(moment.language), frame);
        let Some(played) = played else {
            return;
        };
        let Some(advice) = known(played, consultation) else {
            return write_centred(&moment.thinking(), 32, ON, frame);
        };
        let moves = advice.moves();
        let at = usize::from(self.at).min(moves.len().saturating_sub(1));
        let shown = window(at, moves.len(), ROWS);
        for (row, index) in shown.clone().enumerate() {
            let advised = moves[index];
            let left = move_line(played.diagram(), advised.mv, moment.language);
            let right = short_verdict_line(advised.verdict, moment.language);
            draw_row(row, index == at, &left, Some(&right), frame);
        }
        draw_bar(shown, moves.len(), ROWS, frame)
    }
}
