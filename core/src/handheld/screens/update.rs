//! Whether to restart as a drive, to which a new program can be copied.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::entries::Item;
use super::menu::Menu;
use super::{Button, Next, notice};
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

/// A restarts, B does not.
pub(crate) fn press(button: Button) -> Next {
    match button {
        Button::A => Next::Update,
        Button::B => Next::MenuAt(Menu::Settings, Item::Update),
        _ => Next::Stay,
    }
}

pub(crate) fn draw<D: DrawTarget<Color = BinaryColor>>(
    language: Language,
    target: &mut D,
) -> Result<(), D::Error> {
    notice::draw(Phrase::ReallyUpdate.text(language), target)
}
