//! The board and the hands, for every screen that shows a position.

use embedded_graphics::prelude::*;

use super::flight::landed;
use super::ink::{fill, write};
use super::pieces::{
    draw_advised, draw_dot, draw_last, draw_lifted, draw_piece, draw_pointer, fade,
};
use super::pointer::Place;
use super::{OFF, ON};
use crate::game::{
    Diagram, HandKind, Hands, Kind, Move, Outcome, Owner, Piece, Side, Square, SquareSet,
};
use crate::handheld::Frame;
use crate::handheld::art::{ANIMAL_SIZE, draw_rank};
use crate::handheld::matches::Match;

/// From one square to the next: four animals and their lines fill the height, less the line at the
/// top; to the sides there is room for a margin.
const ACROSS: i32 = ANIMAL_SIZE + 3;
const DOWN: i32 = ANIMAL_SIZE + 1;
/// Where the numbers of the ranks stand.
const RANKS: i32 = 56;
/// Where the room beside the board begins.
pub(super) const BESIDE: i32 = 62;
/// How wide it is.
pub(super) const WIDTH_BESIDE: i32 = 128 - BESIDE;
/// From one kind in hand to the next: an animal and its count.
const HAND_PITCH: i32 = 22;
/// The same where a lion lies beside all three kinds, and counts lie over the animals.
const NARROW_PITCH: i32 = 16;
/// The first line of text between the hands.
pub(super) const TEXT_TOP: i32 = 17;

/// A place where a piece can lie, as the player at the bottom sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Square(Square),
    /// In the hand at the bottom (`Mine`) or at the top.
    Hand(Owner, HandKind),
}

impl Spot {
    /// The place of the pointer, where this owner is to move.
    pub(super) fn of(place: Place, owner: Owner) -> Spot {
        match place {
            Place::Square(square) => Spot::Square(square),
            Place::Hand(kind) => Spot::Hand(owner, kind),
        }
    }
}

/// The contents of the board. Owners and squares are those of the player at the bottom.
pub(super) struct BoardView {
    /// The player at the bottom.
    bottom: Side,
    pub(super) squares: [Option<Piece>; Square::COUNT],
    pub(super) hands: Hands,
    /// The pointer, if it is to be seen now.
    pub(super) pointer: Option<Spot>,
    /// Where the piece comes from that the pointer carries.
    pub(super) held: Option<Spot>,
    /// Where it can go.
    pub(super) targets: SquareSet,
    /// The squares of the last move.
    pub(super) last: SquareSet,
    /// The places of the move that is advised.
    pub(super) advised: [Option<Spot>; 2],
    /// Who has caught the other's lion.
    pub(super) caught: Option<Owner>,
    /// A piece above the board, and the upper left corner of the place below it.
    pub(super) lifted: Option<(Piece, Point)>,
}

impl BoardView {
    /// These pieces, and nothing else.
    pub(super) fn of(
        bottom: Side,
        squares: [Option<Piece>; Square::COUNT],
        hands: Hands,
    ) -> BoardView {
        BoardView {
            bottom,
            squares,
            hands,
            pointer: None,
            held: None,
            targets: SquareSet::default(),
            last: SquareSet::default(),
            advised: [None; 2],
            caught: None,
            lifted: None,
        }
    }

    /// A diagram seen by the player at the bottom.
    pub(super) fn seen_from(bottom: Side, diagram: Diagram) -> BoardView {
        let position = diagram.seen_by(bottom);
        let squares = Square::ALL.map(|square| position.piece_at(square));
        BoardView::of(bottom, squares, position.hands())
    }

    /// A match before ply number `ply`, counted from 0, with the move that led there. The catch of a lion, after which
    /// there is no position, is shown as well.
    pub(super) fn of_match(played: &Match, ply: usize) -> BoardView {
        let (game, bottom) = (played.game(), played.bottom());
        let mut view = BoardView::seen_from(bottom, played.diagram_at(ply));
        let Some(before) = ply.checked_sub(1) else {
            return view;
        };
        let Some(&mv) = game.moves().get(before) else {
            return view;
        };
        let (diagram, is_last) = (played.diagram_at(before), ply == game.plies());
        let places = places(bottom, diagram.side, mv);
        view.last = squares(places);
        if is_last && matches!(game.outcome(), Some(Outcome::Catch(_))) {
            view.show_catch(diagram, mv);
        }
        view
    }

    /// Moves a piece to the lion's square, and the lion to the hand of that piece's owner.
    pub(super) fn show_catch(&mut self, before: Diagram, mv: Move) {
        let [Some(Spot::Square(from)), Some(Spot::Square(to))] =
            places(self.bottom, before.side, mv)
        else {
            return;
        };
        let catcher = self.squares[from.index()].take();
        self.caught = catcher.map(|piece| piece.owner);
        self.squares[to.index()] = catcher.map(|piece| landed(before, mv, piece));
    }

    pub(super) fn draw(&self, frame: &mut Frame) {
        for line in 0..4 {
            // Solid at the sides, dotted between the squares.
            let step = if line == 0 || line == 3 { 1 } else { 2 };
            let x = line * ACROSS;
            let down = (0..64).step_by(step).map(|y| Point::new(x, y));
            let y = (line + 1) * DOWN - 1;
            let step = if line == 3 { 1 } else { 2 };
            let across = (0..3 * ACROSS).step_by(step).map(|x| Point::new(x, y));
            frame.set(down.chain(across), ON);
        }
        fill(Point::zero(), Size::new(3 * ACROSS as u32, 1), ON, frame);
        for rank in 0..4u8 {
            let number = match self.bottom {
                Side::Sente => rank,
                Side::Gote => 3 - rank,
            };
            draw_rank(number, Point::new(RANKS, i32::from(rank) * DOWN + 6), frame);
        }
        for square in Square::ALL {
            self.draw_square(square, frame);
        }
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                self.draw_hand(owner, kind, frame);
            }
        }
        if let Some(owner) = self.caught {
            let lion = Piece {
                owner,
                kind: Kind::Lion,
            };
            draw_piece(lion, self.corner_of_lion(owner), frame);
        }
        for (spot, is_goal) in self.advised.into_iter().zip([false, true]) {
            if let Some(spot) = spot {
                draw_advised(self.corner_of(spot), is_goal, frame);
            }
        }
        self.draw_pointer(frame);
    }

    /// Draws the piece above the board, over everything else.
    pub(super) fn draw_lifted(&self, frame: &mut Frame) {
        if let Some((piece, corner)) = self.lifted {
            draw_lifted(piece, corner, frame);
        }
    }

    /// The piece at a place.
    pub(super) fn piece(&self, spot: Spot) -> Option<Piece> {
        match spot {
            Spot::Square(square) => self.squares[square.index()],
            Spot::Hand(owner, kind) => {
                let held = self.hands[(owner, kind)];
                let kind = kind.kind();
                (held > 0).then_some(Piece { owner, kind })
            }
        }
    }

    /// Takes a piece away.
    pub(super) fn take(&mut self, spot: Spot) -> Option<Piece> {
        let piece = self.piece(spot)?;
        match spot {
            Spot::Square(square) => self.squares[square.index()] = None,
            Spot::Hand(owner, kind) => self.hands[(owner, kind)] -= 1,
        }
        Some(piece)
    }

    fn draw_square(&self, square: Square, frame: &mut Frame) {
        let spot = Spot::Square(square);
        self.draw_piece(spot, frame);
        if self.last.contains(square) {
            draw_last(self.corner_of(spot), frame);
        }
        if self.targets.contains(square) {
            draw_dot(self.corner_of(spot), self.piece(spot).is_some(), frame);
        }
    }

    fn draw_hand(&self, owner: Owner, kind: HandKind, frame: &mut Frame) {
        let spot = Spot::Hand(owner, kind);
        self.draw_piece(spot, frame);
        if self.hands[(owner, kind)] < 2 {
            return;
        }
        let mut at = self.corner_of(spot) + Point::new(ANIMAL_SIZE + 1, 4);
        if self.hand_pitch(owner) == NARROW_PITCH {
            at.x -= 5;
            fill(at - Point::new(1, 0), Size::new(7, 11), OFF, frame);
        }
        write("2", at, ON, frame);
    }

    /// Draws the piece in a place; faded while the pointer carries it.
    fn draw_piece(&self, spot: Spot, frame: &mut Frame) {
        if let Some(piece) = self.piece(spot) {
            draw_piece(piece, self.corner_of(spot), frame);
            if self.held == Some(spot) {
                fade(self.corner_of(spot), frame);
            }
        }
    }

    /// Draws the frame around the place pointed at, and the carried piece above it.
    fn draw_pointer(&self, frame: &mut Frame) {
        let Some(spot) = self.pointer else {
            return;
        };
        let corner = self.corner_of(spot);
        let carried = self.held.and_then(|held| self.piece(held));
        if let Some(piece) = carried {
            draw_lifted(piece, corner, frame);
        }
        draw_pointer(corner, carried.is_some(), frame);
    }

    /// The place of a caught lion in a hand.
    pub(super) fn corner_of_lion(&self, owner: Owner) -> Point {
        let place = self.first_empty(owner).unwrap_or(HandKind::ALL.len());
        self.corner_in_hand(owner, place)
    }

    /// The first place in a hand where nothing lies.
    fn first_empty(&self, owner: Owner) -> Option<usize> {
        HandKind::ALL
            .into_iter()
            .position(|kind| self.hands[(owner, kind)] == 0)
    }

    /// From one kind in hand to the next.
    fn hand_pitch(&self, owner: Owner) -> i32 {
        match self.caught {
            Some(catcher) if catcher == owner && self.first_empty(owner).is_none() => NARROW_PITCH,
            _ => HAND_PITCH,
        }
    }

    fn corner_in_hand(&self, owner: Owner, place: usize) -> Point {
        let x = BESIDE + 1 + place as i32 * self.hand_pitch(owner);
        match owner {
            Owner::Mine => Point::new(x, 3 * DOWN),
            Owner::Theirs => Point::new(x, 0),
        }
    }

    pub(super) fn corner_of(&self, spot: Spot) -> Point {
        match spot {
            // The far rank is a pixel lower, below the edge of the board.
            Spot::Square(square) => Point::new(
                2 + square.file() as i32 * ACROSS,
                (square.rank() as i32 * DOWN).max(1),
            ),
            Spot::Hand(owner, kind) => self.corner_in_hand(owner, kind as usize),
        }
    }
}

/// The places of a move by `side` on a board seen from `bottom`.
pub(super) fn places(bottom: Side, side: Side, mv: Move) -> [Option<Spot>; 2] {
    let upright = side == bottom;
    let seen = |square: Square| if upright { square } else { square.rotated() };
    let owner = if upright { Owner::Mine } else { Owner::Theirs };
    let from = match mv {
        Move::Step { from, .. } => Spot::Square(seen(from)),
        Move::Drop { kind, .. } => Spot::Hand(owner, kind),
    };
    [Some(from), Some(Spot::Square(seen(mv.to())))]
}

/// The squares among the places of a move.
pub(super) fn squares(places: [Option<Spot>; 2]) -> SquareSet {
    places
        .into_iter()
        .fold(SquareSet::default(), |set, place| match place {
            Some(Spot::Square(square)) => set | SquareSet::of(square),
            _ => set,
        })
}
