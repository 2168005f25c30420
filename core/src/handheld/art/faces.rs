//! The faces of the ten opponents, and the mark for beating one without help.

use super::sheet::{Bitmap, sheet};
use crate::player::Level;

/// Faces are as wide as they are high.
pub(crate) const FACE_SIZE: i32 = 20;

const COUNT: usize = Level::PERFECT.number() as usize;

/// In the order of the levels.
static FACES: [[u32; 20]; COUNT] = sheet::<20, 20, COUNT>(include_str!("faces.txt"), 5);

/// The face of the opponent who plays at a level.
pub(crate) fn face(level: Level) -> Bitmap<'static, u32> {
    Bitmap {
        rows: &FACES[usize::from(level.number()) - 1],
        width: FACE_SIZE,
        turned: false,
    }
}

/// The mark is as wide as it is high.
pub(crate) const MARK_SIZE: i32 = 7;

/// A star.
pub(crate) static MARK: Bitmap<'static> = Bitmap {
    rows: &[
        0b0001000, 0b0001000, 0b1111111, 0b0111110, 0b0011100, 0b0110110, 0b0100010,
    ],
    width: MARK_SIZE,
    turned: false,
};
