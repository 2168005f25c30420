//! What the emulator counted, as a table.

use std::fmt;

use super::chip::{Calls, Counters};
use super::log::Line;

/// The chip's clock in cycles a microsecond.
pub const MHZ: u64 = 200;

/// Counts of a run.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The calls of each watched function.
    pub calls: Vec<(String, Calls)>,
    /// Cycles from the question to the answer for each of the device's moves, interruptions included.
    pub moves: Vec<u64>,
    /// Bytes of stack used.
    pub stack: u32,
    /// Sectors erased and pages programmed.
    pub flash: (u64, u64),
}

impl Figures {
    /// From the counters, the moves in the log and the stack's depth.
    pub fn new(counters: Counters, log: &[Line], stack: u32) -> Figures {
        Figures {
            calls: counters.calls.into_iter().collect(),
            moves: moves(log),
            stack,
            flash: (counters.erases, counters.programs),
        }
    }
}

/// The cycles of the device's moves, from log lines such as `device plays 3a3b after 70787 us`.
pub fn moves(log: &[Line]) -> Vec<u64> {
    let micros = |line: &Line| {
        let words: Vec<&str> = line.message.split_whitespace().collect();
        match words[..] {
            ["device", "plays", .., "after", micros, "us"] => micros.parse::<u64>().ok(),
            _ => None,
        }
    };
    log.iter().filter_map(micros).map(|us| us * MHZ).collect()
}

/// The middle and the largest of some counts.
pub fn median_and_worst(counts: impl IntoIterator<Item = u64>) -> Option<(u64, u64)> {
    let mut counts: Vec<u64> = counts.into_iter().collect();
    counts.sort_unstable();
    Some((*counts.get(counts.len() / 2)?, *counts.last()?))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:16} {:>7} {:>12} {:>12}",
            "cycles", "calls", "median", "worst"
        )?;
        let mut row = |name: &str, counts: Vec<u64>| {
            let calls = counts.len();
            let (median, worst) = median_and_worst(counts).unwrap_or_default();
            writeln!(f, "{name:16} {calls:>7} {median:>12} {worst:>12}")
        };
        for (name, calls) in &self.calls {
            row(name, calls.iter().map(|call| call.0).collect())?;
            row("  cache misses", calls.iter().map(|call| call.1).collect())?;
        }
        row("device's moves", self.moves.clone())?;
        let (erases, programs) = self.flash;
        writeln!(
            f,
            "stack {} bytes, flash {erases} sectors erased, {programs} pages programmed",
            self.stack
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_the_log() {
        let line = |message: &str| Line {
            nanos: 0,
            level: "info".to_owned(),
            time: String::new(),
            message: message.to_owned(),
            frame: Vec::new(),
        };
        let log = [
            line("person plays 1d1c"),
            line("device plays 3a3b after 20 us"),
            line("device plays C*2b after 4 us"),
            line("saved 50 bytes: true"),
        ];
        assert_eq!(moves(&log), [4000, 800]);
        assert_eq!(median_and_worst(moves(&log)), Some((4000, 4000)));
        assert_eq!(median_and_worst([]), None);
    }
}
