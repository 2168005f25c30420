//! The engine as a program of its own, for clients that start an engine by its path alone.

use std::process::ExitCode;

use clap::Parser;
use dobutsu::{pipe, report, usi};

/// Play dobutsu shogi over USI; the same as `dobutsu usi`.
#[derive(Parser)]
#[command(name = "dobutsu-usi", version)]
struct Cli {
    #[command(flatten)]
    args: usi::Args,
}

fn main() -> ExitCode {
    let Cli { args } = Cli::parse();
    report(pipe::end_quietly().and_then(|()| usi::run(args)))
}
