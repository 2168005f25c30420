//! Edge-matching puzzles: square tiles whose coloured edges must match neighbours and frame.
//!
//! A random puzzle is a board whose every edge, the frame's included, gets a random colour; cutting
//! it up and shuffling the tiles gives a puzzle with at least that solution. As in the paper, a
//! choice is a cell, a tile and its turn; the same choices in another order lead
//! to the same board, so that a board of ℓ tiles can occur up to ℓ! times. Its key is Zobrist's: the
//! exclusive or of a random number for each cell, tile and turn.

use dobutsu_core::estimate::Random;

/// The most tiles a puzzle may have: their turns are the bits of a `u128`.
const MAX_TILES: usize = 32;
/// The most colours a puzzle may have.
const MAX_COLOURS: usize = 8;

/// The colours of a tile's edges, clockwise from the upper one.
type Tile = [u8; 4];

/// Sides of a cell, in the order of a tile's edges.
const TOP: usize = 0;
const RIGHT: usize = 1;
const BOTTOM: usize = 2;
const LEFT: usize = 3;

/// The properties a puzzle is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) colours: u8,
}

/// A tile in a turn on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The cell, row by row.
    pub(super) cell: u8,
    /// Four times the tile's number, and its quarter turns.
    pub(super) turn: u8,
}

/// A puzzle: its tiles, its frame, and the random numbers of its keys.
pub(super) struct Tiling {
    shape: Shape,
    /// Every tile in its four turns: number `4 * tile + turn`.
    turns: [Tile; 4 * MAX_TILES],
    /// Turns that look different from the tile's earlier ones, as bits.
    distinct: u128,
    /// By side and colour: the turns that have it.
    fitting: [[u128; MAX_COLOURS]; 4],
    /// By cell and side: the colour of the frame there.
    frame: [[Option<u8>; 4]; MAX_TILES],
    zobrist: Vec<u64>,
}

impl Tiling {
    /// A random puzzle of this shape, the same for the same seed.
    ///
    /// # Panics
    /// If the shape has no cell, or more cells or colours than fit.
    pub(super) fn random(shape: Shape, seed: u64) -> Tiling {
        let (width, height) = (usize::from(shape.width), usize::from(shape.height));
        let count = width * height;
        assert!(
            (1..=MAX_TILES).contains(&count),
            "a puzzle has 1 to 32 tiles"
        );
        assert!((1..=MAX_COLOURS as u8).contains(&shape.colours));
        let mut random = Random::for_trial(seed, 0);
        let mut colour = || random.below(shape.colours.into()) as u8;
        let mut tiles: Vec<Tile> = Vec::new();
        for cell in 0..count {
            let (row, column) = (cell / width, cell % width);
            let top = if row > 0 {
                tiles[cell - width][BOTTOM]
            } else {
                colour()
            };
            let left = if column > 0 {
                tiles[cell - 1][RIGHT]
            } else {
                colour()
            };
            tiles.push([top, colour(), colour(), left]);
        }
        let mut frame = [[None; 4]; MAX_TILES];
        for (cell, tile) in tiles.iter().enumerate() {
            let (row, column) = (cell / width, cell % width);
            let at_edge = [
                row == 0,
                column + 1 == width,
                row + 1 == height,
                column == 0,
            ];
            for side in (0..4).filter(|&side| at_edge[side]) {
                frame[cell][side] = Some(tile[side]);
            }
        }
        for last in (1..count).rev() {
            tiles.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut tiling = Tiling {
            shape,
            turns: [[0; 4]; 4 * MAX_TILES],
            distinct: 0,
            fitting: [[0; MAX_COLOURS]; 4],
            frame,
            zobrist: Vec::new(),
        };
        for (number, tile) in tiles.iter_mut().enumerate() {
            tile.rotate_right(random.below(4) as usize);
            let mut turned = *tile;
            for turn in 0..4 {
                if turn > 0 && turned == *tile {
                    break;
                }
                let id = 4 * number + turn;
                tiling.turns[id] = turned;
                tiling.distinct |= 1 << id;
                for (side, &colour) in turned.iter().enumerate() {
                    tiling.fitting[side][usize::from(colour)] |= 1 << id;
                }
                turned.rotate_right(1);
            }
        }
        let mut random = Random::for_trial(seed, 1);
        let mut word = || u64::from(random.bits()) << 32 | u64::from(random.bits());
        tiling.zobrist = (0..count * 4 * MAX_TILES).map(|_| word()).collect();
        tiling
    }

    /// Cells, and so tiles.
    pub(super) fn cells(&self) -> u8 {
        self.shape.width * self.shape.height
    }

    fn number(&self, choice: Choice) -> u64 {
        self.zobrist[usize::from(choice.cell) * 4 * MAX_TILES + usize::from(choice.turn)]
    }
}

/// A board on which tiles lie anywhere.
#[derive(Clone)]
pub(super) struct Board<'a> {
    tiling: &'a Tiling,
    turns: [Option<u8>; MAX_TILES],
    /// The turns of unused tiles.
    unused: u128,
    path: Vec<Choice>,
    key: u64,
}

impl<'a> Board<'a> {
    /// The empty board.
    pub(super) fn new(tiling: &'a Tiling) -> Board<'a> {
        Board {
            tiling,
            turns: [None; MAX_TILES],
            unused: tiling.distinct,
            path: Vec::new(),
            key: 0,
        }
    }

    /// The choices so far, in order; their number is the board's level.
    pub(super) fn path(&self) -> &[Choice] {
        &self.path
    }

    /// The same for the same tiles in the same places, whatever their order.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Whether all cells are filled.
    pub(super) fn is_full(&self) -> bool {
        self.path.len() == usize::from(self.tiling.cells())
    }

    /// Every tile that fits somewhere, cell by cell.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for cell in (0..self.tiling.cells()).filter(|&cell| self.turns[usize::from(cell)].is_none())
        {
            let mut fitting = self.fitting(cell);
            while fitting != 0 {
                let turn = fitting.trailing_zeros() as u8;
                fitting &= fitting - 1;
                choices.push(Choice { cell, turn });
            }
        }
        choices
    }

    /// Places a tile, which must be one of the choices.
    pub(super) fn place(&mut self, choice: Choice) {
        self.turns[usize::from(choice.cell)] = Some(choice.turn);
        self.unused &= !(15 << (choice.turn & !3));
        self.key ^= self.tiling.number(choice);
        self.path.push(choice);
    }

    /// Takes the last tile away again.
    pub(super) fn take_back(&mut self) {
        if let Some(choice) = self.path.pop() {
            self.turns[usize::from(choice.cell)] = None;
            self.unused |= self.tiling.distinct & 15 << (choice.turn & !3);
            self.key ^= self.tiling.number(choice);
        }
    }

    /// The turns of unused tiles whose edges match the neighbours of the cell.
    fn fitting(&self, cell: u8) -> u128 {
        let (cell, width) = (usize::from(cell), usize::from(self.tiling.shape.width));
        let frame = self.tiling.frame[cell];
        let colour = |neighbour: Option<usize>, side: usize| {
            let turn = self.turns.get(neighbour?).copied().flatten()?;
            Some(self.tiling.turns[usize::from(turn)][side])
        };
        let beside = [
            frame[TOP].or_else(|| colour(cell.checked_sub(width), BOTTOM)),
            frame[RIGHT].or_else(|| colour(Some(cell + 1), LEFT)),
            frame[BOTTOM].or_else(|| colour(Some(cell + width), TOP)),
            frame[LEFT].or_else(|| colour(cell.checked_sub(1), RIGHT)),
        ];
        let sides = beside.iter().zip(&self.tiling.fitting);
        sides.fold(self.unused, |fitting, (colour, by)| {
            colour.map_or(fitting, |colour| fitting & by[usize::from(colour)])
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Complete boards, by their keys.
    fn solutions(board: &mut Board<'_>, found: &mut HashSet<u64>) {
        if board.is_full() {
            found.insert(board.key());
            return;
        }
        for choice in board.choices() {
            board.place(choice);
            solutions(board, found);
            board.take_back();
        }
    }

    /// The slow twin: every order of the tiles in every turn, compared edge by edge.
    fn slow(tiling: &Tiling, board: &mut Vec<u8>) -> u64 {
        let (width, count) = (usize::from(tiling.shape.width), usize::from(tiling.cells()));
        if board.len() == count {
            let tile = |cell: usize| tiling.turns[usize::from(board[cell])];
            let fits = (0..count).all(|cell| {
                let inside = |is: bool, a: usize, side: usize| {
                    !is || tile(cell)[side] == tile(a)[(side + 2) % 4]
                };
                let framed = (0..4).all(|side| {
                    tiling.frame[cell][side].is_none_or(|colour| tile(cell)[side] == colour)
                });
                framed
                    && inside(cell % width > 0, cell.wrapping_sub(1), LEFT)
                    && inside(cell >= width, cell.wrapping_sub(width), TOP)
            });
            return u64::from(fits);
        }
        let mut sum = 0;
        for turn in (0..4 * count as u8).filter(|&turn| tiling.distinct >> turn & 1 == 1) {
            if board.iter().all(|other| other / 4 != turn / 4) {
                board.push(turn);
                sum += slow(tiling, board);
                board.pop();
            }
        }
        sum
    }

    #[test]
    fn agrees_with_trying_everything() {
        for seed in 0..20 {
            for (width, height) in [(3, 2), (2, 2), (1, 4)] {
                let shape = Shape {
                    width,
                    height,
                    colours: 3,
                };
                let tiling = Tiling::random(shape, seed);
                let mut found = HashSet::new();
                solutions(&mut Board::new(&tiling), &mut found);
                assert!(!found.is_empty(), "the puzzle was cut from a solution");
                assert_eq!(found.len() as u64, slow(&tiling, &mut Vec::new()));
            }
        }
    }

    /// A board of three tiles that can be placed in any order is met six times.
    #[test]
    fn boards_recur_in_every_order_that_fits() {
        let tiling = Tiling::random(
            Shape {
                width: 3,
                height: 3,
                colours: 1,
            },
            3,
        );
        let mut times: HashMap<u64, u32> = HashMap::new();
        let mut board = Board::new(&tiling);
        for first in board.choices() {
            board.place(first);
            for second in board.choices() {
                board.place(second);
                for third in board.choices() {
                    board.place(third);
                    *times.entry(board.key()).or_default() += 1;
                    board.take_back();
                }
                board.take_back();
            }
            board.take_back();
        }
        assert!(times.values().all(|&times| times == 6));
    }
}
