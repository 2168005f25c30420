//! Building a packing's tables: what fits where, and the walls of the box.

use core::fmt;

use super::{
    Choices, ENTRIES, MAX_SCAN, Packing, PackingNode, Place, SPAN,
    pieces::{MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region},
    tables::{Column, LieTable, single},
};

/// Why a box and a set of pieces cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PackingError {
    /// The pieces have more or fewer cells than the box.
    CellsDiffer,
    /// More pieces or lies of pieces than fit the tables.
    TooManyPieces,
    /// A piece of more than six cells.
    PieceTooLarge,
    /// A piece whose cells do not hang together.
    PieceInParts,
    /// The box is too tall for the window, or too long.
    BoxTooLarge,
}

impl fmt::Display for PackingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CellsDiffer => "the pieces do not have as many cells as the box",
            Self::TooManyPieces => "there are too many pieces, or they lie in more than 256 ways",
            Self::PieceTooLarge => "a piece has more than six cells",
            Self::PieceInParts => "a piece's cells do not hang together",
            Self::BoxTooLarge => "the box is too tall or too long for the search's window",
        })
    }
}

impl core::error::Error for PackingError {}

impl Packing {
    /// The problem of filling `region` with `pieces`.
    pub fn new(region: &Region, pieces: &[Piece]) -> Result<Self, PackingError> {
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return Err(PackingError::TooManyPieces);
        }
        if pieces.iter().any(|piece| usize::from(piece.size()) > SPAN) {
            return Err(PackingError::PieceTooLarge);
        }
        if !pieces.iter().all(|piece| piece.is_connected()) {
            return Err(PackingError::PieceInParts);
        }
        if pieces
            .iter()
            .map(|piece| u32::from(piece.size()))
            .sum::<u32>()
            != region.cells()
        {
            return Err(PackingError::CellsDiffer);
        }
        let reach = pieces
            .iter()
            .map(|piece| u32::from(piece.size()))
            .max()
            .unwrap_or(1)
            - 1;
        // A row of wall below the box keeps pieces from wrapping round into the next column.
        // The hexomino box is one row too tall for that (its lowest row is almost all wall
        // anyway), so there `rows` alone does it.
        let height = u32::from(region.height());
        let stride = [height + 1, height].map(|stride| stride.max(SPAN as u32));
        let Some(&stride) = stride.iter().find(|&&stride| reach * stride < 64) else {
            return Err(PackingError::BoxTooLarge);
        };
        let mut packing = Self {
            prunes_islands: false,
            pieces: pieces.len() as u8,
            stride,
            wide: [LieTable::new([Column::default()], 0); 2],
            narrow: [LieTable::new([Column::default(); 2], 0); 2],
            fits: [Choices::ALL; ENTRIES],
            rows: [Choices::ALL; MAX_ROWS as usize],
            masks: [0; Choices::CAPACITY],
            piece_of: [0; Choices::CAPACITY],
            lies_of: [Choices::EMPTY; MAX_PIECES],
            places: [Place {
                walls: u64::MAX,
                guarded_row: None,
            }; MAX_SCAN],
            root: PackingNode {
                window: 0,
                unused: Choices::EMPTY,
                open: Choices::EMPTY,
                anchor: 0,
                placed: 0,
            },
        };
        packing.lay_out_tables(reach);
        let mut lies = 0;
        for (number, piece) in pieces.iter().enumerate() {
            let (turns, different) = piece.lies();
            for lie in &turns[..different] {
                let id = u8::try_from(lies).map_err(|_| PackingError::TooManyPieces)?;
                packing.add_lie(id, number as u8, *lie, height);
                lies += 1;
            }
        }
        packing.build_walls(region)?;
        packing.build_root();
        Ok(packing)
    }

    fn lay_out_tables(&mut self, reach: u32) {
        // Column d of the window holds the rows from reach − d above the anchor to as many
        // below; the anchor is empty, so its own column starts one below.
        let column = |ahead: u32| match reach.checked_sub(ahead) {
            Some(0) if ahead == 0 => Column::default(),
            Some(rows) if ahead == 0 => Column {
                shift: 1,
                mask: (1 << rows) - 1,
            },
            Some(rows) => Column {
                shift: ahead * self.stride - rows,
                mask: (2 << (2 * rows)) - 1,
            },
            None => Column::default(),
        };
        let mut offset = 0;
        for (table, ahead) in self.wide.iter_mut().zip([1, 2]) {
            *table = LieTable::new([column(ahead)], offset);
            offset += table.entries();
        }
        for (table, pair) in self.narrow.iter_mut().zip([[0, 4], [3, 5]]) {
            *table = LieTable::new(pair.map(column), offset);
            offset += table.entries();
        }
    }

    fn add_lie(&mut self, id: u8, number: u8, lie: Piece, height: u32) {
        // Cells come column by column, as in the scan, so the first is the anchor's.
        let Some((_, first)) = lie.cells().next() else {
            return;
        };
        let index = usize::from(id);
        self.masks[index] = lie.scanned(self.stride);
        for (row, fitting) in (0u32..).zip(&mut self.rows) {
            let leaves = lie.cells().any(|(_, below)| {
                let below = row + u32::from(below);
                below < u32::from(first) || below - u32::from(first) >= height
            });
            if leaves {
                *fitting = fitting.without(&single(id));
            }
        }
        for table in self.wide {
            table.strike(&mut self.fits, id, self.masks[index]);
        }
        for table in self.narrow {
            table.strike(&mut self.fits, id, self.masks[index]);
        }
        self.piece_of[index] = number;
        self.lies_of[usize::from(number)].insert(id);
        self.root.unused.insert(id);
    }

    fn build_walls(&mut self, region: &Region) -> Result<(), PackingError> {
        let scan = u32::from(region.width()) * self.stride;
        if scan as usize > MAX_SCAN {
            return Err(PackingError::BoxTooLarge);
        }
        let is_open = |place: u32| {
            let (column, row) = (place / self.stride, place % self.stride);
            column < MAX_COLUMNS as u32 && region.is_open(column as u8, row as u8)
        };
        let last = (0..scan).rev().find(|&place| is_open(place)).unwrap_or(0);
        for (number, place) in (0u32..).zip(&mut self.places) {
            place.walls = (0..64)
                .filter(|&bit| !is_open(number + bit))
                .fold(0, |walls, bit| walls | 1 << bit);
            // The scan must find the next empty cell within one window.
            if number < last && place.walls == u64::MAX {
                return Err(PackingError::BoxTooLarge);
            }
            let row = (number % self.stride) as u8;
            let wrapping = self.root.unused.without(&self.rows[usize::from(row)]);
            let unstopped = |lie: u8| self.masks[usize::from(lie)] & place.walls == 0;
            place.guarded_row = wrapping.into_iter().any(unstopped).then_some(row);
        }
        Ok(())
    }

    fn build_root(&mut self) {
        let anchor = self.places[0].walls.trailing_ones() & (MAX_SCAN as u32 - 1);
        self.root.anchor = anchor as u8;
        self.root.window = self.places[anchor as usize].walls;
        self.root.open = self.open(&self.root, self.places[anchor as usize].guarded_row);
    }
}
