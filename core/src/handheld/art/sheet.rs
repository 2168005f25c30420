//! Sheets of pictures side by side, `#` for a lit pixel, read at compile time.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use crate::handheld::Frame;

/// Reads `N` pictures of `W`×`H` pixels, `columns` of them side by side, one character between
/// neighbours. The lowest bit of a row is its leftmost pixel.
pub(super) const fn sheet<const W: usize, const H: usize, const N: usize>(
    text: &str,
    columns: usize,
) -> [[u32; H]; N] {
    let text = text.as_bytes();
    let mut pictures = [[0; H]; N];
    let mut picture = 0;
    let mut line_start = 0;
    while picture < N {
        let in_line = if N - picture < columns {
            N - picture
        } else {
            columns
        };
        let mut y = 0;
        while y < H {
            let mut column = 0;
            while column < in_line {
                let mut x = 0;
                while x < W {
                    let pixel = text[line_start + column * (W + 1) + x];
                    assert!(
                        pixel == b'#' || pixel == b'.',
                        "a sheet is drawn with # and ."
                    );
                    if pixel == b'#' {
                        pictures[picture + column][y] |= 1 << x;
                    }
                    x += 1;
                }
                column += 1;
            }
            line_start += in_line * (W + 1);
            assert!(
                text[line_start - 1] == b'\n',
                "a line of a sheet has the wrong length"
            );
            y += 1;
        }
        picture += in_line;
    }
    assert!(line_start == text.len(), "a sheet has too many lines");
    pictures
}

/// The same pictures in half the flash, if none is wider than 16 pixels.
pub(super) const fn narrow<const H: usize, const N: usize>(
    pictures: [[u32; H]; N],
) -> [[u16; H]; N] {
    let mut narrow = [[0; H]; N];
    let mut at = 0;
    while at < N * H {
        let row = pictures[at / H][at % H];
        assert!(row <= u16::MAX as u32, "a picture is too wide");
        narrow[at / H][at % H] = row as u16;
        at += 1;
    }
    narrow
}

/// A small picture.
#[derive(Clone, Copy)]
pub(crate) struct Bitmap<'a, R = u16> {
    /// The rows from the top, the lowest bit leftmost.
    pub(crate) rows: &'a [R],
    /// The number of columns.
    pub(crate) width: i32,
    /// Whether to draw it upside down, as the other player's pieces stand.
    pub(crate) turned: bool,
}

impl<'a, R> Bitmap<'a, R> {
    /// A picture that stands upright.
    pub(super) const fn new(rows: &'a [R], width: i32) -> Bitmap<'a, R> {
        Bitmap {
            rows,
            width,
            turned: false,
        }
    }
}

impl<'a, R: Copy + Into<u32>> Bitmap<'a, R> {
    /// The lit pixels, with the picture's upper left corner at `corner`.
    pub(crate) fn pixels(self, corner: Point) -> impl Iterator<Item = Point> + 'a
    where
        R: 'a,
    {
        let height = self.rows.len() as i32;
        self.rows.iter().zip(0..height).flat_map(move |(&row, y)| {
            let row: u32 = row.into();
            let lit = (0..self.width).filter(move |x| row >> x & 1 != 0);
            lit.map(move |x| {
                let at = if self.turned {
                    Point::new(self.width - 1 - x, height - 1 - y)
                } else {
                    Point::new(x, y)
                };
                corner + at
            })
        })
    }

    /// Sets the picture's lit pixels to `color`, and leaves the others alone.
    pub(crate) fn draw(self, corner: Point, color: BinaryColor, frame: &mut Frame) {
        frame.set(self.pixels(corner), color);
    }
}
