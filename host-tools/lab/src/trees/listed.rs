//! A packing whose nodes list their branches, as programs without tables of sets do.
//!
//! The paper's table 1 depends on three things its text leaves open: in which direction cells are
//! filled, whether hopeless placements count as branches, and what listing the branches of a node
//! costs. This tree has all of them as choices. It is slow on purpose; the tree to count with is
//! [`Filtered`](super::Filtered).

use dobutsu_core::estimate::{
    Problem,
    packing::{Piece, Region},
};

/// The direction in which empty cells are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// Down each column, then the next.
    Columns,
    /// Along each row, then the next.
    Rows,
}

/// Placements that are no branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// None but those that do not fit.
    Fitting,
    /// Those that leave a single empty cell.
    Singles,
    /// Those that leave a region of one or two empty cells.
    Islands,
    /// Those that leave a region whose size is no multiple of the pieces' (of the first's).
    Multiples,
    /// Those after which the next cell to fill is in a region of fewer empty cells than these.
    Room(u8),
}

/// A set of cells of the scan, walls between its lines.
type Cells = [u128; 2];

/// One way a piece can lie.
#[derive(Clone, Copy, Debug)]
struct Lie {
    /// Its cells from the first in the scan onwards.
    cells: u128,
    piece: u8,
    /// Cells before and after the first, across the direction of the scan.
    before: u8,
    after: u8,
}

/// The problem.
#[derive(Clone, Debug)]
pub struct Listed {
    filter: Filter,
    lies: Vec<Lie>,
    pieces: u8,
    /// Cells of a piece.
    size: u32,
    stride: u32,
    /// Everything that is not a cell of the box.
    walls: Cells,
    unused: u64,
}

/// A partly filled box and the placements not tried yet.
#[derive(Clone, Debug)]
pub struct ListedNode {
    taken: Cells,
    unused: u64,
    placed: u8,
    anchor: u8,
    /// Last one first.
    open: Vec<u8>,
}

impl Listed {
    /// The problem of filling `region` with `pieces`, or `None` if the box is too large, the
    /// pieces too many or they lie in more than 256 ways. With `mirrored` false the first piece
    /// without symmetry is never turned over, so that of two mirror images one is left.
    pub fn new(
        region: &Region,
        pieces: &[Piece],
        scan: Scan,
        filter: Filter,
        mirrored: bool,
    ) -> Option<Self> {
        let (width, height) = (region.width(), region.height());
        let (lines, length) = match scan {
            Scan::Columns => (width, height),
            Scan::Rows => (height, width),
        };
        let stride = u32::from(length) + 1;
        if u32::from(lines) * stride > 256 || pieces.len() > 64 {
            return None;
        }
        let mut walls = [u128::MAX; 2];
        for column in 0..width {
            for row in (0..height).filter(|&row| region.is_open(column, row)) {
                let (line, along) = match scan {
                    Scan::Columns => (column, row),
                    Scan::Rows => (row, column),
                };
                let place = u32::from(line) * stride + u32::from(along);
                walls[(place / 128) as usize] &= !(1 << (place % 128));
            }
        }
        let mut lies: Vec<Lie> = Vec::new();
        let mut is_chiral_found = false;
        for (number, piece) in (0u8..).zip(pieces) {
            let turns: Vec<Piece> = (0..8).map(|turn| piece.turned(turn)).collect();
            let different = |turn: &usize| !turns[..*turn].contains(&turns[*turn]);
            let mut own: Vec<usize> = (0..8).filter(different).collect();
            if !mirrored && !is_chiral_found && own.len() == 8 {
                is_chiral_found = true;
                own.truncate(4);
            }
            lies.extend(
                own.into_iter()
                    .map(|turn| lie(turns[turn], number, scan, stride)),
            );
        }
        (lies.len() <= 256).then_some(Self {
            filter,
            lies,
            pieces: pieces.len() as u8,
            size: pieces.first().map_or(1, |piece| u32::from(piece.size())),
            stride,
            walls,
            unused: u64::MAX >> (64 - pieces.len().max(1)),
        })
    }

    /// The placements at the first empty cell.
    fn list(&self, node: &ListedNode) -> Vec<u8> {
        let anchor = u32::from(node.anchor);
        let window = window(&node.taken, anchor);
        let along = anchor % self.stride;
        let fits = |lie: &Lie| {
            node.unused >> lie.piece & 1 != 0
                && along >= u32::from(lie.before)
                && along + u32::from(lie.after) < self.stride
                && lie.cells & window == 0
                && !self.is_hopeless(&with(&node.taken, lie.cells, anchor))
        };
        let listed = (0u8..=255).zip(&self.lies).rev();
        listed
            .filter(|(_, lie)| fits(lie))
            .map(|(number, _)| number)
            .collect()
    }

    fn is_hopeless(&self, taken: &Cells) -> bool {
        let mut empty = taken.map(|cells| !cells);
        match self.filter {
            Filter::Fitting => false,
            Filter::Singles => alone(&empty, self.stride, None) != [0; 2],
            Filter::Islands => has_island(&empty, self.stride),
            Filter::Multiples => {
                while empty != [0; 2] {
                    let region = region(&empty, self.stride);
                    if !(region[0].count_ones() + region[1].count_ones()).is_multiple_of(self.size)
                    {
                        return true;
                    }
                    empty = [empty[0] & !region[0], empty[1] & !region[1]];
                }
                false
            }
            Filter::Room(cells) => {
                let region = region(&empty, self.stride);
                let room = region[0].count_ones() + region[1].count_ones();
                empty != [0; 2] && room < u32::from(cells)
            }
        }
    }
}

fn lie(piece: Piece, number: u8, scan: Scan, stride: u32) -> Lie {
    let mut cells: Vec<(u8, u8)> = piece
        .cells()
        .map(|(column, row)| match scan {
            Scan::Columns => (column, row),
            Scan::Rows => (row, column),
        })
        .collect();
    cells.sort_unstable();
    let first = cells.first().map_or(0, |cell| cell.1);
    let extent = |along: fn(u8, u8) -> u8| {
        let reach = cells.iter().map(|cell| along(cell.1, first));
        reach.max().unwrap_or(0)
    };
    let place =
        |&(line, along): &(u8, u8)| u32::from(line) * stride + u32::from(along) - u32::from(first);
    Lie {
        cells: cells.iter().fold(0, |mask, cell| mask | 1 << place(cell)),
        piece: number,
        before: extent(|along, first| first.saturating_sub(along)),
        after: extent(|along, first| along.saturating_sub(first)),
    }
}

/// What is taken from `anchor` onwards.
fn window(taken: &Cells, anchor: u32) -> u128 {
    match anchor {
        0 => taken[0],
        1..128 => taken[0] >> anchor | taken[1] << (128 - anchor),
        _ => taken[1] >> (anchor - 128) | !(u128::MAX >> (anchor - 128)),
    }
}

fn with(taken: &Cells, cells: u128, anchor: u32) -> Cells {
    match anchor {
        0 => [taken[0] | cells, taken[1]],
        1..128 => [
            taken[0] | cells << anchor,
            taken[1] | cells >> (128 - anchor),
        ],
        _ => [taken[0], taken[1] | cells << (anchor - 128)],
    }
}

fn up(cells: &Cells, by: u32) -> Cells {
    [cells[0] << by, cells[1] << by | cells[0] >> (128 - by)]
}

fn down(cells: &Cells, by: u32) -> Cells {
    [cells[0] >> by | cells[1] << (128 - by), cells[1] >> by]
}

fn both(a: &Cells, b: &Cells) -> Cells {
    [a[0] & b[0], a[1] & b[1]]
}

/// The region of the first empty cell.
fn region(empty: &Cells, stride: u32) -> Cells {
    let mut reached = match empty[0] {
        0 => [0, empty[1] & empty[1].wrapping_neg()],
        low => [low & low.wrapping_neg(), 0],
    };
    loop {
        let mut more = reached;
        for step in [1, stride] {
            for moved in [up(&more, step), down(&more, step)] {
                more = [more[0] | moved[0] & empty[0], more[1] | moved[1] & empty[1]];
            }
        }
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The empty neighbours' cells, seen from each side: before, after, a line before, a line after.
fn neighbours(empty: &Cells, stride: u32) -> [Cells; 4] {
    [
        up(empty, 1),
        down(empty, 1),
        up(empty, stride),
        down(empty, stride),
    ]
}

/// Empty cells with no empty neighbour but, perhaps, the one on side `but`.
fn alone(empty: &Cells, stride: u32, but: Option<usize>) -> Cells {
    let neighbours = neighbours(empty, stride);
    let others = (0..4).filter(|&side| Some(side) != but);
    others.fold(*empty, |cells, side| {
        both(&cells, &neighbours[side].map(|cells| !cells))
    })
}

/// Whether one or two empty cells have no other empty neighbour.
fn has_island(empty: &Cells, stride: u32) -> bool {
    let neighbours = neighbours(empty, stride);
    let pair = |first: usize, second: usize, step: u32| {
        // The first has its only neighbour after it, the second before it.
        let before = both(&alone(empty, stride, Some(first)), &neighbours[first]);
        let after = both(&alone(empty, stride, Some(second)), &neighbours[second]);
        both(&before, &down(&after, step)) != [0; 2]
    };
    alone(empty, stride, None) != [0; 2] || pair(1, 0, 1) || pair(3, 2, stride)
}

impl Problem for Listed {
    type Node = ListedNode;

    fn root(&self) -> ListedNode {
        let mut root = ListedNode {
            taken: self.walls,
            unused: self.unused,
            placed: 0,
            anchor: first_empty(&self.walls),
            open: Vec::new(),
        };
        root.open = self.list(&root);
        root
    }

    fn branches(&self, node: &ListedNode) -> u32 {
        node.open.len() as u32
    }

    fn descend(&self, node: &mut ListedNode) -> Option<ListedNode> {
        let lie = &self.lies[usize::from(node.open.pop()?)];
        let taken = with(&node.taken, lie.cells, u32::from(node.anchor));
        let mut child = ListedNode {
            taken,
            unused: node.unused & !(1 << lie.piece),
            placed: node.placed + 1,
            anchor: first_empty(&taken),
            open: Vec::new(),
        };
        if child.placed < self.pieces {
            child.open = self.list(&child);
        }
        Some(child)
    }

    fn skip(&self, node: &mut ListedNode, count: u32) {
        node.open
            .truncate(node.open.len().saturating_sub(count as usize));
    }

    fn is_solution(&self, leaf: &ListedNode) -> bool {
        leaf.placed == self.pieces
    }

    fn max_depth(&self) -> usize {
        usize::from(self.pieces)
    }
}

fn first_empty(taken: &Cells) -> u8 {
    match taken[0].trailing_ones() {
        128 => (128 + taken[1].trailing_ones()).min(255) as u8,
        place => place as u8,
    }
}
