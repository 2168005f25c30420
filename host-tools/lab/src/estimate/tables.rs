//! Tables 2 and 3, the paper's figures beside ours, at a fixed number of trials.

use anyhow::Result;
use clap::Args;
use dobutsu::progress;
use dobutsu_core::estimate::Statistics;
use serde::Serialize;

use super::problem::Name;
use super::task::{Cutoff, Limits, Record, Spec, run};
use super::{Output, percent, print_table};
use dobutsu::svg::chart::{Axis, Chart};

#[derive(Args)]
pub(super) struct TableArgs {
    /// Multiplies the trials of every row
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    times: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// A row of a table: cutoff, the paper's estimate and standard deviation, our trials.
struct PaperRow(Cutoff, f64, f64, u64);

const fn level(level: u8, estimate: f64, deviation: f64, trials: u64) -> PaperRow {
    PaperRow(Cutoff::Level(level), estimate, deviation, trials)
}

const fn product(product: f64, estimate: f64, deviation: f64, trials: u64) -> PaperRow {
    PaperRow(Cutoff::Product(product), estimate, deviation, trials)
}

/// Table 2: the hexomino box, ×10^25. Trials are chosen for about equal work.
const TABLE2: [PaperRow; 12] = [
    level(20, 1.0009, 0.4236, 6),
    level(21, 0.8284, 0.1002, 40),
    level(22, 0.8542, 0.1100, 80),
    level(23, 0.7627, 0.0535, 120),
    level(24, 0.8997, 0.0939, 160),
    level(25, 0.9289, 0.1920, 200),
    product(1e26, 1.0320, 0.0476, 20),
    product(1e27, 1.1310, 0.0605, 80),
    product(1e28, 1.1562, 0.0369, 160),
    product(1e29, 1.2235, 0.0740, 200),
    product(1e30, 1.1652, 0.1155, 200),
    product(1e31, 1.0956, 0.1197, 200),
];

/// Table 3: 45 queens, ×10^38.
const TABLE3: [PaperRow; 8] = [
    level(34, 1.082500, 0.001429, 200_000),
    level(35, 1.082445, 0.001329, 200_000),
    level(36, 1.082529, 0.001377, 200_000),
    level(37, 1.082508, 0.001674, 200_000),
    product(1e37, 1.082406, 0.001928, 200_000),
    product(1e38, 1.082469, 0.001159, 200_000),
    product(1e39, 1.082499, 0.001317, 200_000),
    product(1e40, 1.082595, 0.002349, 200_000),
];

/// Our row beside the paper's.
#[derive(Serialize)]
struct Row {
    record: Record,
    paper: f64,
    paper_deviation: f64,
    ours: f64,
    error: f64,
}

fn rows(
    problem: Name,
    width: u32,
    unit: f64,
    table: &[PaperRow],
    args: &TableArgs,
) -> Result<Vec<Row>> {
    let bar = progress::bar("rows", table.len() as u64);
    let mut rows = Vec::new();
    for &PaperRow(cutoff, paper, paper_deviation, trials) in table {
        let spec = Spec {
            problem,
            cutoff,
            width,
            keep_islands: false,
            leaves: false,
        };
        let limits = Limits {
            trials: trials * args.times,
            time: None,
        };
        let record = run(spec, args.seed, limits, |_, _| {})?;
        let statistics = record.statistics();
        rows.push(Row {
            paper,
            paper_deviation,
            ours: statistics.mean / unit,
            error: statistics.standard_error() / unit,
            record,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn print_rows(rows: &[Row], decimals: usize) {
    // The paper's rows took equal time, so errors are compared at equal nodes.
    let over = |row: &Row| row.error * (row.record.nodes as f64).sqrt() / row.paper_deviation;
    let least = rows.iter().map(over).fold(f64::INFINITY, f64::min);
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let both = row.error.hypot(row.paper_deviation);
            let figures =
                |value: f64, error: f64| format!("{value:.decimals$} ± {error:.decimals$}");
            vec![
                row.record.spec.cutoff.to_string(),
                figures(row.paper, row.paper_deviation),
                figures(row.ours, row.error),
                row.record.trials.to_string(),
                row.record.nodes.to_string(),
                format!("{:+.1}", (row.ours - row.paper) / both),
                format!("{:.2}", over(row) / least),
            ]
        })
        .collect();
    let headings = [
        "cutoff",
        "the paper",
        "ours",
        "trials",
        "nodes",
        "off by s.e.",
        "error over the paper's, at equal nodes",
    ];
    print_table(&headings, &lines);
}

/// Estimates by cutoff, the paper's and ours.
fn estimates(title: &str, rows: &[Row]) -> Chart {
    let names = rows.iter().map(|row| row.record.spec.cutoff.to_string());
    let axis = Axis::names(names.collect());
    let place = |n: usize, side: f64| n as f64 + side;
    let rows = || rows.iter().enumerate();
    Chart::new(title, axis, Axis::linear("estimate"))
        .errors(
            "ours, one standard error",
            rows().map(|(n, row)| (place(n, 0.12), row.ours, row.error)),
        )
        .errors(
            "paper",
            rows().map(|(n, row)| (place(n, -0.12), row.paper, row.paper_deviation)),
        )
}

/// Table 3, by the paper's method.
pub(super) fn table3(args: &TableArgs) -> Result<()> {
    let rows = rows(Name::Queens(45), 1, 1e38, &TABLE3, args)?;
    args.output.finish(
        &rows,
        |rows| {
            println!(
                "Table 3: 45 queens, ×10^38, single paths, seed {}",
                args.seed
            );
            print_rows(rows, 6);
        },
        |rows| vec![estimates("45 queens, ×10^38", rows)],
    )
}

#[derive(Serialize)]
struct Table2 {
    hexomino: Vec<Row>,
    pentomino: Vec<Compared>,
}

/// The cutoffs of the comparison on the pentominoes in 6×10, and their trials.
const COMPARED: [Cutoff; 8] = [
    Cutoff::Level(3),
    Cutoff::Level(4),
    Cutoff::Level(5),
    Cutoff::Level(6),
    Cutoff::Product(1e4),
    Cutoff::Product(1e5),
    Cutoff::Product(1e6),
    Cutoff::Product(1e7),
];
const COMPARED_TRIALS: u64 = 4_000;

/// One cutoff on a tree whose solutions are known.
#[derive(Serialize)]
struct Compared {
    record: Record,
    /// The share of the sum that the largest 0.2 % of the successful trials have.
    top: f64,
    /// The mean if trials of more than ten times the mean nodes had been abandoned.
    cut_short: f64,
}

fn compared(args: &TableArgs) -> Result<Vec<Compared>> {
    let bar = progress::bar("cutoffs", COMPARED.len() as u64);
    let rows = COMPARED.into_iter().map(|cutoff| {
        let spec = Spec {
            problem: Name::Pentomino {
                width: 10,
                height: 6,
            },
            cutoff,
            width: 1,
            keep_islands: false,
            leaves: false,
        };
        let limits = Limits {
            trials: COMPARED_TRIALS * args.times,
            time: None,
        };
        let mut trials: Vec<(f64, u64)> = Vec::new();
        let mut before = 0;
        let record = run(spec, args.seed, limits, |trial, nodes| {
            trials.push((trial.contribution, nodes - before));
            before = nodes;
        })?;
        bar.inc(1);
        Ok(Compared {
            top: share_of_top(trials.iter().map(|trial| trial.0)),
            cut_short: cut_short(&trials),
            record,
        })
    });
    let rows = rows.collect::<Result<_>>()?;
    bar.finish_and_clear();
    Ok(rows)
}

/// What share of the sum the largest 0.2 % of the contributions that are not 0 have.
fn share_of_top(contributions: impl Iterator<Item = f64>) -> f64 {
    let mut successes: Vec<f64> = contributions.filter(|&own| own > 0.0).collect();
    successes.sort_by(f64::total_cmp);
    let top = (0.002 * successes.len() as f64).ceil() as usize;
    let sum: f64 = successes.iter().sum();
    successes.iter().rev().take(top).sum::<f64>() / sum
}

/// The mean of the trials that take at most ten times the mean nodes: what section 3.2 warns of.
fn cut_short(trials: &[(f64, u64)]) -> f64 {
    let limit = 10 * trials.iter().map(|trial| trial.1).sum::<u64>() / trials.len() as u64;
    let kept: Vec<f64> = trials
        .iter()
        .filter(|trial| trial.1 <= limit)
        .map(|trial| trial.0)
        .collect();
    kept.iter().sum::<f64>() / kept.len() as f64
}

/// The standard error that a million nodes give: independent of the machine and of the trials.
fn error_at_a_million_nodes(statistics: &Statistics) -> f64 {
    statistics.relative_error() * (statistics.nodes as f64 / 1e6).sqrt()
}

/// The largest over the smallest estimate of some rows.
fn spread(estimates: impl Iterator<Item = f64> + Clone) -> f64 {
    estimates.clone().fold(0.0, f64::max) / estimates.fold(f64::INFINITY, f64::min)
}

/// Paths of a trial of table 2: single ones hardly ever find a packing.
const WIDTH: u32 = 300;

/// Table 2, and the comparison of both rules where the truth is known.
pub(super) fn table2(args: &TableArgs) -> Result<()> {
    let hexomino = Name::Hexomino;
    let results = Table2 {
        hexomino: rows(hexomino, WIDTH, 1e25, &TABLE2, args)?,
        pentomino: compared(args)?,
    };
    args.output.finish(
        &results,
        |results| print_table2(results, args),
        |results| {
            let rows = &results.pentomino;
            let names = rows.iter().map(|row| row.record.spec.cutoff.to_string());
            let errors = rows.iter().enumerate().map(|(n, row)| {
                (
                    n as f64,
                    100.0 * error_at_a_million_nodes(&row.record.statistics()),
                )
            });
            let errors = Chart::new(
                "Pentominoes in 6×10: relative standard error that a million nodes give",
                Axis::names(names.collect()),
                Axis::linear("%"),
            )
            .bars("", errors);
            vec![
                estimates("The hexomino box, ×10^25", &results.hexomino),
                errors,
            ]
        },
    )
}

fn print_table2(results: &Table2, args: &TableArgs) {
    println!(
        "Table 2: the hexomino box, ×10^25, {WIDTH} paths a trial, islands cut off, seed {}",
        args.seed
    );
    print_rows(&results.hexomino, 3);
    let (by_level, by_product) = results.hexomino.split_at(6);
    let ours = |rows: &[Row]| {
        spread(
            rows.iter()
                .map(|row| row.ours)
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    println!(
        "largest over smallest estimate: by level {:.3} (the paper 1.312), by product {:.3} (1.186)",
        ours(by_level),
        ours(by_product)
    );
    println!(
        "\nBoth rules where the truth is known: pentominoes in 6×10, 9356 packings, single paths, seed {}",
        args.seed
    );
    let rows: Vec<Vec<String>> = results
        .pentomino
        .iter()
        .map(|row| {
            let statistics = row.record.statistics();
            vec![
                row.record.spec.cutoff.to_string(),
                format!(
                    "{:.0} ± {:.0}",
                    statistics.mean,
                    statistics.standard_error()
                ),
                statistics.trials.to_string(),
                statistics.successes.to_string(),
                statistics.nodes.to_string(),
                percent(error_at_a_million_nodes(&statistics), 1),
                percent(row.top, 1),
                format!("{:.0}", row.cut_short),
            ]
        })
        .collect();
    let headings = [
        "cutoff",
        "estimate",
        "trials",
        "successes",
        "nodes",
        "s.e. at 10^6 nodes",
        "top 0.2 %",
        "cut short",
    ];
    print_table(&headings, &rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_cut_trials_are_as_defined() {
        let contributions = (0..1000).map(|n| if n < 2 { 500.0 } else { 1.0 });
        assert!((share_of_top(contributions.chain([0.0; 50])) - 1000.0 / 1998.0).abs() < 1e-12);
        // The mean is 19.9 nodes, so that the one of 1000 nodes is left out.
        let mut trials = vec![(1.0, 10); 99];
        trials.push((1000.0, 1000));
        assert_eq!(cut_short(&trials), 1.0);
    }
}
