//! Packing polyominoes into a box, each once.
//!
//! Cells are filled in scan order, down the columns (the short way): every branch covers the
//! first empty cell. The cells ahead of it are a window of 64 bits, and the ways in which the
//! unused pieces can lie are tried one after the other. The tables, 1.8 KB for the hexominoes, are
//! made by the compiler from the number of cells of a piece.
//!
//! ```
//! use dobutsu_core::estimate::packing::Packing;
//! use dobutsu_core::estimate::{Composite, Cutoff, Goal, Settings};
//!
//! // The twelve pentominoes in a box of 20×3 cells, counted exactly: 2 ways, each in 4 orientations.
//! let packing = Packing::<63>::new(5, 20, 3, None, true).unwrap();
//! let settings = Settings {
//!     cutoff: Cutoff::Level(0),
//!     goal: Goal::Solutions,
//!     windows: None,
//!     seed: 1,
//! };
//! let mut count = Composite::<_, 12>::new(&packing, settings).unwrap();
//! while count.step(1000).is_pending() {}
//! assert_eq!(count.statistics().mean, 8.0);
//! ```

use super::Problem;
use super::pieces::{MAX_PIECES, grown};

/// No lie is left.
const NONE: u8 = u8::MAX;
/// There is no cell below the rectangle.
const NO_PLACE: u8 = u8::MAX;
/// Cells of the longest scan: anchors are bytes.
const MAX_SCAN: usize = 256;
/// Words for the longest scan, and the window beyond it.
const WORDS: usize = MAX_SCAN / 32 + 2;

/// All free polyominoes of a size, each once, in a rectangle with or without one more cell below
/// it. Nodes with an empty cell, or two, that no piece can reach are leaves, unless
/// [islands are kept](Self::keeping_islands).
#[derive(Clone, Debug)]
pub struct Packing<const LIES: usize> {
    /// Cells of each lie, from its first in scan order; those of a piece together.
    masks: [u64; LIES],
    /// Where the lies of each piece end.
    ends: [u8; MAX_PIECES],
    pieces: u8,
    prunes_islands: bool,
    /// Rows of the rectangle and the one below it, which keeps lies from wrapping round into the
    /// next column.
    stride: u8,
    /// The one cell of that row that is open. A lie with it and the next of the scan, the uppermost
    /// of the next column, has wrapped round: no piece is so tall.
    bulge: u8,
    /// Closed cells, a bit for each place of the scan.
    walls: [u32; WORDS],
}

/// A partly filled box.
#[derive(Clone, Copy, Debug)]
pub struct PackingNode {
    /// Taken cells from the first empty one onwards.
    window: u64,
    /// Pieces to be laid.
    unused: u64,
    /// The next branch: a lie that fits, and its piece.
    lie: u8,
    piece: u8,
    /// The first empty cell.
    anchor: u8,
    placed: u8,
}

/// A piece as it lies in the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    /// The place of its first cell in the scan: down the columns, a closed row below each.
    pub(crate) anchor: u8,
    /// Its cells from there on.
    pub(crate) mask: u64,
}

impl<const LIES: usize> Packing<LIES> {
    /// The polyominoes of `cells` cells in a box of `width` by `height`, with one more cell below
    /// the column `bulge` if there is one.
    ///
    /// Without `mirror_images` the first piece that has no symmetry is not turned over: in a box that
    /// is its own mirror image, one of each pair of mirrored packings is left. `None` if the pieces do
    /// not fill the box, if it is too long or tall for a window of 64 cells, or if the pieces do not lie
    /// in exactly `LIES` ways.
    pub const fn new(
        cells: u8,
        width: u8,
        height: u8,
        bulge: Option<u8>,
        mirror_images: bool,
    ) -> Option<Self> {
        let (free, pieces) = grown(cells);
        let stride = height as usize + 1;
        let (more, bulge) = match bulge {
            Some(column) if column >= width => return None,
            Some(column) => (1, column as usize * stride + height as usize),
            None => (0, NO_PLACE as usize),
        };
        let scan = width as usize * stride;
        // A piece taller than the box could have both the cell below a column and the top of the next.
        let may_wrap = more > 0 && height < cells;
        let is_full = pieces * cells as usize == width as usize * height as usize + more;
        if cells == 0 || may_wrap || !is_full {
            return None;
        }
        if scan >= MAX_SCAN || (cells as usize - 1) * stride >= 64 {
            return None;
        }
        let mut packing = Self {
            masks: [0; LIES],
            ends: [0; MAX_PIECES],
            pieces: pieces as u8,
            prunes_islands: true,
            stride: stride as u8,
            bulge: bulge as u8,
            walls: [0; WORDS],
        };
        let (mut piece, mut lies) = (0, 0);
        let mut one_side_is_enough = !mirror_images;
        while piece < pieces {
            let (turns, mut different) = free[piece].lies();
            // Those turned over come last.
            if one_side_is_enough && different == 8 {
                different = 4;
                one_side_is_enough = false;
            }
            let mut turn = 0;
            while turn < different {
                if lies >= LIES || lies >= NONE as usize {
                    return None;
                }
                packing.masks[lies] = turns[turn].scanned(stride as u32);
                lies += 1;
                turn += 1;
            }
            packing.ends[piece] = lies as u8;
            piece += 1;
        }
        let mut place = 0;
        while place < 32 * WORDS {
            if place >= scan || place % stride == height as usize && place != bulge {
                packing.walls[place / 32] |= 1 << (place % 32);
            }
            place += 1;
        }
        if lies == LIES { Some(packing) } else { None }
    }

    /// The same problem with a larger tree, the paper's: nodes with islands have children. There are
    /// 2.2 times as many nodes below level 23 of the hexomino box, and the same solutions.
    pub const fn keeping_islands(mut self) -> Self {
        self.prunes_islands = false;
        self
    }

    /// Rows of a column of the scan: those of the rectangle, and the one below it.
    pub(crate) const fn stride(&self) -> u8 {
        self.stride
    }

    /// Whether a place of the scan is a cell of the box.
    pub(crate) fn is_open(&self, place: u8) -> bool {
        self.walls[usize::from(place / 32)] >> (place % 32) & 1 == 0
    }

    /// The piece that led from a node to a child of it.
    pub(crate) fn laid(&self, node: &PackingNode, child: &PackingNode) -> Laid {
        // The cells before the child's first empty one are taken, and its window has the others. Above
        // the parent's window there is nothing but walls.
        let filled = u32::from(child.anchor.wrapping_sub(node.anchor));
        let before = 1u64.checked_shl(filled).unwrap_or(0).wrapping_sub(1);
        let after = child.window.checked_shl(filled).unwrap_or(0);
        Laid {
            anchor: node.anchor,
            mask: (before | after) & !node.window,
        }
    }

    /// Closed cells from a place onwards.
    #[inline]
    fn walls(&self, place: u8) -> u64 {
        let word = usize::from(place / 32);
        let at = |ahead: usize| u64::from(self.walls[(word + ahead).min(WORDS - 1)]);
        let two = at(0) | at(1) << 32;
        match place % 32 {
            0 => two,
            shift => two >> shift | at(2) << (64 - u32::from(shift)),
        }
    }

    /// Moves a node on to the first lie that fits, this one or a later one.
    #[inline]
    fn seek(&self, node: &mut PackingNode, mut lie: u8) {
        let seam = match self.bulge.checked_sub(node.anchor) {
            Some(ahead) if ahead < 64 => 1u64 << ahead,
            _ => 0,
        };
        let mut unused = node.unused >> node.piece;
        for (piece, &end) in (0..self.pieces).zip(&self.ends).skip(node.piece.into()) {
            if unused & 1 != 0 {
                let lies = self.masks.get(lie.into()..end.into()).unwrap_or(&[]);
                for (lie, mask) in (lie..end).zip(lies) {
                    if mask & node.window == 0 && mask & mask >> 1 & seam == 0 {
                        (node.lie, node.piece) = (lie, piece);
                        return;
                    }
                }
            }
            lie = end;
            unused >>= 1;
        }
        node.lie = NONE;
    }
}

impl<const LIES: usize> Problem for Packing<LIES> {
    type Node = PackingNode;

    fn root(&self) -> PackingNode {
        let mut root = PackingNode {
            window: self.walls(0),
            unused: (1 << self.pieces) - 1,
            lie: 0,
            piece: 0,
            anchor: 0,
            placed: 0,
        };
        self.seek(&mut root, 0);
        root
    }

    fn branches(&self, node: &PackingNode) -> u32 {
        let mut node = *node;
        let mut branches = 0;
        while node.lie != NONE {
            branches += 1;
            let next = node.lie + 1;
            self.seek(&mut node, next);
        }
        branches
    }

    #[inline]
    fn descend(&self, node: &mut PackingNode) -> Option<PackingNode> {
        let mask = *self.masks.get(usize::from(node.lie))?;
        let window = node.window | mask;
        let filled = window.trailing_ones();
        let mut child = PackingNode {
            window: window.checked_shr(filled).unwrap_or(0),
            unused: node.unused & !(1 << node.piece),
            lie: NONE,
            piece: 0,
            anchor: node.anchor.wrapping_add(filled as u8),
            placed: node.placed + 1,
        };
        let next = node.lie + 1;
        self.seek(node, next);
        if child.placed < self.pieces {
            child.window |= self.walls(child.anchor);
            if !self.prunes_islands || !has_island(child.window, u32::from(self.stride)) {
                self.seek(&mut child, 0);
            }
        }
        Some(child)
    }

    fn skip(&self, node: &mut PackingNode, count: u32) {
        for _ in 0..count {
            if node.lie == NONE {
                return;
            }
            let next = node.lie + 1;
            self.seek(node, next);
        }
    }

    #[inline]
    fn is_leaf(&self, node: &PackingNode) -> bool {
        node.lie == NONE
    }

    #[inline]
    fn is_solution(&self, leaf: &PackingNode) -> bool {
        leaf.placed == self.pieces
    }

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
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
