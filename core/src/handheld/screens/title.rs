//! The first picture. Any press leads to the main menu.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::ink::{Doubled, width, write, write_centred};
use super::{Moment, ON};
use crate::game::Kind;
use crate::handheld::art::animal;
use crate::handheld::settings::Language;
use crate::handheld::text::Phrase;

pub(crate) fn draw<D: DrawTarget<Color = BinaryColor>>(
    moment: Moment,
    target: &mut D,
) -> Result<(), D::Error> {
    match moment.language {
        Language::English => {
            write_large("Dobutsu", 0, target)?;
            write_centred("S H O G I", 19, ON, target)?;
        }
        Language::Kana => write_large("どうぶつしょうぎ", 4, target)?,
    }
    let parade = [
        Kind::Chick,
        Kind::Elephant,
        Kind::Lion,
        Kind::Giraffe,
        Kind::Hen,
    ];
    for (place, kind) in (0..).zip(parade) {
        animal(kind, false).draw(Point::new(12 + place * 22, 33), ON, target)?;
    }
    if moment.blinks() {
        write_centred(Phrase::PressAny.text(moment.language), 53, ON, target)?;
    }
    Ok(())
}

/// Writes a line twice as large in the middle of the screen.
fn write_large<D: DrawTarget<Color = BinaryColor>>(
    text: &str,
    y: i32,
    target: &mut D,
) -> Result<(), D::Error> {
    let corner = Point::new(32 - width(text) / 2, y / 2);
    write(text, corner, ON, &mut Doubled(target)).map(|_| ())
}
