//! A reader of Smart Game Format: the main line of every game, which is the first variation at each fork.
//!
//! Texts may hold any bytes, and properties other than moves are ignored. Set-up stones and other boards
//! than 19×19 are refused.

use anyhow::{Context, Result, bail, ensure};

use super::board::{Colour, Point};

/// The moves of a game; `None` is a pass.
pub type Record = Vec<Option<(Colour, Point)>>;

/// Reads every game of a file.
///
/// # Errors
/// If there is no game, a value is not closed, or a game cannot be replayed on 19×19 points from the
/// empty board.
pub fn read(bytes: &[u8]) -> Result<Vec<Record>> {
    let mut games: Vec<Record> = Vec::new();
    let (mut depth, mut is_main_line) = (0usize, true);
    let (mut name, mut has_value) = (Vec::new(), false);
    let mut rest = bytes.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            b'(' => {
                if depth == 0 {
                    games.push(Record::new());
                    is_main_line = true;
                }
                depth += 1;
            }
            // The main line is all that stands before the first closing parenthesis.
            b')' => (depth, is_main_line) = (depth.saturating_sub(1), false),
            b'[' if depth > 0 => {
                has_value = true;
                let number = games.len();
                let value = value(&mut rest)
                    .with_context(|| format!("game {number}: a value is not closed by ]"))?;
                if let Some(game) = games.last_mut().filter(|_| is_main_line) {
                    apply(game, &name, &value).with_context(|| format!("game {number}"))?;
                }
            }
            _ if byte.is_ascii_uppercase() => {
                if std::mem::take(&mut has_value) {
                    name.clear();
                }
                name.push(byte);
            }
            _ => {}
        }
    }
    ensure!(!games.is_empty(), "no game begins in the file");
    Ok(games)
}

/// The text up to the closing bracket, escapes resolved.
fn value(rest: &mut impl Iterator<Item = u8>) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    loop {
        match rest.next()? {
            b']' => return Some(text),
            b'\\' => text.push(rest.next()?),
            byte => text.push(byte),
        }
    }
}

fn apply(game: &mut Record, name: &[u8], value: &[u8]) -> Result<()> {
    let value = value.trim_ascii();
    let colour = match name {
        b"B" => Colour::Black,
        b"W" => Colour::White,
        b"AB" | b"AW" | b"AE" => bail!("set-up stones are not supported"),
        b"SZ" if !matches!(value, b"19" | b"19:19") => bail!("the board is not 19×19"),
        _ => return Ok(()),
    };
    let line = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
    let point = match *value {
        // Before version 4 a pass was `tt`.
        [] | [b't', b't'] => {
            game.push(None);
            return Ok(());
        }
        [column, row] => Point::new(line(row), line(column)),
        _ => None,
    };
    let text = String::from_utf8_lossy(value);
    let point = point.with_context(|| format!("{text:?} is not a point of the board"))?;
    game.push(Some((colour, point)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(colour: Colour, column: usize, row: usize) -> Option<(Colour, Point)> {
        Some((colour, Point::new(row, column).unwrap()))
    }

    #[test]
    fn reads_the_main_line_of_every_game() {
        let text = "(;GM[1]FF[4]SZ[19]C[a ) and a \\] and (;B[aa\\]\\\\]GN[\u{e9}];B[qd](;W[dp];B[tt])(;W[aa]))\n(;W[bb];B[])";
        let black = stone(Colour::Black, 16, 3);
        let expected = [
            vec![black, stone(Colour::White, 3, 15), None],
            vec![stone(Colour::White, 1, 1), None],
        ];
        assert_eq!(read(text.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn says_what_is_wrong() {
        let fault = |text: &str| format!("{:#}", read(text.as_bytes()).unwrap_err());
        assert_eq!(fault("hello"), "no game begins in the file");
        assert_eq!(
            fault("(;B[aa])(;W[bb"),
            "game 2: a value is not closed by ]"
        );
        assert_eq!(
            fault("(;SZ[19];B[tj])"),
            "game 1: \"tj\" is not a point of the board"
        );
        assert_eq!(fault("(;SZ[13])"), "game 1: the board is not 19×19");
        assert_eq!(
            fault("(;AB[aa])"),
            "game 1: set-up stones are not supported"
        );
    }
}
