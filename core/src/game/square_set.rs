//! Sets of squares.

use core::ops::{BitAnd, BitOr, Not};

use super::Square;

/// A set of squares: bit 4·i stands for square i, so that sets line up with packed boards.
///
/// ```
/// use dobutsu_core::game::{Square, SquareSet};
///
/// let corner = SquareSet::FAR_RANK & !(SquareSet::of(Square::B1) | SquareSet::of(Square::C1));
/// assert!(corner.contains(Square::A1) && corner.len() == 1);
/// assert!(SquareSet::HOME_RANK.into_iter().eq([Square::A4, Square::B4, Square::C4]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(pub(super) u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All twelve squares.
    pub const ALL: SquareSet = SquareSet(0x1111_1111_1111);
    /// The rank where a lion tries and a chick becomes a hen.
    pub const FAR_RANK: SquareSet = SquareSet(0x0001_0001_0001);
    /// The rank that the other lion tries for.
    pub const HOME_RANK: SquareSet = SquareSet(0x1000_1000_1000);

    /// The set of one square.
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << (4 * square.index()))
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (4 * square.index()) & 1 != 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// The squares in both sets.
impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

/// The squares in either set.
impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

/// The squares that are not in the set.
impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(self.0 ^ SquareSet::ALL.0)
    }
}

/// The squares of the set, lowest number first.
impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`SquareSet`] one by one.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::lowest(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}
