//! The `info` lines.

use core::fmt;

use super::following::Following;
use crate::game::{Letters, Value};
use crate::player::Verdict;

/// The effort of an analysis so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    /// Milliseconds since `go`, if there is a clock.
    pub(super) millis: Option<u32>,
    /// Positions looked at.
    pub(super) nodes: u32,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nodes {}", self.nodes)?;
        let Some(millis) = self.millis else {
            return Ok(());
        };
        write!(f, " time {millis}")?;
        let rate = u64::from(self.nodes) * 1000;
        match rate.checked_div(millis.into()) {
            Some(nps) => write!(f, " nps {nps}"),
            None => Ok(()),
        }
    }
}

/// Writes an `info` line about the first move of a line; `number` is its rank among several.
pub(super) fn write_info(
    out: &mut impl fmt::Write,
    line: &Following,
    number: Option<usize>,
    verdict: Verdict,
    effort: Effort,
    letters: Letters,
) -> fmt::Result {
    write!(out, "info depth {}", line.moves.len())?;
    if let Some(number) = number {
        write!(out, " multipv {number}")?;
    }
    match verdict {
        Verdict::Exact(Value::Draw) => write!(out, " score cp 0")?,
        Verdict::Exact(value) => write!(out, " score mate {value}")?,
        Verdict::Won => write!(out, " score mate +")?,
        Verdict::Lost => write!(out, " score mate -")?,
        Verdict::Unclear(guess) => write!(out, " score cp {guess}")?,
    }
    write!(out, " {effort} pv")?;
    line.write_moves(letters, out)?;
    writeln!(out)
}
