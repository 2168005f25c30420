//! The board and the hands, for every screen that shows a position.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::ink::{fill, write};
use super::{OFF, ON};
use crate::game::{Diagram, HandKind, Hands, Move, Owner, Piece, Side, Square, SquareSet};
use crate::handheld::art::{ANIMAL_SIZE, animal};

/// From one square to the next: four animals and their lines fill the height, less the line at the
/// top; to the sides there is room for a margin.
const ACROSS: i32 = ANIMAL_SIZE + 3;
const DOWN: i32 = ANIMAL_SIZE + 1;
/// Where the room beside the board begins.
pub(super) const BESIDE: i32 = 57;
/// From one kind in hand to the next: an animal and its count.
const HAND_PITCH: i32 = 24;
/// The first line of text between the hands.
pub(super) const TEXT_TOP: i32 = 17;

/// A place where a piece can lie, as the player at the bottom sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Square(Square),
    /// In the hand at the bottom (`Mine`) or at the top.
    Hand(Owner, HandKind),
}

/// What there is to see. Owners and squares are those of the player at the bottom.
pub(super) struct BoardView {
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
}

impl BoardView {
    /// These pieces, and nothing else.
    pub(super) fn of(squares: [Option<Piece>; Square::COUNT], hands: Hands) -> BoardView {
        BoardView {
            squares,
            hands,
            pointer: None,
            held: None,
            targets: SquareSet::default(),
            last: SquareSet::default(),
            advised: [None; 2],
        }
    }

    /// A diagram seen by the player at the bottom.
    pub(super) fn seen_from(bottom: Side, diagram: Diagram) -> BoardView {
        let position = if diagram.side == bottom {
            diagram.position
        } else {
            diagram.position.rotated()
        };
        let squares = Square::ALL.map(|square| position.piece_at(square));
        BoardView::of(squares, position.hands())
    }

    pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        for line in 0..4 {
            // Solid at the sides, dotted between the squares.
            let step = if line == 0 || line == 3 { 1 } else { 2 };
            let x = line * ACROSS;
            let down = (0..64).step_by(step).map(|y| Point::new(x, y));
            let y = (line + 1) * DOWN - 1;
            let step = if line == 3 { 1 } else { 2 };
            let across = (0..3 * ACROSS).step_by(step).map(|x| Point::new(x, y));
            target.draw_iter(down.chain(across).map(|at| Pixel(at, ON)))?;
        }
        fill(Point::zero(), Size::new(3 * ACROSS as u32, 1), ON, target)?;
        for square in Square::ALL {
            self.draw_square(square, target)?;
        }
        for owner in Owner::ALL {
            for kind in HandKind::ALL {
                self.draw_hand(owner, kind, target)?;
            }
        }
        self.draw_pointer(target)
    }

    /// The piece at a place.
    fn piece(&self, spot: Spot) -> Option<Piece> {
        match spot {
            Spot::Square(square) => self.squares[square.index()],
            Spot::Hand(owner, kind) => {
                let held = self.hands[(owner, kind)];
                let kind = kind.kind();
                (held > 0).then_some(Piece { owner, kind })
            }
        }
    }

    fn draw_square<D: DrawTarget<Color = BinaryColor>>(
        &self,
        square: Square,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let spot = Spot::Square(square);
        let ink = self.draw_ground(spot, target)?;
        if self.last.contains(square) {
            draw_corners(corner_of(spot), ink, target)?;
        }
        self.draw_piece(spot, ink, target)?;
        if self.targets.contains(square) {
            draw_dot(corner_of(spot), self.piece(spot).is_some(), target)?;
        }
        Ok(())
    }

    fn draw_hand<D: DrawTarget<Color = BinaryColor>>(
        &self,
        owner: Owner,
        kind: HandKind,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let spot = Spot::Hand(owner, kind);
        let ink = self.draw_ground(spot, target)?;
        self.draw_piece(spot, ink, target)?;
        if self.hands[(owner, kind)] > 1 {
            write(
                "2",
                corner_of(spot) + Point::new(ANIMAL_SIZE + 1, 4),
                ON,
                target,
            )?;
        }
        Ok(())
    }

    /// A piece in its place; only a shadow of it while the pointer carries it.
    fn draw_piece<D: DrawTarget<Color = BinaryColor>>(
        &self,
        spot: Spot,
        ink: BinaryColor,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let Some(Piece { owner, kind }) = self.piece(spot) else {
            return Ok(());
        };
        let corner = corner_of(spot);
        animal(kind, owner == Owner::Theirs).draw(corner, ink, target)?;
        if self.held == Some(spot) {
            let size = ANIMAL_SIZE;
            let every_second = (0..size * size)
                .map(|at| Point::new(at % size, at / size))
                .filter(|at| (at.x + at.y) % 2 == 0);
            target.draw_iter(every_second.map(|at| Pixel(corner + at, ink.invert())))?;
        }
        Ok(())
    }

    /// The place pointed at is lit, and shows the piece that is carried there.
    fn draw_pointer<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let Some(spot) = self.pointer else {
            return Ok(());
        };
        light(spot, target)?;
        let shown = self.held.unwrap_or(spot);
        if let Some(Piece { owner, kind }) = self.piece(shown) {
            animal(kind, owner == Owner::Theirs).draw(corner_of(spot), OFF, target)?;
        }
        Ok(())
    }

    /// A place is lit when a move to or from it is advised; returns the colour to draw on it with.
    fn draw_ground<D: DrawTarget<Color = BinaryColor>>(
        &self,
        spot: Spot,
        target: &mut D,
    ) -> Result<BinaryColor, D::Error> {
        if !self.advised.contains(&Some(spot)) {
            return Ok(ON);
        }
        light(spot, target)?;
        Ok(OFF)
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

/// Fills a place and a margin at its sides.
fn light<D: DrawTarget<Color = BinaryColor>>(spot: Spot, target: &mut D) -> Result<(), D::Error> {
    let size = Size::new(ANIMAL_SIZE as u32 + 2, ANIMAL_SIZE as u32);
    fill(corner_of(spot) - Point::new(1, 0), size, ON, target)
}

fn corner_of(spot: Spot) -> Point {
    match spot {
        // The far rank makes room for the edge of the board and leans on the dotted line below.
        Spot::Square(square) => Point::new(
            2 + square.file() as i32 * ACROSS,
            (square.rank() as i32 * DOWN).max(1),
        ),
        Spot::Hand(owner, kind) => Point::new(
            BESIDE + 1 + kind as i32 * HAND_PITCH,
            match owner {
                Owner::Mine => 3 * DOWN,
                Owner::Theirs => 0,
            },
        ),
    }
}

/// Where a piece can go: a dot, ringed in dark if there is something to be caught.
fn draw_dot<D: DrawTarget<Color = BinaryColor>>(
    corner: Point,
    occupied: bool,
    target: &mut D,
) -> Result<(), D::Error> {
    let middle = corner + Point::new_equal(ANIMAL_SIZE / 2);
    if occupied {
        fill(
            middle - Point::new_equal(3),
            Size::new_equal(7),
            OFF,
            target,
        )?;
        fill(middle - Point::new_equal(2), Size::new_equal(5), ON, target)
    } else {
        fill(middle - Point::new_equal(1), Size::new_equal(3), ON, target)
    }
}

/// Four corners mark a square of the last move.
fn draw_corners<D: DrawTarget<Color = BinaryColor>>(
    corner: Point,
    ink: BinaryColor,
    target: &mut D,
) -> Result<(), D::Error> {
    let far = ANIMAL_SIZE - 1;
    for (x, y) in [(0, 0), (far, 0), (0, far), (far, far)] {
        let inward = |at: i32| if at == 0 { 1 } else { -1 };
        let at = corner + Point::new(x, y);
        for arm in [
            Point::zero(),
            Point::new(inward(x), 0),
            Point::new(0, inward(y)),
        ] {
            Pixel(at + arm, ink).draw(target)?;
        }
    }
    Ok(())
}
