//! Setting up a position: the eight pieces are moved about, and their number stays the same.

use embedded_graphics::prelude::*;

use super::Button;
use super::board_view::{BESIDE, BoardView, Layout, TEXT_TOP};
use super::ink::write_lines;
use crate::game::{Diagram, HandKind, Kind, Owner, Piece, Position, PositionError, Side, Square};
use crate::handheld::text::line;
use crate::handheld::{Frame, Language, Line, Menu, Next, Phrase, Place};

/// A position being set up, with the first player at the bottom.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    layout: Layout,
    pub(crate) side: Side,
    at: Place,
    held: Option<Place>,
}

impl Setup {
    pub(crate) const fn empty() -> Setup {
        Setup {
            layout: Layout::EMPTY,
            side: Side::Sente,
            at: Place::Hand(Owner::Mine, HandKind::Chick),
            held: None,
        }
    }

    pub(crate) fn new(diagram: Diagram) -> Setup {
        Setup {
            layout: Layout::of(diagram.seen_by(Side::Sente)),
            side: diagram.side,
            at: Place::Square(Square::B3),
            held: None,
        }
    }

    /// Puts everything but the lions into the hands.
    pub(crate) fn clear(&mut self) {
        for place in Square::ALL.map(Place::Square) {
            if let Some(piece) = self.layout.piece(place)
                && let Some(kind) = piece.kind.captured()
            {
                self.layout.take(place);
                self.layout.put(Place::Hand(piece.owner, kind), piece);
            }
        }
        self.held = None;
    }

    /// The diagram, or the sentence that explains why the position is not valid.
    pub(crate) fn diagram(&self) -> Result<Diagram, Phrase> {
        let position =
            Position::new(&self.layout.squares, self.layout.hands).map_err(
                |error| match error {
                    PositionError::MissingLion(_) | PositionError::SecondLion(_) => {
                        Phrase::MissingLion
                    }
                    // The number of pieces stays the same, so there are never more than two of each.
                    PositionError::TooMany(_)
                    | PositionError::TooFew(_)
                    | PositionError::UnknownCode => Phrase::AlreadyOver,
                },
            )?;
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
            _ => self.at = self.at.beside(button, |_| true),
        }
        Next::Stay
    }

    /// Picks up, puts down or turns over; `Err` is a sentence to show.
    fn enter(&mut self) -> Result<(), Phrase> {
        match self.held {
            None => self.held = self.layout.piece(self.at).map(|_| self.at),
            Some(from) => {
                // A second press where the piece was picked up turns it over.
                match from == self.at {
                    true => self.turn_over(from),
                    false => self.carry(from, self.at)?,
                }
                self.held = None;
            }
        }
        Ok(())
    }

    /// Changes the owner of a piece; chicks on the board are turned to hens first.
    fn turn_over(&mut self, place: Place) {
        let Some(mut piece) = self.layout.take(place) else {
            return;
        };
        piece.kind = match (place, piece.owner, piece.kind) {
            (Place::Square(_), Owner::Theirs, Kind::Chick) => Kind::Hen,
            (Place::Square(_), Owner::Theirs, Kind::Hen) => Kind::Chick,
            (_, _, kind) => kind,
        };
        piece.owner = piece.owner.other();
        let turned = match place {
            Place::Square(_) => place,
            Place::Hand(owner, kind) => Place::Hand(owner.other(), kind),
        };
        self.layout.put(turned, piece);
    }

    /// Moves a piece; one that stands on the square it goes to takes its place.
    fn carry(&mut self, from: Place, to: Place) -> Result<(), Phrase> {
        let on_square = |place| matches!(place, Place::Square(_));
        let other = self.layout.piece(to).filter(|_| on_square(to));
        let is_lion = |piece: Option<Piece>| piece.is_some_and(|piece| piece.kind == Kind::Lion);
        let is_held = |piece, place| is_lion(piece) && !on_square(place);
        if is_held(self.layout.piece(from), to) || is_held(other, from) {
            return Err(Phrase::LionInHand);
        }
        if let Some(piece) = self.layout.take(from) {
            self.layout.put(to, piece);
        }
        if let Some(other) = other {
            self.layout.put(from, other);
        }
        Ok(())
    }

    pub(crate) fn draw(&self, language: Language, frame: &mut Frame) {
        let mut view = BoardView::of(Side::Sente, self.layout.clone());
        view.pointer = Some(self.at);
        view.held = self.held;
        view.draw(frame);
        let turn = match self.side {
            Side::Sente => Phrase::FirstMoves,
            Side::Gote => Phrase::SecondMoves,
        };
        // A held piece can be put down elsewhere, or turned over where it is.
        let place = match self.at {
            at if self.held == Some(at) => Phrase::Turn.line(language),
            Place::Square(square) => line(format_args!("{square}")),
            Place::Hand(..) => Line::new(),
        };
        let lines = [Phrase::SetUp.text(language), turn.text(language), &place];
        write_lines(lines, Point::new(BESIDE, TEXT_TOP), frame);
    }
}
