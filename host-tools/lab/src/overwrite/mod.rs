//! `cargo lab overwrite`: the overwrite table in theory, in simulation and in puzzles.

mod formula;
mod occupancy;
mod puzzle;
mod puzzles;
mod tiling;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use serde::Serialize;

use self::formula::{Model, Ratio, simulate_model};
use self::occupancy::{Spread, spread};
use self::puzzles::{Puzzles, measure};
use crate::output::{Output, print_table};
use dobutsu::svg::chart::{Axis, Chart};

/// The overwrite table: its formulas, and what it saves in edge-matching puzzles
#[derive(clap::Args)]
pub struct Args {
    /// Puzzles of each kind to solve
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..))]
    puzzles: u32,
    /// Boards to visit before a puzzle is given up; the last is that of the main table
    #[arg(long, value_delimiter = ',', default_values_t = [300, 3000, 30_000, 200_000])]
    limits: Vec<u64>,
    /// Tables and searches to simulate for the formulas
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(200..))]
    trials: u32,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Results {
    formula: Vec<Saving>,
    occupancy: Vec<Spread>,
    /// By limit.
    puzzles: Vec<Vec<Puzzles>>,
}

impl Results {
    /// The sizes of the tables and the ratios of a kind of puzzle, under the last limit.
    fn by_size(&self, kind: usize) -> impl Iterator<Item = (f64, f64)> {
        let tables = self.puzzles.last().map(|kinds| &kinds[kind].tables);
        let point = |table: &puzzles::Saving| (table.slots as f64, table.ratio.ratio);
        tables.into_iter().flatten().map(point)
    }

    /// The limits and the ratios of a kind of puzzle with the largest table.
    fn by_limit(&self, kind: usize) -> impl Iterator<Item = (f64, f64)> {
        self.puzzles.iter().filter_map(move |kinds| {
            let kind = &kinds[kind];
            Some((kind.limit as f64, kind.tables.last()?.ratio.ratio))
        })
    }
}

/// The formula's ratio and the simulated one.
#[derive(Serialize)]
struct Saving {
    model: Model,
    closed: f64,
    summed: f64,
    printed: f64,
    simulated: Ratio,
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.limits.iter().all(|&limit| limit > 0) && !args.limits.is_empty(),
        "a puzzle needs at least 1 board"
    );
    let puzzles = args.limits.iter().map(|&limit| measure(&args, limit));
    let results = Results {
        formula: savings(&args),
        occupancy: vec![
            spread::<100>(50, args.trials, args.seed),
            spread::<100>(100, args.trials, args.seed),
            spread::<100>(200, args.trials, args.seed),
        ],
        puzzles: puzzles.collect::<Result<_>>()?,
    };
    args.output.finish(&results, print, charts)?;
    Ok(ExitCode::SUCCESS)
}

/// The paper's example first, then d, p and M changed one at a time.
fn savings(args: &Args) -> Vec<Saving> {
    let models = [
        (30, 100_000, 0.99),
        (10, 100_000, 0.99),
        (100, 100_000, 0.99),
        (30, 1000, 0.99),
        (30, 100, 0.99),
        (30, 100_000, 0.9),
        (30, 100_000, 0.999),
        (30, 100_000, 0.9999),
    ];
    let saving = |(d, m, p)| {
        let model = Model { d, m, p };
        Saving {
            model,
            closed: model.ratio_closed(),
            summed: model.ratio_summed(),
            printed: model.ratio_printed(),
            simulated: simulate_model(model, args.trials / 4, args.seed),
        }
    };
    models.into_iter().map(saving).collect()
}

fn print(results: &Results) {
    println!("The formula: search time below level ℓ with the table over without");
    let rows = results.formula.iter().map(|saving| {
        let Model { d, m, p } = saving.model;
        let paper = (d, m, p) == (30, 100_000, 0.99);
        let Ratio { ratio, margin } = saving.simulated;
        vec![
            format!("d = {d}, M = {m}, p = {p}"),
            if paper { "0.89" } else { "" }.to_owned(),
            format!("{:.4}", saving.closed),
            format!("{:.4}", saving.summed),
            format!("{ratio:.4} ± {margin:.4}"),
            format!("{:.4}", saving.printed),
        ]
    });
    let headings = "|paper|closed form|double sum|simulated|T as printed";
    print_table(headings, rows);

    println!("\nOccupied of M slots after t writes, and the fit of P(t, k, M)");
    let rows = results.occupancy.iter().map(|filled| {
        let Spread { m, t, tables, .. } = filled;
        vec![
            format!("M = {m}, t = {t}, {tables} tables"),
            format!("{:.3}", filled.expected),
            format!("{:.3} ± {:.3}", filled.mean, filled.margin),
            format!("{:.1}", filled.chi_square),
            filled.degrees.to_string(),
        ]
    });
    print_table("|M(1 − α^t)|simulated|χ²|degrees", rows);

    let Some(main) = results.puzzles.last() else {
        return;
    };
    println!(
        "\nTiling puzzles, M = 100,000, given up after {} boards (paper: 0.8 to 1.0)",
        main[0].limit
    );
    let headings = "puzzle|ℓ|d|p|visits/d²|formula|measured|2 generations|3|4+|occurrences|most|ℓ!";
    print_table(headings, main.iter().map(row));

    let by = |what: &str, columns: Vec<String>, ratios: &dyn Fn(usize) -> Vec<f64>| {
        println!("\nMeasured ratio by {what}");
        let rows = main.iter().enumerate().map(|(number, kind)| {
            let ratios = ratios(number)
                .into_iter()
                .map(|ratio| format!("{ratio:.3}"));
            let name = [kind.name.clone(), kind.level.to_string()];
            name.into_iter().chain(ratios).collect()
        });
        print_table(&format!("puzzle|ℓ|{}", columns.join("|")), rows);
    };
    by(
        &format!("table size M, given up after {} boards", main[0].limit),
        puzzles::SLOTS.map(|slots| format!("M = {slots}")).into(),
        &|number| results.by_size(number).map(|point| point.1).collect(),
    );
    let limits = results.puzzles.iter().map(|kinds| kinds[0].limit);
    by(
        "limit, M = 100,000",
        limits.map(|limit| format!("{limit} boards")).collect(),
        &|number| results.by_limit(number).map(|point| point.1).collect(),
    );
}

fn row(kind: &Puzzles) -> Vec<String> {
    let Some(table) = kind.tables.last() else {
        return Vec::new();
    };
    let [two, three, more] = table.by_generation;
    let orders: f64 = (1..=kind.level).map(|n| n as f64).product();
    vec![
        kind.name.clone(),
        kind.level.to_string(),
        format!("{:.1}, {:.1}", kind.d[0], kind.d[1]),
        format!("{:.5}", kind.p),
        format!("{:.2}", kind.spread),
        format!("{:.3}", table.formula),
        format!("{:.3} ± {:.3}", table.ratio.ratio, table.ratio.margin),
        format!("{two:.3}"),
        format!("{three:.3}"),
        format!("{more:.3}"),
        format!("{:.2}", kind.occurrences),
        kind.most.to_string(),
        if orders < 1e6 {
            format!("{orders}")
        } else {
            format!("{orders:.0e}")
        },
    ]
}

/// Ratios by the extent of the search, by table size and by limit; the formula's by p, d and M.
fn charts(results: &Results) -> Vec<Chart> {
    let Some(main) = results.puzzles.last() else {
        return Vec::new();
    };
    let ratio = || Axis::linear("ratio").showing(0.0, 1.05);
    let paper = |chart: Chart, points: Vec<f64>| {
        let across = |value: f64| points.iter().map(move |&x| (x, value));
        chart
            .line("paper: 0.8 to 1.0", across(0.8))
            .line("paper ", across(1.0))
    };
    let last = |of: fn(&puzzles::Saving) -> f64| {
        main.iter()
            .filter_map(move |kind| Some((kind.spread, of(kind.tables.last()?))))
    };
    let spread = Axis::log("visits to ℓ by a search, over d²").showing(1e-4, 1e3);
    let extent = Chart::new("Tiling puzzles, by extent of the search", spread, ratio());
    let extent = paper(extent, vec![1e-4, 1e3])
        .dots("formula, measured d and p", last(|table| table.formula))
        .dots("2 generations only", last(|table| table.by_generation[0]))
        .dots("measured", last(|table| table.ratio.ratio));
    let title = "Tiling puzzles, deepest level, by table size";
    let sizes = Chart::new(title, Axis::log("slots M"), ratio());
    let title = "Tiling puzzles, deepest level, by limit";
    let limits = Chart::new(title, Axis::log("boards before giving up"), ratio());
    let slots = puzzles::SLOTS.map(|slots| slots as f64);
    let boards = results.puzzles.iter().map(|kinds| kinds[0].limit as f64);
    let (mut sizes, mut limits) = (paper(sizes, slots.into()), paper(limits, boards.collect()));
    // Of each kind of puzzle the deepest level.
    for (number, kind) in main.iter().enumerate().skip(2).step_by(3) {
        sizes = sizes.line(&kind.name, results.by_size(number));
        limits = limits.line(&kind.name, results.by_limit(number));
    }
    let mut formula = Chart::new("The formula, by d, p and M", Axis::linear("p"), ratio());
    for (d, m) in [
        (30, 100_000),
        (10, 100_000),
        (100, 100_000),
        (30, 1000),
        (30, 100),
    ] {
        let curve = (0..100).map(|n| 0.95 + f64::from(n) * 0.0005);
        let curve = curve.map(|p| (p, Model { d, m, p }.ratio_closed()));
        formula = formula.line(&format!("d = {d}, M = {m}"), curve);
    }
    let formula = formula.dots("paper: 0.89", [(0.99, 0.89)]);
    vec![extent, sizes, limits, formula]
}
