//! The end of a program whose reader has had enough.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use signal_hook::consts::SIGPIPE;
use signal_hook::flag::register_conditional_default;

/// From now on a closed pipe ends the program without a word, as `head` expects of a Unix tool;
/// Rust would turn it into an error of `println!`, which panics.
pub fn end_quietly() -> Result<()> {
    register_conditional_default(SIGPIPE, Arc::new(AtomicBool::new(true)))?;
    Ok(())
}
