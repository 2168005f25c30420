//! `dobutsu lab`: each of the five papers as an experiment, its figures beside ours.

pub mod levels;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The experiments.
#[derive(Subcommand)]
pub enum Command {
    /// Play every level against the one below, with the solved game as adviser.
    Levels(levels::Args),
}

/// Runs one experiment.
pub fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Levels(args) => levels::run(args),
    }
}
