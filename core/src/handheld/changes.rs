//! The differences between two pictures, for a display behind a slow bus.

use core::ops::Range;

use super::{Frame, WIDTH};

/// Opening a window costs about as much as sending this many bytes: two addresses, two control
/// bytes, six bytes of commands. A narrower gap is sent with the window.
const GAP: usize = 10;

/// Part of a picture: some columns of one page, which is eight pixels high.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The page, counted from the top.
    pub page: usize,
    /// The columns; never empty.
    pub columns: Range<usize>,
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
    pub fn changes(&self, shown: Option<&Frame>) -> impl Iterator<Item = Window> {
        let differs = move |at: usize| {
            let byte = |frame: &Frame| frame.bytes().get(at).copied();
            shown.is_none_or(|shown| byte(shown) != byte(self))
        };
        let mut end = 0;
        core::iter::from_fn(move || {
            let start = (end..self.bytes().len()).find(|&at| differs(at))?;
            let page = start / WIDTH;
            let mut last = start;
            for at in start + 1..(page + 1) * WIDTH {
                if differs(at) {
                    last = at;
                } else if at - last > GAP {
                    break;
                }
            }
            end = last + 1;
            Some(Window {
                page,
                columns: start - page * WIDTH..end - page * WIDTH,
            })
        })
    }

    /// The bytes of a window; none if it is not one of a picture.
    pub fn bytes_of(&self, window: &Window) -> &[u8] {
        let page = self.bytes().chunks_exact(WIDTH).nth(window.page);
        page.and_then(|page| page.get(window.columns.clone()))
            .unwrap_or_default()
    }
}
