//! The same position seen by the other player, in a mirror, and in its one canonical form.

use super::position::{BOARD, ONES};
use super::{Kind, Owner, Position, SquareSet};

const FILE: u64 = 0xFFFF;
const FILE_A: SquareSet = SquareSet(0x1111);
const FILE_C: SquareSet = SquareSet(0x1111_0000_0000);

impl Position {
    /// The position as the other player sees it: the board turned by half, the owners exchanged.
    ///
    /// ```
    /// # use dobutsu_core::game::Position;
    /// assert_eq!(Position::START.rotated(), Position::START);
    /// ```
    #[inline]
    pub fn rotated(self) -> Position {
        // Reverse the twelve squares, bytes first, then the two squares of each byte.
        let bytes = (self.0 & BOARD).swap_bytes() >> 16;
        let squares = (bytes & 0x0F0F_0F0F_0F0F) << 4 | (bytes & 0xF0F0_F0F0_F0F0) >> 4;
        let occupied = (squares | squares >> 1 | squares >> 2) & ONES;
        let hands = self.0 >> 48;
        let hands = hands >> 6 | (hands & 0x3F) << 6;
        Position(squares ^ occupied << 3 | hands << 48)
    }

    /// The position with files A and C exchanged. No rule tells left from right, so its value
    /// is the same.
    #[inline]
    pub fn mirrored(self) -> Position {
        let a = self.0 & FILE;
        let c = self.0 >> 32 & FILE;
        Position(self.0 & !(FILE | FILE << 32) | a << 32 | c)
    }

    /// The one of the position and its mirror image that stands for both.
    ///
    /// It has the mover's lion on file A or B; if that is on B, the other lion on A or B; and if
    /// both are on B, file A not above file C as a 16-bit number. Lions decide first because the
    /// solver's index sorts by them first.
    ///
    /// ```
    /// use dobutsu_core::game::Diagram;
    ///
    /// let diagram: Diagram = "2l/3/3/L2 b 2G2E2C 1".parse().unwrap();
    /// let position = diagram.position;
    /// assert_eq!(position.mirrored().canonical(), position.canonical());
    /// assert_eq!(position.canonical(), position);
    /// ```
    #[inline]
    pub fn canonical(self) -> Position {
        let mirror = || self.mirrored();
        for owner in Owner::ALL {
            let lion = self.holding(owner, Kind::Lion);
            if !(lion & FILE_A).is_empty() {
                return self;
            }
            if !(lion & FILE_C).is_empty() {
                return mirror();
            }
        }
        if self.0 & FILE > self.0 >> 32 & FILE {
            mirror()
        } else {
            self
        }
    }
}
