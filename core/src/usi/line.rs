//! A line as it comes in, byte by byte.

use heapless::Vec;

use super::command::{Command, Refusal, Setup};

/// The longest line that is read, without the moves of a `position` command.
pub(super) const LINE: usize = 512;

/// The line that is coming in.
///
/// The moves of a `position` command are played as they arrive, so that a game may have any length.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The line so far, or the present word after `position … moves`.
    bytes: Vec<u8, LINE>,
    too_long: bool,
    /// The position that the moves so far lead to.
    setup: Option<Setup>,
}

impl Line {
    pub(super) const fn new() -> Line {
        Line {
            bytes: Vec::new(),
            too_long: false,
            setup: None,
        }
    }

    pub(super) fn push(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() {
            self.end_word();
            if self.bytes.is_empty() {
                return;
            }
        }
        self.too_long |= self.bytes.push(byte).is_err();
    }

    /// Plays the word if it is a move.
    fn end_word(&mut self) {
        if self.too_long {
            return;
        }
        if let Some(setup) = &mut self.setup {
            match str::from_utf8(&self.bytes) {
                Ok("") => {}
                Ok(word) => setup.play(word),
                Err(_) => setup.refuse(Refusal::NotText),
            }
            self.bytes.clear();
        } else if let Some(setup) = Setup::before_moves(&self.bytes) {
            self.setup = Some(setup);
            self.bytes.clear();
        }
    }

    /// Reads the line, which is complete.
    pub(super) fn command(&mut self) -> Result<Command<'_>, Refusal> {
        self.end_word();
        let text = match str::from_utf8(&self.bytes) {
            _ if self.too_long => Err(Refusal::TooLong),
            Ok(text) => Ok(text),
            Err(_) => Err(Refusal::NotText),
        };
        match (text, &mut self.setup) {
            (Ok(_), Some(setup)) => Ok(Command::Position(*setup)),
            (Ok(text), None) => Command::read(text),
            // A position that cannot be read must not leave the one before in force.
            (Err(refusal), setup) if setup.is_some() || self.bytes.starts_with(b"position") => {
                Ok(Command::Position(Setup::refused(refusal)))
            }
            (Err(refusal), _) => Err(refusal),
        }
    }

    /// Makes room for the next line.
    pub(super) fn clear(&mut self) {
        *self = Line::new();
    }
}
