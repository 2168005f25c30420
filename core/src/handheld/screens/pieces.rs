//! Pieces and marks on the squares.
//!
//! The player at the bottom has outlined pieces; the other player's are dark on a lit tile that is
//! turned by 180°, with its point towards the bottom. Marks invert what is below them, or have a dark and
//! a lit ring, so that they are seen on the pieces of either side.

use embedded_graphics::prelude::*;

use super::ink::fill;
use super::{OFF, ON};
use crate::game::{Owner, Piece};
use crate::handheld::Frame;
use crate::handheld::art::{ANIMAL_SIZE, animal};

/// A place for a piece: an animal and a margin at its sides.
const PLACE: Size = Size::new(ANIMAL_SIZE as u32 + 2, ANIMAL_SIZE as u32);

/// How far the corners of a tile are cut off at its point.
const POINT: i32 = 4;

/// How far a lifted piece is drawn above its place.
const LIFT: i32 = 3;

/// The upper left pixel of a place whose animal has its corner here.
fn origin(corner: Point) -> Point {
    corner - Point::new(1, 0)
}

/// Draws a piece. Rows above the picture are left out.
pub(super) fn draw_piece(piece: Piece, corner: Point, frame: &mut Frame) {
    let Piece { owner, kind } = piece;
    match owner {
        Owner::Mine => {
            let lit = animal(kind, false).pixels(corner);
            frame.set(lit.filter(|at| at.y >= 0), ON);
        }
        Owner::Theirs => {
            let (width, height) = (PLACE.width as i32, PLACE.height as i32);
            let tile = (0..width * height)
                .map(|at| Point::new(at % width, at / width))
                .filter(|at| {
                    let from_side = at.x.min(width - 1 - at.x);
                    from_side >= POINT - (height - 1 - at.y)
                })
                .map(|at| origin(corner) + at);
            frame.set(tile.filter(|at| at.y >= 0), ON);
            let dark = animal(kind, true).pixels(corner);
            frame.set(dark.filter(|at| at.y >= 0), OFF);
        }
    }
}

/// Draws a piece above its place, with its shadow below.
pub(super) fn draw_lifted(piece: Piece, corner: Point, frame: &mut Frame) {
    fill(origin(corner), PLACE, OFF, frame);
    draw_piece(piece, corner - Point::new(0, LIFT), frame);
    for row in 0..2 {
        let y = corner.y + ANIMAL_SIZE - 2 + row;
        let shadow = (2..ANIMAL_SIZE - 2).filter(|x| (x + row) % 2 == 0);
        frame.set(shadow.map(|x| Point::new(corner.x + x, y)), ON);
    }
}

/// Takes every second pixel from a place: the piece that stood there is carried.
pub(super) fn fade(corner: Point, frame: &mut Frame) {
    let (width, height) = (PLACE.width as i32, PLACE.height as i32);
    let every_second = (0..width * height)
        .map(|at| Point::new(at % width, at / width))
        .filter(|at| (at.x + at.y) % 2 == 0);
    frame.set(every_second.map(|at| origin(corner) + at), OFF);
}

/// The pixels of a frame inside a place, `depth` pixels from its edge.
fn ring(corner: Point, depth: i32) -> impl Iterator<Item = Point> {
    let (left, top) = (depth, depth);
    let (right, bottom) = (
        PLACE.width as i32 - 1 - depth,
        PLACE.height as i32 - 1 - depth,
    );
    let rows = (left..=right).flat_map(move |x| [Point::new(x, top), Point::new(x, bottom)]);
    let columns = (top + 1..bottom).flat_map(move |y| [Point::new(left, y), Point::new(right, y)]);
    rows.chain(columns).map(move |at| origin(corner) + at)
}

/// The pointer: a lit frame of two pixels around the place and a dark one inside; a single frame below
/// a lifted piece.
pub(super) fn draw_pointer(corner: Point, is_carrying: bool, frame: &mut Frame) {
    frame.set(ring(corner, 0), ON);
    if !is_carrying {
        frame.set(ring(corner, -1).filter(|at| at.y >= 0), ON);
        frame.set(ring(corner, 1), OFF);
    }
}

/// A place of a move that is advised: an inverted dashed frame, twice as wide where the move goes.
pub(super) fn draw_advised(corner: Point, is_goal: bool, frame: &mut Frame) {
    for depth in 0..1 + i32::from(is_goal) {
        frame.invert(ring(corner, depth).filter(|at| (at.x - corner.x + at.y - corner.y) & 2 == 0));
    }
}

/// A square of the last move: inverted angles in the corners.
pub(super) fn draw_last(corner: Point, frame: &mut Frame) {
    let (right, bottom) = (PLACE.width as i32 - 1, PLACE.height as i32 - 1);
    let angle = (0..4).map(|x| (x, 0)).chain((1..4).map(|y| (0, y)));
    frame.invert(angle.flat_map(|(x, y)| {
        [
            (x, y),
            (right - x, y),
            (x, bottom - y),
            (right - x, bottom - y),
        ]
        .map(|(x, y)| origin(corner) + Point::new(x, y))
    }));
}

/// Draws a dot where a piece can go, in a dark ring if it can catch something there.
pub(super) fn draw_dot(corner: Point, is_occupied: bool, frame: &mut Frame) {
    let middle = corner + Point::new_equal(ANIMAL_SIZE / 2);
    let mut square = |reach: i32, color| {
        let size = Size::new_equal(2 * reach as u32 + 1);
        fill(middle - Point::new_equal(reach), size, color, frame);
    };
    if is_occupied {
        square(3, OFF);
        square(2, ON);
    } else {
        square(1, ON);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Kind;

    const CORNER: Point = Point::new(10, 16);

    fn drawn(draw: impl FnOnce(&mut Frame)) -> Frame {
        let mut frame = Frame::new();
        draw(&mut frame);
        frame
    }

    fn piece(owner: Owner, kind: Kind) -> Frame {
        drawn(|frame| draw_piece(Piece { owner, kind }, CORNER, frame))
    }

    /// In how many pixels two pictures differ.
    fn difference(one: &Frame, other: &Frame) -> u32 {
        let bytes = one.bytes().iter().zip(other.bytes());
        bytes.map(|(one, other)| (one ^ other).count_ones()).sum()
    }

    #[test]
    fn the_sides_differ_in_96_pixels() {
        for kind in Kind::ALL {
            let pixels = difference(&piece(Owner::Mine, kind), &piece(Owner::Theirs, kind));
            assert!(pixels >= 96, "{kind:?}: {pixels}");
        }
    }

    /// Every mark is seen on every piece and on an empty square, and none looks like another.
    #[test]
    fn marks_differ_on_the_pieces_of_either_side() {
        let of = |owner| Kind::ALL.map(|kind| Some(Piece { owner, kind }));
        let all = Owner::ALL.into_iter().flat_map(of);
        for piece in all.chain([None]) {
            let plain = drawn(|frame| {
                if let Some(piece) = piece {
                    draw_piece(piece, CORNER, frame);
                }
            });
            let marked = |mark: &dyn Fn(&mut Frame)| {
                let mut frame = plain.clone();
                mark(&mut frame);
                frame
            };
            let mut pictures = std::vec![
                ("none", plain.clone()),
                (
                    "pointer",
                    marked(&|frame| draw_pointer(CORNER, false, frame))
                ),
                ("last move", marked(&|frame| draw_last(CORNER, frame))),
                ("hint", marked(&|frame| draw_advised(CORNER, false, frame))),
                (
                    "hint's goal",
                    marked(&|frame| draw_advised(CORNER, true, frame))
                ),
            ];
            if let Some(piece) = piece {
                pictures.push(("faded", marked(&|frame| fade(CORNER, frame))));
                pictures.push(("lifted", drawn(|frame| draw_lifted(piece, CORNER, frame))));
                let carried = marked(&|frame| {
                    draw_lifted(piece, CORNER, frame);
                    draw_pointer(CORNER, true, frame);
                });
                pictures.push(("carried", carried));
            }
            for (place, (name, picture)) in pictures.iter().enumerate() {
                for (other_name, other) in &pictures[place + 1..] {
                    let pixels = difference(picture, other);
                    assert!(pixels >= 20, "{piece:?}: {name}, {other_name}: {pixels}");
                }
            }
        }
    }
}
