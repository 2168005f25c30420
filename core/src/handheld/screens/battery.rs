//! The sign that the battery is nearly empty, over a corner of any picture.

use embedded_graphics::prelude::*;

use super::ink::fill;
use super::{OFF, ON};
use crate::handheld::Frame;

/// A cell with its last bit of charge, in the upper right corner.
pub(crate) fn draw(frame: &mut Frame) {
    // A dark edge, the outline of the cell, its pole and the last bit of charge.
    fill(Point::new(115, 0), Size::new(13, 9), OFF, frame);
    fill(Point::new(116, 1), Size::new(10, 7), ON, frame);
    fill(Point::new(117, 2), Size::new(8, 5), OFF, frame);
    fill(Point::new(126, 3), Size::new(1, 3), ON, frame);
    fill(Point::new(118, 3), Size::new(1, 3), ON, frame)
}
