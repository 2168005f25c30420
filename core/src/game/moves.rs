//! Moves: generating, checking, making and counting them.

use heapless::Vec;

use super::{After, Bitboards, HandKind, Kind, Owner, Piece, Position, Square, SquareSet, reach};

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

impl Move {
    /// The number of [codes](Move::code): 144 for steps, 36 for drops.
    pub(crate) const CODES: usize = (Square::COUNT + HandKind::ALL.len()) * Square::COUNT;

    /// The move in a byte: 12·from + to for a step, 144 + 12·kind + to for a drop.
    pub(crate) const fn code(self) -> u8 {
        let (row, to) = match self {
            Move::Step { from, to } => (from.index(), to),
            Move::Drop { kind, to } => (Square::COUNT + kind as usize, to),
        };
        (row * Square::COUNT + to.index()) as u8
    }

    /// The move with this code, if there is one; it need not be legal in any given position.
    pub(crate) fn from_code(code: u8) -> Option<Move> {
        let row = usize::from(code) / Square::COUNT;
        let to = Square::new(usize::from(code) % Square::COUNT)?;
        Some(match Square::new(row) {
            Some(from) => Move::Step { from, to },
            None => Move::Drop {
                kind: *HandKind::ALL.get(row - Square::COUNT)?,
                to,
            },
        })
    }

    /// The square that the piece goes to.
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
    ///
    /// ```
    /// # use dobutsu_core::game::Position;
    /// assert_eq!(Position::START.moves().len(), 4);
    /// ```
    pub fn moves(self) -> Moves {
        let mut moves = Moves::new();
        let mut add = |mv| {
            // Never full: see `MAX_MOVES`.
            let _ = moves.push(mv);
        };
        let mine = self.occupied_by(Owner::Mine);
        for from in mine {
            for to in self.targets(from) & !mine {
                add(Move::Step { from, to });
            }
        }
        let empty = !self.occupied();
        for kind in HandKind::ALL {
            if self.hand(Owner::Mine, kind) > 0 {
                for to in empty {
                    add(Move::Drop { kind, to });
                }
            }
        }
        moves
    }

    /// Whether there is any move.
    pub(super) fn has_move(self) -> bool {
        let mine = self.occupied_by(Owner::Mine);
        let drops = || {
            HandKind::ALL
                .iter()
                .any(|&kind| self.hand(Owner::Mine, kind) > 0)
        };
        mine.into_iter()
            .any(|from| !(self.targets(from) & !mine).is_empty())
            || (drops() && self.occupied() != SquareSet::ALL)
    }

    /// Whether this is one of the [moves](Position::moves).
    pub fn is_legal(self, mv: Move) -> bool {
        let mine = self.occupied_by(Owner::Mine);
        match mv {
            Move::Step { from, to } => {
                mine.contains(from) && (self.targets(from) & !mine).contains(to)
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
    ///
    /// ```
    /// use dobutsu_core::game::{After, HandKind, Move, Owner, Position, Square};
    ///
    /// let take = Move::Step { from: Square::B3, to: Square::B2 };
    /// let After::Position(next) = Position::START.play(take) else { unreachable!() };
    /// // The chick in hand is the other side's now.
    /// assert_eq!(next.hands()[(Owner::Theirs, HandKind::Chick)], 1);
    /// ```
    #[inline]
    pub fn play(self, mv: Move) -> After {
        let (mut next, piece, to) = match mv {
            Move::Step { from, to } => match self.piece_at(from) {
                Some(piece) => (self.lifted(from), piece, to),
                // Not a legal move: the result is the same as for passing.
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
            None => SquareSet::EMPTY,
        }
    }
}

/// Counts of the moves of a position, without making any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// The lion can be caught, or a try stands: won in one ply.
    pub wins_now: bool,
    /// The number of safe steps of the lion.
    pub lion_steps: u8,
    /// The number of moves of all pieces that leave the lion safe.
    pub safe_moves: u8,
    /// The number of pieces that attack the mover's lion.
    pub attackers: u8,
}

impl Mobility {
    /// Looks at a position that is not over.
    ///
    /// Every piece moves one step, so no move uncovers an attack. If the lion is attacked once,
    /// only taking the attacker or a lion step is safe; if twice, only a lion step; otherwise every
    /// move of another piece is safe.
    pub fn of(position: Position) -> Mobility {
        Bitboards::of(position).mobility()
    }
}
