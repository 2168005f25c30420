//! Setting up a position.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::board::{BESIDE, BoardView, Spot, TEXT_TOP};
use super::ink::{LINE, write};
use crate::game::{HandKind, Owner, Position, Side, Square};
use crate::handheld::Handheld;
use crate::handheld::setup;
use crate::handheld::text::{Line, Phrase};

fn seen(spot: setup::Spot) -> Spot {
    match spot {
        setup::Spot::Square(square) => Spot::Square(square),
        setup::Spot::Hand(owner, kind) => Spot::Hand(owner, kind),
    }
}

impl Handheld {
    pub(super) fn draw_setup<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let language = self.settings.language;
        let setup = &self.setup;
        let mut view = BoardView::of(Position::START);
        for square in Square::ALL {
            view.squares[square.index()] = setup.piece_at(square);
        }
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                view.hands[owner as usize][kind as usize] = setup.hand(owner, kind);
            }
        }
        view.pointer = Some(seen(setup.at()));
        view.held = setup.held().map(seen);
        view.draw(target)?;
        let turn = match setup.side() {
            Side::Sente => Phrase::FirstMoves,
            Side::Gote => Phrase::SecondMoves,
        };
        // A held piece can be put down elsewhere, or turned over where it is.
        let mut place = Line::new();
        let _ = match setup.at() {
            at if setup.held() == Some(at) => write!(place, "{}", Phrase::Turn.text(language)),
            setup::Spot::Square(square) => write!(place, "{square}"),
            setup::Spot::Hand(..) => Ok(()),
        };
        let mut at = Point::new(BESIDE, TEXT_TOP);
        for line in [Phrase::SetUp.text(language), turn.text(language), &place] {
            write(line, at, BinaryColor::On, target)?;
            at.y += LINE;
        }
        Ok(())
    }
}
