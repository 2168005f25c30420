//! What commands print and how long they compute, for the step they belong to.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Result;

thread_local! {
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
    static PROCESSOR: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Sends everything that `work` says on this thread, and its commands, to this file. Returns the
/// processor time of the commands with the result.
pub(crate) fn into_log<T>(log: File, work: impl FnOnce() -> T) -> (T, Duration) {
    LOG.set(Some(log));
    PROCESSOR.take();
    let done = work();
    LOG.set(None);
    (done, PROCESSOR.take())
}

/// Adds the processor time of a command that has ended.
pub(crate) fn add_processor_time(time: Duration) {
    PROCESSOR.set(PROCESSOR.get() + time);
}

/// Prints a line.
pub(crate) fn say(line: impl Display) {
    LOG.with_borrow_mut(|log| match log {
        // A log that cannot be written to is a loss, but no reason to stop.
        Some(log) => drop(writeln!(log, "{line}")),
        None => println!("{line}"),
    });
}

/// Lets a command print where [`say`] does. There is nothing for it to read.
pub(crate) fn connect(command: &mut Command) -> Result<&mut Command> {
    command.stdin(Stdio::null());
    LOG.with_borrow(|log| {
        if let Some(log) = log {
            command.stdout(log.try_clone()?).stderr(log.try_clone()?);
        }
        Ok(command)
    })
}
