//! Texts that wait for a press, and the sign of a low battery.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyle, Rectangle};

use super::ink::{LINE, fill, lines, write_lines};
use super::{Button, OFF, ON};
use crate::handheld::{Frame, Language, Menu, Mishap, Next, Phrase};

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

/// Handles a press while the device asks whether to restart as a drive, to which a new program can be copied.
pub(crate) fn press_update(button: Button) -> Next {
    match button {
        Button::A => Next::Run(|device| {
            device.is_updating = true;
            Next::Stay
        }),
        Button::B => Next::Menu(Menu::Settings, Some(Phrase::Update)),
        _ => Next::Stay,
    }
}

/// Draws the sign that the battery is nearly empty: a cell in the upper right corner of any picture.
pub(crate) fn draw_battery(frame: &mut Frame) {
    // A dark edge, the outline of the cell, its pole and what is left of the charge.
    fill(Point::new(115, 0), Size::new(13, 9), OFF, frame);
    fill(Point::new(116, 1), Size::new(10, 7), ON, frame);
    fill(Point::new(117, 2), Size::new(8, 5), OFF, frame);
    fill(Point::new(126, 3), Size::new(1, 3), ON, frame);
    fill(Point::new(118, 3), Size::new(1, 3), ON, frame)
}
