//! The papers' laboratory: each of the five papers as an experiment, its figures beside ours.
#![forbid(unsafe_code)]

pub mod database;
pub mod estimate;
pub mod fuzz;
pub mod go;
pub mod output;
pub mod overwrite;
pub mod turns;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The experiments.
#[derive(Subcommand)]
pub enum Command {
    /// The overwrite table: its formulas, and what it saves in edge-matching puzzles
    Overwrite(overwrite::Args),
    /// Hash lists: Go games in 40 bytes a move, look-ups, and a joseki
    Go(go::Args),
    /// Composite Monte Carlo: counts the solutions of problems too large to search
    Estimate(Box<estimate::EstimateArgs>),
    /// Two transposition tables used in turn: the paper's two tables for dobutsu shogi
    Turns(turns::Args),
    /// The succinct database: the paper's ladder from 846 MB to 54.8 MB, and our image
    Database(database::Args),
}

/// Runs one experiment.
pub fn run(command: Command) -> Result<ExitCode> {
    dobutsu::pipe::end_quietly()?;
    match command {
        Command::Estimate(args) => estimate::run(*args),
        Command::Database(args) => database::run(args),
        Command::Overwrite(args) => overwrite::run(args),
        Command::Turns(args) => turns::run(args),
        Command::Go(args) => go::run(args),
    }
}
