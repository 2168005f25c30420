//! The board and the hands, for every screen that shows a position.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{PrimitiveStyle, Rectangle};

use super::ink::{fill, write};
use crate::game::{HandKind, Owner, Piece, Position, Square, SquareSet};
use crate::handheld::art::{ANIMAL_SIZE, animal};

const ON: BinaryColor = BinaryColor::On;
const OFF: BinaryColor = BinaryColor::Off;

/// From one square to the next: an animal and a line.
const PITCH: i32 = ANIMAL_SIZE + 1;
/// Where the room beside the board begins.
pub(super) const BESIDE: i32 = 51;
/// From one kind in hand to the next: an animal and its count.
const HAND_PITCH: i32 = 26;
/// The first line of text between the hands.
pub(super) const TEXT_TOP: i32 = 17;

/// A place where a piece can be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Square(Square),
    /// In the hand at the bottom (`Mine`) or at the top.
    Hand(Owner, HandKind),
}

/// What there is to see. Owners and squares are those of the player at the bottom.
pub(super) struct BoardView {
    pub(super) squares: [Option<Piece>; Square::COUNT],
    pub(super) hands: [[u8; 3]; 2],
    /// The pointer, if it is to be seen now.
    pub(super) pointer: Option<Spot>,
    /// The piece that is held.
    pub(super) held: Option<Spot>,
    /// Where it can go.
    pub(super) targets: SquareSet,
    /// The squares of the last move.
    pub(super) last: SquareSet,
    /// The places of the move that is advised.
    pub(super) advised: [Option<Spot>; 2],
}

impl BoardView {
    /// A position seen by the player at the bottom, and nothing else.
    pub(super) fn of(position: Position) -> BoardView {
        let mut view = BoardView {
            squares: [None; Square::COUNT],
            hands: [[0; 3]; 2],
            pointer: None,
            held: None,
            targets: SquareSet::default(),
            last: SquareSet::default(),
            advised: [None; 2],
        };
        for square in Square::all() {
            view.squares[square.index()] = position.piece_at(square);
        }
        for owner in [Owner::Mine, Owner::Theirs] {
            for kind in HandKind::ALL {
                view.hands[owner as usize][kind as usize] = position.hand(owner, kind);
            }
        }
        view
    }

    pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        for line in 0..4 {
            fill(Point::new(line * PITCH, 0), Size::new(1, 64), ON, target)?;
            let y = (line + 1) * PITCH - 1;
            fill(Point::new(0, y), Size::new(49, 1), ON, target)?;
        }
        for square in Square::all() {
            self.draw_square(square, target)?;
        }
        for owner in [Owner::Mine, Owner::Theirs] {
            for kind in HandKind::ALL {
                self.draw_hand(owner, kind, target)?;
            }
        }
        if let Some(spot) = self.pointer {
            draw_pointer(spot, target)?;
        }
        Ok(())
    }

    fn draw_square<D: DrawTarget<Color = BinaryColor>>(
        &self,
        square: Square,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let spot = Spot::Square(square);
        let corner = corner_of(spot);
        let piece = self.squares[square.index()];
        let ink = self.draw_ground(spot, target)?;
        if self.last.contains(square) {
            draw_corners(corner, ink, target)?;
        }
        if let Some(Piece { owner, kind }) = piece {
            animal(kind, owner == Owner::Theirs).draw(corner, ink, target)?;
        }
        if self.targets.contains(square) {
            draw_dot(corner, piece.is_some(), target)?;
        }
        Ok(())
    }

    fn draw_hand<D: DrawTarget<Color = BinaryColor>>(
        &self,
        owner: Owner,
        kind: HandKind,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let count = self.hands[owner as usize][kind as usize];
        let spot = Spot::Hand(owner, kind);
        let corner = corner_of(spot);
        if count == 0 {
            return Ok(());
        }
        let ink = self.draw_ground(spot, target)?;
        animal(kind.kind(), owner == Owner::Theirs).draw(corner, ink, target)?;
        if count > 1 {
            let digit = if count == 2 { "2" } else { "3" };
            write(digit, corner + Point::new(ANIMAL_SIZE + 1, 4), ON, target)?;
        }
        Ok(())
    }

    /// A place is lit when its piece is held or advised; returns the colour to draw on it with.
    fn draw_ground<D: DrawTarget<Color = BinaryColor>>(
        &self,
        spot: Spot,
        target: &mut D,
    ) -> Result<BinaryColor, D::Error> {
        if self.held != Some(spot) && !self.advised.contains(&Some(spot)) {
            return Ok(ON);
        }
        let size = Size::new_equal(ANIMAL_SIZE as u32);
        fill(corner_of(spot), size, ON, target)?;
        Ok(OFF)
    }
}

fn corner_of(spot: Spot) -> Point {
    match spot {
        Spot::Square(square) => Point::new(
            1 + square.file() as i32 * PITCH,
            square.rank() as i32 * PITCH,
        ),
        Spot::Hand(owner, kind) => Point::new(
            BESIDE + kind as i32 * HAND_PITCH,
            match owner {
                Owner::Mine => 3 * PITCH,
                Owner::Theirs => 0,
            },
        ),
    }
}

/// A frame around the place, set off by a dark one inside.
fn draw_pointer<D: DrawTarget<Color = BinaryColor>>(
    spot: Spot,
    target: &mut D,
) -> Result<(), D::Error> {
    let corner = corner_of(spot);
    let size = Size::new_equal(ANIMAL_SIZE as u32);
    let frame = |inset: i32, color, target: &mut D| {
        let inside = Size::new_equal(2 * inset as u32);
        Rectangle::new(
            corner + Point::new_equal(inset),
            size.saturating_sub(inside),
        )
        .into_styled(PrimitiveStyle::with_stroke(color, 1))
        .draw(target)
    };
    frame(0, ON, target)?;
    frame(1, ON, target)?;
    frame(2, OFF, target)
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
            Point::new(2 * inward(x), 0),
            Point::new(0, inward(y)),
            Point::new(0, 2 * inward(y)),
        ] {
            Pixel(at + arm, ink).draw(target)?;
        }
    }
    Ok(())
}
