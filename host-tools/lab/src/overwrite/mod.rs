//! `cargo lab overwrite`: the overwrite table in theory, in simulation and in puzzles.

mod formula;
mod memory;
mod occupancy;
mod plot;
mod print;
mod puzzle;
mod puzzles;
mod reuse;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use dobutsu_core::table::OverwriteTable;
use serde::Serialize;

use self::formula::{Model, Simulated, simulate, simulate_model};
use self::memory::Memory;
use self::occupancy::{Filling, Spread, closed_form, distribution, fill, spread};
use self::puzzles::Puzzles;
use self::reuse::Reuse;
use super::output::Output;
use dobutsu::progress;

/// The overwrite table: its formulas, and what it saves in edge-matching puzzles.
#[derive(clap::Args)]
pub struct Args {
    /// Puzzles of each kind to solve.
    #[arg(long, default_value_t = 200)]
    puzzles: u32,
    /// Boards to visit before a puzzle is given up.
    #[arg(long, default_value_t = 200_000)]
    limit: u64,
    /// Tables and searches to simulate for the formulas.
    #[arg(long, default_value_t = 20_000)]
    trials: u32,
    /// Games of random moves to take through the device's memory.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The image that the device's memory is tried with [default: the full one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// All results.
#[derive(Serialize)]
struct Results {
    formula: Vec<Saving>,
    occupancy_slots: usize,
    occupancy: Vec<Filling>,
    distribution: Spread,
    closed_form: Vec<ClosedForm>,
    puzzles: Vec<Puzzles>,
    /// The device's own memory at several sizes.
    memory: Vec<Memory>,
    /// The reuse distances at the device's size.
    #[serde(skip)]
    memory_reuse: Reuse,
}

/// The formula's ratio and the simulated one.
#[derive(Serialize)]
struct Saving {
    model: Model,
    /// What the paper prints for it, if it does.
    paper: Option<f64>,
    closed: f64,
    summed: f64,
    /// The formula's model played through.
    simulated: Simulated,
    /// The same with a real table.
    real_table: Simulated,
}

/// P(t, k, M) three ways.
#[derive(Serialize)]
struct ClosedForm {
    t: u32,
    k: u32,
    m: u32,
    closed: f64,
    recurrence: f64,
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.puzzles >= 2,
        "a confidence interval needs at least 2 puzzles"
    );
    ensure!(
        args.trials >= 100,
        "the simulations need at least 100 trials"
    );
    ensure!(args.limit > 0, "a puzzle needs at least 1 board");
    let (memory, memory_reuse) = memory::measure(args.image.as_deref(), args.games, args.seed)?;
    let results = Results {
        formula: savings(&args),
        occupancy_slots: FILLED,
        occupancy: fill::<FILLED>(&FILLED_AT, (args.trials / 100).max(2), args.seed),
        distribution: spread::<100>(100, args.trials, args.seed),
        closed_form: closed_forms(),
        puzzles: puzzles::measure(&args)?,
        memory,
        memory_reuse,
    };
    args.output
        .finish(&results, print::tables, (1100, 1300), plot::draw)?;
    Ok(ExitCode::SUCCESS)
}

const FILLED: usize = 1000;
const FILLED_AT: [usize; 9] = [100, 250, 500, 750, 1000, 1500, 2000, 3000, 5000];

fn savings(args: &Args) -> Vec<Saving> {
    let bar = progress::bar("formula", 4);
    let trials = args.trials;
    let saving = |d, m: usize, p, paper, real_table| {
        bar.inc(1);
        let model = Model { d, m: m as u32, p };
        Saving {
            model,
            paper,
            closed: model.ratio_closed(),
            summed: model.ratio_summed(),
            simulated: simulate_model(model, trials, args.seed),
            real_table,
        }
    };
    let mut large: Box<OverwriteTable<(), 100_000>> = Box::default();
    let mut small: Box<OverwriteTable<(), 1000>> = Box::default();
    vec![
        saving(
            30,
            100_000,
            0.99,
            Some(0.89),
            simulate(30, 0.99, trials, &mut large, args.seed),
        ),
        saving(
            30,
            1000,
            0.99,
            None,
            simulate(30, 0.99, trials, &mut small, args.seed),
        ),
        saving(
            30,
            1000,
            0.999,
            None,
            simulate(30, 0.999, trials, &mut small, args.seed),
        ),
        saving(
            10,
            100_000,
            0.99,
            None,
            simulate(10, 0.99, trials, &mut large, args.seed),
        ),
    ]
}

fn closed_forms() -> Vec<ClosedForm> {
    let (m, t) = (16, 20);
    let by_recurrence = distribution(m as usize, t as usize);
    (9..=14)
        .filter_map(|k| {
            let closed = closed_form(m, t, k)?;
            Some(ClosedForm {
                t,
                k,
                m,
                closed,
                recurrence: by_recurrence[k as usize],
            })
        })
        .collect()
}
