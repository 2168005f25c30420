//! The steps of a run, and the table of their results, elapsed times and processor times.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use nix::sys::resource::{UsageWho, getrusage};

/// Why a step is not possible on this machine. As an error of a step, it is not a failure.
#[derive(Debug)]
pub(crate) struct Skipped(pub(crate) String);

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skipped {}

enum Status {
    Passed,
    Skipped,
    Failed,
}

struct Row {
    step: &'static str,
    status: Status,
    note: String,
    elapsed: Duration,
    /// Of the commands of the step, and of the processes that they waited for.
    processor: Duration,
}

/// The steps of a run so far.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Runs a step that returns a value and a note for the table. After a failure the run continues,
    /// so that one run finds every fault.
    pub(crate) fn step<T>(
        &mut self,
        step: &'static str,
        work: impl FnOnce() -> Result<(T, String)>,
    ) -> Option<T> {
        println!("\n== {step}");
        let (started, before) = (Instant::now(), processor_time());
        let (value, status, note) = match work() {
            Ok((value, note)) => (Some(value), Status::Passed, note),
            Err(error) if error.is::<Skipped>() => (None, Status::Skipped, error.to_string()),
            Err(error) => (None, Status::Failed, format!("{error:#}")),
        };
        let row = Row {
            step,
            status,
            note,
            elapsed: started.elapsed(),
            processor: processor_time().saturating_sub(before),
        };
        println!("== {row}");
        self.rows.push(row);
        value
    }

    /// Runs a step that returns nothing.
    pub(crate) fn check(&mut self, step: &'static str, work: impl FnOnce() -> Result<()>) {
        self.step(step, || Ok((work()?, String::new())));
    }

    /// Success unless a step failed.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let failed = |row: &Row| matches!(row.status, Status::Failed);
        ExitCode::from(u8::from(self.rows.iter().any(failed)))
    }
}

/// The processor time of all commands that have ended.
fn processor_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Duration::ZERO;
    };
    let times = [usage.user_time(), usage.system_time()];
    let micros = times.map(|time| time.tv_sec() * 1_000_000 + time.tv_usec());
    Duration::from_micros(micros.iter().sum::<i64>().unsigned_abs())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = match self.status {
            Status::Passed => "passed",
            Status::Skipped => "skipped",
            Status::Failed => "FAILED",
        };
        let line = format!(
            "{:<28} {status:<7} {:>7.1} s {:>7.1} s  {}",
            self.step,
            self.elapsed.as_secs_f64(),
            self.processor.as_secs_f64(),
            self.note
        );
        f.write_str(line.trim_end())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<36} {:>9} {:>9}", "", "elapsed", "processor")?;
        let [mut passed, mut skipped, mut failed] = [0; 3];
        for row in &self.rows {
            writeln!(f, "{row}")?;
            *match row.status {
                Status::Passed => &mut passed,
                Status::Skipped => &mut skipped,
                Status::Failed => &mut failed,
            } += 1;
        }
        let sum = |time: fn(&Row) -> Duration| -> f64 {
            self.rows.iter().map(time).sum::<Duration>().as_secs_f64()
        };
        let (elapsed, processor) = (sum(|row| row.elapsed), sum(|row| row.processor));
        writeln!(f, "{:<36} {elapsed:>7.1} s {processor:>7.1} s", "all")?;
        write!(f, "\n{passed} passed, {skipped} skipped, {failed} failed")
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_run_continues_after_a_failure_and_reports_it() {
        let mut report = Report::default();
        report.check("a check", || Ok(()));
        let skipped = report.step("no board", || {
            Err::<((), _), _>(Skipped("none".into()).into())
        });
        assert!(skipped.is_none());
        assert_eq!(report.exit_code(), ExitCode::SUCCESS);
        report.check("a fault", || Err(anyhow!("inner").context("outer")));
        assert_eq!(report.step("a value", || Ok((7, "note".into()))), Some(7));
        assert_eq!(report.exit_code(), ExitCode::FAILURE);
        let table = report.to_string();
        let [_, first, second, third, fourth, _, _, last] = table.lines().collect::<Vec<_>>()[..]
        else {
            panic!("{table}");
        };
        assert!(
            first.starts_with("a check                      passed  ") && first.ends_with(" s")
        );
        assert!(second.contains(" skipped ") && second.ends_with(" s  none"));
        assert!(third.contains(" FAILED ") && third.ends_with(" s  outer: inner"));
        assert!(fourth.ends_with(" s  note"));
        assert_eq!(last, "2 passed, 1 skipped, 1 failed");
    }

    #[test]
    fn the_processor_time_of_commands_is_counted() {
        let before = processor_time();
        let count = "n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done";
        assert!(
            Command::new("sh")
                .args(["-c", count])
                .status()
                .unwrap()
                .success()
        );
        assert!(processor_time() > before);
    }
}
