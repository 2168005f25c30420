//! Polyominoes, and the box they go into.

use heapless::Vec;

/// The largest polyomino [`free_polyominoes`] knows.
pub const MAX_CELLS: u8 = 6;
/// The most pieces a set may have: the free hexominoes are 35.
pub const MAX_PIECES: usize = 40;
/// The most columns a box may have.
pub const MAX_COLUMNS: usize = 64;
/// The most rows a box may have.
pub const MAX_ROWS: u8 = 16;

/// A polyomino on an 8×8 grid, pushed against the left and upper sides: bit `8 * column + row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece(u64);

impl Piece {
    /// The single cell.
    pub const MONOMINO: Self = Self(1);

    /// The piece with these cells (column, row), each below 8; `None` if there is none or one
    /// lies outside.
    pub fn from_cells(cells: impl IntoIterator<Item = (u8, u8)>) -> Option<Self> {
        let mut bits = 0;
        for (column, row) in cells {
            if column >= 8 || row >= 8 {
                return None;
            }
            bits |= 1 << (8 * column + row);
        }
        (bits != 0).then(|| Self(pushed(bits)))
    }

    /// The cells as (column, row), column by column.
    pub fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        (0..64)
            .filter(move |&bit| self.0 >> bit & 1 != 0)
            .map(|bit| (bit / 8, bit % 8))
    }

    /// How many cells the piece has.
    pub fn size(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether every cell can be reached from every other by neighbours.
    pub fn is_connected(self) -> bool {
        const LAST_ROW: u64 = 0x8080_8080_8080_8080;
        let mut reached = self.0 & self.0.wrapping_neg();
        loop {
            let down = (reached & !LAST_ROW) << 1;
            let up = (reached >> 1) & !LAST_ROW;
            let more = (reached | down | up | reached << 8 | reached >> 8) & self.0;
            if more == reached {
                return reached == self.0;
            }
            reached = more;
        }
    }

    /// The piece turned by `turn & 3` quarters and, if `turn & 4`, turned over first.
    pub const fn turned(self, turn: u8) -> Self {
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

    /// The one of its eight lies that stands for them all.
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

    /// The cells of this lie in a scan down columns of `stride` places, from its first on.
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

/// All polyominoes of `cells` cells (1 to [`MAX_CELLS`]) that differ even when turned and
/// turned over; an empty list for any other size.
pub fn free_polyominoes(cells: u8) -> Vec<Piece, MAX_PIECES> {
    let (pieces, count) = grown(cells);
    // 35 at most.
    Vec::from_slice(&pieces[..count]).unwrap_or_default()
}

/// The same as an array and how many of it count, for tables that the compiler makes.
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

/// A box: which cells of a grid are to be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    columns: [u16; MAX_COLUMNS],
    width: u8,
    height: u8,
}

impl Region {
    /// A full rectangle; `None` if it is empty or too large.
    pub fn rectangle(width: u8, height: u8) -> Option<Self> {
        let sound =
            (1..=MAX_COLUMNS).contains(&usize::from(width)) && (1..=MAX_ROWS).contains(&height);
        sound.then(|| {
            let mut columns = [0; MAX_COLUMNS];
            columns[..usize::from(width)].fill(u16::MAX >> (16 - height));
            Self {
                columns,
                width,
                height,
            }
        })
    }

    /// The paper's box for the hexominoes: 19×11 and one more cell in the middle of a long
    /// side.
    pub fn hexomino() -> Self {
        let mut columns = [0; MAX_COLUMNS];
        columns[..19].fill(0x7FF);
        columns[9] = 0xFFF;
        Self {
            columns,
            width: 19,
            height: 12,
        }
    }

    /// The same with the extra cell in the middle of a short side, which has the right colour
    /// too.
    pub fn hexomino_short() -> Self {
        let mut columns = [0; MAX_COLUMNS];
        columns[..19].fill(0x7FF);
        columns[19] = 1 << 5;
        Self {
            columns,
            width: 20,
            height: 11,
        }
    }

    /// Takes a cell out of the box.
    pub fn close(&mut self, column: u8, row: u8) {
        if let Some(cells) = self.columns.get_mut(usize::from(column)) {
            *cells &= !1u16.checked_shl(u32::from(row)).unwrap_or(0);
        }
    }

    /// Whether a cell is to be filled.
    pub fn is_open(&self, column: u8, row: u8) -> bool {
        self.columns
            .get(usize::from(column))
            .is_some_and(|cells| cells.checked_shr(u32::from(row)).unwrap_or(0) & 1 != 0)
    }

    /// Columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Cells to be filled.
    pub fn cells(&self) -> u32 {
        self.columns.iter().map(|cells| cells.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Free and fixed polyominoes: OEIS A000105 and A001168.
    #[test]
    fn as_many_as_are_known() {
        let expected = [
            (1, 1, 1),
            (2, 1, 2),
            (3, 2, 6),
            (4, 5, 19),
            (5, 12, 63),
            (6, 35, 216),
        ];
        for (cells, free, fixed) in expected {
            let pieces = free_polyominoes(cells);
            assert_eq!(pieces.len(), free);
            let lies: usize = pieces
                .iter()
                .map(|piece| {
                    let lies: [Piece; 8] = core::array::from_fn(|turn| piece.turned(turn as u8));
                    (0..8)
                        .filter(|&turn| !lies[..turn].contains(&lies[turn]))
                        .count()
                })
                .sum();
            assert_eq!(lies, fixed);
        }
        assert!(free_polyominoes(0).is_empty() && free_polyominoes(7).is_empty());
    }

    #[test]
    fn the_papers_box_has_210_cells_of_the_right_colours() {
        for region in [Region::hexomino(), Region::hexomino_short()] {
            assert_eq!(region.cells(), 210);
            let dark = (0..region.width())
                .flat_map(|column| (0..region.height()).map(move |row| (column, row)))
                .filter(|&(column, row)| region.is_open(column, row) && (column + row) % 2 == 0)
                .count();
            // Eleven of the hexominoes cover four cells of one colour and two of the other,
            // so the colours must differ by an odd multiple of 2.
            assert_eq!(dark, 106);
        }
    }
}
