//! The five animals.

use super::sheet::{Bitmap, narrow, sheet};
use crate::game::Kind;

/// Animals are as wide as they are high.
pub(crate) const ANIMAL_SIZE: i32 = 15;

/// In the order of [`Kind::ALL`].
static ANIMALS: [[u16; 15]; 5] = narrow(sheet::<15, 15, 5>(include_str!("animals.txt"), 5));

/// The picture of a piece, upside down if it is the other player's.
pub(crate) fn animal(kind: Kind, turned: bool) -> Bitmap<'static> {
    Bitmap {
        rows: &ANIMALS[kind as usize - 1],
        width: ANIMAL_SIZE,
        turned,
    }
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
