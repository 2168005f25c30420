//! The `dobutsu` command.

use std::process::ExitCode;

use clap::Parser;
use dobutsu::cli::Cli;

fn main() -> ExitCode {
    dobutsu::report(Cli::parse().run())
}
