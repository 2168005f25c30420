//! Where the device stopped the last time, until a press puts it away.

use embedded_graphics::prelude::*;

use super::ink::{LINE, lines, write};
use super::{ON, notice};
use crate::handheld::Frame;
use crate::handheld::Mishap;
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

/// A sentence with the place in a line of its own.
pub(crate) fn draw(mishap: &Mishap, language: Language, frame: &mut Frame) {
    notice::draw("", frame);
    let parts = [
        Phrase::Mishap.text(language),
        mishap.place(),
        Phrase::PleaseTell.text(language),
    ];
    let mut at = Point::new(5, 5);
    for part in parts {
        for line in lines(part, 118) {
            write(line, at, ON, frame);
            at.y += LINE;
        }
    }
}
