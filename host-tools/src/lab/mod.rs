//! `dobutsu lab`: each of the five papers as an experiment, its figures beside ours.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The experiments.
#[derive(Subcommand)]
pub enum Command {}

/// Runs one experiment.
pub fn run(command: Command) -> Result<ExitCode> {
    match command {}
}
