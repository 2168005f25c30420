//! A reader of Smart Game Format files, such as they are.
//!
//! It follows the main line of every game in a file: from each fork, the first variation. It
//! accepts what the standard allows (lower-case letters in property names of old versions,
//! compressed point lists, escapes in texts, passes written `[]` or `[tt]`, set-up stones) and what
//! occurs in practice: text around the games, unknown properties, any encoding of texts, and files
//! cut off between two properties. Games on boards other than 19×19 have no steps. The crate `sgf-parse` (4.2.8)
//! reads the 113 games too, but gives no line with a fault, takes UTF-8 only, and overflows the stack
//! on a game of 200,000 moves.

use std::fmt;

use super::board::{Colour, Point};

/// A game's main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Whether the board is 19×19.
    pub is_full_size: bool,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stone was played.
    Play(Colour, Point),
    /// A player passed.
    Pass,
    /// A point was set up: a stone put there or taken away.
    SetUp(Point, Option<Colour>),
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// Where, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no game in the file.
    NoGame,
    /// A value is not closed before the file ends.
    OpenValue,
    /// Not a point of the board.
    BadPoint(String),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            Fault::NoGame => write!(f, "no game begins in the file"),
            Fault::OpenValue => write!(f, "a value is opened by [ and never closed"),
            Fault::BadPoint(text) => write!(f, "{text:?} is not a point of the board"),
        }
    }
}

impl std::error::Error for SgfError {}

/// Reads every game of a file.
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    let mut reader = Reader { bytes, at: 0 };
    let mut records = Vec::new();
    while reader.find_game() {
        records.push(reader.game()?);
    }
    if records.is_empty() {
        return Err(reader.fault(Fault::NoGame));
    }
    Ok(records)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn fault(&self, fault: Fault) -> SgfError {
        let before = &self.bytes[..self.at.min(self.bytes.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        SgfError { line, fault }
    }

    /// Goes past the next `(` that a `;` follows; anything else out here is not SGF.
    fn find_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'(' {
                let rest = &self.bytes[self.at..];
                let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
                if next == Some(&b';') {
                    return true;
                }
            }
        }
        false
    }

    /// Reads up to the parenthesis that closes the game.
    fn game(&mut self) -> Result<Record, SgfError> {
        let mut record = Record {
            is_full_size: true,
            steps: Vec::new(),
        };
        let mut depth = 1usize;
        // The main line is all that stands before the first closing parenthesis.
        let mut on_main_line = true;
        while depth > 0
            && let Some(byte) = self.peek()
        {
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    on_main_line = false;
                }
                b'[' => {
                    // A value without a name: nothing can be made of it.
                    self.value()?;
                    continue;
                }
                _ if byte.is_ascii_alphabetic() => {
                    let name = self.property_name();
                    self.property(&name, on_main_line.then_some(&mut record))?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        Ok(record)
    }

    /// A property's name without the lower-case letters that old versions sprinkle in.
    fn property_name(&mut self) -> String {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphabetic) {
            if byte.is_ascii_uppercase() {
                name.push(char::from(byte));
            }
            self.at += 1;
        }
        name
    }

    /// Reads a property's values and, on the main line, does what they say.
    fn property(&mut self, name: &str, mut record: Option<&mut Record>) -> Result<(), SgfError> {
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.at += 1;
            }
            if self.peek() != Some(b'[') {
                return Ok(());
            }
            let value = self.value()?;
            if let Some(record) = record.as_deref_mut() {
                apply(record, name, &value).map_err(|fault| self.fault(fault))?;
            }
        }
    }

    /// The text between `[` and `]`, escapes resolved.
    fn value(&mut self) -> Result<Vec<u8>, SgfError> {
        let opened = self.at;
        self.at += 1;
        let mut text = Vec::new();
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b']' => return Ok(text),
                b'\\' => {
                    // An escaped line break is no break at all.
                    if let Some(escaped) = self.peek() {
                        self.at += 1;
                        if escaped != b'\n' && escaped != b'\r' {
                            text.push(escaped);
                        }
                    }
                }
                _ => text.push(byte),
            }
        }
        self.at = opened;
        Err(self.fault(Fault::OpenValue))
    }
}

fn apply(record: &mut Record, name: &str, value: &[u8]) -> Result<(), Fault> {
    if name == "SZ" {
        record.is_full_size = matches!(value.trim_ascii(), b"19" | b"19:19");
        record.steps.retain(|_| record.is_full_size);
    }
    match name {
        _ if !record.is_full_size => {}
        "B" => play(record, Colour::Black, value)?,
        "W" => play(record, Colour::White, value)?,
        "AB" => set_up(record, Some(Colour::Black), value)?,
        "AW" => set_up(record, Some(Colour::White), value)?,
        "AE" => set_up(record, None, value)?,
        _ => {}
    }
    Ok(())
}

fn play(record: &mut Record, colour: Colour, value: &[u8]) -> Result<(), Fault> {
    let value = value.trim_ascii();
    // Before version 4 a pass was `tt`.
    record.steps.push(match value {
        b"" | b"tt" => Step::Pass,
        _ => Step::Play(colour, point(value)?),
    });
    Ok(())
}

/// A point, or the two corners of a rectangle of points.
fn set_up(record: &mut Record, stone: Option<Colour>, value: &[u8]) -> Result<(), Fault> {
    let value = value.trim_ascii();
    let (first, last) = match value.iter().position(|&byte| byte == b':') {
        Some(colon) => (&value[..colon], &value[colon + 1..]),
        None => (value, value),
    };
    let (first, last) = (point(first)?, point(last)?);
    for row in first.row().min(last.row())..=first.row().max(last.row()) {
        for column in first.column().min(last.column())..=first.column().max(last.column()) {
            let point = Point::new(row, column);
            record
                .steps
                .extend(point.map(|point| Step::SetUp(point, stone)));
        }
    }
    Ok(())
}

fn point(value: &[u8]) -> Result<Point, Fault> {
    let line = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
    let point = match value.trim_ascii() {
        &[column, row] => Point::new(line(row), line(column)),
        _ => None,
    };
    point.ok_or_else(|| Fault::BadPoint(String::from_utf8_lossy(value).into_owned()))
}

#[cfg(test)]
mod tests;
