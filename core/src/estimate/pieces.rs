//! Polyominoes.

/// The most cells of a polyomino.
const MAX_CELLS: u8 = 6;
/// The most pieces a set may have: the free hexominoes are 35.
pub(super) const MAX_PIECES: usize = 40;

/// A polyomino on an 8×8 grid, pushed against the left and upper sides: bit `8 * column + row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Piece(u64);

impl Piece {
    /// The single cell.
    const MONOMINO: Self = Self(1);

    /// The piece turned by `turn & 3` quarters and, if `turn & 4`, turned over first.
    const fn turned(self, turn: u8) -> Self {
        let mut bits = 0;
        let mut left = self.0;
        while left != 0 {
            let bit = left.trailing_zeros() as u8;
            left &= left - 1;
            let (mut x, mut y) = match turn & 4 {
                0 => (bit / 8, bit % 8),
                _ => (bit % 8, bit / 8),
            };
            let mut quarters = turn & 3;
            while quarters > 0 {
                (x, y) = (7 - y, x);
                quarters -= 1;
            }
            bits |= 1 << (8 * x + y);
        }
        Self(pushed(bits))
    }

    /// Its different lies, in the order of its turns, and how many there are.
    pub(super) const fn lies(self) -> ([Self; 8], usize) {
        let (mut lies, mut count) = ([self; 8], 0);
        let mut turn = 0;
        while turn < 8 {
            let lie = self.turned(turn);
            if !holds(&lies, count, lie) {
                lies[count] = lie;
                count += 1;
            }
            turn += 1;
        }
        (lies, count)
    }

    /// The least of its eight lies.
    const fn canonical(self) -> Self {
        let (lies, count) = self.lies();
        let mut least = self;
        let mut lie = 0;
        while lie < count {
            if lies[lie].0 < least.0 {
                least = lies[lie];
            }
            lie += 1;
        }
        least
    }

    /// The cells of this lie in a scan down columns of `stride` places, from the first one on.
    pub(super) const fn scanned(self, stride: u32) -> u64 {
        // Its first column is not empty, so its first cell is in there.
        let first = self.0.trailing_zeros();
        let mut mask = 0;
        let mut left = self.0;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            mask |= 1 << (bit / 8 * stride + bit % 8 - first);
        }
        mask
    }
}

/// Pushes cells against the left and upper sides of the grid.
const fn pushed(mut bits: u64) -> u64 {
    const FIRST_COLUMN: u64 = 0xFF;
    const FIRST_ROW: u64 = 0x0101_0101_0101_0101;
    while bits != 0 && bits & FIRST_COLUMN == 0 {
        bits >>= 8;
    }
    while bits != 0 && bits & FIRST_ROW == 0 {
        bits >>= 1;
    }
    bits
}

/// Whether a piece is among the first `count`.
const fn holds(pieces: &[Piece], count: usize, piece: Piece) -> bool {
    let mut at = 0;
    while at < count {
        if pieces[at].0 == piece.0 {
            return true;
        }
        at += 1;
    }
    false
}

/// All polyominoes of `cells` cells (1 to 6) that differ even when turned and turned over, and
/// their number; none of any other size.
pub(super) const fn grown(cells: u8) -> ([Piece; MAX_PIECES], usize) {
    let (mut pieces, mut count) = ([Piece::MONOMINO; MAX_PIECES], 1);
    if cells == 0 || cells > MAX_CELLS {
        return (pieces, 0);
    }
    let mut size = 1;
    while size < cells {
        let (mut larger, mut found) = ([Piece::MONOMINO; MAX_PIECES], 0);
        let mut parent = 0;
        while parent < count {
            // Away from the border, so that every neighbour is on the grid.
            let bits = pieces[parent].0 << 9;
            let mut free = (bits << 1 | bits >> 1 | bits << 8 | bits >> 8) & !bits;
            while free != 0 {
                let cell = free & free.wrapping_neg();
                free ^= cell;
                let piece = Piece(pushed(bits | cell)).canonical();
                if !holds(&larger, found, piece) {
                    found = inserted(&mut larger, found, piece);
                }
            }
            parent += 1;
        }
        (pieces, count) = (larger, found);
        size += 1;
    }
    (pieces, count)
}

/// Puts a piece in its place among the first `count`, which ascend; returns how many they are then.
const fn inserted(pieces: &mut [Piece], count: usize, piece: Piece) -> usize {
    let mut at = count;
    while at > 0 && pieces[at - 1].0 > piece.0 {
        pieces[at] = pieces[at - 1];
        at -= 1;
    }
    pieces[at] = piece;
    count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Free and fixed polyominoes: OEIS A000105 and A001168.
    #[test]
    fn the_numbers_of_polyominoes_are_the_known_ones() {
        let expected = [
            (1, 1, 1),
            (2, 1, 2),
            (3, 2, 6),
            (4, 5, 19),
            (5, 12, 63),
            (6, 35, 216),
        ];
        for (cells, free, fixed) in expected {
            let (pieces, count) = grown(cells);
            let lies = pieces[..count].iter().map(|piece| piece.lies().1);
            assert_eq!((count, lies.sum()), (free, fixed));
        }
        assert_eq!((grown(0).1, grown(7).1), (0, 0));
    }
}
