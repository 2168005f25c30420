//! What commands print: to the terminal, or to the log of the step they belong to.

use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::Result;

thread_local! {
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Lets everything that `work` says on this thread, and its commands, go to this file.
pub(crate) fn into_log<T>(log: File, work: impl FnOnce() -> T) -> T {
    LOG.set(Some(log));
    let done = work();
    LOG.set(None);
    done
}

/// Prints a line.
pub(crate) fn say(line: impl Display) {
    LOG.with_borrow_mut(|log| match log {
        // A log that cannot be written to is a loss, but no reason to stop.
        Some(log) => drop(writeln!(log, "{line}")),
        None => println!("{line}"),
    });
}

/// Lets a command print where [`say`] does.
pub(crate) fn connect(command: &mut Command) -> Result<&mut Command> {
    LOG.with_borrow(|log| {
        if let Some(log) = log {
            command.stdin(Stdio::null());
            command.stdout(log.try_clone()?).stderr(log.try_clone()?);
        }
        Ok(command)
    })
}
