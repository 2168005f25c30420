//! The picture: 128×64 pixels in one kilobyte.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

/// Pixels across.
pub const WIDTH: usize = 128;
/// Pixels down.
pub const HEIGHT: usize = 64;

/// A picture in the byte order of the SSD1306: eight pages from the top, 128 columns each, the
/// lowest bit of a byte uppermost. It can be sent to the display as it is. Pixels outside are ignored;
/// builds with debug assertions panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame([u8; WIDTH * HEIGHT / 8]);

impl Default for Frame {
    fn default() -> Frame {
        Frame::new()
    }
}

impl Frame {
    /// A dark picture.
    pub const fn new() -> Frame {
        Frame([0; WIDTH * HEIGHT / 8])
    }

    /// The picture that these bytes show on the display.
    pub const fn from_bytes(bytes: [u8; WIDTH * HEIGHT / 8]) -> Frame {
        Frame(bytes)
    }

    /// The bytes for the display.
    pub const fn bytes(&self) -> &[u8; WIDTH * HEIGHT / 8] {
        &self.0
    }

    /// Whether a pixel is lit; those outside are dark.
    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        x < WIDTH && y < HEIGHT && self.0[y / 8 * WIDTH + x] >> (y % 8) & 1 != 0
    }

    /// The columns and rows of the lit pixels.
    pub(super) fn lit(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..WIDTH * HEIGHT).map(|at| (at % WIDTH, at / WIDTH));
        all.filter(|&(x, y)| self.is_lit(x, y))
    }

    /// Sets pixels to a colour.
    pub(super) fn set(&mut self, points: impl IntoIterator<Item = Point>, color: BinaryColor) {
        let Ok(()) = self.draw_iter(points.into_iter().map(|at| Pixel(at, color)));
    }

    /// Lights dark pixels and darkens lit ones; no point may come twice.
    pub(super) fn invert(&mut self, points: impl IntoIterator<Item = Point>) {
        for at in points {
            let is_lit = self.is_lit(at.x as usize, at.y as usize);
            self.set([at], BinaryColor::from(!is_lit));
        }
    }
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        Size::new(WIDTH as u32, HEIGHT as u32)
    }
}

impl DrawTarget for Frame {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(point, color) in pixels {
            debug_assert!(self.bounding_box().contains(point), "{point} is outside");
            let (Ok(x), Ok(y)) = (usize::try_from(point.x), usize::try_from(point.y)) else {
                continue;
            };
            if x < WIDTH && y < HEIGHT {
                let byte = &mut self.0[y / 8 * WIDTH + x];
                match color {
                    BinaryColor::On => *byte |= 1 << (y % 8),
                    BinaryColor::Off => *byte &= !(1 << (y % 8)),
                }
            }
        }
        Ok(())
    }

    /// Whole bytes at a time: screens are cleared and bars are drawn on every change.
    fn fill_solid(&mut self, area: &Rectangle, color: BinaryColor) -> Result<(), Infallible> {
        let inside = area.intersection(&self.bounding_box());
        debug_assert_eq!(inside, *area, "outside");
        let area = inside;
        let (left, top) = (area.top_left.x as usize, area.top_left.y as usize);
        let right = left + area.size.width as usize;
        let bottom = top + area.size.height as usize;
        for page in top / 8..bottom.div_ceil(8) {
            let from = top.saturating_sub(page * 8);
            let to = (bottom - page * 8).min(8);
            let mask = ((1u16 << to) - (1 << from)) as u8;
            for byte in &mut self.0[page * WIDTH + left..page * WIDTH + right] {
                match color {
                    BinaryColor::On => *byte |= mask,
                    BinaryColor::Off => *byte &= !mask,
                }
            }
        }
        Ok(())
    }
}
