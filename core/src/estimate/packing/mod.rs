//! Packing pieces into a box, each once.
//!
//! Cells are filled in scan order, down the columns (the short way): every branch covers the
//! first empty cell. What lies ahead of that cell is a window of 64 bits, and which of the up
//! to 256 lies of all pieces fit there is the intersection of four sets, looked up by the cells
//! taken in one or two columns of the window. So a node costs the same few loads whether it has
//! no branch or fifty.
//!
//! The hexomino box is what the paper is about. The tables take 42 KB; a [`LeanPacking`] is the same
//! tree in 2 KB, for the handheld.
//! ```
//! use dobutsu_core::estimate::packing::{Packing, Region, free_polyominoes};
//! use dobutsu_core::estimate::{Branching, Composite, Cutoff, Goal, Settings};
//!
//! // The twelve pentominoes in a box of 20×3 cells, counted exactly: 2 ways and their turns.
//! let region = Region::rectangle(20, 3).unwrap();
//! let packing = Packing::new(&region, &free_polyominoes(5))?.pruning_islands();
//! let settings = Settings {
//!     cutoff: Cutoff::Level(0),
//!     goal: Goal::Solutions,
//!     choice: Branching::Uniform,
//!     windows: None,
//!     seed: 1,
//! };
//! let mut count = Composite::<_, 12>::new(&packing, settings, 0).unwrap();
//! while count.step(1000).is_pending() {}
//! assert_eq!(count.statistics().mean().to_f64(), 8.0);
//! # Ok::<(), dobutsu_core::estimate::packing::PackingError>(())
//! ```

mod build;
mod choices;
mod lean;
mod pieces;
mod tables;

use super::Problem;
use tables::LieTable;

pub use build::PackingError;
pub use choices::{Choices, Items};
pub use lean::{Laid, LeanNode, LeanPacking};
pub use pieces::{MAX_CELLS, MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region, free_polyominoes};

/// How many columns ahead a hexomino reaches, its own included.
const SPAN: usize = 6;
/// Cells of the longest scan: anchors are bytes.
const MAX_SCAN: usize = 256;
/// Entries of the four tables for pieces of six cells, 2^9 + 2^7 + 2^(5+3) + 2^(5+1) = 960, made
/// a power of two so that an index can be masked instead of checked.
const ENTRIES: usize = 1024;

/// A packing problem, with its tables (about 42 KB).
#[derive(Clone, Debug)]
pub struct Packing {
    prunes_islands: bool,
    pieces: u8,
    stride: u32,
    /// For the columns one and two ahead of the anchor's.
    wide: [LieTable<1>; 2],
    /// For its own and the fourth ahead, and for the third and the fifth: two narrow columns
    /// make one index.
    narrow: [LieTable<2>; 2],
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
    root: PackingNode,
}

/// A place of the scan.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Closed cells from here onwards.
    walls: u64,
    /// The row, if walls alone do not stop every lie that would wrap round from here.
    guarded_row: Option<u8>,
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
}

impl Packing {
    /// The same problem with nodes cut off that have an empty cell, or two, that nothing can reach.
    /// That changes the tree and not the count: below the same 300 nodes of level 23 of the hexomino
    /// tree there are 2.2 times fewer nodes (88,650,609 for 198,914,209), and the same 1,539
    /// solutions.
    pub fn pruning_islands(self) -> Self {
        Self {
            prunes_islands: true,
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

    /// The scan's place of the first empty cell; column by column, [`stride`](Self::stride) apart.
    #[inline]
    pub fn anchor(&self, node: &PackingNode) -> u8 {
        node.anchor
    }

    /// How far apart two cells of a row are in the scan.
    #[inline]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// Strikes off the branches that `keep` does not want. It is shown the cells taken behind each,
    /// from the first empty cell of `node` onwards.
    #[inline(always)]
    pub fn retain(&self, node: &mut PackingNode, keep: impl Fn(u64) -> bool) {
        let open = node.open;
        for lie in open {
            if !keep(node.window | self.masks[usize::from(lie)]) {
                node.open.remove(lie);
            }
        }
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

/// Whether one or two empty cells of the window have no empty neighbour.
#[inline(always)]
fn has_island(window: u64, stride: u32) -> bool {
    let empty = !window;
    // Cells whose neighbour on that side is empty; beyond the window anything may be.
    let (up, down) = (empty << 1, empty >> 1 | 1 << 63);
    let left = empty << stride;
    let right = empty >> stride | u64::MAX << (64 - stride);
    let single = empty & !(up | down | left | right);
    let above = empty & down & !(up | left | right);
    let below = empty & up & !(down | left | right);
    let before = empty & right & !(up | down | left);
    let after = empty & left & !(up | down | right);
    single | above & below >> 1 | before & after >> stride != 0
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
        };
        if child.placed < self.pieces {
            let place = &self.places[anchor as usize & (MAX_SCAN - 1)];
            child.window |= place.walls;
            if self.prunes_islands && has_island(child.window, self.stride) {
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

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
    }
}
