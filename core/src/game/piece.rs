//! Pieces: kinds, owners and four-bit codes, and the pieces in hand.

use core::fmt;
use core::ops::{Index, IndexMut};

/// The five animals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Kind {
    /// One step straight ahead.
    Chick = 1,
    /// One step diagonally.
    Elephant = 2,
    /// One step along file or rank.
    Giraffe = 3,
    /// One step in any direction.
    Lion = 4,
    /// A promoted chick: any direction but diagonally back.
    Hen = 5,
}

impl Kind {
    /// All kinds, in the order of their codes.
    pub const ALL: [Kind; 5] = [
        Kind::Chick,
        Kind::Elephant,
        Kind::Giraffe,
        Kind::Lion,
        Kind::Hen,
    ];

    /// The kind in hand after this piece is captured; `None` for the lion, which ends the game.
    ///
    /// ```
    /// use dobutsu_core::game::{HandKind, Kind};
    ///
    /// assert_eq!(Kind::Hen.captured(), Some(HandKind::Chick));
    /// assert_eq!(Kind::Lion.captured(), None);
    /// ```
    pub const fn captured(self) -> Option<HandKind> {
        match self {
            Kind::Chick | Kind::Hen => Some(HandKind::Chick),
            Kind::Elephant => Some(HandKind::Elephant),
            Kind::Giraffe => Some(HandKind::Giraffe),
            Kind::Lion => None,
        }
    }
}

/// The kinds that can be held in hand and dropped. There are two of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum HandKind {
    /// Dropped chicks stay chicks, also on the far rank.
    Chick = 0,
    /// See [`Kind::Elephant`].
    Elephant = 1,
    /// See [`Kind::Giraffe`].
    Giraffe = 2,
}

impl HandKind {
    /// All kinds that can be held, in the order of their numbers.
    pub const ALL: [HandKind; 3] = [HandKind::Chick, HandKind::Elephant, HandKind::Giraffe];

    /// The piece that is dropped.
    pub const fn kind(self) -> Kind {
        match self {
            HandKind::Chick => Kind::Chick,
            HandKind::Elephant => Kind::Elephant,
            HandKind::Giraffe => Kind::Giraffe,
        }
    }
}

/// `chick`, `elephant` or `giraffe`.
impl fmt::Display for HandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["chick", "elephant", "giraffe"][*self as usize])
    }
}

/// Whose piece it is, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Owner {
    /// The side to move.
    Mine = 0,
    /// The other side.
    Theirs = 1,
}

impl Owner {
    /// Both, the side to move first.
    pub const ALL: [Owner; 2] = [Owner::Mine, Owner::Theirs];

    /// The other one.
    pub const fn other(self) -> Owner {
        match self {
            Owner::Mine => Owner::Theirs,
            Owner::Theirs => Owner::Mine,
        }
    }
}

/// `the side to move` or `the side that has just moved`.
impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["the side to move", "the side that has just moved"][*self as usize])
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Piece {
    /// Whose it is.
    pub owner: Owner,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The piece in a packed board: the kind in three bits, the owner in the fourth; 0 is empty.
    pub const fn code(self) -> u8 {
        self.kind as u8 | (self.owner as u8) << 3
    }

    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        let kind = match code & 7 {
            1 => Kind::Chick,
            2 => Kind::Elephant,
            3 => Kind::Giraffe,
            4 => Kind::Lion,
            5 => Kind::Hen,
            _ => return None,
        };
        let owner = Owner::ALL[(code >> 3 & 1) as usize];
        Some(Piece { owner, kind })
    }
}

/// The numbers of pieces in both hands, by [`Owner`] and [`HandKind`].
///
/// ```
/// use dobutsu_core::game::{HandKind, Hands, Owner};
///
/// let mut hands = Hands::EMPTY;
/// hands[(Owner::Mine, HandKind::Chick)] += 1;
/// assert_eq!(hands[(Owner::Mine, HandKind::Chick)], 1);
/// assert_eq!(hands[(Owner::Theirs, HandKind::Chick)], 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Hands([[u8; 3]; 2]);

impl Hands {
    /// Both hands are empty.
    pub const EMPTY: Hands = Hands([[0; 3]; 2]);
}

impl Index<(Owner, HandKind)> for Hands {
    type Output = u8;

    fn index(&self, (owner, kind): (Owner, HandKind)) -> &u8 {
        &self.0[owner as usize][kind as usize]
    }
}

impl IndexMut<(Owner, HandKind)> for Hands {
    fn index_mut(&mut self, (owner, kind): (Owner, HandKind)) -> &mut u8 {
        &mut self.0[owner as usize][kind as usize]
    }
}
