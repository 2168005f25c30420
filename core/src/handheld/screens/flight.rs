//! The animation of a move: the piece is lifted, carried and put down, and a captured piece goes to the hand.

use super::TICKS_PER_SECOND;
use super::board_view::{BoardView, places, squares};
use crate::game::{Diagram, Kind, Move, Piece, Side};
use crate::handheld::{Language, Line, Phrase, Place};

/// Ticks for which each picture is shown: a fifth of a second.
const PICTURE: u8 = 4;

const _: () = assert!(5 * PICTURE as u16 <= TICKS_PER_SECOND, "0.2 s at most");

/// The picture in which the piece has landed and the one it takes is on its way to the hand.
const LANDED: u8 = 3;

/// A move that is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flight {
    before: Diagram,
    mv: Move,
    /// Ticks since the piece was lifted.
    ticks: u8,
}

impl Flight {
    /// A move of the device, from its beginning.
    pub(crate) const fn new(before: Diagram, mv: Move) -> Flight {
        Flight {
            before,
            mv,
            ticks: 0,
        }
    }

    /// A move that was made with the pointer. The piece has landed; if it takes another, that one is still on
    /// its way.
    pub(crate) fn landed(before: Diagram, mv: Move) -> Option<Flight> {
        let flight = Flight {
            before,
            mv,
            ticks: LANDED * PICTURE,
        };
        flight.takes().then_some(flight)
    }

    fn takes(&self) -> bool {
        self.before.position.piece_at(self.mv.to()).is_some()
    }

    /// Which picture of the move is shown.
    pub(crate) const fn picture(&self) -> u8 {
        self.ticks / PICTURE
    }

    /// The move a tick later; `None` at its end.
    pub(crate) fn after_tick(self) -> Option<Flight> {
        let pictures = LANDED + u8::from(self.takes());
        let ticks = self.ticks + 1;
        (ticks < pictures * PICTURE).then_some(Flight { ticks, ..self })
    }

    /// The board during the move.
    pub(super) fn view(&self, bottom: Side) -> BoardView {
        let mut view = BoardView::seen_from(bottom, self.before);
        let places @ [from, to] = places(bottom, self.before.side, self.mv);
        view.last = squares(places);
        let Some(piece) = view.layout.take(from) else {
            return view;
        };
        let (start, end) = (view.corner_of(from), view.corner_of(to));
        if self.picture() < LANDED {
            let way = (end - start) * i32::from(self.picture()) / i32::from(LANDED - 1);
            view.lifted = Some((piece, start + way));
            return view;
        }
        if let Some(taken) = view.layout.take(to) {
            let hand = match taken.kind.captured() {
                Some(kind) => view.corner_of(Place::Hand(piece.owner, kind)),
                None => view.corner_of_lion(piece.owner),
            };
            view.lifted = Some((taken, (end + hand) / 2));
        }
        view.layout.put(to, landed(self.before, self.mv, piece));
        view
    }

    /// The move in a sentence.
    pub(crate) fn sentence(before: Diagram, mv: Move, language: Language) -> Line {
        let to = before.side.printed(mv.to());
        let name = |kind| animal(kind).text(language);
        let in_lower_case = |kind| {
            let mut name: Line = name(kind).chars().collect();
            name.make_ascii_lowercase();
            name
        };
        let kind_at = |square| before.position.piece_at(square).map(|piece| piece.kind);
        match mv {
            Move::Drop { kind, .. } => {
                Phrase::Drops.with_all(language, &[&in_lower_case(kind.kind()), &to])
            }
            Move::Step { from, to: goal } => {
                let mover = kind_at(from).unwrap_or(Kind::Lion);
                match kind_at(goal) {
                    Some(taken) => {
                        Phrase::Takes.with_all(language, &[&name(mover), &in_lower_case(taken)])
                    }
                    None if before.position.promotes(mv) => Phrase::Promotes
                        .with_all(language, &[&name(mover), &in_lower_case(Kind::Hen)]),
                    None => Phrase::GoesTo.with_all(language, &[&name(mover), &to]),
                }
            }
        }
    }
}

/// The piece of a move after it, a hen if it promotes.
pub(super) fn landed(before: Diagram, mv: Move, piece: Piece) -> Piece {
    match before.position.promotes(mv) {
        true => Piece {
            kind: Kind::Hen,
            ..piece
        },
        false => piece,
    }
}

pub(super) const fn animal(kind: Kind) -> Phrase {
    match kind {
        Kind::Chick => Phrase::Chick,
        Kind::Elephant => Phrase::Elephant,
        Kind::Giraffe => Phrase::Giraffe,
        Kind::Lion => Phrase::Lion,
        Kind::Hen => Phrase::Hen,
    }
}
