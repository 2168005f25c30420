//! Text: Latin letters from a bitmap font and kana from the device's own, on one line.

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_6X10;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use crate::handheld::Frame;
use crate::handheld::art::{KANA_WIDTH, draw_kana, is_kana};

/// The distance from one line to the next.
pub(super) const LINE: i32 = 10;
const LATIN_WIDTH: i32 = 6;

fn advance(character: char) -> i32 {
    if character.is_ascii() {
        LATIN_WIDTH
    } else {
        KANA_WIDTH
    }
}

pub(crate) fn width(text: &str) -> i32 {
    text.chars().map(advance).sum()
}

/// Writes one line with its upper left corner at `corner`, and returns the corner of the next
/// character.
pub(super) fn write(text: &str, corner: Point, color: BinaryColor, frame: &mut Frame) -> Point {
    let style = MonoTextStyle::new(&FONT_6X10, color);
    let mut at = corner;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if is_kana(first) {
            draw_kana(first, at + Point::new(0, 1), color, frame);
            at.x += advance(first);
            rest = &rest[first.len_utf8()..];
        } else {
            let end = rest.find(is_kana).unwrap_or(rest.len());
            let text = Text::with_baseline(&rest[..end], at, style, Baseline::Top);
            let Ok(_) = text.draw(frame);
            at.x += width(&rest[..end]);
            rest = &rest[end..];
        }
    }
    at
}

/// Writes lines one below the other, and returns where the next would begin.
pub(super) fn write_lines<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    mut corner: Point,
    frame: &mut Frame,
) -> Point {
    for line in lines {
        write(line, corner, BinaryColor::On, frame);
        corner.y += LINE;
    }
    corner
}

/// Writes one line that ends at `right`.
pub(super) fn write_right(text: &str, right: Point, color: BinaryColor, frame: &mut Frame) {
    write(text, right - Point::new(width(text), 0), color, frame);
}

/// Writes one line in the middle of the screen.
pub(super) fn write_centred(text: &str, y: i32, color: BinaryColor, frame: &mut Frame) {
    let corner = Point::new((128 - width(text)) / 2, y);
    write(text, corner, color, frame);
}

/// The lines of a text that is broken at spaces so that none is wider than `limit`.
pub(crate) fn lines(text: &str, limit: i32) -> impl Iterator<Item = &str> + Clone {
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

pub(super) fn fill(corner: Point, size: Size, color: BinaryColor, frame: &mut Frame) {
    let Ok(()) = frame.fill_solid(&Rectangle::new(corner, size), color);
}

/// Lights the ground of a line that is chosen, and returns the colour in which to write on it.
pub(super) fn highlight(
    is_chosen: bool,
    corner: Point,
    width: i32,
    frame: &mut Frame,
) -> BinaryColor {
    if is_chosen {
        let size = Size::new(width as u32, LINE as u32);
        fill(corner, size, BinaryColor::On, frame);
    }
    BinaryColor::from(!is_chosen)
}

/// Draws what `draw` puts into an empty picture, every pixel as four, from `corner` on.
pub(super) fn draw_doubled(corner: Point, frame: &mut Frame, draw: impl FnOnce(&mut Frame)) {
    let mut small = Frame::new();
    draw(&mut small);
    for (x, y) in small.lit() {
        let at = corner + Point::new(x as i32, y as i32) * 2;
        fill(at, Size::new_equal(2), BinaryColor::On, frame);
    }
}
