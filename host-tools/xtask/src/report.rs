//! The steps of a run as a table: time passed, then processor time.

use std::fmt;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

/// How a step that found no fault ended.
pub(crate) enum Status {
    /// It did its work; the note is what a reader of the table wants to know of it, or nothing.
    Passed(String),
    /// It could not be done here, for this reason.
    Skipped(String),
}

impl Status {
    /// Done, with nothing to add.
    pub(crate) fn passed() -> Self {
        Status::Passed(String::new())
    }
}

/// A step that has ended.
pub(crate) struct Row {
    pub(crate) step: &'static str,
    pub(crate) result: Result<Status>,
    pub(crate) time: Duration,
    /// Of its commands, together with the processes they waited for.
    pub(crate) processor: Duration,
}

/// What the steps of a run came to.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    pub(crate) fn new(rows: Vec<Row>) -> Report {
        Report { rows }
    }

    /// Success unless a step failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.rows.iter().any(|row| row.result.is_err()) {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, note) = match &self.result {
            Ok(Status::Passed(note)) => ("passed", note.clone()),
            Ok(Status::Skipped(why)) => ("skipped", why.clone()),
            Err(error) => ("FAILED", format!("{error:#}")),
        };
        let line = format!(
            "{:<28} {verdict:<7} {:>7.1} s {:>7.1} s  {note}",
            self.step,
            self.time.as_secs_f64(),
            self.processor.as_secs_f64(),
        );
        f.write_str(line.trim_end())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mut passed, mut failed, mut skipped] = [0; 3];
        for row in &self.rows {
            writeln!(f, "{row}")?;
            *match row.result {
                Ok(Status::Passed(_)) => &mut passed,
                Ok(Status::Skipped(_)) => &mut skipped,
                Err(_) => &mut failed,
            } += 1;
        }
        let processor: Duration = self.rows.iter().map(|row| row.processor).sum();
        writeln!(
            f,
            "{:<28} {:7} {:9} {:>7.1} s",
            "all",
            "",
            "",
            processor.as_secs_f64()
        )?;
        write!(f, "\n{passed} passed, {failed} failed")?;
        if skipped > 0 {
            write!(f, ", {skipped} skipped")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    fn row(result: Result<Status>) -> Row {
        Row {
            step: "a step",
            result,
            time: Duration::from_secs(2),
            processor: Duration::from_secs(3),
        }
    }

    fn skipped() -> Row {
        row(Ok(Status::Skipped("no board".to_owned())))
    }

    fn passed() -> Row {
        row(Ok(Status::passed()))
    }

    fn failed() -> Row {
        row(Err(anyhow!("inner").context("outer")))
    }

    #[test]
    fn the_last_line_counts_the_steps() {
        let last_line = |rows| {
            let report = Report::new(rows).to_string();
            report.lines().last().unwrap().to_owned()
        };
        assert_eq!(last_line(vec![]), "0 passed, 0 failed");
        assert_eq!(last_line(vec![passed(), passed()]), "2 passed, 0 failed");
        assert_eq!(
            last_line(vec![passed(), skipped(), failed(), passed()]),
            "2 passed, 1 failed, 1 skipped"
        );
    }

    #[test]
    fn only_a_failure_fails_the_run() {
        let report = Report::new(vec![passed(), skipped()]);
        assert_eq!(report.exit_code(), ExitCode::SUCCESS);
        let report = Report::new(vec![passed(), failed(), passed()]);
        assert_eq!(report.exit_code(), ExitCode::FAILURE);
    }

    #[test]
    fn a_row_carries_its_note() {
        let text = |row: Row| row.to_string();
        let start = format!("{:<28} ", "a step");
        assert_eq!(
            text(passed()),
            format!("{start}passed      2.0 s     3.0 s")
        );
        assert_eq!(
            text(skipped()),
            format!("{start}skipped     2.0 s     3.0 s  no board")
        );
        assert_eq!(
            text(failed()),
            format!("{start}FAILED      2.0 s     3.0 s  outer: inner")
        );
    }
}
