//! The board and the hands, for every screen that shows a position.

use embedded_graphics::prelude::*;

use super::flight::landed;
use super::ink::{fill, write};
use super::pieces::{
    draw_advised, draw_dot, draw_last, draw_lifted, draw_piece, draw_pointer, fade,
};
use super::{OFF, ON};
use crate::game::{
    Diagram, HandKind, Hands, Kind, Move, Outcome, Owner, Piece, Position, Side, Square, SquareSet,
};
use crate::handheld::art::{ANIMAL_SIZE, draw_rank};
use crate::handheld::{Frame, Match, Place};

/// From one square to the next: four animals and their lines fill the height, less the line at the
/// top; to the sides there is room for a margin.
const ACROSS: i32 = ANIMAL_SIZE + 3;
const DOWN: i32 = ANIMAL_SIZE + 1;
/// The column of the numbers of the ranks.
const RANKS: i32 = 56;
/// The first column beside the board.
pub(super) const BESIDE: i32 = 62;
pub(super) const WIDTH_BESIDE: i32 = 128 - BESIDE;
/// From one kind in hand to the next: an animal and its count.
const HAND_PITCH: i32 = 22;
/// The same with a caught lion beside all three kinds; the counts are drawn over the animals.
const NARROW_PITCH: i32 = 16;
/// The first line of text between the hands.
pub(super) const TEXT_TOP: i32 = 17;

/// The pieces on the squares and in the hands, as the player at the bottom sees them.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) squares: [Option<Piece>; Square::COUNT],
    pub(super) hands: Hands,
}

impl Layout {
    pub(super) const EMPTY: Layout = Layout {
        squares: [None; Square::COUNT],
        hands: Hands::EMPTY,
    };

    /// A position, seen by the side to move.
    pub(super) fn of(position: Position) -> Layout {
        Layout {
            squares: Square::ALL.map(|square| position.piece_at(square)),
            hands: position.hands(),
        }
    }

    pub(super) fn piece(&self, place: Place) -> Option<Piece> {
        match place {
            Place::Square(square) => self.squares[square.index()],
            Place::Hand(owner, kind) => {
                let held = self.hands[(owner, kind)];
                let kind = kind.kind();
                (held > 0).then_some(Piece { owner, kind })
            }
        }
    }

    pub(super) fn take(&mut self, place: Place) -> Option<Piece> {
        let piece = self.piece(place)?;
        match place {
            Place::Square(square) => self.squares[square.index()] = None,
            Place::Hand(owner, kind) => self.hands[(owner, kind)] -= 1,
        }
        Some(piece)
    }

    /// Puts a piece on a square, or in a hand, among those of its kind; a lion is not put in a hand.
    pub(super) fn put(&mut self, place: Place, piece: Piece) {
        match (place, piece.kind.captured()) {
            (Place::Square(square), _) => self.squares[square.index()] = Some(piece),
            (Place::Hand(owner, _), Some(kind)) => self.hands[(owner, kind)] += 1,
            (Place::Hand(..), None) => {}
        }
    }
}

/// The contents of the board. Owners and squares are those of the player at the bottom.
pub(super) struct BoardView {
    bottom: Side,
    pub(super) layout: Layout,
    /// The pointer, if it is to be seen now.
    pub(super) pointer: Option<Place>,
    /// Where the piece comes from that the pointer carries.
    pub(super) held: Option<Place>,
    /// Where it can go.
    pub(super) targets: SquareSet,
    /// The squares of the last move.
    pub(super) last: SquareSet,
    /// The places of the move that is advised.
    pub(super) advised: [Option<Place>; 2],
    /// Who has caught the other's lion.
    pub(super) caught: Option<Owner>,
    /// A piece above the board, and the upper left corner of the place below it.
    pub(super) lifted: Option<(Piece, Point)>,
}

impl BoardView {
    /// These pieces, and nothing else.
    pub(super) fn of(bottom: Side, layout: Layout) -> BoardView {
        BoardView {
            bottom,
            layout,
            pointer: None,
            held: None,
            targets: SquareSet::EMPTY,
            last: SquareSet::EMPTY,
            advised: [None; 2],
            caught: None,
            lifted: None,
        }
    }

    /// A diagram seen by the player at the bottom.
    pub(super) fn seen_from(bottom: Side, diagram: Diagram) -> BoardView {
        BoardView::of(bottom, Layout::of(diagram.seen_by(bottom)))
    }

    /// A match before ply number `ply`, counted from 0, with the move that led there. The catch of a lion, after which
    /// there is no position, is shown as well.
    pub(super) fn of_match(played: &Match, ply: usize) -> BoardView {
        let (game, bottom) = (played.game(), played.bottom());
        let mut view = BoardView::seen_from(bottom, played.diagram_at(ply));
        if let Some((before, mv)) = played.move_to(ply) {
            view.last = squares(places(bottom, before.side, mv));
            if ply == game.plies() && matches!(game.outcome(), Some(Outcome::Catch(_))) {
                view.show_catch(before, mv);
            }
        }
        view
    }

    /// Moves a piece to the lion's square, and the lion to the hand of that piece's owner.
    pub(super) fn show_catch(&mut self, before: Diagram, mv: Move) {
        let [from, to] = places(self.bottom, before.side, mv);
        if let Some(catcher) = self.layout.take(from) {
            self.caught = Some(catcher.owner);
            self.layout.put(to, landed(before, mv, catcher));
        }
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
        for (place, is_goal) in self.advised.into_iter().zip([false, true]) {
            if let Some(place) = place {
                draw_advised(self.corner_of(place), is_goal, frame);
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

    fn draw_square(&self, square: Square, frame: &mut Frame) {
        let place = Place::Square(square);
        self.draw_piece(place, frame);
        if self.last.contains(square) {
            draw_last(self.corner_of(place), frame);
        }
        if self.targets.contains(square) {
            draw_dot(
                self.corner_of(place),
                self.layout.piece(place).is_some(),
                frame,
            );
        }
    }

    fn draw_hand(&self, owner: Owner, kind: HandKind, frame: &mut Frame) {
        let place = Place::Hand(owner, kind);
        self.draw_piece(place, frame);
        if self.layout.hands[(owner, kind)] < 2 {
            return;
        }
        let mut at = self.corner_of(place) + Point::new(ANIMAL_SIZE + 1, 4);
        if self.hand_pitch(owner) == NARROW_PITCH {
            at.x -= 5;
            fill(at - Point::new(1, 0), Size::new(7, 11), OFF, frame);
        }
        write("2", at, ON, frame);
    }

    /// Draws the piece in a place; faded while the pointer carries it.
    fn draw_piece(&self, place: Place, frame: &mut Frame) {
        if let Some(piece) = self.layout.piece(place) {
            draw_piece(piece, self.corner_of(place), frame);
            if self.held == Some(place) {
                fade(self.corner_of(place), frame);
            }
        }
    }

    /// Draws the frame around the place pointed at, and the carried piece above it.
    fn draw_pointer(&self, frame: &mut Frame) {
        let Some(place) = self.pointer else {
            return;
        };
        let corner = self.corner_of(place);
        let carried = self.held.and_then(|held| self.layout.piece(held));
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

    /// The first empty place in a hand.
    fn first_empty(&self, owner: Owner) -> Option<usize> {
        HandKind::ALL
            .into_iter()
            .position(|kind| self.layout.hands[(owner, kind)] == 0)
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

    pub(super) fn corner_of(&self, place: Place) -> Point {
        match place {
            // The far rank is a pixel lower, below the edge of the board.
            Place::Square(square) => Point::new(
                2 + square.file() as i32 * ACROSS,
                (square.rank() as i32 * DOWN).max(1),
            ),
            Place::Hand(owner, kind) => self.corner_in_hand(owner, kind as usize),
        }
    }
}

/// The places of a move by `side` on a board seen from `bottom`.
pub(super) fn places(bottom: Side, side: Side, mv: Move) -> [Place; 2] {
    let upright = side == bottom;
    let seen = |square: Square| Place::Square(if upright { square } else { square.rotated() });
    let owner = if upright { Owner::Mine } else { Owner::Theirs };
    let from = match mv {
        Move::Step { from, .. } => seen(from),
        Move::Drop { kind, .. } => Place::Hand(owner, kind),
    };
    [from, seen(mv.to())]
}

/// The squares among the places of a move.
pub(super) fn squares(places: [Place; 2]) -> SquareSet {
    let add = |set, place| match place {
        Place::Square(square) => set | SquareSet::of(square),
        Place::Hand(..) => set,
    };
    places.into_iter().fold(SquareSet::EMPTY, add)
}
