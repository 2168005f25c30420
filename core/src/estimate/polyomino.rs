//! Packing pieces into a box, each once.
//!
//! Cells are filled in scan order, down the columns (the short way): every branch covers the
//! first empty cell. What lies ahead of that cell is a window of 64 bits, and which of the up
//! to 256 lies of all pieces fit there is the intersection of six sets, one looked up for each
//! column of the window. So a node costs the same few loads whether it has no branch or fifty.

use core::fmt;

use super::{
    Choices, Problem,
    pieces::{MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region},
};

/// How many columns ahead a hexomino reaches, its own included.
const SPAN: usize = 6;
/// Cells of the longest scan: anchors are bytes.
const MAX_SCAN: usize = 256;
/// Entries of the six tables for pieces of six cells: 2^5 + 2^9 + 2^7 + 2^5 + 2^3 + 2^1.
const TABLE: usize = 714;

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
    /// The box is too tall for the window, or too long.
    BoxTooLarge,
}

impl fmt::Display for PackingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CellsDiffer => "the pieces do not have as many cells as the box",
            Self::TooManyPieces => "there are too many pieces, or they lie in more than 256 ways",
            Self::PieceTooLarge => "a piece has more than six cells",
            Self::BoxTooLarge => "the box is too tall or too long for the search's window",
        })
    }
}

impl core::error::Error for PackingError {}

/// Which hopeless nodes are cut off early. None of these changes the count; they change the
/// tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Cut off nodes whose empty cells' colours, as on a chequered board, the pieces left
    /// cannot cover.
    pub parity: bool,
    /// Cut off nodes with an empty cell, or two, that nothing can reach.
    pub islands: bool,
}

/// A packing problem, with its tables (about 28 KB).
#[derive(Clone, Debug)]
pub struct Packing {
    pruning: Pruning,
    pieces: u8,
    stride: u32,
    columns: [Column; SPAN],
    /// By the cells of one column: the lies that need none of those taken.
    fits: [Choices; TABLE],
    /// By the anchor's row: lies that do not leave the box through its upper or lower side.
    rows: [Choices; MAX_ROWS as usize],
    /// Cells of each lie, from its first in scan order.
    masks: [u64; Choices::CAPACITY],
    /// The piece of each lie.
    piece_of: [u8; Choices::CAPACITY],
    /// The lies of each piece.
    lies_of: [Choices; MAX_PIECES],
    /// Closed cells from each place of the scan onwards.
    walls: [u64; MAX_SCAN],
    /// How much each lie covers of its first cell's colour, less the other.
    surplus_of: [i8; Choices::CAPACITY],
    root: PackingNode,
}

/// Where in the window a column's cells are, and where its table is.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    shift: u32,
    mask: u32,
    offset: u32,
}

/// A partly filled box.
#[derive(Clone, Copy, Debug)]
pub struct PackingNode {
    /// Taken cells from the first empty one onwards.
    window: u64,
    /// Lies of unused pieces.
    unused: Choices,
    /// Branches not taken yet.
    open: Choices,
    /// The first empty cell.
    anchor: u8,
    placed: u8,
    /// Empty cells of the even colour less those of the odd.
    surplus: i8,
    /// Unused pieces that do not cover the colours evenly.
    uneven: u8,
}

impl Packing {
    /// The problem of filling `region` with `pieces`.
    pub fn new(region: &Region, pieces: &[Piece], pruning: Pruning) -> Result<Self, PackingError> {
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return Err(PackingError::TooManyPieces);
        }
        if pieces.iter().any(|piece| usize::from(piece.len()) > SPAN) {
            return Err(PackingError::PieceTooLarge);
        }
        if pieces
            .iter()
            .map(|piece| u32::from(piece.len()))
            .sum::<u32>()
            != region.cells()
        {
            return Err(PackingError::CellsDiffer);
        }
        let reach = pieces
            .iter()
            .map(|piece| u32::from(piece.len()))
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
            pruning,
            pieces: pieces.len() as u8,
            stride,
            columns: [Column::default(); SPAN],
            fits: [Choices::ALL; TABLE],
            rows: [Choices::ALL; MAX_ROWS as usize],
            masks: [0; Choices::CAPACITY],
            piece_of: [0; Choices::CAPACITY],
            lies_of: [Choices::EMPTY; MAX_PIECES],
            walls: [u64::MAX; MAX_SCAN],
            surplus_of: [0; Choices::CAPACITY],
            root: PackingNode {
                window: 0,
                unused: Choices::EMPTY,
                open: Choices::EMPTY,
                anchor: 0,
                placed: 0,
                surplus: 0,
                uneven: 0,
            },
        };
        packing.lay_out_columns(reach);
        let mut lies = 0;
        for (number, piece) in pieces.iter().enumerate() {
            let turns: [Piece; 8] = core::array::from_fn(|turn| piece.turned(turn as u8));
            for (turn, lie) in turns.iter().enumerate() {
                if turns[..turn].contains(lie) {
                    continue;
                }
                let id = u8::try_from(lies).map_err(|_| PackingError::TooManyPieces)?;
                packing.add_lie(id, number as u8, *lie, height);
                lies += 1;
            }
        }
        packing.build_walls(region)?;
        packing.build_root(region, pieces);
        Ok(packing)
    }

    /// Column d of the window holds the rows from reach − d above the anchor to as many below.
    fn lay_out_columns(&mut self, reach: u32) {
        let mut offset = 0;
        for (column, ahead) in self.columns.iter_mut().zip(0..) {
            let (above, width) = match ahead {
                0 => (0, reach + 1),
                _ if ahead <= reach => (reach - ahead, 2 * (reach - ahead) + 1),
                _ => (0, 0),
            };
            // The anchor itself is always empty: its own column starts one below.
            let start = if ahead == 0 { 1 } else { 0 };
            *column = Column {
                shift: if width == 0 {
                    0
                } else {
                    ahead * self.stride + start - above
                },
                mask: (1 << width >> start) - 1,
                offset,
            };
            offset += column.mask + 1;
        }
    }

    fn add_lie(&mut self, id: u8, number: u8, lie: Piece, height: u32) {
        let mut cells = lie.cells();
        // Cells come column by column, as in the scan, so the first is the anchor's.
        let Some((_, first)) = lie.cells().next() else {
            return;
        };
        let mut surplus = 0i8;
        let index = usize::from(id);
        for (column, row) in &mut cells {
            let bit = u32::from(column) * self.stride + u32::from(row) - u32::from(first);
            self.masks[index] |= 1 << bit;
            surplus += if (column + row + first) % 2 == 0 {
                1
            } else {
                -1
            };
        }
        for (row, fitting) in (0u32..).zip(&mut self.rows) {
            let leaves = lie.cells().any(|(_, below)| {
                let below = row + u32::from(below);
                below < u32::from(first) || below - u32::from(first) >= height
            });
            if leaves {
                *fitting = fitting.without(&single(id));
            }
        }
        for column in self.columns {
            let needs = (self.masks[index] >> column.shift) as u32 & column.mask;
            for taken in 0..=column.mask {
                if taken & needs != 0 {
                    let entry = &mut self.fits[(column.offset + taken) as usize];
                    *entry = entry.without(&single(id));
                }
            }
        }
        self.piece_of[index] = number;
        self.lies_of[usize::from(number)].insert(id);
        self.surplus_of[index] = surplus;
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
        for (place, walls) in (0u32..).zip(&mut self.walls) {
            *walls = (0..64)
                .filter(|&bit| !is_open(place + bit))
                .fold(0, |walls, bit| walls | 1 << bit);
            // The scan must find the next empty cell within one window.
            if place < last && *walls == u64::MAX {
                return Err(PackingError::BoxTooLarge);
            }
        }
        Ok(())
    }

    fn build_root(&mut self, region: &Region, pieces: &[Piece]) {
        let anchor = self.walls[0].trailing_ones();
        self.root.anchor = anchor as u8;
        self.root.window = self.walls[anchor as usize];
        for column in 0..region.width() {
            for row in 0..region.height() {
                if region.is_open(column, row) {
                    self.root.surplus += if (column + row) % 2 == 0 { 1 } else { -1 };
                }
            }
        }
        let uneven = |piece: &&Piece| {
            piece
                .cells()
                .map(|(c, r)| 1 - 2 * (i32::from(c + r) % 2))
                .sum::<i32>()
                != 0
        };
        self.root.uneven = pieces.iter().filter(uneven).count() as u8;
        self.root.open = self.open(&self.root);
    }

    /// The lies that fit at the anchor.
    #[inline(always)]
    fn open(&self, node: &PackingNode) -> Choices {
        let row = u32::from(node.anchor) % self.stride;
        let mut open = node.unused.and(&self.rows[row as usize]);
        for column in &self.columns {
            let taken = (node.window >> column.shift) as u32 & column.mask;
            open = open.and(&self.fits[(column.offset + taken) as usize]);
        }
        open
    }
}

fn single(item: u8) -> Choices {
    let mut set = Choices::EMPTY;
    set.insert(item);
    set
}

impl Problem for Packing {
    type Node = PackingNode;

    fn root(&self) -> PackingNode {
        self.root
    }

    #[inline]
    fn branches(&self, node: &PackingNode) -> u32 {
        node.open.len()
    }

    #[inline(always)]
    fn descend(&self, node: &mut PackingNode) -> Option<PackingNode> {
        let lie = usize::from(node.open.pop()?);
        let window = node.window | self.masks[lie];
        let filled = window.trailing_ones();
        let anchor = u32::from(node.anchor) + filled;
        let mut child = PackingNode {
            window: window.checked_shr(filled).unwrap_or(0),
            unused: node
                .unused
                .without(&self.lies_of[usize::from(self.piece_of[lie])]),
            open: Choices::EMPTY,
            anchor: anchor as u8,
            placed: node.placed + 1,
            surplus: node.surplus,
            uneven: node.uneven,
        };
        if child.placed < self.pieces {
            child.window |= self.walls[anchor as usize & (MAX_SCAN - 1)];
            child.open = self.open(&child);
        }
        Some(child)
    }

    #[inline]
    fn skip(&self, node: &mut PackingNode, count: u32) {
        node.open.strike(count);
    }

    #[inline]
    fn is_leaf(&self, node: &PackingNode) -> bool {
        node.open.is_empty()
    }

    #[inline]
    fn is_solution(&self, leaf: &PackingNode) -> bool {
        leaf.placed == self.pieces
    }

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
    }
}
