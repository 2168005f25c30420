//! The progress bar of long commands; it is drawn only in a terminal.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// A bar of this many steps with a text; it is cleared when it is dropped.
pub fn bar(what: &'static str, steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps)
        .with_message(what)
        .with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {percent}% {elapsed}") {
        bar.set_style(style);
    }
    bar
}
