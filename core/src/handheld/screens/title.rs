//! The first picture. Any press leads to the main menu.

use embedded_graphics::prelude::*;

use super::ink::{draw_doubled, width, write, write_centred};
use super::{Moment, ON};
use crate::game::Kind;
use crate::handheld::art::animal;
use crate::handheld::{Frame, Language, Phrase};

pub(crate) fn draw(moment: Moment, frame: &mut Frame) {
    match moment.language {
        Language::English => {
            write_large("Dobutsu", 0, frame);
            write_centred("S H O G I", 19, ON, frame);
        }
        Language::Kana => write_large("どうぶつしょうぎ", 4, frame),
    }
    let parade = [
        Kind::Chick,
        Kind::Elephant,
        Kind::Lion,
        Kind::Giraffe,
        Kind::Hen,
    ];
    for (place, kind) in (0..).zip(parade) {
        animal(kind, false).draw(Point::new(12 + place * 22, 33), ON, frame);
    }
    if moment.blinks() {
        write_centred(Phrase::PressAny.text(moment.language), 53, ON, frame);
    }
}

/// Writes a line twice as large in the middle of the screen.
fn write_large(text: &str, y: i32, frame: &mut Frame) {
    let corner = Point::new(64 - width(text), y);
    draw_doubled(corner, frame, |small| {
        write(text, Point::zero(), ON, small);
    });
}
