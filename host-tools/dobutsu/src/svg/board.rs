//! A diagram with the device's own animals.

use std::fmt::Write;

use dobutsu_core::game::{Diagram, HandKind, Kind, Owner, Piece, Side, Square, SquareSet, reach};
use dobutsu_core::handheld::animal_rows;

use super::{Anchor, GREY, INK, Svg};

/// The side of a square.
const CELL: f64 = 46.0;
/// Left of the board and above the hands.
const MARGIN: f64 = 12.0;
/// The height of a hand.
const HAND: f64 = 36.0;

/// How wide a diagram is.
pub const WIDTH: f64 = 3.0 * CELL + 2.0 * MARGIN;
/// How high a diagram is.
pub const HEIGHT: f64 = 4.0 * CELL + 2.0 * HAND + 2.0 * MARGIN;

/// Draws a diagram as it is printed, sente below.
pub fn draw(svg: &mut Svg, diagram: Diagram) {
    let position = match diagram.side {
        Side::Sente => diagram.position,
        Side::Gote => diagram.position.rotated(),
    };
    let top = MARGIN + HAND;
    for rank in 0..4 {
        let fill = match rank {
            0 => "#d8ecf7",
            3 => "#dff0d4",
            _ => "#fbf3dc",
        };
        for file in 0..3 {
            let corner = (MARGIN + file as f64 * CELL, top + rank as f64 * CELL);
            svg.rect([corner.0, corner.1, CELL, CELL], fill, GREY, 0.0);
            let piece = Square::at(file, rank).and_then(|square| position.piece_at(square));
            if let Some(piece) = piece {
                draw_piece(
                    svg,
                    piece,
                    corner.0 + CELL / 2.0,
                    corner.1 + CELL / 2.0,
                    1.0,
                );
            }
        }
    }
    for (owner, y) in [
        (Owner::Theirs, MARGIN + HAND / 2.0 - 3.0),
        (Owner::Mine, top + 4.0 * CELL + HAND / 2.0 + 3.0),
    ] {
        let held = HandKind::ALL
            .iter()
            .filter(|&&kind| position.hand(owner, kind) > 0);
        for (place, &kind) in held.enumerate() {
            let x = MARGIN + 17.0 + place as f64 * CELL;
            let piece = Piece {
                owner,
                kind: kind.kind(),
            };
            draw_piece(svg, piece, x, y, 0.7);
            let count = position.hand(owner, kind);
            if count > 1 {
                svg.text(x + 18.0, y + 5.0, 13.0, Anchor::Start, &count.to_string());
            }
        }
    }
}

/// A piece round its middle: wood, the animal, and a dot towards each square it goes to.
fn draw_piece(svg: &mut Svg, piece: Piece, x: f64, y: f64, scale: f64) {
    let turn = match piece.owner {
        Owner::Mine => 0,
        Owner::Theirs => 180,
    };
    let transform = format!("translate({x:.1} {y:.1}) rotate({turn}) scale({scale})");
    svg.group(&transform, |svg| {
        // As on the device, the pieces of the player above are dark with a light animal: the sides differ
        // in more than the way they face, and in print without colours, too.
        let (fill, ink, dot) = match piece.owner {
            Owner::Mine => ("#fff3cf", INK, "#c0392b"),
            Owner::Theirs => (INK, "#f7f1e3", "#ffab91"),
        };
        svg.rect([-20.0, -20.0, 40.0, 40.0], fill, INK, 5.0);
        // Seen from the middle of a board, every step stays on it.
        let middle = Square::B3;
        for to in reach(Owner::Mine, piece.kind, middle) & SquareSet::ALL {
            let across = to.file() as f64 - middle.file() as f64;
            let down = to.rank() as f64 - middle.rank() as f64;
            svg.dot(17.0 * across, 17.0 * down, 1.6, dot);
        }
        draw_animal(svg, piece.kind, ink);
    });
}

/// The animal's pixels, each two units wide, a run of them a rectangle.
fn draw_animal(svg: &mut Svg, kind: Kind, ink: &str) {
    let mut path = String::new();
    for (y, row) in animal_rows(kind).iter().enumerate() {
        let mut x = 0;
        while x < 15 {
            let run = (row >> x).trailing_ones() as usize;
            if run > 0 {
                let (left, top) = (2 * x as i32 - 15, 2 * y as i32 - 15);
                let _ = write!(path, "M{left} {top}h{0}v2h-{0}z", 2 * run);
            }
            x += run.max(1);
        }
    }
    svg.push(format_args!(r#"<path d="{path}" fill="{ink}"/>"#));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_once() {
        let mut svg = Svg::new(WIDTH, HEIGHT);
        draw(&mut svg, Diagram::START);
        let text = svg.finish();
        assert_eq!(text.matches("<path").count(), 8);
        assert_eq!(text.matches("rotate(180)").count(), 4);
    }
}
