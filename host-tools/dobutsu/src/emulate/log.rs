//! What the firmware logs, as the emulator reads it.

use std::fmt;

use serde::{Deserialize, Deserializer};

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
    /// What it says.
    pub message: String,
    /// The bytes that say it, for a reader who decodes them in another way.
    #[serde(deserialize_with = "bytes")]
    pub frame: Vec<u8>,
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    Ok(Hex::deserialize(deserializer)?.0)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.nanos as f64 / 1e9;
        write!(f, "{seconds:10.6} {:5} {}", self.level, self.message)
    }
}
