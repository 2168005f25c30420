//! A board with the device's animals.

use std::fmt::Write;

use dobutsu_core::game::{Diagram, HandKind, Kind, Owner, Piece, Side, Square, SquareSet, reach};
use dobutsu_core::handheld::animal_rows;

use super::{GREY, INK, Svg};

/// The side of a square.
const CELL: f64 = 46.0;
/// The margin left of the board and above the hands.
const MARGIN: f64 = 12.0;
/// The height of a hand.
const HAND: f64 = 36.0;

/// The width of a board with its margins.
pub const WIDTH: f64 = 3.0 * CELL + 2.0 * MARGIN;
/// The height of a board with its hands and margins.
pub const HEIGHT: f64 = 4.0 * CELL + 2.0 * HAND + 2.0 * MARGIN;

/// Draws a diagram with sente below.
pub fn draw(svg: &mut Svg, diagram: Diagram) {
    let position = match diagram.side {
        Side::Sente => diagram.position,
        Side::Gote => diagram.position.rotated(),
    };
    let top = MARGIN + HAND;
    for rank in 0..4 {
        let fill = ["#d8ecf7", "#fbf3dc", "#fbf3dc", "#dff0d4"][rank];
        for file in 0..3 {
            let (x, y) = (MARGIN + file as f64 * CELL, top + rank as f64 * CELL);
            svg.rect([x, y, CELL, CELL], fill, GREY, 0.0);
            let piece = Square::at(file, rank).and_then(|square| position.piece_at(square));
            if let Some(piece) = piece {
                draw_piece(svg, piece, x + CELL / 2.0, y + CELL / 2.0, 1.0);
            }
        }
    }
    for (owner, y) in [
        (Owner::Theirs, MARGIN + HAND / 2.0 - 3.0),
        (Owner::Mine, top + 4.0 * CELL + HAND / 2.0 + 3.0),
    ] {
        let mut x = MARGIN + 17.0;
        for held in HandKind::ALL {
            let (kind, count) = (held.kind(), position.hand(owner, held));
            if count == 0 {
                continue;
            }
            draw_piece(svg, Piece { owner, kind }, x, y, 0.7);
            if count > 1 {
                svg.text([x + 18.0, y + 5.0], 13.0, "start", INK, &count.to_string());
            }
            x += CELL;
        }
    }
}

/// Draws a piece around its centre: the tile, the animal, and a dot in each direction of movement.
fn draw_piece(svg: &mut Svg, piece: Piece, x: f64, y: f64, scale: f64) {
    // As on the device, gote's pieces are dark with a light animal, so that the sides differ by more than
    // their orientation, and without colours too.
    let (turn, fill, ink, dot) = match piece.owner {
        Owner::Mine => (0, "#fff3cf", INK, "#c0392b"),
        Owner::Theirs => (180, INK, "#f7f1e3", "#ffab91"),
    };
    let transform = format!("translate({x:.1} {y:.1}) rotate({turn}) scale({scale})");
    svg.group(&transform, |svg| {
        svg.rect([-20.0, -20.0, 40.0, 40.0], fill, INK, 5.0);
        // From this square no step leaves the board.
        let middle = Square::B3;
        for to in reach(Owner::Mine, piece.kind, middle) & SquareSet::ALL {
            let across = to.file() as f64 - middle.file() as f64;
            let down = to.rank() as f64 - middle.rank() as f64;
            svg.dot(17.0 * across, 17.0 * down, 1.6, dot);
        }
        draw_animal(svg, piece.kind, ink);
    });
}

/// Draws the animal's pixels, each two units wide, one rectangle for each run of them.
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
    use std::path::Path;

    use super::*;

    /// The picture of the rules in this crate's README. `UPDATE_GOLDEN=1` writes it.
    #[test]
    fn the_start_is_drawn() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures/start.svg");
        let mut svg = Svg::new(WIDTH, HEIGHT);
        draw(&mut svg, Diagram::START);
        let text = svg.finish();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        assert_eq!(text.matches("<path").count(), 8);
        assert_eq!(text.matches("rotate(180)").count(), 4);
    }
}
