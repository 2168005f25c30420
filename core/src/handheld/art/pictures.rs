//! The five animals, the ten opponents, the mark for beating one without help, and the numbers of the ranks.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::sheet::{Bitmap, narrow, sheet};
use crate::game::Kind;
use crate::handheld::Frame;
use crate::player::Level;

/// Animals are as wide as they are high.
pub(crate) const ANIMAL_SIZE: i32 = 15;

/// In the order of [`Kind::ALL`].
static ANIMALS: [[u16; 15]; 5] = narrow(sheet::<15, 15, 5>(include_str!("animals.txt"), 5));

/// The picture of a piece, upside down if it is the other player's.
pub(crate) fn animal(kind: Kind, turned: bool) -> Bitmap<'static> {
    let upright = Bitmap::new(animal_rows(kind), ANIMAL_SIZE);
    Bitmap { turned, ..upright }
}

/// The picture of an animal for other displays than the device's: 15 rows
/// from the top, 15 pixels each, the lowest bit leftmost.
///
/// ```
/// use dobutsu_core::game::Kind;
/// use dobutsu_core::handheld::animal_rows;
///
/// // A chick's comb is two pixels wide.
/// assert_eq!(animal_rows(Kind::Chick)[0].count_ones(), 2);
/// ```
pub const fn animal_rows(kind: Kind) -> &'static [u16; 15] {
    &ANIMALS[kind as usize - 1]
}

/// Faces are as wide as they are high.
pub(crate) const FACE_SIZE: i32 = 20;

const COUNT: usize = Level::PERFECT.number() as usize;

/// In the order of the levels.
static FACES: [[u32; 20]; COUNT] = sheet::<20, 20, COUNT>(include_str!("faces.txt"), 5);

/// The face of the opponent who plays at a level.
pub(crate) fn face(level: Level) -> Bitmap<'static, u32> {
    Bitmap::new(&FACES[usize::from(level.number()) - 1], FACE_SIZE)
}

/// The mark is as wide as it is high.
pub(crate) const MARK_SIZE: i32 = 7;

/// A star.
pub(crate) static MARK: Bitmap<'static> = Bitmap::new(
    &[
        0b0001000, 0b0001000, 0b1111111, 0b0111110, 0b0011100, 0b0110110, 0b0100010,
    ],
    MARK_SIZE,
);

/// The ranks are numbered in digits smaller than text.
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
    let number = Bitmap::new(&RANKS[usize::from(rank % 4)], 3);
    number.draw(corner, BinaryColor::On, frame);
}
