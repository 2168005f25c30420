//! `dobutsu lab`: each of the five papers as an experiment, its figures beside ours.

pub mod estimate;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The experiments.
#[derive(Subcommand)]
pub enum Command {
    /// Composite Monte Carlo: count what cannot be enumerated.
    Estimate(Box<estimate::EstimateArgs>),
}

/// Runs one experiment.
pub fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Estimate(args) => estimate::run(*args),
    }
}
