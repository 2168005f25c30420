//! The numbers of the ranks at the edge of the board, smaller than text.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::sheet::{Bitmap, narrow, sheet};
use crate::handheld::Frame;

static RANKS: [[u16; 5]; 4] = narrow(sheet::<3, 5, 4>(
    "\
.#. ##. ##. #.#
##. ..# ..# #.#
.#. .#. .#. ###
.#. #.. ..# ..#
### ### ##. ..#
",
    4,
));

/// Draws the number of a rank, counted from 0.
pub(crate) fn draw_rank(rank: u8, corner: Point, frame: &mut Frame) {
    let number = Bitmap {
        rows: &RANKS[usize::from(rank % 4)],
        width: 3,
        turned: false,
    };
    number.draw(corner, BinaryColor::On, frame);
}
