//! What the firmware logs, as the emulator reads it.

use std::fmt;

use serde::Deserialize;

use super::wire::Hex;

/// A line of the log.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Line {
    /// When the emulator read it, in nanoseconds since the chip was switched on.
    pub nanos: u64,
    /// `trace`, `debug`, `info`, `warn`, `error`, or `print` for one without a level.
    pub level: String,
    /// When it was logged, by the chip's own clock.
    pub time: String,
    /// The decoded text.
    pub message: String,
    /// Its encoded bytes, for other decoders.
    pub frame: Hex,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.nanos as f64 / 1e9;
        write!(f, "{seconds:10.6} {:5} {}", self.level, self.message)
    }
}
