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
    pub fn turned(self, turn: u8) -> Self {
        let mut bits = 0;
        for (column, row) in self.cells() {
            let (mut x, mut y) = if turn & 4 == 0 {
                (column, row)
            } else {
                (row, column)
            };
            for _ in 0..turn & 3 {
                (x, y) = (7 - y, x);
            }
            bits |= 1 << (8 * x + y);
        }
        Self(pushed(bits))
    }

    /// The one of its eight lies that stands for them all.
    fn canonical(self) -> Self {
        (0..8).map(|turn| self.turned(turn)).min().unwrap_or(self)
    }
}

/// Pushes cells against the left and upper sides of the grid.
fn pushed(mut bits: u64) -> u64 {
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

/// All polyominoes of `cells` cells (1 to [`MAX_CELLS`]) that differ even when turned and
/// turned over; an empty list for any other size.
pub fn free_polyominoes(cells: u8) -> Vec<Piece, MAX_PIECES> {
    let mut pieces = Vec::new();
    if !(1..=MAX_CELLS).contains(&cells) {
        return pieces;
    }
    let _ = pieces.push(Piece::MONOMINO);
    for _ in 1..cells {
        let mut grown: Vec<Piece, MAX_PIECES> = Vec::new();
        for piece in &pieces {
            // Away from the border, so that every neighbour is on the grid.
            let bits = piece.0 << 9;
            for bit in 0..64 {
                let cell = 1u64 << bit;
                let neighbours = bits << 1 | bits >> 1 | bits << 8 | bits >> 8;
                if bits & cell != 0 || neighbours & cell == 0 {
                    continue;
                }
                let piece = Piece(pushed(bits | cell)).canonical();
                if let Err(place) = grown.binary_search(&piece) {
                    // 35 at most.
                    let _ = grown.insert(place, piece);
                }
            }
        }
        pieces = grown;
    }
    pieces
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
