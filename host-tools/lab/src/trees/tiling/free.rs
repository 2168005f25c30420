//! The same puzzles with a free order: any tile, in any turn, on any empty cell that it fits.
//!
//! This is the search of the overwrite-table paper, in which a choice is "which square, which
//! piece": the same choices in another order lead to the same board, so that a board of ℓ tiles
//! can come up to ℓ! times. Its key is Zobrist's: the exclusive or of a random number for each
//! cell, tile and turn, which does not depend on the order.

use dobutsu_core::estimate::Random;
use dobutsu_core::estimate::packing::Choices;

use super::{MAX_TILES, Tiling};

/// A tile in a turn on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branching {
    /// The cell, row by row.
    pub cell: u8,
    /// Four times the tile's number, and its quarter turns.
    pub turn: u8,
}

/// The random numbers of the keys.
#[derive(Clone, Debug)]
pub struct Zobrist(Vec<u64>);

impl Zobrist {
    /// Numbers for every cell and turn, the same for the same seed.
    pub fn new(seed: u64) -> Zobrist {
        let mut random = Random::for_trial(seed, 1);
        let mut word = || u64::from(random.bits()) << 32 | u64::from(random.bits());
        Zobrist((0..MAX_TILES * 4 * MAX_TILES).map(|_| word()).collect())
    }

    fn number(&self, choice: Branching) -> u64 {
        self.0[usize::from(choice.cell) * 4 * MAX_TILES + usize::from(choice.turn)]
    }
}

/// A board on which tiles lie anywhere.
#[derive(Clone, Debug)]
pub struct FreeBoard<'a> {
    tiling: &'a Tiling,
    zobrist: &'a Zobrist,
    turns: [Option<u8>; MAX_TILES],
    unused: Choices,
    path: Vec<Branching>,
    key: u64,
}

impl<'a> FreeBoard<'a> {
    /// The empty board.
    pub fn new(tiling: &'a Tiling, zobrist: &'a Zobrist) -> FreeBoard<'a> {
        FreeBoard {
            tiling,
            zobrist,
            turns: [None; MAX_TILES],
            unused: tiling.distinct,
            path: Vec::new(),
            key: 0,
        }
    }

    /// What was chosen so far, in order; its length is the board's level.
    pub fn path(&self) -> &[Branching] {
        &self.path
    }

    /// The same for the same tiles in the same places, whatever their order.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether all cells are filled.
    pub fn is_full(&self) -> bool {
        self.path.len() == usize::from(self.tiling.cells())
    }

    /// Every tile that fits somewhere, cell by cell.
    pub fn choices(&self) -> Vec<Branching> {
        let mut choices = Vec::new();
        for cell in (0..self.tiling.cells()).filter(|&cell| self.turn_at(cell).is_none()) {
            let mut fitting = self.fitting(cell);
            while let Some(turn) = fitting.pop() {
                choices.push(Branching { cell, turn });
            }
        }
        choices
    }

    /// Lays a tile, which must be one of the choices.
    pub fn lay(&mut self, choice: Branching) {
        self.turns[usize::from(choice.cell)] = Some(choice.turn);
        self.unused = self.unused.without(&all_turns(choice.turn / 4));
        self.key ^= self.zobrist.number(choice);
        self.path.push(choice);
    }

    /// Takes the last tile away again.
    pub fn take_back(&mut self) {
        if let Some(choice) = self.path.pop() {
            self.turns[usize::from(choice.cell)] = None;
            self.key ^= self.zobrist.number(choice);
            let mut turns = all_turns(choice.turn / 4).and(&self.tiling.distinct);
            while let Some(turn) = turns.pop() {
                self.unused.insert(turn);
            }
        }
    }

    fn turn_at(&self, cell: u8) -> Option<u8> {
        self.turns[usize::from(cell)]
    }

    /// The turns of unused tiles whose edges match what is around the cell.
    fn fitting(&self, cell: u8) -> Choices {
        let tiling = self.tiling;
        let width = tiling.shape.width;
        let (row, column) = (cell / width, cell % width);
        let tile = |cell: u8| {
            self.turn_at(cell)
                .map(|turn| tiling.turns[usize::from(turn)])
        };
        let above = match row {
            0 => Some((tiling.frame_top >> (4 * column) & 15) as u8),
            _ => tile(cell - width).map(|tile| tile.bottom),
        };
        let left = match column {
            0 => Some(tiling.frame_left[usize::from(row)]),
            _ => tile(cell - 1).map(|tile| tile.right),
        };
        let below = match row + 1 == tiling.shape.height {
            true => Some(tiling.frame_bottom[usize::from(column)]),
            false => tile(cell + width).map(|tile| tile.top),
        };
        let right = match column + 1 == width {
            true => Some(tiling.frame_right[usize::from(row)]),
            false => tile(cell + 1).map(|tile| tile.left),
        };
        let sides = [
            (above, &tiling.by_top),
            (left, &tiling.by_left),
            (below, &tiling.by_bottom),
            (right, &tiling.by_right),
        ];
        sides.iter().fold(self.unused, |fitting, (colour, by)| {
            colour.map_or(fitting, |colour| fitting.and(&by[usize::from(colour)]))
        })
    }
}

fn all_turns(tile: u8) -> Choices {
    let mut turns = Choices::EMPTY;
    (0..4).for_each(|turn| turns.insert(4 * tile + turn));
    turns
}

#[cfg(test)]
mod tests {
    use super::super::{Tiling, TilingShape};
    use super::*;

    fn puzzle(seed: u64) -> Tiling {
        let shape = TilingShape {
            width: 3,
            height: 2,
            colours: 3,
            turning: true,
        };
        Tiling::random(shape, seed).unwrap()
    }

    /// All boards of one level, each as its sorted choices, with the key found for it.
    fn boards(board: &mut FreeBoard<'_>, level: usize, found: &mut Vec<(Vec<Branching>, u64)>) {
        if board.path().len() == level {
            let mut choices = board.path().to_vec();
            choices.sort_unstable();
            found.push((choices, board.key()));
            return;
        }
        for choice in board.choices() {
            board.lay(choice);
            boards(board, level, found);
            board.take_back();
        }
    }

    #[test]
    fn every_order_of_the_same_choices_has_the_same_key_and_no_other_board_has_it() {
        for seed in 0..5 {
            let (tiling, zobrist) = (puzzle(seed), Zobrist::new(seed));
            let mut board = FreeBoard::new(&tiling, &zobrist);
            let mut found = Vec::new();
            boards(&mut board, 3, &mut found);
            assert_eq!(board.key(), 0);
            // Whatever lies on a board fits in any order, so each comes 3! times.
            found.sort_unstable();
            for orders in found.chunk_by(|a, b| a.0 == b.0) {
                assert_eq!(orders.len(), 6);
                assert!(orders.iter().all(|order| order.1 == orders[0].1));
            }
            let mut keys: Vec<u64> = found.iter().step_by(6).map(|board| board.1).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len() * 6, found.len());
        }
    }

    /// Of each solution of the search that fills cell by cell there are 6! orders.
    #[test]
    fn solutions_are_those_of_the_fixed_order() {
        use dobutsu_core::estimate::Problem;
        fn fixed(tiling: &Tiling, mut node: super::super::TilingNode) -> usize {
            if tiling.is_leaf(&node) {
                return usize::from(tiling.is_solution(&node));
            }
            let mut count = 0;
            while let Some(child) = tiling.descend(&mut node) {
                count += fixed(tiling, child);
            }
            count
        }
        for seed in 0..5 {
            let (tiling, zobrist) = (puzzle(seed), Zobrist::new(seed));
            let mut found = Vec::new();
            boards(&mut FreeBoard::new(&tiling, &zobrist), 6, &mut found);
            assert_eq!(found.len(), 720 * fixed(&tiling, tiling.root()));
        }
    }
}
