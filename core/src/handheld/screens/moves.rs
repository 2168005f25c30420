//! The list of all moves of the position on the board, the best first.

use super::ink::write_centred;
use super::list::{ROWS, draw_bar, draw_heading, draw_row, move_line, short_verdict_line, window};
use super::{Button, Context, ON};
use crate::handheld::{Frame, Next, Phrase, Question};
use crate::player::{Advice, Need};

/// The advice that the list needs.
pub(crate) fn question(context: Context<'_>) -> Option<Question> {
    let position = context.position();
    context.consultation.open_question(position, [Need::EVERY])
}

/// Handles a press; `pointed` is the number of the move pointed at.
pub(crate) fn press(pointed: &mut u8, button: Button, context: Context<'_>) -> Next {
    let advice = context.advice(Need::EVERY);
    let moves = advice.map_or(&[][..], Advice::moves);
    let last = moves.len().saturating_sub(1) as u8;
    let at = (*pointed).min(last);
    const PAGE: u8 = ROWS as u8;
    *pointed = match button {
        Button::Up => at.saturating_sub(1),
        Button::Down => (at + 1).min(last),
        Button::Left => at.saturating_sub(PAGE),
        Button::Right => (at + PAGE).min(last),
        Button::B => return Next::Board,
        Button::A => {
            let chosen = moves.get(usize::from(at));
            return chosen.map_or(Next::Stay, |advised| Next::Line(advised.mv));
        }
    };
    Next::Stay
}

pub(crate) fn draw(pointed: u8, context: Context<'_>, frame: &mut Frame) {
    let language = context.moment.language;
    draw_heading(Phrase::Moves.text(language), frame);
    let Some(advice) = context.advice(Need::EVERY) else {
        return write_centred(&context.moment.thinking(), 32, ON, frame);
    };
    let moves = advice.moves();
    let at = usize::from(pointed).min(moves.len().saturating_sub(1));
    let shown = window(at, moves.len(), ROWS);
    for (row, index) in shown.clone().enumerate() {
        let advised = moves[index];
        let left = move_line(context.played.diagram(), advised.mv, language);
        let right = short_verdict_line(advised.verdict, language);
        draw_row(row, index == at, &left, Some(&right), frame);
    }
    draw_bar(shown, moves.len(), ROWS, frame)
}
