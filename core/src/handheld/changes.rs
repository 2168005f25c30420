//! What has changed between two pictures, for a display behind a slow bus.

use core::ops::Range;

use super::frame::{Frame, WIDTH};

/// To open a window costs about as much as to send this many bytes: two addresses, two control
/// bytes, six bytes of commands. A gap that is narrower is sent along.
const GAP: usize = 10;

/// Part of a picture: some columns of one page, which is eight pixels high.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The page, counted from the top.
    pub page: usize,
    /// The columns; never empty.
    pub columns: Range<usize>,
}

/// The windows in which a picture differs from the one before; see [`Frame::changes`].
#[derive(Clone, Debug)]
pub struct Changes<'a> {
    frame: &'a Frame,
    shown: Option<&'a Frame>,
    at: usize,
}

impl Frame {
    /// The windows in which this picture differs from the one that is shown; the whole of it if
    /// what is shown is unknown.
    ///
    /// ```
    /// use dobutsu_core::handheld::{Frame, Window};
    /// use embedded_graphics::{Drawable, Pixel, geometry::Point, pixelcolor::BinaryColor};
    ///
    /// let dark = Frame::new();
    /// let mut star = dark.clone();
    /// Pixel(Point::new(100, 20), BinaryColor::On).draw(&mut star).unwrap();
    /// let changes: Vec<Window> = star.changes(Some(&dark)).collect();
    /// assert_eq!(changes, [Window { page: 2, columns: 100..101 }]);
    /// ```
    pub fn changes<'a>(&'a self, shown: Option<&'a Frame>) -> Changes<'a> {
        Changes {
            frame: self,
            shown,
            at: 0,
        }
    }

    /// The bytes of a window; none if it is not one of a picture.
    pub fn bytes_of(&self, window: &Window) -> &[u8] {
        let page = self.bytes().chunks_exact(WIDTH).nth(window.page);
        page.and_then(|page| page.get(window.columns.clone()))
            .unwrap_or_default()
    }
}

impl Changes<'_> {
    fn differs(&self, at: usize) -> bool {
        let byte = |frame: &Frame| frame.bytes().get(at).copied();
        self.shown
            .is_none_or(|shown| byte(shown) != byte(self.frame))
    }
}

impl Iterator for Changes<'_> {
    type Item = Window;

    fn next(&mut self) -> Option<Window> {
        let start = (self.at..self.frame.bytes().len()).find(|&at| self.differs(at))?;
        let page = start / WIDTH;
        let mut last = start;
        for at in start + 1..(page + 1) * WIDTH {
            if self.differs(at) {
                last = at;
            } else if at - last > GAP {
                break;
            }
        }
        let end = last + 1;
        self.at = end;
        Some(Window {
            page,
            columns: start - page * WIDTH..end - page * WIDTH,
        })
    }
}
