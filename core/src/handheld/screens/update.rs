//! Whether to restart as a drive, to which a new program can be copied.

use super::{Button, notice};
use crate::handheld::menu::Item;
use crate::handheld::menu::Menu;
use crate::handheld::next::Next;

use crate::handheld::Frame;
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

/// A restarts, B does not.
pub(crate) fn press(button: Button) -> Next {
    match button {
        Button::A => Next::Update,
        Button::B => Next::Menu(Menu::Settings, Some(Item::Update)),
        _ => Next::Stay,
    }
}

pub(crate) fn draw(language: Language, frame: &mut Frame) {
    notice::draw(Phrase::ReallyUpdate.text(language), frame)
}
