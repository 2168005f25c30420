//! The `lab` program: `cargo lab <experiment>`.

use std::process::ExitCode;

use clap::Parser;
use dobutsu_lab::Command;

/// The papers' laboratory: every experiment, its figures beside the paper's.
#[derive(Parser)]
#[command(name = "lab", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match dobutsu_lab::run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}
