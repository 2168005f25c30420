//! A line as it comes in, byte by byte.

use heapless::Vec;

use super::refusal::Refusal;

/// The longest line that is read: a game of 384 moves has room.
pub const LINE: usize = 2048;

/// The line that is coming in.
#[derive(Debug, Default)]
pub(super) struct Line {
    bytes: Vec<u8, LINE>,
    too_long: bool,
}

impl Line {
    /// Nothing has come in.
    pub(super) const fn new() -> Line {
        Line {
            bytes: Vec::new(),
            too_long: false,
        }
    }

    /// One more byte.
    pub(super) fn push(&mut self, byte: u8) {
        self.too_long |= self.bytes.push(byte).is_err();
    }

    /// The line so far.
    pub(super) fn text(&self) -> Result<&str, Refusal> {
        if self.too_long {
            return Err(Refusal::TooLong);
        }
        str::from_utf8(&self.bytes).map_err(|_| Refusal::NotText)
    }

    /// Makes room for the next line.
    pub(super) fn clear(&mut self) {
        *self = Line::new();
    }
}
