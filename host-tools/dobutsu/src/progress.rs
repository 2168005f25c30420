//! The progress bar of long commands; it is drawn only in a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this many steps with a text.
pub fn bar(what: &'static str, steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_message(what);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {percent}% {elapsed}") {
        bar.set_style(style);
    }
    bar
}
