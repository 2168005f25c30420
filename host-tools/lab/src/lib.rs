//! The papers' laboratory: each of the five papers as an experiment, its figures beside ours.
#![forbid(unsafe_code)]

pub mod choices;
pub mod database;
pub mod estimate;
pub mod fuzz;
pub mod go;
pub mod levels;
pub mod output;
pub mod overwrite;
pub mod proof;
pub mod trees;
pub mod turns;

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The experiments.
#[derive(Subcommand)]
pub enum Command {
    /// The succinct database: the paper's ladder from 846 MB to 54.8 MB, and our image.
    Database(database::Args),
    /// Looks along lines: the bytes of the database's choices against evaluations.
    Choices(choices::Args),
    /// Composite Monte Carlo: count what cannot be enumerated.
    Estimate(Box<estimate::EstimateArgs>),
    /// The overwrite table: what survives in it, and what it saves in tiling puzzles.
    Overwrite(overwrite::Args),
    /// Two tables in turn and the replacement schemes, in searches and in matches.
    Turns(turns::Args),
    /// Hash lists: real Go games in 40 bytes a move.
    Go(go::Args),
    /// The device's levels in matches against their neighbours.
    Levels(levels::Args),
    /// The small edition's policy: what limits cost, and games by it to the end.
    Proof(proof::Args),
}

/// Runs one experiment.
pub fn run(command: Command) -> Result<ExitCode> {
    dobutsu::pipe::end_quietly()?;
    match command {
        Command::Estimate(args) => estimate::run(*args),
        Command::Choices(args) => choices::run(args),
        Command::Database(args) => database::run(args),
        Command::Overwrite(args) => overwrite::run(args),
        Command::Turns(args) => turns::run(args),
        Command::Go(args) => go::run(args),
        Command::Levels(args) => levels::run(args),
        Command::Proof(args) => proof::run(args),
    }
}
