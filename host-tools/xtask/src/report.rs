//! The steps of a run: a heading for each while it works, and a table of all at the end.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

/// How a step that found no fault ended.
pub(crate) enum Outcome {
    /// It did its work; the note is what a reader of the table wants to know of it, or nothing.
    Passed(String),
    /// It could not be done here, for this reason.
    Skipped(String),
}

impl Outcome {
    /// Done, with nothing to add.
    pub(crate) fn passed() -> Self {
        Outcome::Passed(String::new())
    }
}

enum Verdict {
    Passed,
    Failed,
    Skipped,
}

struct Row {
    step: &'static str,
    verdict: Verdict,
    note: String,
    time: Duration,
}

/// What the steps of a run came to.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Runs one step under its heading. A failure is kept, and the next step may run: one run
    /// shows everything there is to repair.
    pub(crate) fn step(&mut self, step: &'static str, work: impl FnOnce() -> Result<Outcome>) {
        println!("\n== {step}");
        let started = Instant::now();
        let result = work();
        let time = started.elapsed();
        let (verdict, note) = match result {
            Ok(Outcome::Passed(note)) => (Verdict::Passed, note),
            Ok(Outcome::Skipped(why)) => (Verdict::Skipped, why),
            Err(error) => (Verdict::Failed, format!("{error:#}")),
        };
        let row = Row {
            step,
            verdict,
            note,
            time,
        };
        println!("== {row}");
        self.rows.push(row);
    }

    /// Success unless a step failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let failed = self
            .rows
            .iter()
            .any(|row| matches!(row.verdict, Verdict::Failed));
        if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Passed => "passed",
            Verdict::Failed => "FAILED",
            Verdict::Skipped => "skipped",
        };
        let seconds = self.time.as_secs_f64();
        write!(f, "{:<28} {verdict:<7} {seconds:>7.1} s", self.step)?;
        if self.note.is_empty() {
            Ok(())
        } else {
            write!(f, "  {}", self.note)
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        let [mut passed, mut failed, mut skipped] = [0; 3];
        for row in &self.rows {
            *match row.verdict {
                Verdict::Passed => &mut passed,
                Verdict::Failed => &mut failed,
                Verdict::Skipped => &mut skipped,
            } += 1;
        }
        write!(f, "\n{passed} passed, {failed} failed")?;
        if skipped > 0 {
            write!(f, ", {skipped} skipped")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    fn last_line(report: &Report) -> String {
        report.to_string().lines().last().unwrap().to_owned()
    }

    #[test]
    fn the_last_line_counts_the_steps() {
        let mut report = Report::default();
        assert_eq!(last_line(&report), "0 passed, 0 failed");
        report.step("first", || Ok(Outcome::passed()));
        report.step("second", || Ok(Outcome::Passed("with a note".to_owned())));
        assert_eq!(last_line(&report), "2 passed, 0 failed");
        report.step("third", || Ok(Outcome::Skipped("no board".to_owned())));
        assert_eq!(last_line(&report), "2 passed, 0 failed, 1 skipped");
        report.step("fourth", || bail!("broken"));
        assert_eq!(last_line(&report), "2 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn only_a_failure_fails_the_run() {
        let mut report = Report::default();
        report.step("first", || Ok(Outcome::passed()));
        report.step("second", || Ok(Outcome::Skipped("no board".to_owned())));
        assert_eq!(report.exit_code(), ExitCode::SUCCESS);
        report.step("third", || bail!("broken"));
        report.step("fourth", || Ok(Outcome::passed()));
        assert_eq!(report.exit_code(), ExitCode::FAILURE);
    }

    #[test]
    fn a_row_carries_its_note() {
        let mut report = Report::default();
        report.step("third", || Ok(Outcome::Skipped("no board".to_owned())));
        let row = report.rows[0].to_string();
        assert!(
            row.starts_with("third ") && row.ends_with(" s  no board"),
            "{row}"
        );
    }
}
