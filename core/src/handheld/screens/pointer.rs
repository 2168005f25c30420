//! The pointer on the board: where it is, what it holds, and what the buttons do with it.

use super::Button;
use crate::game::{HandKind, Move, Owner, Position, Square, SquareSet};
use crate::handheld::matches::Match;

/// A square of the board or a kind of piece in the mover's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square as it is on the screen: rank 1 at the top.
    Square(Square),
    /// A kind of piece in hand.
    Hand(HandKind),
}

/// Where the pointer is and what it has picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Where it is.
    pub at: Place,
    /// Where the piece it holds came from.
    pub held: Option<Place>,
}

/// The position as the pointer sees it.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The position of the side to move.
    pub(super) position: Position,
    /// Whether that side sits at the bottom of the screen.
    pub(super) upright: bool,
}

/// What a press came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// The pointer moved, picked up or put back.
    Nothing,
    /// A move was made.
    Move(Move),
    /// The menu is wanted.
    Menu,
}

impl Seen {
    /// The position of a match.
    pub(super) fn of(played: &Match) -> Seen {
        Seen {
            position: played.diagram().position,
            upright: played.is_upright(),
        }
    }

    /// The same position as the other side will see it.
    pub(super) fn turned(self) -> Seen {
        Seen {
            position: self.position.rotated(),
            upright: !self.upright,
        }
    }

    /// A square of the screen as the mover numbers it, or the other way round.
    fn turn(self, square: Square) -> Square {
        if self.upright {
            square
        } else {
            square.rotated()
        }
    }

    /// Whether the mover has a piece to pick up there.
    fn is_own(self, place: Place) -> bool {
        match place {
            Place::Square(square) => self
                .position
                .occupied_by(Owner::Mine)
                .contains(self.turn(square)),
            Place::Hand(kind) => self.position.hand(Owner::Mine, kind) > 0,
        }
    }

    fn move_between(self, from: Place, to: Square) -> Move {
        let to = self.turn(to);
        match from {
            Place::Square(from) => Move::Step {
                from: self.turn(from),
                to,
            },
            Place::Hand(kind) => Move::Drop { kind, to },
        }
    }

    /// The squares of the screen that a piece picked up at `from` can go to.
    pub(super) fn targets(self, from: Place) -> SquareSet {
        Square::ALL
            .into_iter()
            .filter(|&to| self.position.is_legal(self.move_between(from, to)))
            .fold(SquareSet::default(), |set, to| set | SquareSet::of(to))
    }
}

impl Pointer {
    /// On the square in front of the bottom player's lion.
    pub const HOME: Pointer = Pointer {
        at: Place::Square(Square::B3),
        held: None,
    };

    /// Handles a press.
    pub(super) fn press(&mut self, button: Button, seen: Seen) -> Pointed {
        match button {
            Button::A => return self.enter(seen),
            Button::B => {
                return match self.held.take() {
                    Some(from) => {
                        self.at = from;
                        Pointed::Nothing
                    }
                    None => Pointed::Menu,
                };
            }
            _ => {}
        }
        self.at = match self.at {
            Place::Square(square) => step(square, button)
                .map_or_else(|| self.off_the_board(square, button, seen), Place::Square),
            Place::Hand(kind) => along_the_hand(kind, button, seen),
        };
        Pointed::Nothing
    }

    fn enter(&mut self, seen: Seen) -> Pointed {
        if let (Some(from), Place::Square(to)) = (self.held, self.at) {
            let mv = seen.move_between(from, to);
            if seen.position.is_legal(mv) {
                self.held = None;
                return Pointed::Move(mv);
            }
        }
        // Not a move: put back what was held, or take another piece instead.
        let again = self.held == Some(self.at);
        self.held = (!again && seen.is_own(self.at)).then_some(self.at);
        Pointed::Nothing
    }

    /// To the right of the board is the mover's hand, if it holds anything.
    fn off_the_board(&self, square: Square, button: Button, seen: Seen) -> Place {
        let first = HandKind::ALL
            .into_iter()
            .find(|&kind| seen.is_own(Place::Hand(kind)));
        match (button, first) {
            (Button::Right, Some(kind)) => Place::Hand(kind),
            _ => Place::Square(square),
        }
    }

    /// Comes back to the board if what it pointed at in the hand is gone.
    pub(super) fn settle(&mut self, seen: Seen) {
        self.held = self.held.filter(|&from| seen.is_own(from));
        if matches!(self.at, Place::Hand(_)) && !seen.is_own(self.at) {
            self.at = Pointer::HOME.at;
        }
    }
}

/// The next square in a direction, if that is on the board.
pub(super) fn step(square: Square, button: Button) -> Option<Square> {
    let (file, rank) = (square.file(), square.rank());
    match button {
        Button::Up => Square::at(file, rank.checked_sub(1)?),
        Button::Down => Square::at(file, rank + 1),
        Button::Left => Square::at(file.checked_sub(1)?, rank),
        Button::Right => Square::at(file + 1, rank),
        Button::A | Button::B => None,
    }
}

/// The hand lies beside the rank of the mover's lion; its left end is beside file C.
fn along_the_hand(kind: HandKind, button: Button, seen: Seen) -> Place {
    let held = |kinds: &[HandKind]| {
        kinds
            .iter()
            .copied()
            .find(|&kind| seen.is_own(Place::Hand(kind)))
    };
    let board = Place::Square(if seen.upright { Square::C4 } else { Square::C1 });
    let index = kind as usize;
    let mut before = HandKind::ALL;
    before.reverse();
    match button {
        Button::Left => held(&before[3 - index..]).map_or(board, Place::Hand),
        Button::Right => held(&HandKind::ALL[index + 1..]).map_or(Place::Hand(kind), Place::Hand),
        _ => board,
    }
}
