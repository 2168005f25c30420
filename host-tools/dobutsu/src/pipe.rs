//! Ending a program whose output is closed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use signal_hook::consts::SIGPIPE;
use signal_hook::flag::register_conditional_default;

/// Lets a closed pipe end the program silently, as `head` expects of a Unix tool. By default it is an
/// error of `println!` in Rust, which panics.
pub fn end_quietly() -> Result<()> {
    register_conditional_default(SIGPIPE, Arc::new(AtomicBool::new(true)))?;
    Ok(())
}
