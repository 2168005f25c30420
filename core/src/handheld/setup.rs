//! Setting up a position: the eight pieces are pushed about, never made or lost.

use super::Button;
use super::pointer::step;
use super::text::Phrase;
use crate::game::{
    Diagram, HandKind, Hands, Kind, Owner, Piece, Position, PositionError, Side, Square,
};

/// Where a piece can lie while a position is set up: a square, or a hand. Owners are as the
/// bottom player sees them, who is the first player here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Spot {
    /// A square as printed.
    Square(Square),
    /// A kind of piece in a hand.
    Hand(Owner, HandKind),
}

/// A position being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Setup {
    squares: [Option<Piece>; Square::COUNT],
    hands: Hands,
    side: Side,
    at: Spot,
    held: Option<Spot>,
}

impl Setup {
    /// No pieces at all.
    pub(super) const fn empty() -> Setup {
        Setup {
            squares: [None; Square::COUNT],
            hands: Hands::EMPTY,
            side: Side::Sente,
            at: Spot::Hand(Owner::Mine, HandKind::Chick),
            held: None,
        }
    }

    /// Starts from a diagram.
    pub fn new(diagram: Diagram) -> Setup {
        let position = match diagram.side {
            Side::Sente => diagram.position,
            Side::Gote => diagram.position.rotated(),
        };
        let mut setup = Setup::empty();
        setup.side = diagram.side;
        for square in Square::ALL {
            setup.squares[square.index()] = position.piece_at(square);
        }
        setup.hands = position.hands();
        setup.at = Spot::Square(Square::B3);
        setup
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// How many pieces of a kind are in a hand.
    pub fn hand(&self, owner: Owner, kind: HandKind) -> u8 {
        self.hands[(owner, kind)]
    }

    /// Where the pointer is.
    pub const fn at(&self) -> Spot {
        self.at
    }

    /// Where the piece the pointer holds comes from.
    pub const fn held(&self) -> Option<Spot> {
        self.held
    }

    /// Who is to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Lets the other side move.
    pub(super) fn turn_side(&mut self) {
        self.side = self.side.other();
    }

    /// Puts everything but the lions into the hands.
    pub(super) fn clear(&mut self) {
        for square in &mut self.squares {
            if let Some(piece) = *square
                && let Some(kind) = piece.kind.captured()
            {
                self.hands[(piece.owner, kind)] += 1;
                *square = None;
            }
        }
        self.held = None;
    }

    /// The diagram, or the sentence that says why it is none.
    pub(super) fn diagram(&self) -> Result<Diagram, Phrase> {
        let position = Position::new(&self.squares, self.hands).map_err(|error| match error {
            PositionError::MissingLion(_) | PositionError::SecondLion(_) => Phrase::MissingLion,
            // Pieces are only pushed about, so there are always two of each.
            PositionError::TooMany(_) | PositionError::TooFew(_) | PositionError::UnknownCode => {
                Phrase::AlreadyOver
            }
        })?;
        let position = match self.side {
            Side::Sente => position,
            Side::Gote => position.rotated(),
        };
        match position.ending() {
            None => Ok(Diagram::new(position, self.side)),
            Some(_) => Err(Phrase::AlreadyOver),
        }
    }

    /// Handles a press; `Err` is a sentence to show. B is left to the caller unless a piece is
    /// held.
    pub(super) fn press(&mut self, button: Button) -> Result<(), Phrase> {
        match button {
            Button::A => return self.enter(),
            Button::B => self.held = None,
            _ => self.at = self.beside(button),
        }
        Ok(())
    }

    fn is_filled(&self, spot: Spot) -> bool {
        match spot {
            Spot::Square(square) => self.piece_at(square).is_some(),
            Spot::Hand(owner, kind) => self.hand(owner, kind) > 0,
        }
    }

    fn enter(&mut self) -> Result<(), Phrase> {
        match self.held {
            None => self.held = self.is_filled(self.at).then_some(self.at),
            // A second press where the piece was picked up turns it over.
            Some(from) if from == self.at => {
                self.turn_over(from);
                self.held = None;
            }
            Some(from) => {
                self.carry(from, self.at)?;
                self.held = None;
            }
        }
        Ok(())
    }

    /// Mine, theirs, and for chicks on the board the same as hens.
    fn turn_over(&mut self, spot: Spot) {
        match spot {
            Spot::Square(square) => {
                if let Some(piece) = &mut self.squares[square.index()] {
                    piece.kind = match (piece.owner, piece.kind) {
                        (Owner::Theirs, Kind::Chick) => Kind::Hen,
                        (Owner::Theirs, Kind::Hen) => Kind::Chick,
                        (_, kind) => kind,
                    };
                    piece.owner = piece.owner.other();
                }
            }
            Spot::Hand(owner, kind) => {
                self.hands[(owner, kind)] -= 1;
                self.hands[(owner.other(), kind)] += 1;
            }
        }
    }

    fn carry(&mut self, from: Spot, to: Spot) -> Result<(), Phrase> {
        match (from, to) {
            (Spot::Square(from), Spot::Square(to)) => {
                self.squares.swap(from.index(), to.index());
            }
            (Spot::Square(from), Spot::Hand(owner, _)) => {
                if let Some(piece) = self.piece_at(from) {
                    let kind = piece.kind.captured().ok_or(Phrase::LionInHand)?;
                    self.squares[from.index()] = None;
                    self.hands[(owner, kind)] += 1;
                }
            }
            (Spot::Hand(owner, kind), Spot::Square(to)) => {
                if let Some(piece) = self.piece_at(to) {
                    // What stood there changes places with it.
                    let other = piece.kind.captured().ok_or(Phrase::LionInHand)?;
                    self.hands[(owner, other)] += 1;
                }
                self.hands[(owner, kind)] -= 1;
                let kind = kind.kind();
                self.squares[to.index()] = Some(Piece { owner, kind });
            }
            (Spot::Hand(from, kind), Spot::Hand(to, _)) => {
                self.hands[(from, kind)] -= 1;
                self.hands[(to, kind)] += 1;
            }
        }
        Ok(())
    }

    /// The hands lie to the right of the board: the other player's above, one's own below.
    fn beside(&self, button: Button) -> Spot {
        match self.at {
            Spot::Square(square) => match step(square, button) {
                Some(next) => Spot::Square(next),
                None if button == Button::Right => {
                    let owner = if square.rank() < 2 {
                        Owner::Theirs
                    } else {
                        Owner::Mine
                    };
                    Spot::Hand(owner, HandKind::Chick)
                }
                None => self.at,
            },
            Spot::Hand(owner, kind) => {
                let rank = match owner {
                    Owner::Mine => 3,
                    Owner::Theirs => 0,
                };
                let index = kind as usize;
                match button {
                    Button::Up => Spot::Hand(Owner::Theirs, kind),
                    Button::Down => Spot::Hand(Owner::Mine, kind),
                    Button::Right => match HandKind::ALL.get(index + 1) {
                        Some(&next) => Spot::Hand(owner, next),
                        None => self.at,
                    },
                    _ if index > 0 => Spot::Hand(owner, HandKind::ALL[index - 1]),
                    _ => Square::at(2, rank).map_or(self.at, Spot::Square),
                }
            }
        }
    }
}
