//! Packing pieces into a box, each once.
//!
//! Cells are filled in scan order, down the columns (the short way): every branch covers the
//! first empty cell. What lies ahead of that cell is a window of 64 bits, and which of the up
//! to 256 lies of all pieces fit there is the intersection of four sets, looked up by the cells
//! taken in one or two columns of the window. So a node costs the same few loads whether it has no branch or fifty.

use core::fmt;

use super::{
    Choices, Policy, Problem,
    pieces::{MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region},
};

/// How many columns ahead a hexomino reaches, its own included.
const SPAN: usize = 6;
/// Cells of the longest scan: anchors are bytes.
const MAX_SCAN: usize = 256;
/// The columns looked up together, by how far they are ahead: two narrow ones make one index.
const PAIRS: [(u32, Option<u32>); 4] = [(0, Some(4)), (1, None), (2, None), (3, Some(5))];
/// Entries of the four tables for pieces of six cells: 2^(5+3) + 2^9 + 2^7 + 2^(5+1).
const ENTRIES: usize = 960;

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
    policy: Option<&'static Policy>,
    pieces: u8,
    stride: u32,
    tables: [Table; PAIRS.len()],
    /// By the cells taken in a pair of columns: the lies that need none of them.
    fits: [Choices; ENTRIES],
    /// By the anchor's row: lies that do not leave the box through its upper or lower side.
    rows: [Choices; MAX_ROWS as usize],
    /// Cells of each lie, from its first in scan order.
    masks: [u64; Choices::CAPACITY],
    /// The piece of each lie.
    piece_of: [u8; Choices::CAPACITY],
    /// The lies of each piece.
    lies_of: [Choices; MAX_PIECES],
    places: [Place; MAX_SCAN],
    /// How much each lie covers of its first cell's colour, less the other.
    surplus_of: [i16; Choices::CAPACITY],
    root: PackingNode,
}

/// Where in the window the cells of a pair of columns are, and where its table is.
#[derive(Clone, Copy, Debug, Default)]
struct Table {
    first: Column,
    second: Column,
    offset: u32,
}

/// Some cells of one column of the window: `window >> shift & mask`.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    shift: u32,
    mask: u32,
}

impl Table {
    #[inline(always)]
    fn index(&self, window: u64) -> usize {
        let first = (window >> self.first.shift) as u32 & self.first.mask;
        let second = (window >> self.second.shift) as u32 & self.second.mask;
        // The first mask is all ones from the bottom, so the second's cells go above it.
        (self.offset + first + second * (self.first.mask + 1)) as usize
    }

    fn entries(&self) -> u32 {
        (self.first.mask + 1) * (self.second.mask + 1)
    }
}

/// A place of the scan.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Closed cells from here onwards.
    walls: u64,
    /// The row, if walls alone do not stop every lie that would wrap round from here.
    guarded_row: Option<u8>,
    /// The colour of the cell, as on a chequered board.
    is_even: bool,
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
    /// The piece placed last.
    piece: u8,
    /// Empty cells of the even colour less those of the odd.
    surplus: i16,
    /// The most the unused pieces can cover of one colour more than of the other.
    swing: i16,
}

impl Packing {
    /// The problem of filling `region` with `pieces`.
    pub fn new(region: &Region, pieces: &[Piece], pruning: Pruning) -> Result<Self, PackingError> {
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return Err(PackingError::TooManyPieces);
        }
        if pieces.iter().any(|piece| usize::from(piece.size()) > SPAN) {
            return Err(PackingError::PieceTooLarge);
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
            pruning,
            policy: None,
            pieces: pieces.len() as u8,
            stride,
            tables: [Table::default(); PAIRS.len()],
            fits: [Choices::ALL; ENTRIES],
            rows: [Choices::ALL; MAX_ROWS as usize],
            masks: [0; Choices::CAPACITY],
            piece_of: [0; Choices::CAPACITY],
            lies_of: [Choices::EMPTY; MAX_PIECES],
            places: [Place {
                walls: u64::MAX,
                guarded_row: None,
                is_even: false,
            }; MAX_SCAN],
            surplus_of: [0; Choices::CAPACITY],
            root: PackingNode {
                window: 0,
                unused: Choices::EMPTY,
                open: Choices::EMPTY,
                anchor: 0,
                placed: 0,
                piece: 0,
                surplus: 0,
                swing: 0,
            },
        };
        packing.lay_out_tables(reach);
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

    /// The same problem, with descents by lookahead guided by `policy`.
    pub fn guided(self, policy: &'static Policy) -> Self {
        Self {
            policy: Some(policy),
            ..self
        }
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
        for (table, (first, second)) in self.tables.iter_mut().zip(PAIRS) {
            *table = Table {
                first: column(first),
                second: second.map_or(Column::default(), column),
                offset,
            };
            offset += table.entries();
        }
    }

    fn add_lie(&mut self, id: u8, number: u8, lie: Piece, height: u32) {
        let mut cells = lie.cells();
        // Cells come column by column, as in the scan, so the first is the anchor's.
        let Some((_, first)) = lie.cells().next() else {
            return;
        };
        let mut surplus = 0i16;
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
        for table in self.tables {
            let needs = table.index(self.masks[index]) as u32 - table.offset;
            for taken in 0..table.entries() {
                if taken & needs != 0 {
                    let entry = &mut self.fits[(table.offset + taken) as usize];
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
            place.is_even = (number / self.stride + number % self.stride).is_multiple_of(2);
            place.guarded_row = { wrapping }.any(unstopped).then_some(row);
        }
        Ok(())
    }

    fn build_root(&mut self, region: &Region, pieces: &[Piece]) {
        let anchor = self.places[0].walls.trailing_ones() & (MAX_SCAN as u32 - 1);
        self.root.anchor = anchor as u8;
        self.root.window = self.places[anchor as usize].walls;
        for column in 0..region.width() {
            for row in 0..region.height() {
                if region.is_open(column, row) {
                    self.root.surplus += if (column + row) % 2 == 0 { 1 } else { -1 };
                }
            }
        }
        for lies in &self.lies_of[..pieces.len()] {
            let first = { *lies }.next().unwrap_or(0);
            self.root.swing += self.surplus_of[usize::from(first)].abs();
        }
        self.root.open = self.open(&self.root, self.places[anchor as usize].guarded_row);
    }

    /// Whether one or two empty cells of the window have no empty neighbour.
    #[inline(always)]
    fn has_island(&self, window: u64) -> bool {
        let empty = !window;
        // Cells whose neighbour on that side is empty; beyond the window anything may be.
        let (up, down) = (empty << 1, empty >> 1 | 1 << 63);
        let left = empty << self.stride;
        let right = empty >> self.stride | u64::MAX << (64 - self.stride);
        let single = empty & !(up | down | left | right);
        let above = empty & down & !(up | left | right);
        let below = empty & up & !(down | left | right);
        let before = empty & right & !(up | down | left);
        let after = empty & left & !(up | down | right);
        single | above & below >> 1 | before & after >> self.stride != 0
    }

    /// The lies that fit at the anchor.
    #[inline(always)]
    fn open(&self, node: &PackingNode, guarded_row: Option<u8>) -> Choices {
        let mut open = node.unused;
        for table in &self.tables {
            open = open.and(&self.fits[table.index(node.window)]);
        }
        if let Some(row) = guarded_row {
            open = open.and(&self.rows[usize::from(row)]);
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
        let piece = self.piece_of[lie];
        let mut child = PackingNode {
            window: window.checked_shr(filled).unwrap_or(0),
            unused: node.unused.without(&self.lies_of[usize::from(piece)]),
            open: Choices::EMPTY,
            anchor: anchor as u8,
            placed: node.placed + 1,
            piece,
            surplus: node.surplus,
            swing: node.swing,
        };
        if self.pruning.parity {
            let surplus = self.surplus_of[lie];
            let even = self.places[usize::from(node.anchor)].is_even;
            child.surplus -= if even { surplus } else { -surplus };
            child.swing -= surplus.abs();
            if child.surplus.abs() > child.swing {
                return Some(child);
            }
        }
        if child.placed < self.pieces {
            let place = &self.places[anchor as usize & (MAX_SCAN - 1)];
            child.window |= place.walls;
            if self.pruning.islands && self.has_island(child.window) {
                return Some(child);
            }
            child.open = self.open(&child, place.guarded_row);
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

    fn promise(&self, node: &PackingNode) -> u32 {
        match self.policy {
            _ if self.is_leaf(node) => u32::from(self.is_solution(node)),
            Some(policy) => policy
                .promise(node.window, self.stride, node.piece, node.open.len())
                .max(1),
            None => node.open.len(),
        }
    }

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
    }
}
