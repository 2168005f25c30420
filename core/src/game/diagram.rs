//! A position with its colours: what a printed diagram shows.

use super::{Owner, Position, Square};

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Side {
    /// Moves first; `b` and capital letters in SFEN; sits below the board.
    Sente,
    /// Moves second; `w` and small letters in SFEN; sits above the board.
    Gote,
}

impl Side {
    /// Both players, the first one first.
    pub const ALL: [Side; 2] = [Side::Sente, Side::Gote];

    /// The other player.
    pub const fn other(self) -> Side {
        match self {
            Side::Sente => Side::Gote,
            Side::Gote => Side::Sente,
        }
    }

    /// The player who is `owner` when this side is to move.
    pub const fn of(self, owner: Owner) -> Side {
        match owner {
            Owner::Mine => self,
            Owner::Theirs => self.other(),
        }
    }

    /// The square as printed on the board, from the square this side sees; and back.
    pub const fn printed(self, square: Square) -> Square {
        match self {
            Side::Sente => square,
            Side::Gote => square.rotated(),
        }
    }
}

/// A position, the side to move, and the number of the next move, as SFEN has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Diagram {
    /// The position, seen from `side`.
    pub position: Position,
    /// Whose move it is.
    pub side: Side,
    /// The number of the next move, from 1.
    pub number: u16,
}

impl Diagram {
    /// The start of a game.
    pub const START: Diagram = Diagram::new(Position::START, Side::Sente);

    /// A diagram of a position as if it were the first of a game.
    pub const fn new(position: Position, side: Side) -> Diagram {
        Diagram {
            position,
            side,
            number: 1,
        }
    }

    /// The position as this player sees it.
    pub(crate) fn seen_by(self, side: Side) -> Position {
        match side == self.side {
            true => self.position,
            false => self.position.rotated(),
        }
    }

    /// The diagram after a move has led to `position`.
    pub const fn next(self, position: Position) -> Diagram {
        Diagram {
            position,
            side: self.side.other(),
            number: self.number.saturating_add(1),
        }
    }
}
