//! The twelve squares.

use core::fmt;

macro_rules! squares {
    ($($name:ident = $number:literal),*) => {
        impl Square {
            $(
                #[doc = concat!("Square number ", $number, ".")]
                pub const $name: Square = Square($number);
            )*
        }
    };
}

squares!(
    A1 = 0,
    A2 = 1,
    A3 = 2,
    A4 = 3,
    B1 = 4,
    B2 = 5,
    B3 = 6,
    B4 = 7,
    C1 = 8,
    C2 = 9,
    C3 = 10,
    C4 = 11
);

/// A square of the 3×4 board, seen from the side to move unless a caller says otherwise.
///
/// Squares are numbered down the files: A1, A2, A3, A4, B1, … C4. Rank 1 is the far rank,
/// where a lion tries and a chick becomes a hen; rank 4 is the home rank. With whole files
/// side by side, mirroring a packed board is a swap of two 16-bit groups.
///
/// The names are those printed on the board, where the first player sits below: `A1` is the
/// upper left corner.
///
/// ```
/// use dobutsu_core::game::Square;
///
/// assert_eq!(Square::at(1, 2), Some(Square::B3));
/// assert_eq!((Square::B3.file(), Square::B3.rank()), (1, 2));
/// assert_eq!(Square::B3.to_string(), "B3");
/// assert_eq!(Square::at(3, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 12;

    /// All squares in the order of their numbers.
    #[rustfmt::skip]
    pub const ALL: [Square; Square::COUNT] = [
        Square::A1, Square::A2, Square::A3, Square::A4,
        Square::B1, Square::B2, Square::B3, Square::B4,
        Square::C1, Square::C2, Square::C3, Square::C4,
    ];

    /// The square with this number, if there is one.
    pub const fn new(index: usize) -> Option<Square> {
        if index < Self::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square on `file` (0 = A) and `rank` (0 = the far rank, named 1), if both are on the board.
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < 3 && rank < 4 {
            Some(Square((file * 4 + rank) as u8))
        } else {
            None
        }
    }

    /// The square whose bit in a [`SquareSet`](super::SquareSet) is the lowest one set.
    pub(super) const fn lowest(bits: u64) -> Square {
        Square((bits.trailing_zeros() / 4) as u8)
    }

    /// The square's number, below [`Square::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file A to 2 for file C.
    pub const fn file(self) -> usize {
        self.index() / 4
    }

    /// 0 for the far rank to 3 for the home rank.
    pub const fn rank(self) -> usize {
        self.index() % 4
    }

    /// The same square seen by the other player.
    ///
    /// ```
    /// # use dobutsu_core::game::Square;
    /// assert_eq!(Square::A1.rotated(), Square::C4);
    /// ```
    pub const fn rotated(self) -> Square {
        Square(Self::COUNT as u8 - 1 - self.0)
    }

    /// The square with files A and C exchanged.
    ///
    /// ```
    /// # use dobutsu_core::game::Square;
    /// assert_eq!(Square::A1.mirrored(), Square::C1);
    /// ```
    pub const fn mirrored(self) -> Square {
        Square((2 - self.file() as u8) * 4 + self.rank() as u8)
    }
}

/// The name printed on the board, seen by the first player: `A1` to `C4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = ["A", "B", "C"][self.file()];
        write!(f, "{file}{}", self.rank() + 1)
    }
}
