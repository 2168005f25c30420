//! Moves: all of them, and what they do to a position.

use heapless::Vec;

use super::attacks::{SquareSet, reach};
use super::ending::After;
use super::piece::{HandKind, Kind, Owner, Piece};
use super::position::Position;
use super::square::Square;

/// No position has more moves than this.
///
/// Let k of the mover's pieces besides the lion be on the board, and assume every other piece in
/// hand, three kinds if possible: that is 3·(10 − k) drops. The lion has at most 8 steps, and
/// only on B2 or B3 with no own piece beside it; there the three squares of one end rank are the
/// only ones not beside it.
/// - k = 0: 30 + 8 = 38.
/// - k = 1: 27 drops. A hen on the middle of the home rank has 5 steps beside the lion's 8: 40.
///   Beside the lion a hen has at most 6 steps less the lion's square, and the lion 7: 39.
/// - k = 2: 24 drops. From the free end rank, two pieces have at most 5 + 2 steps: 39. Beside
///   the lion each costs it a step and has its own way through it barred.
/// - k ≥ 3: each further piece takes away three drops and adds at most as many steps as it takes.
///
/// A long test counts the moves of every arrangement of the mover's pieces: 40 are the most.
pub const MAX_MOVES: usize = 40;

/// The moves of a position.
pub type Moves = Vec<Move, MAX_MOVES>;

/// A move of the side to move, on squares as that side sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Move {
    /// A piece on the board goes one step. A chick that reaches the far rank becomes a hen.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece in hand is put on an empty square.
    Drop {
        /// What is dropped.
        kind: HandKind,
        /// Where it goes.
        to: Square,
    },
}

const SQUARES: u8 = Square::COUNT as u8;
/// The first code of a drop.
const DROPS: u8 = SQUARES * SQUARES;

impl Move {
    /// How many codes there are: 144 of steps, 36 of drops.
    pub const CODES: usize = (DROPS + 3 * SQUARES) as usize;

    /// The move in a byte: 12·from + to for a step, 144 + 12·kind + to for a drop.
    ///
    /// ```
    /// use dobutsu_core::game::{HandKind, Move, Square};
    ///
    /// let mv = Move::Drop { kind: HandKind::Elephant, to: Square::new(7).unwrap() };
    /// assert_eq!(mv.code(), 144 + 12 + 7);
    /// assert_eq!(Move::from_code(mv.code()), Some(mv));
    /// assert_eq!(Move::from_code(180), None);
    /// ```
    pub const fn code(self) -> u8 {
        match self {
            Move::Step { from, to } => from.index() as u8 * SQUARES + to.index() as u8,
            Move::Drop { kind, to } => DROPS + kind as u8 * SQUARES + to.index() as u8,
        }
    }

    /// The move in a byte, if there is one; it may not be legal in any given position.
    pub fn from_code(code: u8) -> Option<Move> {
        let to = Square::new(usize::from(code % SQUARES))?;
        let rest = usize::from(code / SQUARES);
        match rest.checked_sub(Square::COUNT) {
            None => Some(Move::Step {
                from: Square::new(rest)?,
                to,
            }),
            Some(kind) => Some(Move::Drop {
                kind: *HandKind::ALL.get(kind)?,
                to,
            }),
        }
    }

    /// Where the piece ends up.
    pub const fn to(self) -> Square {
        match self {
            Move::Step { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// The move in a mirror.
    pub const fn mirrored(self) -> Move {
        match self {
            Move::Step { from, to } => Move::Step {
                from: from.mirrored(),
                to: to.mirrored(),
            },
            Move::Drop { kind, to } => Move::Drop {
                kind,
                to: to.mirrored(),
            },
        }
    }
}

impl Position {
    /// All legal moves: those that leave one's own lion to be caught are legal too.
    ///
    /// Steps come first, by square, then drops by kind. The order is part of the database format.
    pub fn moves(self) -> Moves {
        let mut moves = Moves::new();
        let mut add = |mv| {
            // Never full: see `MAX_MOVES`.
            let _ = moves.push(mv);
        };
        let mine = self.occupied_by(Owner::Mine);
        for from in mine {
            for to in self.targets(from).without(mine) {
                add(Move::Step { from, to });
            }
        }
        let empty = SquareSet::ALL.without(self.occupied());
        for kind in HandKind::ALL {
            if self.hand(Owner::Mine, kind) > 0 {
                for to in empty {
                    add(Move::Drop { kind, to });
                }
            }
        }
        moves
    }

    /// Whether there is any move; there nearly always is.
    pub(super) fn has_move(self) -> bool {
        let mine = self.occupied_by(Owner::Mine);
        let mut pieces = mine;
        let drops = || {
            HandKind::ALL
                .iter()
                .any(|&kind| self.hand(Owner::Mine, kind) > 0)
        };
        pieces.any(|from| !self.targets(from).without(mine).is_empty())
            || (drops() && self.occupied() != SquareSet::ALL)
    }

    /// Whether this is one of the [moves](Position::moves).
    pub fn is_legal(self, mv: Move) -> bool {
        let mine = self.occupied_by(Owner::Mine);
        match mv {
            Move::Step { from, to } => {
                mine.contains(from) && self.targets(from).without(mine).contains(to)
            }
            Move::Drop { kind, to } => {
                self.hand(Owner::Mine, kind) > 0 && !self.occupied().contains(to)
            }
        }
    }

    /// Whether a step makes a hen of a chick.
    pub fn promotes(self, mv: Move) -> bool {
        match mv {
            Move::Step { from, to } => {
                SquareSet::FAR_RANK.contains(to)
                    && self.piece_at(from).map(|piece| piece.kind) == Some(Kind::Chick)
            }
            Move::Drop { .. } => false,
        }
    }

    /// Makes a legal move. The new position is seen from the other side, which moves next.
    #[inline]
    pub fn play(self, mv: Move) -> After {
        let (mut next, piece, to) = match mv {
            Move::Step { from, to } => match self.piece_at(from) {
                Some(piece) => (self.lifted(from), piece, to),
                // Not a legal move; passing is as good an answer as any.
                None => return After::Position(self.rotated()),
            },
            Move::Drop { kind, to } => {
                let piece = Piece {
                    owner: Owner::Mine,
                    kind: kind.kind(),
                };
                (self.given(Owner::Mine, kind), piece, to)
            }
        };
        if let Some(victim) = self.piece_at(to) {
            match victim.kind.captured() {
                None => return After::Caught,
                Some(kind) => next = next.taken(Owner::Mine, kind).lifted(to),
            }
        }
        let kind = if self.promotes(mv) {
            Kind::Hen
        } else {
            piece.kind
        };
        After::Position(next.placed(to, Piece { kind, ..piece }).rotated())
    }

    /// Where the piece on `from` could go if no piece of its own side stood in the way.
    fn targets(self, from: Square) -> SquareSet {
        match self.piece_at(from) {
            Some(Piece { owner, kind }) => reach(owner, kind, from),
            None => SquareSet::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_move_and_back() {
        for code in 0..=u8::MAX {
            match Move::from_code(code) {
                Some(mv) => assert_eq!(mv.code(), code),
                None => assert!(usize::from(code) >= Move::CODES),
            }
        }
    }
}
