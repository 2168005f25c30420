//! The command line. Every subcommand is a module with an `Args` struct and a `run` function.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::{
    build, emulate, levels, perft, pipe, play, probe, review, solve, statistics, train, tsume, usi,
    verify,
};

/// Dobutsu shogi, solved and played perfectly.
#[derive(Parser)]
#[command(name = "dobutsu", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Review(review::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Perft(perft::Args),
    Train(train::Args),
    Build(build::Args),
    Verify(verify::Args),
    Usi(usi::Args),
    Tsume(tsume::Args),
    Statistics(statistics::Args),
    Levels(levels::Args),
    Emulate(emulate::Args),
}

impl Cli {
    /// Runs the chosen subcommand; without one, plays.
    pub fn run(self) -> Result<ExitCode> {
        // `emulate` writes to a pipe as well, and reports as an error that the emulator has closed it.
        if !matches!(self.command, Some(Command::Emulate(_))) {
            pipe::end_quietly()?;
        }
        match self.command {
            Some(Command::Review(args)) => review::run(args),
            Some(Command::Solve(args)) => solve::run(args),
            Some(Command::Probe(args)) => probe::run(args),
            Some(Command::Perft(args)) => perft::run(args),
            Some(Command::Train(args)) => train::run(args),
            Some(Command::Build(args)) => build::run(args),
            Some(Command::Verify(args)) => verify::run(args),
            Some(Command::Usi(args)) => usi::run(args),
            Some(Command::Tsume(args)) => tsume::run(args),
            Some(Command::Statistics(args)) => statistics::run(args),
            Some(Command::Levels(args)) => levels::run(args),
            Some(Command::Emulate(args)) => emulate::run(args),
            Some(Command::Play(args)) => play::run(args),
            None => play::run(play::Args::default()),
        }
    }
}
