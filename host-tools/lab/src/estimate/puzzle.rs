//! Any box and any pieces, drawn with `#` and `.`.
//!
//! On one line the box comes first and then its pieces, `+` between them and `/` between the
//! rows of a picture; `all:5` stands for the twelve pentominoes. In a file the pictures are
//! drawn row by row with blank lines between them, and `%` starts a remark:
//!
//! ```text
//! % the box
//! ####
//! ####
//! #..#
//!
//! all:3
//!
//! ####
//! ```

use std::{fmt, str::FromStr};

use dobutsu_core::estimate::packing::{
    MAX_COLUMNS, MAX_ROWS, Packing, PackingError, Piece, Region, free_polyominoes,
};

/// Why a puzzle cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzzleError {
    /// No box, or no piece.
    NothingToPack,
    /// A character that is neither cell nor gap.
    UnknownCharacter(char),
    /// A picture without a cell.
    NoCell,
    /// A box of too many rows or columns.
    BoxTooLarge,
    /// A piece that does not fit an 8×8 grid.
    PieceTooLarge,
    /// `all:` and something that is not a size from 1 to 6.
    UnknownSet,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToPack => write!(f, "a puzzle has a box and at least one piece"),
            Self::UnknownCharacter(c) => {
                write!(f, "a picture has # for cells and . for gaps, not {c:?}")
            }
            Self::NoCell => write!(f, "a picture has no cell"),
            Self::BoxTooLarge => {
                write!(
                    f,
                    "a box has 1 to {MAX_COLUMNS} columns and 1 to {MAX_ROWS} rows"
                )
            }
            Self::PieceTooLarge => write!(f, "a piece does not fit eight rows and columns"),
            Self::UnknownSet => write!(f, "all: is followed by a number of cells, 1 to 6"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// A box and its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Puzzle {
    /// On one line, as it is written in checkpoints.
    spelling: String,
    region: Region,
    pieces: Vec<Piece>,
}

impl Puzzle {
    /// The packing problem.
    pub(super) fn packing(&self) -> Result<Packing, PackingError> {
        Packing::new(&self.region, &self.pieces)
    }

    /// Reads the pictures of a file.
    pub(super) fn from_pictures(text: &str) -> Result<Self, PuzzleError> {
        let mut pictures: Vec<String> = Vec::new();
        let mut inside = false;
        for line in text.lines().map(str::trim_end) {
            if line.starts_with('%') {
                continue;
            }
            match pictures.last_mut() {
                _ if line.is_empty() => inside = false,
                Some(picture) if inside => *picture += &format!("/{line}"),
                _ => {
                    pictures.push(line.into());
                    inside = true;
                }
            }
        }
        pictures.join("+").parse()
    }
}

/// The cells of a picture as (column, row).
fn cells(picture: &str) -> Result<Vec<(usize, usize)>, PuzzleError> {
    let mut cells = Vec::new();
    for (row, line) in picture.split('/').enumerate() {
        for (column, character) in line.chars().enumerate() {
            match character {
                '#' => cells.push((column, row)),
                '.' => {}
                other => return Err(PuzzleError::UnknownCharacter(other)),
            }
        }
    }
    match cells.is_empty() {
        true => Err(PuzzleError::NoCell),
        false => Ok(cells),
    }
}

fn region(picture: &str) -> Result<Region, PuzzleError> {
    let mut cells = cells(picture)?;
    let size = |lengths: &mut dyn Iterator<Item = usize>| {
        let longest = lengths.max().map_or(0, |last| last + 1);
        u8::try_from(longest).unwrap_or(u8::MAX)
    };
    let mut width = size(&mut cells.iter().map(|cell| cell.0));
    let mut height = size(&mut cells.iter().map(|cell| cell.1));
    // Scanned the short way, so that the frontier is short; pieces lie in all ways anyhow.
    if height > width {
        (width, height) = (height, width);
        cells.iter_mut().for_each(|(x, y)| (*x, *y) = (*y, *x));
    }
    let mut region = Region::rectangle(width, height).ok_or(PuzzleError::BoxTooLarge)?;
    for column in 0..width {
        for row in 0..height {
            if !cells.contains(&(column.into(), row.into())) {
                region.close(column, row);
            }
        }
    }
    Ok(region)
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let (picture, list) = text.split_once('+').ok_or(PuzzleError::NothingToPack)?;
        let mut pieces = Vec::new();
        for picture in list.split('+') {
            if let Some(size) = picture.strip_prefix("all:") {
                let set = free_polyominoes(size.parse().unwrap_or(0));
                if set.is_empty() {
                    return Err(PuzzleError::UnknownSet);
                }
                pieces.extend(set);
            } else {
                let small = |length| u8::try_from(length).unwrap_or(u8::MAX);
                let cells = cells(picture)?;
                let cells = cells.into_iter().map(|(x, y)| (small(x), small(y)));
                pieces.push(Piece::from_cells(cells).ok_or(PuzzleError::PieceTooLarge)?);
            }
        }
        Ok(Self {
            spelling: text.into(),
            region: region(picture)?,
            pieces,
        })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads text as a puzzle, either way: it may be refused but must not panic, and what is
    /// accepted must be read again as it is written, and be built or refused.
    fn fuzz_puzzle(text: &str) {
        let _ = Puzzle::from_pictures(text);
        if let Ok(puzzle) = text.parse::<Puzzle>() {
            assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
            let _ = puzzle.packing();
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            fuzz_puzzle(&text);
        }

        #[test]
        fn any_picture_is_read_or_refused(text in "[#.]{1,3}(/[#.]{1,9}){0,3}(\\+([#./]{1,20}|all:[0-9])){0,4}") {
            fuzz_puzzle(&text);
        }
    }

    #[test]
    fn a_file_and_a_line_are_the_same_puzzle() {
        let file = "% the box\n####\n####\n#..#\n\nall:3\n\n\n% a bar\n####\n";
        let line: Puzzle = "####/####/#..#+all:3+####".parse().unwrap();
        assert_eq!(Puzzle::from_pictures(file).unwrap(), line);
        assert!(line.packing().is_ok());
    }

    #[test]
    fn what_is_wrong_is_said_in_a_sentence() {
        for (text, error) in [
            ("####", PuzzleError::NothingToPack),
            ("##+x", PuzzleError::UnknownCharacter('x')),
            ("..+#", PuzzleError::NoCell),
            ("#+", PuzzleError::NoCell),
            ("##+all:7", PuzzleError::UnknownSet),
            ("##+#########", PuzzleError::PieceTooLarge),
            (&format!("{}+#", "#".repeat(65)), PuzzleError::BoxTooLarge),
        ] {
            assert_eq!(text.parse::<Puzzle>().unwrap_err(), error, "{text}");
        }
    }
}
