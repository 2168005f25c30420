//! `cargo lab overwrite`: the overwrite table in theory, in simulation and in puzzles.

mod formula;
mod occupancy;
mod plot;
mod print;
mod tiling;

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use dobutsu_core::table::OverwriteTable;
use serde::Serialize;

use self::formula::{Model, Simulated, simulate, simulate_model};
use self::occupancy::{Filling, Spread, closed_form, distribution, fill, spread};
use self::tiling::{End, Failures, Measurement, Watch};
use super::output::{Output, mean_and_margin};
use crate::trees::{Tiling, TilingShape};
use dobutsu::progress;

/// The overwrite table: its formulas, and what it saves in edge-matching puzzles.
#[derive(clap::Args)]
pub struct Args {
    /// Puzzles of each kind to solve.
    #[arg(long, default_value_t = 200)]
    puzzles: u32,
    /// Boards to visit before a puzzle is given up.
    #[arg(long, default_value_t = 2_000_000)]
    limit: u64,
    /// Tables and searches to simulate for the formulas.
    #[arg(long, default_value_t = 20_000)]
    trials: u32,
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

/// One kind of puzzle, one level, one table size.
#[derive(Serialize)]
struct Puzzles {
    width: u8,
    height: u8,
    colours: u8,
    level: u8,
    slots: usize,
    solved: u32,
    given_up: u32,
    /// Boards at the level and below, all puzzles together, with the table over without.
    ratio_of_sums: f64,
    /// Mean of the puzzles' own ratios and half its 95 % confidence interval.
    mean: f64,
    margin: f64,
    /// Share of puzzles with a ratio between 0.8 and 1.
    within_paper: f64,
}

/// Board, colours, and the levels at which the table is tried.
const KINDS: [(u8, u8, u8, [u8; 3]); 6] = [
    (4, 4, 3, [5, 7, 9]),
    (4, 4, 4, [5, 7, 9]),
    (5, 5, 4, [8, 11, 14]),
    (5, 5, 5, [8, 11, 14]),
    (6, 5, 6, [10, 13, 16]),
    (6, 6, 7, [12, 16, 20]),
];

const SLOTS: [usize; 3] = [256, 4096, 100_000];

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
    let results = Results {
        formula: savings(&args),
        occupancy_slots: FILLED,
        occupancy: fill::<FILLED>(&FILLED_AT, (args.trials / 100).max(2), args.seed),
        distribution: spread::<100>(100, args.trials, args.seed),
        closed_form: closed_forms(),
        puzzles: puzzles(&args)?,
    };
    args.output
        .finish(&results, print::tables, (900, 900), plot::draw)?;
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

fn puzzles(args: &Args) -> Result<Vec<Puzzles>> {
    let bar = progress::bar("puzzles", u64::from(args.puzzles) * KINDS.len() as u64);
    let mut results = Vec::new();
    for (width, height, colours, levels) in KINDS {
        let shape = TilingShape {
            width,
            height,
            colours,
            turning: true,
        };
        let mut watches = levels.map(|level| Watch {
            level,
            tables: tables(),
            without: 0,
            with: Vec::new(),
        });
        let mut ratios = vec![vec![Vec::new(); SLOTS.len()]; levels.len()];
        let mut sums = vec![vec![(0u64, 0u64); SLOTS.len()]; levels.len()];
        let (mut solved, mut given_up) = (0, 0);
        for number in 0..args.puzzles {
            let seed = args.seed << 32 | u64::from(number);
            let tiling = Tiling::random(shape, seed).context("a puzzle of this shape")?;
            match Measurement::run(&tiling, &mut watches, args.limit) {
                End::Solved => solved += 1,
                _ => given_up += 1,
            }
            for (level, watch) in watches.iter().enumerate() {
                for (table, &with) in watch.with.iter().enumerate() {
                    // What was visited before giving up counts as well; leaving it out would
                    // favour easy puzzles.
                    if watch.without > 0 {
                        ratios[level][table].push(with as f64 / watch.without as f64);
                        sums[level][table].0 += with;
                        sums[level][table].1 += watch.without;
                    }
                }
            }
            bar.inc(1);
        }
        for (at, &level) in levels.iter().enumerate() {
            for (table, &slots) in SLOTS.iter().enumerate() {
                let ratios = &ratios[at][table];
                ensure!(
                    ratios.len() >= 2,
                    "too few puzzles reached level {level}; try more"
                );
                let (mean, margin) = mean_and_margin(ratios);
                let within = ratios.iter().filter(|ratio| **ratio >= 0.8).count();
                results.push(Puzzles {
                    width,
                    height,
                    colours,
                    level,
                    slots,
                    solved,
                    given_up,
                    ratio_of_sums: sums[at][table].0 as f64 / sums[at][table].1 as f64,
                    mean,
                    margin,
                    within_paper: within as f64 / ratios.len() as f64,
                });
            }
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

fn tables() -> Vec<Box<dyn Failures>> {
    const { assert!(SLOTS[0] == 256 && SLOTS[1] == 4096 && SLOTS[2] == 100_000) };
    vec![
        Box::new(OverwriteTable::<(), 256, u64>::new()),
        Box::new(OverwriteTable::<(), 4096, u64>::new()),
        Box::new(OverwriteTable::<(), 100_000, u64>::new()),
    ]
}
