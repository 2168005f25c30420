//! A text that waits for a press.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyle, Rectangle};

use super::ON;
use super::ink::{LINE, lines, write_lines};
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;
use crate::handheld::{Frame, Mishap};

/// The width of the text.
const WIDTH: i32 = 118;

/// Draws a sentence in the middle of the screen.
pub(crate) fn draw(sentence: &str, frame: &mut Frame) {
    draw_edge(frame);
    let lines = lines(sentence, WIDTH);
    let height = lines.clone().count() as i32 * LINE;
    write_lines(lines, Point::new(5, (64 - height) / 2), frame);
}

/// Draws the report of a mishap, with its place on a line of its own.
pub(crate) fn draw_mishap(mishap: &Mishap, language: Language, frame: &mut Frame) {
    draw_edge(frame);
    let (before, after) = (
        Phrase::Mishap.text(language),
        Phrase::PleaseTell.text(language),
    );
    let parts = [before, mishap.place(), after];
    let lines = parts.into_iter().flat_map(|part| lines(part, WIDTH));
    write_lines(lines, Point::new(5, 5), frame);
}

/// Draws the line around every notice.
pub(super) fn draw_edge(frame: &mut Frame) {
    let edge = Rectangle::new(Point::zero(), Size::new(128, 64));
    let Ok(()) = edge
        .into_styled(PrimitiveStyle::with_stroke(ON, 1))
        .draw(frame);
}
