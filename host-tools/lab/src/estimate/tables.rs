//! Table 3, and both rules for the cutoff where the count is known, at fixed numbers of trials.

use anyhow::Result;
use clap::Args;
use dobutsu::progress;
use dobutsu_core::estimate::{Statistics, Trial};
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

/// Table 3: 45 queens, ×10^38. The paper's cutoffs, estimates and standard deviations.
const TABLE3: [(Cutoff, f64, f64); 8] = [
    (Cutoff::Level(34), 1.082500, 0.001429),
    (Cutoff::Level(35), 1.082445, 0.001329),
    (Cutoff::Level(36), 1.082529, 0.001377),
    (Cutoff::Level(37), 1.082508, 0.001674),
    (Cutoff::Product(1e37), 1.082406, 0.001928),
    (Cutoff::Product(1e38), 1.082469, 0.001159),
    (Cutoff::Product(1e39), 1.082499, 0.001317),
    (Cutoff::Product(1e40), 1.082595, 0.002349),
];
/// Trials of a row.
const TABLE3_TRIALS: u64 = 200_000;

/// Our row beside the paper's.
#[derive(Serialize)]
struct Row {
    record: Record,
    paper: f64,
    paper_deviation: f64,
    ours: f64,
    error: f64,
}

/// Runs single paths with this cutoff.
fn single_paths(
    problem: Name,
    cutoff: Cutoff,
    trials: u64,
    args: &TableArgs,
    each: impl FnMut(&Trial, u64),
) -> Result<Record> {
    let spec = Spec {
        problem,
        cutoff,
        width: 1,
        keep_islands: false,
        leaves: false,
    };
    let limits = Limits {
        trials: trials * args.times,
        time: None,
    };
    run(spec, args.seed, limits, each)
}

/// Prints the rows. The paper's rows took equal time, so both errors are also shown at equal work, over
/// that of the first row.
fn print_rows(rows: &[Row]) {
    let Some(first) = rows.first() else {
        return;
    };
    let at_equal_nodes = |row: &Row| row.error * (row.record.statistics.nodes as f64).sqrt();
    let lines = rows.iter().map(|row| {
        let both = row.error.hypot(row.paper_deviation);
        let figures = |value: f64, error: f64| format!("{value:.6} ± {error:.6}");
        vec![
            row.record.spec.cutoff.to_string(),
            figures(row.paper, row.paper_deviation),
            figures(row.ours, row.error),
            format!("{:+.1}", (row.ours - row.paper) / both),
            row.record.statistics.trials.to_string(),
            row.record.statistics.nodes.to_string(),
            format!("{:.2}", row.paper_deviation / first.paper_deviation),
            format!("{:.2}", at_equal_nodes(row) / at_equal_nodes(first)),
        ]
    });
    let headings =
        "cutoff|the paper|ours|off by s.e.|trials|nodes|paper's error|ours at equal nodes";
    print_table(headings, lines);
}

/// Table 3, by the paper's method.
pub(super) fn table3(args: &TableArgs) -> Result<()> {
    let bar = progress::bar("rows", TABLE3.len() as u64);
    let rows = TABLE3.into_iter().map(|(cutoff, paper, paper_deviation)| {
        let record = single_paths(Name::Queens(45), cutoff, TABLE3_TRIALS, args, |_, _| {})?;
        let statistics = record.statistics;
        bar.inc(1);
        Ok(Row {
            paper,
            paper_deviation,
            ours: statistics.mean / 1e38,
            error: statistics.standard_error() / 1e38,
            record,
        })
    });
    let rows: Vec<Row> = rows.collect::<Result<_>>()?;
    bar.finish_and_clear();
    args.output.finish(
        &rows,
        |rows| {
            println!(
                "Table 3: 45 queens, ×10^38, single paths, seed {}",
                args.seed
            );
            print_rows(rows);
        },
        |rows| {
            let place = |side: f64| (0..).map(move |n| f64::from(n) + side).zip(rows);
            let names = rows.iter().map(|row| row.record.spec.cutoff.to_string());
            let (cutoffs, values) = (Axis::names(names.collect()), Axis::linear("estimate"));
            let ours = place(0.12).map(|(x, row)| (x, row.ours, row.error));
            let papers = place(-0.12).map(|(x, row)| (x, row.paper, row.paper_deviation));
            let chart = Chart::new("45 queens, ×10^38", cutoffs, values);
            let chart = chart.errors("ours, one standard error", ours);
            vec![chart.errors("paper", papers)]
        },
    )
}

/// The cutoffs of the comparison on the pentominoes in 6×10, and trials that take comparable work.
const CUTOFFS: [(Cutoff, u64); 8] = [
    (Cutoff::Level(3), 10_000),
    (Cutoff::Level(4), 70_000),
    (Cutoff::Level(5), 500_000),
    (Cutoff::Level(6), 2_500_000),
    (Cutoff::Product(1e3), 10_000),
    (Cutoff::Product(1e4), 50_000),
    (Cutoff::Product(1e5), 550_000),
    (Cutoff::Product(1e6), 4_000_000),
];

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
    let bar = progress::bar("cutoffs", CUTOFFS.len() as u64);
    let pentominoes = Name::Pentomino {
        width: 10,
        height: 6,
    };
    let rows = CUTOFFS.into_iter().map(|(cutoff, count)| {
        let mut trials: Vec<(f64, u64)> = Vec::new();
        let mut before = 0;
        let record = single_paths(pentominoes, cutoff, count, args, |trial, nodes| {
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

/// Both rules for the cutoff where the count is known.
pub(super) fn cutoffs(args: &TableArgs) -> Result<()> {
    args.output.finish(
        &compared(args)?,
        |rows| print_cutoffs(rows, args.seed),
        |rows| {
            let names = rows.iter().map(|row| row.record.spec.cutoff.to_string());
            let errors = rows
                .iter()
                .map(|row| error_at_a_million_nodes(&row.record.statistics));
            let title = "Pentominoes in 6×10: relative standard error that a million nodes give";
            let chart = Chart::new(title, Axis::names(names.collect()), Axis::linear("%"));
            vec![chart.bars(
                "",
                (0..).map(f64::from).zip(errors.map(|error| 100.0 * error)),
            )]
        },
    )
}

fn print_cutoffs(rows: &[Compared], seed: u64) {
    println!("Pentominoes in 6×10, 9356 packings, single paths, seed {seed}");
    let lines = rows.iter().map(|row| {
        let statistics = row.record.statistics;
        let (mean, error) = (statistics.mean, statistics.standard_error());
        vec![
            row.record.spec.cutoff.to_string(),
            format!("{mean:.0} ± {error:.0}"),
            statistics.trials.to_string(),
            statistics.successes.to_string(),
            statistics.nodes.to_string(),
            percent(error_at_a_million_nodes(&statistics), 1),
            percent(row.top, 1),
            format!("{:.0}", row.cut_short),
        ]
    });
    let headings = "cutoff|estimate|trials|successes|nodes|s.e. at 10^6 nodes|top 0.2 %|cut short";
    print_table(headings, lines);
    let spread = |rows: &[Compared]| {
        let means = rows.iter().map(|row| row.record.statistics.mean);
        means.clone().fold(0.0, f64::max) / means.fold(f64::INFINITY, f64::min)
    };
    let is_level = |row: &Compared| matches!(row.record.spec.cutoff, Cutoff::Level(_));
    let (by_level, by_product) = rows.split_at(rows.partition_point(is_level));
    println!(
        "largest over smallest estimate: {:.3} by level, {:.3} by product (the paper, hexominoes: 1.312, 1.186)",
        spread(by_level),
        spread(by_product)
    );
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
