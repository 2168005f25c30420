//! Writing: Latin letters from a bitmap font, kana from our own, on the same line.

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_6X10;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use crate::handheld::art::{KANA_WIDTH, draw_kana, is_kana};

/// From one line to the next.
pub(super) const LINE: i32 = 10;
const LATIN_WIDTH: i32 = 6;

fn advance(character: char) -> i32 {
    if character.is_ascii() {
        LATIN_WIDTH
    } else {
        KANA_WIDTH
    }
}

/// How many pixels wide a text is.
pub(in crate::handheld) fn width(text: &str) -> i32 {
    text.chars().map(advance).sum()
}

/// Writes one line with its upper left corner at `corner`, and returns where the next character
/// would stand.
pub(super) fn write<D: DrawTarget<Color = BinaryColor>>(
    text: &str,
    corner: Point,
    color: BinaryColor,
    target: &mut D,
) -> Result<Point, D::Error> {
    let style = MonoTextStyle::new(&FONT_6X10, color);
    let mut at = corner;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if is_kana(first) {
            draw_kana(first, at + Point::new(0, 1), color, target)?;
            at.x += advance(first);
            rest = &rest[first.len_utf8()..];
        } else {
            let end = rest.find(is_kana).unwrap_or(rest.len());
            Text::with_baseline(&rest[..end], at, style, Baseline::Top).draw(target)?;
            at.x += width(&rest[..end]);
            rest = &rest[end..];
        }
    }
    Ok(at)
}

/// Writes one line that ends at `right`.
pub(super) fn write_right<D: DrawTarget<Color = BinaryColor>>(
    text: &str,
    right: Point,
    color: BinaryColor,
    target: &mut D,
) -> Result<(), D::Error> {
    write(text, right - Point::new(width(text), 0), color, target).map(|_| ())
}

/// Writes one line in the middle of the screen.
pub(super) fn write_centred<D: DrawTarget<Color = BinaryColor>>(
    text: &str,
    y: i32,
    color: BinaryColor,
    target: &mut D,
) -> Result<(), D::Error> {
    let corner = Point::new((128 - width(text)) / 2, y);
    write(text, corner, color, target).map(|_| ())
}

/// The lines of a text that is broken at spaces so that none is wider than `limit`.
pub(in crate::handheld) fn lines(text: &str, limit: i32) -> impl Iterator<Item = &str> + Clone {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = rest.len();
        while width(&rest[..end]) > limit {
            match rest[..end].rfind(' ') {
                Some(space) => end = space,
                None => break,
            }
        }
        let line = &rest[..end];
        rest = rest[end..].trim_start_matches(' ');
        Some(line)
    })
}

/// Fills a rectangle.
pub(super) fn fill<D: DrawTarget<Color = BinaryColor>>(
    corner: Point,
    size: Size,
    color: BinaryColor,
    target: &mut D,
) -> Result<(), D::Error> {
    target.fill_solid(&Rectangle::new(corner, size), color)
}

/// Draws every pixel as four.
pub(super) struct Doubled<'a, D>(pub(super) &'a mut D);

impl<D: DrawTarget<Color = BinaryColor>> DrawTarget for Doubled<'_, D> {
    type Color = BinaryColor;
    type Error = D::Error;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), D::Error>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(at, color) in pixels {
            let area = Rectangle::new(at * 2, Size::new_equal(2));
            self.0.fill_solid(&area, color)?;
        }
        Ok(())
    }
}

impl<D: DrawTarget> Dimensions for Doubled<'_, D> {
    fn bounding_box(&self) -> Rectangle {
        let whole = self.0.bounding_box();
        Rectangle::new(whole.top_left / 2, whole.size / 2)
    }
}
