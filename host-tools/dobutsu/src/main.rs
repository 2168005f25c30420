//! The `dobutsu` command.

use std::process::ExitCode;

use clap::Parser;
use dobutsu::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("dobutsu: {error:#}");
            ExitCode::FAILURE
        }
    }
}
