//! Puzzles as pictures: one each, and sheets for print.

use std::path::Path;

use anyhow::Result;
use dobutsu_core::game::Letters;

use super::puzzle::Puzzle;
use crate::svg::board::{self, HEIGHT, WIDTH};
use crate::svg::{GREY, INK, Svg};

/// The size of a sheet, in the proportions of A4, with two rows of three puzzles.
const SHEET: (f64, f64) = (620.0, 877.0);
const ACROSS: usize = 3;
const DOWN: usize = 2;
/// The height of the caption above a board.
const CAPTION: f64 = 26.0;

/// Writes a picture of each puzzle and the sheets into a folder; returns the number of files.
pub(super) fn write_all(puzzles: &[Puzzle], letters: Letters, folder: &Path) -> Result<usize> {
    let numbered: Vec<(usize, &Puzzle)> = (1..).zip(puzzles).collect();
    for (number, puzzle) in &numbered {
        let mut svg = Svg::new(WIDTH, HEIGHT + CAPTION);
        draw(&mut svg, *number, puzzle);
        svg.write(&folder.join(format!("puzzle-{number:02}.svg")))?;
    }
    let sheets = numbered.chunks(ACROSS * DOWN);
    let count = sheets.len();
    for (number, puzzles) in (1..).zip(sheets) {
        sheet(puzzles, letters).write(&folder.join(format!("sheet-{number:02}.svg")))?;
    }
    Ok(puzzles.len() + count)
}

/// Draws a puzzle with its caption.
fn draw(svg: &mut Svg, number: usize, puzzle: &Puzzle) {
    let caption = format!("{number}. Win in {} plies", puzzle.plies);
    svg.text([12.0, 18.0], 14.0, "start", INK, &caption);
    let level = format!("level {}", puzzle.level.number());
    svg.text([WIDTH - 12.0, 34.0], 11.0, "end", GREY, &level);
    svg.group(&format!("translate(0 {CAPTION})"), |svg| {
        board::draw(svg, puzzle.diagram);
    });
}

/// A page of puzzles, with the solutions upside down at the bottom.
fn sheet(puzzles: &[(usize, &Puzzle)], letters: Letters) -> Svg {
    let (width, height) = SHEET;
    let mut svg = Svg::new(width, height);
    let title = "Only one move wins. The side below is to play.";
    svg.text([width / 2.0, 36.0], 20.0, "middle", INK, title);
    let pitch = (width - 40.0) / ACROSS as f64;
    for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
        let x = 20.0 + (place % ACROSS) as f64 * pitch + (pitch - WIDTH) / 2.0;
        let y = 56.0 + (place / ACROSS) as f64 * (HEIGHT + CAPTION + 16.0);
        svg.group(&format!("translate({x:.1} {y:.1})"), |svg| {
            draw(svg, number, puzzle);
        });
    }
    let turned = format!("rotate(180) translate(-{width} -{height})");
    svg.group(&turned, |svg| {
        for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
            let text = format!("{number}. {}", shortened(&puzzle.solution(letters)));
            let y = 24.0 + 15.0 * place as f64;
            svg.text([24.0, y], 10.0, "start", GREY, &text);
        }
    });
    svg
}

/// As many moves as fit on the page.
fn shortened(solution: &str) -> String {
    match solution.match_indices(' ').nth(14) {
        Some((end, _)) => format!("{} …", &solution[..end]),
        None => solution.to_owned(),
    }
}
