//! What the device says about itself.

use embedded_graphics::prelude::*;

use super::ink::{lines, write, write_lines, write_right};
use super::list::draw_heading;
use super::{Button, ON};
use crate::handheld::menu::Menu;
use crate::handheld::next::Next;

use crate::handheld::Frame;
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

pub(crate) fn press(button: Button) -> Next {
    match button {
        Button::A | Button::B => Next::Menu(Menu::Main, Some(Phrase::About)),
        _ => Next::Stay,
    }
}

pub(crate) fn draw(language: Language, has_database: bool, frame: &mut Frame) {
    draw_heading(Phrase::About.text(language), frame);
    let text = lines(Phrase::AboutText.text(language), 124);
    write_lines(text, Point::new(2, 13), frame);
    let source = match has_database {
        true => Phrase::WithDatabase,
        false => Phrase::WithSearch,
    };
    write(crate::VERSION, Point::new(2, 54), ON, frame);
    write_right(source.text(language), Point::new(126, 54), ON, frame)
}
