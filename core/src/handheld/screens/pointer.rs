//! The pointer on the board: where it is, what it holds, and what the buttons do with it.

use super::Button;
use super::board_view::BoardView;
use crate::game::{HandKind, Move, Owner, Position, Square, SquareSet};
use crate::handheld::Match;

/// A place where a piece can be, as the player at the bottom sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square: rank 1 is at the top.
    Square(Square),
    /// A kind of piece in the hand at the bottom (`Mine`) or at the top.
    Hand(Owner, HandKind),
}

impl Place {
    /// The next place in a direction, or this one. The hands are to the right of the board; of their places only
    /// those for which `is_open` holds are entered.
    pub(super) fn beside(self, button: Button, is_open: impl Fn(&Place) -> bool) -> Place {
        let hand = |owner| {
            HandKind::ALL
                .map(|kind| Place::Hand(owner, kind))
                .into_iter()
        };
        match (self, button) {
            (Place::Square(square), _) => {
                let near = match square.rank() < 2 {
                    true => Owner::Theirs,
                    false => Owner::Mine,
                };
                let mut held = hand(near).chain(hand(near.other()));
                match step(square, button) {
                    Some(next) => Place::Square(next),
                    None if button == Button::Right => held.find(is_open).unwrap_or(self),
                    None => self,
                }
            }
            (Place::Hand(owner, kind), Button::Right) => {
                let next = hand(owner).skip(kind as usize + 1).find(is_open);
                next.unwrap_or(self)
            }
            (Place::Hand(owner, kind), _) => {
                let board = Place::Square(match owner {
                    Owner::Mine => Square::C4,
                    Owner::Theirs => Square::C1,
                });
                let opposite = Place::Hand(owner.other(), kind);
                let next = match (button, owner) {
                    (Button::Left, _) => hand(owner).take(kind as usize).rfind(is_open),
                    (Button::Up, Owner::Mine) | (Button::Down, Owner::Theirs) => {
                        Some(opposite).filter(is_open)
                    }
                    _ => Some(self),
                };
                next.unwrap_or(board)
            }
        }
    }
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

/// The result of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointed {
    /// The pointer moved, picked up or put back.
    Nothing,
    /// A move was made.
    Move(Move),
    /// The menu was requested.
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
            Place::Square(square) => {
                let own = self.position.occupied_by(Owner::Mine);
                own.contains(self.turn(square))
            }
            Place::Hand(owner, kind) => {
                let is_mover = (owner == Owner::Mine) == self.upright;
                is_mover && self.position.hand(Owner::Mine, kind) > 0
            }
        }
    }

    fn move_between(self, from: Place, to: Square) -> Move {
        let to = self.turn(to);
        match from {
            Place::Square(from) => Move::Step {
                from: self.turn(from),
                to,
            },
            Place::Hand(_, kind) => Move::Drop { kind, to },
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
    pub(super) const HOME: Pointer = Pointer {
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
        self.at = self.at.beside(button, |&place| seen.is_own(place));
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

    /// Shows the pointer and what it holds; with dots, also where the piece under it could go.
    pub(super) fn show(self, seen: Seen, has_dots: bool, view: &mut BoardView) {
        view.pointer = Some(self.at);
        view.held = self.held;
        if let Some(from) = self.held.or(has_dots.then_some(self.at)) {
            view.targets = seen.targets(from);
        }
    }

    /// Returns to the board if the piece in hand that it pointed at is gone.
    pub(super) fn settle(&mut self, seen: Seen) {
        self.held = self.held.filter(|&from| seen.is_own(from));
        if matches!(self.at, Place::Hand(..)) && !seen.is_own(self.at) {
            self.at = Pointer::HOME.at;
        }
    }
}

/// The next square in a direction, if that is on the board.
fn step(square: Square, button: Button) -> Option<Square> {
    let (file, rank) = (square.file(), square.rank());
    match button {
        Button::Up => Square::at(file, rank.checked_sub(1)?),
        Button::Down => Square::at(file, rank + 1),
        Button::Left => Square::at(file.checked_sub(1)?, rank),
        Button::Right => Square::at(file + 1, rank),
        Button::A | Button::B => None,
    }
}
