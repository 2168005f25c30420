//! Packing pieces into a box, each once.
//!
//! Cells are filled in scan order, down the columns (the short way): every branch covers the
//! first empty cell. What lies ahead of that cell is a window of 64 bits, and which of the up
//! to 256 lies of all pieces fit there is the intersection of four sets, looked up by the cells
//! taken in one or two columns of the window. So a node costs the same few loads whether it has
//! no branch or fifty.

mod build;
mod pieces;
mod policy;
mod tables;

use super::{Choices, Problem};
use tables::Table;

pub use build::PackingError;
pub use pieces::{MAX_CELLS, MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region, free_polyominoes};
pub use policy::{Frontier, Policy};

/// How many columns ahead a hexomino reaches, its own included.
const SPAN: usize = 6;
/// Cells of the longest scan: anchors are bytes.
const MAX_SCAN: usize = 256;
/// Entries of the four tables for pieces of six cells, 2^9 + 2^7 + 2^(5+3) + 2^(5+1) = 960, made
/// a power of two so that an index can be masked instead of checked.
const ENTRIES: usize = 1024;

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

/// A packing problem, with its tables (about 43 KB).
#[derive(Clone, Debug)]
pub struct Packing {
    pruning: Pruning,
    policy: Option<Policy>,
    pieces: u8,
    stride: u32,
    /// For the columns one and two ahead of the anchor's.
    wide: [Table<1>; 2],
    /// For its own and the fourth ahead, and for the third and the fifth: two narrow columns
    /// make one index.
    narrow: [Table<2>; 2],
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
    /// The policy's weight of each piece.
    outlook_of: [i16; MAX_PIECES],
    places: [Place; MAX_SCAN],
    /// How much each lie covers of its first cell's colour, less the other.
    surplus_of: [i16; Choices::CAPACITY],
    root: PackingNode,
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
    /// The policy's weights of the pieces placed.
    outlook: i16,
    /// Empty cells of the even colour less those of the odd.
    surplus: i16,
    /// The most the unused pieces can cover of one colour more than of the other.
    swing: i16,
}

impl Packing {
    /// The same problem, with descents by lookahead guided by `policy`.
    pub fn guided(self, policy: Policy) -> Self {
        Self {
            outlook_of: policy.pieces,
            policy: Some(policy),
            ..self
        }
    }

    /// The same problem without mirror images: the first piece that has no symmetry is not
    /// turned over. Mirroring the box would turn it over, so of a packing and its mirror image
    /// exactly one is left. Changes nothing if every piece is symmetric; makes sense only for
    /// a box that is its own mirror image.
    pub fn without_mirror_images(mut self) -> Self {
        let lies = self.lies_of.iter().find(|lies| lies.len() == 8);
        // A piece's lies are numbered in the order of its turns, those turned over last.
        let mut turned_over = lies.copied().unwrap_or_default();
        turned_over.strike(4);
        self.root.unused = self.root.unused.without(&turned_over);
        self.root.open = self.root.open.without(&turned_over);
        self
    }

    /// The pieces placed, as a set of bits.
    pub fn placed(&self, node: &PackingNode) -> u64 {
        let is_placed = |lies: &Choices| node.unused.and(lies).is_empty();
        let lies = self.lies_of[..usize::from(self.pieces)].iter();
        lies.enumerate()
            .filter(|(_, lies)| is_placed(lies))
            .fold(0, |placed, (piece, _)| placed | 1 << piece)
    }

    /// The frontier between taken and empty cells.
    pub fn frontier(&self, node: &PackingNode) -> Frontier {
        Frontier::new(node.window, self.stride, node.open.len())
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
        for table in &self.wide {
            open = open.and(&self.fits[table.index(node.window)]);
        }
        for table in &self.narrow {
            open = open.and(&self.fits[table.index(node.window)]);
        }
        if let Some(row) = guarded_row {
            open = open.and(&self.rows[usize::from(row)]);
        }
        open
    }
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
        let piece = usize::from(self.piece_of[lie]);
        let mut child = PackingNode {
            window: window.checked_shr(filled).unwrap_or(0),
            unused: node.unused.without(&self.lies_of[piece]),
            open: Choices::EMPTY,
            anchor: anchor as u8,
            placed: node.placed + 1,
            outlook: node.outlook.wrapping_add(self.outlook_of[piece]),
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
        match &self.policy {
            _ if self.is_leaf(node) => u32::from(self.is_solution(node)),
            Some(policy) => policy.promise(node.outlook, self.frontier(node)),
            None => node.open.len(),
        }
    }

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
    }
}
