//! A sentence that waits for a press.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyle, Rectangle};

use super::ON;
use super::ink::{LINE, lines, write};
use crate::handheld::Frame;

pub(crate) fn draw(sentence: &str, frame: &mut Frame) {
    draw_edge(frame);
    let height = lines(sentence, 118).count() as i32 * LINE;
    let mut at = Point::new(5, (64 - height) / 2);
    for line in lines(sentence, 118) {
        write(line, at, ON, frame);
        at.y += LINE;
    }
}

/// The line around every notice.
pub(super) fn draw_edge(frame: &mut Frame) {
    let edge = Rectangle::new(Point::zero(), Size::new(128, 64));
    let Ok(()) = edge
        .into_styled(PrimitiveStyle::with_stroke(ON, 1))
        .draw(frame);
}
