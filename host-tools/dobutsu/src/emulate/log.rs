//! What the firmware logs, in words.

use std::fmt;

use defmt_decoder::{DecodeError, StreamDecoder, Table};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When the emulator read it, in nanoseconds since the chip was switched on.
    pub nanos: u64,
    /// `trace`, `debug`, `info`, `warn` or `error`.
    pub level: &'static str,
    /// What it says.
    pub message: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.nanos as f64 / 1e9;
        write!(f, "{seconds:10.6} {:5} {}", self.level, self.message)
    }
}

/// Makes lines of bytes.
pub(super) struct Decoder {
    table: &'static Table,
    stream: Box<dyn StreamDecoder>,
}

impl Decoder {
    pub(super) fn new(table: &'static Table) -> Decoder {
        Decoder {
            table,
            stream: table.new_stream_decoder(),
        }
    }

    /// Forgets half a line, which a power cut leaves.
    pub(super) fn restart(&mut self) {
        self.stream = self.table.new_stream_decoder();
    }

    /// Takes bytes and gives the lines they complete.
    pub(super) fn lines(&mut self, nanos: u64, bytes: &[u8]) -> Vec<Line> {
        self.stream.received(bytes);
        let mut lines = Vec::new();
        loop {
            match self.stream.decode() {
                Ok(frame) => lines.push(Line {
                    nanos,
                    level: frame.level().map_or("print", |level| level.as_str()),
                    message: frame.display_message().to_string(),
                }),
                Err(DecodeError::UnexpectedEof) => return lines,
                Err(DecodeError::Malformed) => lines.push(Line {
                    nanos,
                    level: "error",
                    message: "a line of the log was lost".to_owned(),
                }),
            }
        }
    }
}
