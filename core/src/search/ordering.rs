//! The order in which moves are tried.

use crate::game::{MAX_MOVES, Move, Position};

/// The code that no move has.
pub(super) const NO_MOVE: u8 = u8::MAX;

/// The history heuristic: how often each move has refuted a position, weighted by depth. A move that is good in one
/// position is often good in others.
#[derive(Clone, Debug)]
pub(super) struct Refutations([u16; Move::CODES]);

/// The highest count; ranks above it belong to captures and the table's move.
const MOST: u16 = 0x3FFF;

impl Refutations {
    pub(super) const fn new() -> Self {
        Refutations([0; Move::CODES])
    }

    /// Records that a move refuted a position searched `draft` plies deep.
    pub(super) fn note(&mut self, code: u8, draft: u8) {
        let weight = draft as u16 * draft as u16;
        let Some(count) = self.0.get_mut(code as usize) else {
            return;
        };
        *count += weight;
        if *count > MOST {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn count(&self, code: u8) -> u16 {
        self.0.get(code as usize).copied().unwrap_or(0)
    }
}

/// All moves as bytes, the most promising first: the table's, then captures of big pieces,
/// then those that refuted other positions.
pub(super) fn ordered(
    position: Position,
    first: u8,
    refutations: &Refutations,
) -> ([u8; MAX_MOVES], u8) {
    let mut codes = [NO_MOVE; MAX_MOVES];
    let mut ranks = [0u16; MAX_MOVES];
    let mut count = 0;
    for mv in position.moves() {
        let code = mv.code();
        let rank = if code == first {
            u16::MAX
        } else {
            match position.piece_at(mv.to()) {
                Some(piece) => 0x4000 + ((piece.kind as u16) << 8) + refutations.count(code) / 256,
                None => refutations.count(code),
            }
        };
        // Insertion keeps equal ranks in the order of the rules, so results are reproducible.
        let mut at = count;
        while at > 0 && ranks[at - 1] < rank {
            ranks[at] = ranks[at - 1];
            codes[at] = codes[at - 1];
            at -= 1;
        }
        ranks[at] = rank;
        codes[at] = code;
        count += 1;
    }
    (codes, count as u8)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn ordering_loses_no_move() {
        let position = Position::START;
        let last = position.moves().last().unwrap().code();
        let (codes, count) = ordered(position, last, &Refutations::new());
        assert_eq!(codes[0], last);
        let mut listed: Vec<u8> = codes[..count as usize].to_vec();
        let mut legal: Vec<u8> = position.moves().into_iter().map(Move::code).collect();
        listed.sort();
        legal.sort();
        assert_eq!(listed, legal);
    }
}
