//! The box of hexominoes as it is filled.

use embedded_graphics::prelude::*;

use super::super::ON;
use super::super::ink::fill;
use super::experiments::HEXOMINOES;
use crate::estimate::packing::Laid;
use crate::handheld::Frame;

/// From one cell to the next.
const PITCH: i32 = 4;
const WORDS: usize = 8;

/// Cells in scan order: those taken, and those that are of one piece with their neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    taken: [u32; WORDS],
    goes_down: [u32; WORDS],
    goes_right: [u32; WORDS],
}

impl Picture {
    pub(super) const EMPTY: Picture = Picture {
        taken: [0; WORDS],
        goes_down: [0; WORDS],
        goes_right: [0; WORDS],
    };

    pub(super) fn of(pieces: impl Iterator<Item = Laid>) -> Picture {
        let mut picture = Picture::EMPTY;
        for Laid { anchor, mask } in pieces {
            set(&mut picture.taken, anchor, mask);
            set(&mut picture.goes_down, anchor, mask & mask >> 1);
            let right = mask & mask >> HEXOMINOES.stride();
            set(&mut picture.goes_right, anchor, right);
        }
        picture
    }

    /// Draws the box: a piece without seams, an empty cell as a dot.
    pub(super) fn draw(&self, corner: Point, frame: &mut Frame) {
        for place in (0..u8::MAX).filter(|&place| HEXOMINOES.is_open(place)) {
            let (column, row) = (place / HEXOMINOES.stride(), place % HEXOMINOES.stride());
            let cell = corner + Point::new(column.into(), row.into()) * PITCH;
            if !is_set(&self.taken, place) {
                fill(cell + Point::new_equal(1), Size::new_equal(1), ON, frame);
                continue;
            }
            fill(cell, Size::new(3, 3), ON, frame);
            if is_set(&self.goes_down, place) {
                fill(cell, Size::new(3, 4), ON, frame);
            }
            if is_set(&self.goes_right, place) {
                fill(cell, Size::new(4, 3), ON, frame);
            }
        }
    }
}

fn is_set(cells: &[u32; WORDS], place: u8) -> bool {
    cells[usize::from(place / 32)] >> (place % 32) & 1 == 1
}

/// Adds cells from a place on; beyond the scan there are none.
fn set(cells: &mut [u32; WORDS], place: u8, mask: u64) {
    let wide = u128::from(mask) << (place % 32);
    let from = cells.iter_mut().skip(usize::from(place / 32));
    for (word, shift) in from.zip([0, 32, 64]) {
        *word |= (wide >> shift) as u32;
    }
}
