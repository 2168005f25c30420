//! Setting up a position: the eight pieces are pushed about, never made or lost.

use core::fmt::Write;

use embedded_graphics::prelude::*;

use super::Button;
use super::board_view::{BESIDE, BoardView, Spot, TEXT_TOP};
use super::ink::write_lines;
use super::pointer::step;
use crate::handheld::menu::Menu;
use crate::handheld::next::Next;

use crate::game::{
    Diagram, HandKind, Hands, Kind, Owner, Piece, Position, PositionError, Side, Square,
};
use crate::handheld::Frame;
use crate::handheld::settings::Language;
use crate::handheld::text::{Line, Phrase};

/// A position being set up. Owners are as the bottom player sees them, who is the first player
/// here.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    squares: [Option<Piece>; Square::COUNT],
    hands: Hands,
    /// The side to move.
    pub(crate) side: Side,
    at: Spot,
    held: Option<Spot>,
}

impl Setup {
    /// No pieces at all.
    pub(crate) const fn empty() -> Setup {
        Setup {
            squares: [None; Square::COUNT],
            hands: Hands::EMPTY,
            side: Side::Sente,
            at: Spot::Hand(Owner::Mine, HandKind::Chick),
            held: None,
        }
    }

    /// Starts from a diagram.
    pub(crate) fn new(diagram: Diagram) -> Setup {
        let position = diagram.seen_by(Side::Sente);
        Setup {
            squares: Square::ALL.map(|square| position.piece_at(square)),
            hands: position.hands(),
            side: diagram.side,
            at: Spot::Square(Square::B3),
            held: None,
        }
    }

    /// Puts everything but the lions into the hands.
    pub(crate) fn clear(&mut self) {
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
    pub(crate) fn diagram(&self) -> Result<Diagram, Phrase> {
        let position = Position::new(&self.squares, self.hands).map_err(|error| match error {
            PositionError::MissingLion(_) | PositionError::SecondLion(_) => Phrase::MissingLion,
            // Pieces are only pushed about, so there are never more than two of each.
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

    pub(crate) fn press(&mut self, button: Button) -> Next {
        match button {
            Button::A => {
                if let Err(sentence) = self.enter() {
                    return Next::Tell(sentence);
                }
            }
            Button::B if self.held.is_none() => return Next::Menu(Menu::Setup, None),
            Button::B => self.held = None,
            _ => self.at = self.beside(button),
        }
        Next::Stay
    }

    fn is_filled(&self, spot: Spot) -> bool {
        match spot {
            Spot::Square(square) => self.squares[square.index()].is_some(),
            Spot::Hand(owner, kind) => self.hands[(owner, kind)] > 0,
        }
    }

    /// Picks up, puts down or turns over; `Err` is a sentence to show.
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
                if let Some(piece) = self.squares[from.index()] {
                    let kind = piece.kind.captured().ok_or(Phrase::LionInHand)?;
                    self.squares[from.index()] = None;
                    self.hands[(owner, kind)] += 1;
                }
            }
            (Spot::Hand(owner, kind), Spot::Square(to)) => {
                if let Some(piece) = self.squares[to.index()] {
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
                let beside = match owner {
                    Owner::Mine => Square::C4,
                    Owner::Theirs => Square::C1,
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
                    _ => Spot::Square(beside),
                }
            }
        }
    }

    pub(crate) fn draw(&self, language: Language, frame: &mut Frame) {
        let mut view = BoardView::of(Side::Sente, self.squares, self.hands);
        view.pointer = Some(self.at);
        view.held = self.held;
        view.draw(frame);
        let turn = match self.side {
            Side::Sente => Phrase::FirstMoves,
            Side::Gote => Phrase::SecondMoves,
        };
        // A held piece can be put down elsewhere, or turned over where it is.
        let mut place = Line::new();
        let _ = match self.at {
            at if self.held == Some(at) => write!(place, "{}", Phrase::Turn.text(language)),
            Spot::Square(square) => write!(place, "{square}"),
            Spot::Hand(..) => Ok(()),
        };
        let lines = [Phrase::SetUp.text(language), turn.text(language), &place];
        write_lines(lines, Point::new(BESIDE, TEXT_TOP), frame);
    }
}
