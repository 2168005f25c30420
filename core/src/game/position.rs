//! A position: twelve squares and two hands in eight bytes.

use core::fmt;

use super::attacks::attackers;
use super::{HandKind, Hands, Kind, Owner, Piece, Square, SquareSet};

/// The pieces on the board or in hand, seen from the side to move: both lions, and at most two of each
/// other kind. The database and the solved file know those with [all eight](Position::missing); games with
/// a handicap have fewer.
///
/// Packed as twelve four-bit [piece codes](Piece::code) by square number, then six two-bit
/// counts of the pieces in hand, mine before theirs. Both lions are on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub(super) u64);

impl Position {
    /// No position. It is all zero bits, so a `static` that holds it takes no flash.
    pub(crate) const NONE: Position = Position(0);
}

pub(super) const BOARD: u64 = (1 << 48) - 1;

/// The lowest bit of every square.
pub(super) const ONES: u64 = SquareSet::ALL.0;

errors! {
    /// Why eight bytes or a list of pieces are not a position. Hens count as chicks.
    pub enum PositionError {
        UnknownCode => "the packed position has an unknown code",
        MissingLion(owner: Owner) => "{owner} has no lion",
        SecondLion(owner: Owner) => "{owner} has more than one lion",
        TooMany(kind: HandKind) => "there are more than two {kind}s",
        TooFew(kind: HandKind) => "there are fewer than two {kind}s; the database has no games with a handicap",
    }
}

impl Position {
    /// The position a game starts from.
    pub const START: Position = Position(0x300A_419C_200B);

    /// Collects the pieces on the squares and in hand into a position.
    ///
    /// ```
    /// use dobutsu_core::game::{HandKind, Hands, Kind, Owner, Piece, Position, Square};
    ///
    /// let mut squares = [None; Square::COUNT];
    /// squares[Square::B4.index()] = Some(Piece { owner: Owner::Mine, kind: Kind::Lion });
    /// squares[Square::B1.index()] = Some(Piece { owner: Owner::Theirs, kind: Kind::Lion });
    /// let mut hands = Hands::EMPTY;
    /// for kind in HandKind::ALL {
    ///     hands[(Owner::Mine, kind)] = 2;
    /// }
    /// let position = Position::new(&squares, hands).unwrap();
    /// assert_eq!(position.lion(Owner::Theirs), Square::B1);
    /// assert_eq!(position.hands(), hands);
    /// ```
    pub fn new(
        squares: &[Option<Piece>; Square::COUNT],
        hands: Hands,
    ) -> Result<Position, PositionError> {
        let mut packed = 0;
        for (square, piece) in squares.iter().enumerate() {
            packed |= u64::from(piece.map_or(0, Piece::code)) << (4 * square);
        }
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                let held = hands[(owner, kind)];
                if held > 2 {
                    return Err(PositionError::TooMany(kind));
                }
                packed |= u64::from(held) << hand_shift(owner, kind);
            }
        }
        Position::unpack(packed)
    }

    /// The eight bytes.
    #[inline]
    pub const fn pack(self) -> u64 {
        self.0
    }

    /// The position in eight bytes, if they are one.
    pub fn unpack(packed: u64) -> Result<Position, PositionError> {
        let position = Position(packed);
        if packed >> 60 != 0 {
            return Err(PositionError::UnknownCode);
        }
        let known = Square::ALL.into_iter().all(|square| {
            let code = position.code_at(square);
            code == 0 || Piece::from_code(code).is_some()
        });
        if !known {
            return Err(PositionError::UnknownCode);
        }
        for owner in Owner::ALL {
            match position.holding(owner, Kind::Lion).len() {
                0 => return Err(PositionError::MissingLion(owner)),
                1 => {}
                _ => return Err(PositionError::SecondLion(owner)),
            }
        }
        match HandKind::ALL
            .into_iter()
            .find(|&kind| position.count(kind) > 2)
        {
            Some(kind) => Err(PositionError::TooMany(kind)),
            None => Ok(position),
        }
    }

    /// The number of pieces of a kind; hens count as chicks.
    fn count(self, kind: HandKind) -> usize {
        let of = |owner| {
            let hens = match kind {
                HandKind::Chick => self.holding(owner, Kind::Hen).len(),
                _ => 0,
            };
            usize::from(self.hand(owner, kind)) + self.holding(owner, kind.kind()).len() + hens
        };
        of(Owner::Mine) + of(Owner::Theirs)
    }

    /// A kind of which there are fewer than two, as in a game with a handicap.
    ///
    /// ```
    /// use dobutsu_core::game::{HandKind, Position, Square};
    ///
    /// assert_eq!(Position::START.missing(), None);
    /// let handicap = Position::START.lifted(Square::B3);
    /// assert_eq!(handicap.missing(), Some(HandKind::Chick));
    /// ```
    pub fn missing(self) -> Option<HandKind> {
        HandKind::ALL.into_iter().find(|&kind| self.count(kind) < 2)
    }

    /// The position, if it has all eight pieces.
    ///
    /// # Errors
    /// [`PositionError::TooFew`] with a kind that is missing.
    pub fn complete(self) -> Result<Position, PositionError> {
        match self.missing() {
            Some(kind) => Err(PositionError::TooFew(kind)),
            None => Ok(self),
        }
    }

    /// A position from eight bytes that are known to be one: from [`Position::pack`], or made by
    /// moving pieces about. Other bytes lead to wrong results, but never to a panic.
    #[inline]
    pub const fn unpack_unchecked(packed: u64) -> Position {
        Position(packed)
    }

    /// The position with the piece on `square` taken off the board.
    ///
    /// This and the next three methods do not check the result: between two of them a caller may
    /// have a packed board that is not a position.
    #[inline]
    pub fn lifted(self, square: Square) -> Position {
        Position(self.0 & !(15 << (4 * square.index())))
    }

    /// The position with a piece put on an empty square.
    #[inline]
    pub fn placed(self, square: Square, piece: Piece) -> Position {
        Position(self.0 | u64::from(piece.code()) << (4 * square.index()))
    }

    /// The position with one more piece in hand.
    #[inline]
    pub fn taken(self, owner: Owner, kind: HandKind) -> Position {
        Position(self.0.wrapping_add(1 << hand_shift(owner, kind)))
    }

    /// The position with one piece fewer in hand.
    #[inline]
    pub fn given(self, owner: Owner, kind: HandKind) -> Position {
        Position(self.0.wrapping_sub(1 << hand_shift(owner, kind)))
    }

    /// The piece on a square.
    pub fn piece_at(self, square: Square) -> Option<Piece> {
        Piece::from_code(self.code_at(square))
    }

    /// The number of pieces of a kind in a side's hand.
    #[inline]
    pub fn hand(self, owner: Owner, kind: HandKind) -> u8 {
        (self.0 >> hand_shift(owner, kind) & 3) as u8
    }

    /// The pieces in both hands.
    pub fn hands(self) -> Hands {
        let mut hands = Hands::EMPTY;
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                hands[(owner, kind)] = self.hand(owner, kind);
            }
        }
        hands
    }

    /// The squares with such a piece.
    ///
    /// ```
    /// use dobutsu_core::game::{Kind, Owner, Position, Square, SquareSet};
    ///
    /// let chicks = Position::START.holding(Owner::Mine, Kind::Chick);
    /// assert_eq!(chicks, SquareSet::of(Square::B3));
    /// ```
    #[inline]
    pub fn holding(self, owner: Owner, kind: Kind) -> SquareSet {
        let differs = self.0 ^ (ONES * u64::from(Piece { owner, kind }.code()));
        let differs = differs | differs >> 1 | differs >> 2 | differs >> 3;
        SquareSet(!differs & ONES)
    }

    /// The squares with a piece of this side.
    #[inline]
    pub fn occupied_by(self, owner: Owner) -> SquareSet {
        let theirs = self.0 >> 3;
        let whose = match owner {
            Owner::Mine => !theirs,
            Owner::Theirs => theirs,
        };
        SquareSet(self.occupied().0 & whose)
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(self) -> SquareSet {
        SquareSet((self.0 | self.0 >> 1 | self.0 >> 2) & ONES)
    }

    /// The square of a side's lion.
    #[inline]
    pub fn lion(self, owner: Owner) -> Square {
        // A guard bit above the board avoids a panic if `unpack_unchecked` got other bytes.
        Square::lowest(self.holding(owner, Kind::Lion).0 | 1 << 44)
    }

    /// The pieces of `owner` that attack `square`, or would if it is their own.
    ///
    /// All kinds at once, by the bits of their codes: solving, looking ahead and searching spend most
    /// of their time here.
    ///
    /// ```
    /// use dobutsu_core::game::{Owner, Position, Square, SquareSet};
    ///
    /// // My chick stands before theirs.
    /// let attackers = Position::START.attackers(Owner::Mine, Square::B2);
    /// assert_eq!(attackers, SquareSet::of(Square::B3));
    /// ```
    #[inline]
    pub fn attackers(self, owner: Owner, square: Square) -> SquareSet {
        let whence = |kind| attackers(owner, kind, square).0;
        let [low, middle, high, theirs] = [0, 1, 2, 3].map(|bit| self.0 >> bit);
        let steps = middle & (low & whence(Kind::Giraffe) | !low & whence(Kind::Elephant))
            | high & (low & whence(Kind::Hen) | !low & whence(Kind::Lion))
            | low & !middle & !high & whence(Kind::Chick);
        let whose = match owner {
            Owner::Mine => !theirs,
            Owner::Theirs => theirs,
        };
        SquareSet(steps & whose)
    }

    /// Whether the side to move can catch the other lion now.
    #[inline]
    pub fn can_catch(self) -> bool {
        !self
            .attackers(Owner::Mine, self.lion(Owner::Theirs))
            .is_empty()
    }

    /// Whether the lion of the side to move is attacked.
    #[inline]
    pub fn in_check(self) -> bool {
        !self
            .attackers(Owner::Theirs, self.lion(Owner::Mine))
            .is_empty()
    }

    #[inline]
    pub(super) fn code_at(self, square: Square) -> u8 {
        (self.0 >> (4 * square.index()) & 15) as u8
    }
}

#[inline]
const fn hand_shift(owner: Owner, kind: HandKind) -> u32 {
    48 + 6 * owner as u32 + 2 * kind as u32
}

/// The [`Diagram`](super::Diagram) with the first player to move.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Position({})",
            super::Diagram::new(*self, super::Side::Sente)
        )
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Position {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Position({=u64:#x})", self.0);
    }
}
