//! `cargo lab estimate`: composite Monte Carlo (the third paper) on a PC.
//!
//! The estimator itself is [`dobutsu_core::estimate`]; this room runs it on threads, keeps
//! checkpoints, adds up runs of many machines, draws the paper's figures and prints its tables.
//! The lab's README has its figures.

mod coverage;
mod cutoff;
mod distribution;
mod live;
mod options;
mod plot;
mod predict;
mod problem;
mod puzzle;
mod record;
mod report;
mod run;
mod runner;
mod spec;
mod table1;
mod tables;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Estimate how many solutions, or leaves, a tree has that is too large to search.
#[derive(Parser)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
pub struct EstimateArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Add up checkpoints of runs with equal settings, from one machine or many.
    Merge(run::MergeArgs),
    /// Table 1: random descent against depth-first search.
    Table1(tables::TableArgs),
    /// Table 2: the hexomino box, by cutoff level and by product.
    Table2(tables::TableArgs),
    /// Table 3: 45-Queens, by cutoff level and by product.
    Table3(tables::TableArgs),
    /// What the error of each row of table 2 or 3 truly is, without running it.
    Predict(Box<predict::PredictArgs>),
    /// What each option does to the standard error at equal CPU time.
    Options(tables::TableArgs),
}

/// Runs the experiment.
pub fn run(args: EstimateArgs) -> Result<ExitCode> {
    match args.command {
        Some(Command::Merge(args)) => run::merge(&args)?,
        Some(Command::Table1(args)) => table1::table1(&args)?,
        Some(Command::Table2(args)) => tables::table2(&args)?,
        Some(Command::Table3(args)) => tables::table3(&args)?,
        Some(Command::Predict(args)) => predict::predict(&args)?,
        Some(Command::Options(args)) => options::run(&args)?,
        None => run::estimate(args.run)?,
    }
    Ok(ExitCode::SUCCESS)
}
