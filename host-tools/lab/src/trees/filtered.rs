//! A packing whose hopeless placements are no branches, by sets.
//!
//! The same trees as those of [`Listed`](super::Listed), ten to thirty times as fast: what fits is looked
//! up by [`Packing`], and of that what leaves a hopeless cell behind is struck off by a few shifts of
//! its window of 64 cells.

use dobutsu_core::estimate::{
    Problem,
    packing::{Packing, PackingError, PackingNode, Piece, Region},
};

use super::Filter;

/// A set of cells, from the first empty one of a node onwards.
type Cells = u64;

/// What the window of a place cannot tell.
#[derive(Clone, Copy, Debug, Default)]
struct Edges {
    /// Cells in the first row, which have no neighbour above.
    first_row: Cells,
    /// Cells in the last row of the stride, which have none below.
    last_row: Cells,
    /// Cells whose neighbour below lies beyond the window and is in the box; that is always empty.
    open_below: Cells,
    /// The same of the neighbour to the right.
    open_right: Cells,
}

/// The problem.
#[derive(Clone, Debug)]
pub struct Filtered {
    packing: Packing,
    filter: Filter,
    stride: u32,
    /// Cells of a piece.
    size: u32,
    edges: Vec<Edges>,
    root: PackingNode,
}

impl Filtered {
    /// The problem of filling `region` with `pieces`. With `mirrored` false the first piece without
    /// symmetry is never turned over.
    pub fn new(
        region: &Region,
        pieces: &[Piece],
        filter: Filter,
        mirrored: bool,
    ) -> Result<Self, PackingError> {
        let mut packing = Packing::new(region, pieces)?;
        if !mirrored {
            packing = packing.without_mirror_images();
        }
        let stride = packing.stride();
        let is_open = |place: u32| {
            let (column, row) = (place / stride, place % stride);
            u8::try_from(column).is_ok_and(|column| region.is_open(column, row as u8))
        };
        let edges = |place: u32| {
            let cells = |is: &dyn Fn(u32) -> bool| {
                let cells = (0..64).filter(|&cell| is(cell));
                cells.fold(0, |cells, cell| cells | 1 << cell)
            };
            let row = |cell: u32| (place + cell) % stride;
            Edges {
                first_row: cells(&|cell| row(cell) == 0),
                last_row: cells(&|cell| row(cell) == stride - 1),
                open_below: cells(&|cell| cell == 63 && is_open(place + 64)),
                open_right: cells(&|cell| cell + stride > 63 && is_open(place + cell + stride)),
            }
        };
        let mut filtered = Self {
            filter,
            stride,
            size: pieces.first().map_or(1, |piece| u32::from(piece.size())),
            edges: (0..256).map(edges).collect(),
            root: packing.root(),
            packing,
        };
        let mut root = filtered.root;
        filtered.strike_off(&mut root);
        filtered.root = root;
        Ok(filtered)
    }

    /// Strikes off a node's hopeless branches; the node may be one of another filter's.
    #[inline(always)]
    pub fn strike_off(&self, node: &mut PackingNode) {
        let edges = &self.edges[usize::from(self.packing.anchor(node))];
        match self.filter {
            Filter::Fitting => {}
            Filter::Singles => {
                let keep = |taken: Cells| self.sides(!taken, edges).alone() == 0;
                self.packing.retain(node, keep);
            }
            Filter::Islands => {
                let keep = |taken: Cells| !self.sides(!taken, edges).has_island(self.stride);
                self.packing.retain(node, keep);
            }
            Filter::Multiples => {
                let keep = |taken: Cells| !self.has_odd_region(!taken, edges);
                self.packing.retain(node, keep);
            }
            Filter::Room(cells) => {
                let keep = |taken: Cells| self.has_room(!taken, edges, cells.into());
                self.packing.retain(node, keep);
            }
        }
    }

    #[inline(always)]
    fn sides(&self, empty: Cells, edges: &Edges) -> Sides {
        Sides {
            empty,
            above: empty << 1 & !edges.first_row,
            below: empty >> 1 & !edges.last_row | edges.open_below,
            left: empty << self.stride,
            right: empty >> self.stride | edges.open_right,
        }
    }

    /// `cells` and their empty neighbours in the window.
    #[inline(always)]
    fn grown(&self, cells: Cells, empty: Cells, edges: &Edges) -> Cells {
        let sides = [
            cells << 1 & !edges.first_row,
            cells >> 1 & !edges.last_row,
            cells << self.stride,
            cells >> self.stride,
        ];
        sides.into_iter().fold(cells, |all, side| all | side) & empty
    }

    /// Whether a region's size is no multiple of the pieces'. What hangs together beyond the window
    /// is one region, and right if all others are: together they are.
    fn has_odd_region(&self, mut empty: Cells, edges: &Edges) -> bool {
        let mut region = empty & (edges.open_right | edges.open_below);
        if region == 0 {
            region = empty & empty.wrapping_neg();
        }
        let mut is_open = region & (edges.open_right | edges.open_below) != 0;
        while region != 0 {
            loop {
                let more = self.grown(region, empty, edges);
                if more == region {
                    break;
                }
                region = more;
            }
            if !is_open && !region.count_ones().is_multiple_of(self.size) {
                return true;
            }
            is_open = false;
            empty &= !region;
            region = empty & empty.wrapping_neg();
        }
        false
    }

    /// Whether the next cell's region has so many cells.
    #[inline(always)]
    fn has_room(&self, empty: Cells, edges: &Edges, cells: u32) -> bool {
        let mut region = empty & empty.wrapping_neg();
        for _ in 1..cells {
            region = self.grown(region, empty, edges);
        }
        // A full box has no next cell; and from one so near the window's end there is room beyond.
        let is_open = region & (edges.open_right | edges.open_below) != 0;
        empty == 0 || is_open || region.count_ones() >= cells
    }
}

/// Empty cells, and those with an empty neighbour on each side.
struct Sides {
    empty: Cells,
    above: Cells,
    below: Cells,
    left: Cells,
    right: Cells,
}

impl Sides {
    /// Empty cells without an empty neighbour.
    #[inline(always)]
    fn alone(&self) -> Cells {
        self.empty & !(self.above | self.below | self.left | self.right)
    }

    /// Whether one or two empty cells have no other empty neighbour.
    #[inline(always)]
    fn has_island(&self, stride: u32) -> bool {
        let Self {
            empty,
            above,
            below,
            left,
            right,
        } = *self;
        let upper = empty & below & !(above | left | right);
        let lower = empty & above & !(below | left | right);
        let first = empty & right & !(above | below | left);
        let second = empty & left & !(above | below | right);
        self.alone() | upper & lower >> 1 | first & second >> stride != 0
    }
}

impl Problem for Filtered {
    type Node = PackingNode;

    fn root(&self) -> PackingNode {
        self.root
    }

    #[inline]
    fn branches(&self, node: &PackingNode) -> u32 {
        self.packing.branches(node)
    }

    #[inline(always)]
    fn descend(&self, node: &mut PackingNode) -> Option<PackingNode> {
        let mut child = self.packing.descend(node)?;
        self.strike_off(&mut child);
        Some(child)
    }

    #[inline]
    fn skip(&self, node: &mut PackingNode, count: u32) {
        self.packing.skip(node, count);
    }

    #[inline]
    fn is_leaf(&self, node: &PackingNode) -> bool {
        self.packing.is_leaf(node)
    }

    #[inline]
    fn is_solution(&self, leaf: &PackingNode) -> bool {
        self.packing.is_solution(leaf)
    }

    fn max_depth(&self) -> usize {
        self.packing.max_depth()
    }
}
