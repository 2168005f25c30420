//! Puzzles as pictures: one each, and sheets for print.

use std::path::Path;

use anyhow::{Context, Result};
use dobutsu_core::game::Letters;

use super::puzzle::Puzzle;
use crate::svg::board::{self, HEIGHT, WIDTH};
use crate::svg::{Anchor, GREY, Svg};

/// A sheet is as high to its width as A4, with three puzzles side by side and three rows.
const SHEET: (f64, f64) = (620.0, 877.0);
const ACROSS: usize = 3;
const DOWN: usize = 2;

/// The height of what is written above a board.
const CAPTION: f64 = 26.0;

/// Writes a picture of each puzzle and the sheets into a folder; returns how many files.
pub(super) fn write_all(puzzles: &[Puzzle], letters: Letters, folder: &Path) -> Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut svg = Svg::new(WIDTH, HEIGHT + CAPTION);
        draw(&mut svg, number + 1, puzzle);
        svg.write(&folder.join(format!("puzzle-{:02}.svg", number + 1)))?;
    }
    let numbered: Vec<(usize, &Puzzle)> = (1..).zip(puzzles).collect();
    let sheets = numbered.chunks(ACROSS * DOWN);
    let count = sheets.len();
    for (number, puzzles) in sheets.enumerate() {
        sheet(puzzles, letters).write(&folder.join(format!("sheet-{:02}.svg", number + 1)))?;
    }
    Ok(puzzles.len() + count)
}

/// A puzzle with its caption.
fn draw(svg: &mut Svg, number: usize, puzzle: &Puzzle) {
    let caption = format!("{number}. Win in {} plies", puzzle.plies);
    svg.text(12.0, 18.0, 14.0, Anchor::Start, &caption);
    let level = format!("level {}", puzzle.level.number());
    svg.text_in(WIDTH - 12.0, 34.0, 11.0, Anchor::End, GREY, &level);
    svg.group(&format!("translate(0 {CAPTION})"), |svg| {
        board::draw(svg, puzzle.diagram);
    });
}

/// A page of puzzles, the solutions upside down at its foot.
fn sheet(puzzles: &[(usize, &Puzzle)], letters: Letters) -> Svg {
    let (width, height) = SHEET;
    let mut svg = Svg::new(width, height);
    svg.text(
        width / 2.0,
        36.0,
        20.0,
        Anchor::Middle,
        "Only one move wins. The side below is to play.",
    );
    let pitch = (width - 40.0) / ACROSS as f64;
    for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
        let x = 20.0 + (place % ACROSS) as f64 * pitch + (pitch - WIDTH) / 2.0;
        let y = 56.0 + (place / ACROSS) as f64 * (HEIGHT + CAPTION + 16.0);
        svg.group(&format!("translate({x:.1} {y:.1})"), |svg| {
            draw(svg, number, puzzle);
        });
    }
    svg.group(
        &format!("rotate(180) translate(-{width} -{height})"),
        |svg| {
            for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
                let solution = shortened(&puzzle.solution(letters));
                let text = format!("{number}. {solution}");
                svg.text_in(
                    24.0,
                    24.0 + 15.0 * place as f64,
                    10.0,
                    Anchor::Start,
                    GREY,
                    &text,
                );
            }
        },
    );
    svg
}

/// A line of play that fits on the page.
fn shortened(solution: &str) -> String {
    const MOVES: usize = 15;
    let moves: Vec<&str> = solution.split(' ').collect();
    match moves.len() > MOVES {
        true => format!("{} …", moves[..MOVES].join(" ")),
        false => solution.to_owned(),
    }
}
