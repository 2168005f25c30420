//! What the emulator counted, as a table.

use std::fmt;

use anyhow::Result;

use super::chip::Chip;
use super::log::Line;

/// The chip's clock in cycles per microsecond.
pub const MHZ: u64 = 200;

/// Counts of cycles in ascending order.
pub struct Spread(Vec<u64>);

impl Spread {
    /// Sorts the counts.
    pub fn of(counts: impl IntoIterator<Item = u64>) -> Spread {
        let mut counts: Vec<u64> = counts.into_iter().collect();
        counts.sort_unstable();
        Spread(counts)
    }

    /// The given percentile; 0 if there are no counts.
    pub fn percentile(&self, percent: usize) -> u64 {
        let at = self.0.len() * percent / 100;
        self.0.get(at).or(self.0.last()).copied().unwrap_or(0)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |percent| self.percentile(percent) as f64 / (1e3 * MHZ as f64);
        write!(
            f,
            "{} counts, median {:.2} ms, p90 {:.2}, p99 {:.2}, worst {:.2} ({:.2} M cycles)",
            self.0.len(),
            millis(50),
            millis(90),
            millis(99),
            millis(100),
            self.percentile(100) as f64 / 1e6
        )
    }
}

/// The cycles of the device's moves, from log messages such as `device plays 3a3b after 70787 us`.
fn moves<'l>(messages: impl Iterator<Item = &'l str>) -> Vec<u64> {
    let micros = |message: &str| {
        let (_, after) = message
            .strip_prefix("device plays ")?
            .split_once(" after ")?;
        after.strip_suffix(" us")?.parse::<u64>().ok()
    };
    messages.filter_map(micros).map(|us| us * MHZ).collect()
}

/// The cycles of each watched function and of the device's moves, interruptions included, the cache
/// misses, the stack and the flash operations.
pub(super) fn table(chip: &mut Chip, log: &[Line]) -> Result<String> {
    let (counters, stack) = (chip.counters()?, chip.stack_used()?);
    let mut text = String::new();
    for (name, calls) in &counters.calls {
        let cycles = Spread::of(calls.iter().map(|call| call.0));
        let misses: u64 = calls.iter().map(|call| call.1).sum();
        text += &format!("{name:16} {cycles}, {misses} cache misses\n");
    }
    let moves = Spread::of(moves(log.iter().map(|line| &line.message[..])));
    let (erases, programs) = (counters.erases, counters.programs);
    Ok(text
        + &format!(
            "{:16} {moves}\nstack {stack} bytes, flash {erases} sectors erased, {programs} pages programmed\n",
            "device's moves"
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_the_log() {
        let log = [
            "person plays 1d1c",
            "device plays 3a3b after 20 us",
            "device plays C*2b after 4 us",
            "saved 50 bytes: true",
        ];
        assert_eq!(moves(log.into_iter()), [4000, 800]);
    }
}
