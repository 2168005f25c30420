//! The first picture, and what the device says about itself.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::ink::{LINE, lines, write, write_centred};
use super::lists::draw_heading;
use crate::game::Kind;
use crate::handheld::art::animal;
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

const ON: BinaryColor = BinaryColor::On;

pub(super) fn draw_title<D: DrawTarget<Color = BinaryColor>>(
    language: Language,
    blinks: bool,
    target: &mut D,
) -> Result<(), D::Error> {
    let name = match language {
        Language::English => "Dobutsu Shogi",
        Language::Kana => "どうぶつしょうぎ",
    };
    write_centred(name, 8, ON, target)?;
    let parade = [
        Kind::Chick,
        Kind::Elephant,
        Kind::Lion,
        Kind::Giraffe,
        Kind::Hen,
    ];
    for (place, kind) in (0..).zip(parade) {
        animal(kind, false).draw(Point::new(13 + place * 22, 26), ON, target)?;
    }
    if blinks {
        write_centred(Phrase::PressAny.text(language), 50, ON, target)?;
    }
    Ok(())
}

pub(super) fn draw_about<D: DrawTarget<Color = BinaryColor>>(
    language: Language,
    target: &mut D,
) -> Result<(), D::Error> {
    draw_heading(Phrase::About.text(language), target)?;
    let mut at = Point::new(2, 13);
    for line in lines(Phrase::AboutText.text(language), 124) {
        write(line, at, ON, target)?;
        at.y += LINE;
    }
    Ok(())
}
