//! The baseline for hash lists: whole boards, two bits a point, in a hash table.

use dobutsu_core::database::ribbon::{mix, scale};

use super::board::{Colour, GoBoard, SIZE};

/// Words of a board of 722 bits.
const WORDS: usize = (2 * SIZE * SIZE).div_ceil(64);

type Packed = [u64; WORDS];

/// Boards by open addressing, the index as full as a hash list's: three quarters.
pub(super) struct PlainBoards {
    boards: Vec<Packed>,
    index: Vec<u32>,
}

/// A free place of the index.
const FREE: u32 = u32::MAX;

impl PlainBoards {
    /// Room for this many different boards.
    pub(super) fn new(boards: usize) -> PlainBoards {
        PlainBoards {
            boards: Vec::with_capacity(boards),
            index: vec![FREE; boards / 3 * 4 + 2],
        }
    }

    pub(super) fn store(&mut self, board: &GoBoard) {
        let packed = pack(board);
        if let Err(place) = self.probe(&packed) {
            self.index[place] = self.boards.len() as u32;
            self.boards.push(packed);
        }
    }

    pub(super) fn has(&self, board: &GoBoard) -> bool {
        self.probe(&pack(board)).is_ok()
    }

    /// The board's number, or the free place where it belongs.
    fn probe(&self, packed: &Packed) -> Result<u32, usize> {
        let hash = packed.iter().fold(0, |hash, &word| mix(hash ^ word));
        let mut place = scale(hash, self.index.len() as u32) as usize;
        loop {
            match self.index[place] {
                FREE => return Err(place),
                number if self.boards[number as usize] == *packed => return Ok(number),
                _ => place = (place + 1) % self.index.len(),
            }
        }
    }
}

fn pack(board: &GoBoard) -> Packed {
    let mut packed = [0; WORDS];
    let mut at = 0;
    for colour in [Colour::Black, Colour::White] {
        for row in 0..SIZE {
            let bits = u64::from(board.stones(colour).row(row));
            packed[at / 64] |= bits << (at % 64);
            if at % 64 + SIZE > 64 {
                packed[at / 64 + 1] |= bits >> (64 - at % 64);
            }
            at += SIZE;
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::super::board::Point;
    use super::*;

    #[test]
    fn every_board_is_packed_in_its_own_way_and_found_again() {
        let mut boards = PlainBoards::new(2 * SIZE * SIZE + 1);
        let mut all = vec![GoBoard::new()];
        for n in 0..SIZE * SIZE {
            for colour in [Colour::Black, Colour::White] {
                let mut board = GoBoard::new();
                board.set(Point::new(n / SIZE, n % SIZE).unwrap(), Some(colour));
                all.push(board);
            }
        }
        for (stored, board) in all.iter().enumerate() {
            assert!(!boards.has(board));
            boards.store(board);
            boards.store(board);
            assert_eq!(boards.boards.len(), stored + 1);
        }
        assert!(all.iter().all(|board| boards.has(board)));
    }
}
