//! The answer to a request.

use core::fmt::{self, Write};

/// Text in a buffer of a fixed size.
pub struct Answer<'b> {
    buffer: &'b mut [u8],
    length: usize,
}

impl<'b> Answer<'b> {
    /// An empty answer.
    pub fn new(buffer: &'b mut [u8]) -> Answer<'b> {
        Answer { buffer, length: 0 }
    }

    /// The number of bytes written.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The text written so far.
    pub fn text(&self) -> &str {
        // Only complete texts are written.
        str::from_utf8(&self.buffer[..self.length]).unwrap_or_default()
    }

    /// Replaces what was written.
    pub fn replace(&mut self, text: fmt::Arguments<'_>) {
        self.length = 0;
        // The message of an error is short enough.
        let _ = self.write_fmt(text);
    }
}

impl Write for Answer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.buffer.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
