//! Edge-matching puzzles: square tiles whose coloured edges must match neighbours and frame.
//!
//! The puzzle of the overwrite table's experiment. A random puzzle is a board whose every edge,
//! the frame's included, gets a random colour; cutting it up and shuffling the tiles leaves a
//! puzzle that has at least the solution it came from. Cells are filled row by row, so what
//! decides the rest of a search is which tiles are used and which colours look across the
//! frontier: [`TilingNode::key`] is exactly that, and two orders of play that meet in it have
//! the same future.

mod free;

pub use free::{Branching, FreeBoard, Zobrist};

use dobutsu_core::estimate::packing::Choices;
use dobutsu_core::estimate::{Problem, Random};

/// The most tiles a puzzle may have: a set of them is one `u64`.
pub const MAX_TILES: usize = 64;
/// The most columns a puzzle may have: the frontier, four bits a colour, is one `u64`.
pub const MAX_WIDTH: usize = 15;
/// The most colours a puzzle may have.
pub const MAX_COLOURS: usize = 16;

/// The four edges of a tile, as colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Colour of the upper edge.
    pub top: u8,
    /// Colour of the right edge.
    pub right: u8,
    /// Colour of the lower edge.
    pub bottom: u8,
    /// Colour of the left edge.
    pub left: u8,
}

impl Tile {
    /// The tile a quarter turn clockwise.
    pub fn turned(self) -> Self {
        Self {
            top: self.left,
            right: self.top,
            bottom: self.right,
            left: self.bottom,
        }
    }
}

/// What a puzzle is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilingShape {
    /// Columns, 1 to [`MAX_WIDTH`].
    pub width: u8,
    /// Rows; at most [`MAX_TILES`] cells in all.
    pub height: u8,
    /// Colours, 1 to [`MAX_COLOURS`].
    pub colours: u8,
    /// Whether tiles may be turned; if not, all lie as they were cut.
    pub turning: bool,
}

/// A puzzle: its tiles and its frame.
#[derive(Clone, Debug)]
pub struct Tiling {
    shape: TilingShape,
    /// Every tile in its four turns: number `4 * tile + turn`.
    turns: [Tile; 4 * MAX_TILES],
    /// Turns that look different from the tile's earlier ones.
    distinct: Choices,
    by_top: [Choices; MAX_COLOURS],
    by_left: [Choices; MAX_COLOURS],
    /// By the colour of the frame below the last row and right of the last column.
    by_bottom: [Choices; MAX_COLOURS],
    by_right: [Choices; MAX_COLOURS],
    frame_top: u64,
    frame_bottom: [u8; MAX_WIDTH],
    frame_left: [u8; MAX_TILES],
    frame_right: [u8; MAX_TILES],
}

/// A board filled up to some cell.
#[derive(Clone, Copy, Debug)]
pub struct TilingNode {
    open: Choices,
    used: u64,
    frontier: u64,
    cell: u8,
}

impl TilingNode {
    /// Tiles placed so far: the level of the node.
    pub fn level(&self) -> u8 {
        self.cell
    }

    /// What the rest of the search depends on: the tiles used, and the colours along the
    /// frontier (four bits for the lower edge of each column's last tile; the left neighbour's
    /// right edge above them). Nodes of one level with the same key have the same subtree.
    pub fn key(&self) -> (u64, u64) {
        (self.used, self.frontier)
    }
}

impl Tiling {
    /// A random puzzle of this shape, the same for the same seed; `None` if the shape is too
    /// large or has no cell.
    pub fn random(shape: TilingShape, seed: u64) -> Option<Self> {
        let (width, height) = (usize::from(shape.width), usize::from(shape.height));
        let colours = usize::from(shape.colours);
        let sound = (1..=MAX_WIDTH).contains(&width)
            && (1..=MAX_TILES).contains(&(width * height))
            && (1..=MAX_COLOURS).contains(&colours);
        if !sound {
            return None;
        }
        let mut random = Random::for_trial(seed, 0);
        let mut colour = || random.below(u32::from(shape.colours)) as u8;

        let mut tiles = [Tile::default(); MAX_TILES];
        let mut frame_top = 0;
        let mut frame_left = [0; MAX_TILES];
        let mut above: [u8; MAX_WIDTH] = std::array::from_fn(|_| colour());
        for (column, &edge) in above[..width].iter().enumerate() {
            frame_top |= u64::from(edge) << (4 * column);
        }
        let mut frame_right = [0; MAX_TILES];
        for row in 0..height {
            let mut left = colour();
            frame_left[row] = left;
            for column in 0..width {
                let tile = Tile {
                    top: above[column],
                    right: colour(),
                    bottom: colour(),
                    left,
                };
                (left, above[column]) = (tile.right, tile.bottom);
                tiles[row * width + column] = tile;
            }
            frame_right[row] = left;
        }
        let count = width * height;
        for last in (1..count).rev() {
            tiles.swap(last, random.below(last as u32 + 1) as usize);
        }
        if shape.turning {
            for tile in &mut tiles[..count] {
                for _ in 0..random.below(4) {
                    *tile = tile.turned();
                }
            }
        }
        let mut tiling = Self {
            shape,
            turns: [Tile::default(); 4 * MAX_TILES],
            distinct: Choices::EMPTY,
            by_top: [Choices::EMPTY; MAX_COLOURS],
            by_left: [Choices::EMPTY; MAX_COLOURS],
            by_bottom: [Choices::EMPTY; MAX_COLOURS],
            by_right: [Choices::EMPTY; MAX_COLOURS],
            frame_top,
            frame_bottom: above,
            frame_left,
            frame_right,
        };
        tiling.index(&tiles[..count]);
        Some(tiling)
    }

    fn index(&mut self, tiles: &[Tile]) {
        for (number, &tile) in tiles.iter().enumerate() {
            let mut turned = tile;
            let turns = if self.shape.turning { 4 } else { 1 };
            for turn in 0..turns {
                if turn > 0 && turned == tile {
                    break;
                }
                // At most 4 * MAX_TILES - 1 = 255.
                let id = (4 * number + turn) as u8;
                self.turns[usize::from(id)] = turned;
                self.distinct.insert(id);
                self.by_top[usize::from(turned.top)].insert(id);
                self.by_left[usize::from(turned.left)].insert(id);
                self.by_bottom[usize::from(turned.bottom)].insert(id);
                self.by_right[usize::from(turned.right)].insert(id);
                turned = turned.turned();
            }
        }
    }

    /// Cells, and so tiles.
    pub fn cells(&self) -> u8 {
        self.shape.width * self.shape.height
    }

    /// The turns of unused tiles that fit the cell after `used` and `frontier`.
    fn open(&self, unused: &Choices, frontier: u64, cell: u8) -> Choices {
        if cell == self.cells() {
            return Choices::EMPTY;
        }
        let width = self.shape.width;
        let (row, column) = (cell / width, cell % width);
        let top = frontier >> (4 * column) & 15;
        let left = match column {
            0 => self.frame_left[usize::from(row)],
            _ => (frontier >> (4 * MAX_WIDTH)) as u8,
        };
        let mut open = unused
            .and(&self.by_top[top as usize])
            .and(&self.by_left[usize::from(left & 15)]);
        if column + 1 == width {
            let right = self.frame_right[usize::from(row)];
            open = open.and(&self.by_right[usize::from(right)]);
        }
        if row + 1 == self.shape.height {
            let bottom = self.frame_bottom[usize::from(column)];
            open = open.and(&self.by_bottom[usize::from(bottom)]);
        }
        open
    }

    fn unused(&self, used: u64) -> Choices {
        let mut taken = Choices::EMPTY;
        let mut rest = used;
        while rest != 0 {
            let tile = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            (0..4).for_each(|turn| taken.insert(4 * tile + turn));
        }
        self.distinct.without(&taken)
    }
}

impl Problem for Tiling {
    type Node = TilingNode;

    fn root(&self) -> TilingNode {
        TilingNode {
            open: self.open(&self.distinct, self.frame_top, 0),
            used: 0,
            frontier: self.frame_top,
            cell: 0,
        }
    }

    fn branches(&self, node: &TilingNode) -> u32 {
        node.open.len()
    }

    fn descend(&self, node: &mut TilingNode) -> Option<TilingNode> {
        let branch = node.open.pop()?;
        let tile = self.turns[usize::from(branch)];
        let used = node.used | 1 << (branch / 4);
        let column = node.cell % self.shape.width;
        let cell = node.cell + 1;
        let mut frontier = node.frontier & !(15 << (4 * column)) & !(15 << (4 * MAX_WIDTH));
        frontier |= u64::from(tile.bottom) << (4 * column);
        // At a row's end the frame is the next left neighbour, so nothing need be remembered.
        if column + 1 < self.shape.width {
            frontier |= u64::from(tile.right) << (4 * MAX_WIDTH);
        }
        Some(TilingNode {
            open: self.open(&self.unused(used), frontier, cell),
            used,
            frontier,
            cell,
        })
    }

    fn skip(&self, node: &mut TilingNode, count: u32) {
        node.open.strike(count);
    }

    fn is_leaf(&self, node: &TilingNode) -> bool {
        node.open.is_empty()
    }

    fn is_solution(&self, leaf: &TilingNode) -> bool {
        leaf.cell == self.cells()
    }

    fn max_depth(&self) -> usize {
        usize::from(self.cells())
    }
}

#[cfg(test)]
mod tests;
