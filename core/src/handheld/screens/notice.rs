//! A sentence that waits for a press.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyle, Rectangle};

use super::ON;
use super::ink::{LINE, lines, write};

pub(crate) fn draw<D: DrawTarget<Color = BinaryColor>>(
    sentence: &str,
    target: &mut D,
) -> Result<(), D::Error> {
    draw_edge(target)?;
    let height = lines(sentence, 118).count() as i32 * LINE;
    let mut at = Point::new(5, (64 - height) / 2);
    for line in lines(sentence, 118) {
        write(line, at, ON, target)?;
        at.y += LINE;
    }
    Ok(())
}

/// The line around every notice.
pub(super) fn draw_edge<D: DrawTarget<Color = BinaryColor>>(
    target: &mut D,
) -> Result<(), D::Error> {
    Rectangle::new(Point::zero(), Size::new(128, 64))
        .into_styled(PrimitiveStyle::with_stroke(ON, 1))
        .draw(target)
}
