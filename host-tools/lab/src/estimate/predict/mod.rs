//! How large the true error of a cutoff is, without the paper's 2,000 hours.
//!
//! One trial by the paper's method is worth X = f S: the product of branch factors down to the node
//! where the search starts, times the solutions below. Its mean square, `E[X²]` = Σ f S² over all such
//! nodes, is a sum over nodes like the count Σ S itself, and can be estimated like one: not by
//! descents, whose own error is what is asked for, but by many paths at once, thinned out level by
//! level, that carry f along beside their weight. Where the search starts is decided by f, as it
//! would be in the paper's trial, not by the weight. The same paths estimate how many leaves the
//! tree has and the chance that a random descent ends in a solution, and are a weighted sample of the
//! successful trials, from which campaigns of any length can be drawn.
//!
//! They also count the solutions, which tells whether they are to be believed: a row whose own count is
//! not the known one is not settled, and says so.

mod figures;
mod paths;
mod plain;
mod plot;
mod print;
mod row;
mod sample;
mod sets;

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, ensure};
use clap::Args;

use self::{
    figures::Drawn,
    plot::Mark,
    print::{HEADINGS, Paper},
    row::Predict,
    sets::Effort,
};
use super::{
    cutoff::Cutoff,
    problem::ProblemName,
    run::parse_duration,
    tables::{Row, TABLE2, TABLE3},
};
use crate::output::print_table;

/// How errors are predicted.
#[derive(Args)]
pub(super) struct PredictArgs {
    /// hexomino and hexomino:singles predict table 2, queens:45 table 3; any other problem needs --cutoff.
    #[arg(long, default_value = "hexomino", value_parser = ProblemName::from_argument)]
    problem: ProblemName,
    /// Only these cutoffs.
    #[arg(long)]
    cutoff: Vec<Cutoff>,
    /// CPU time of each row's paths; half as much goes into plain trials and what they cost.
    #[arg(long, default_value = "30s", value_parser = parse_duration)]
    time: Duration,
    #[command(flatten)]
    effort: Effort,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also estimate the tree's leaves and the chance of a descent to end in a solution, which takes longer.
    #[arg(long)]
    tree: bool,
    /// Draw the errors, and the paper's figures 5 to 11 as campaigns drawn from the paths show them, as SVG into this
    /// folder.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
}

fn is_reached(cutoff: Cutoff, level: usize, product: f64) -> bool {
    match cutoff {
        Cutoff::Level(cutoff) => level >= usize::from(cutoff),
        Cutoff::Product { digits, zeros } => product > digits as f64 * 10f64.powi(zeros as i32),
    }
}

/// What the top 0.2 % of successful trials make up in the paper (section 5.3).
const TOP_SHARES: [(Cutoff, f64); 2] = [
    (Cutoff::Level(23), 0.925),
    (
        Cutoff::Product {
            digits: 1,
            zeros: 29,
        },
        0.48,
    ),
];

/// How many solutions there are, and the standard error of that: the paper's box by many paths at once
/// (`--problem hexomino --prune islands --width 3000 --cutoff product:1e24 --time 5m`), 45-Queens by
/// the paper's best row.
fn known(problem: &ProblemName) -> Option<(f64, f64)> {
    match problem {
        ProblemName::Filtered(_)
        | ProblemName::Hexomino {
            short: false,
            all: false,
        } => Some((1.1748e25, 0.0176e25)),
        ProblemName::Queens(45) => Some((1.082469e38, 0.001159e38)),
        _ => None,
    }
}

/// Predicts every row and prints it beside the paper's.
pub(super) fn predict(args: &PredictArgs) -> Result<()> {
    let effort = &args.effort;
    ensure!(
        effort.width > 0 && effort.hits > 0 && effort.inner > 0,
        "at least one path must be followed and searched"
    );
    let (table, unit): (&[Row], f64) = match args.problem {
        ProblemName::Hexomino { .. } | ProblemName::Filtered(_) => (&TABLE2, 1e25),
        ProblemName::Queens(45) => (&TABLE3, 1e38),
        _ => (&[], 1.0),
    };
    // The hours and speeds are those of table 2.
    let is_priced = !matches!(args.problem, ProblemName::Queens(_));
    let paper = |cutoff: Cutoff| {
        let row = table.iter().find(|row| is_priced && row.0 == cutoff)?;
        let top = TOP_SHARES.iter().find(|share| share.0 == cutoff);
        Some(Paper {
            estimate: row.1,
            deviation: row.2,
            top: top.map(|share| share.1),
        })
    };
    let mut cutoffs = args.cutoff.clone();
    if cutoffs.is_empty() {
        cutoffs = table.iter().map(|row| row.0).collect();
    }
    ensure!(!cutoffs.is_empty(), "--cutoff is missing");
    println!(
        "{}: {:?} of paths a row, {} at once to level {}, {} of those with solutions told by {} more each, seed {}; \
         errors and deviations over {unit:e}",
        args.problem, args.time, effort.width, effort.deep, effort.hits, effort.inner, args.seed
    );
    let mut rows = Vec::new();
    for cutoff in cutoffs {
        let predicted = Predict { args, cutoff }.predict()?;
        let verdict = predicted.verdict();
        eprintln!("{cutoff}: {} sets, settled: {verdict}", predicted.sets);
        rows.push(Drawn {
            cutoff,
            predicted,
            paper: paper(cutoff),
        });
    }
    let printed = rows.iter().map(|row| {
        let paper = row.paper.as_ref();
        row.predicted.print(row.cutoff, paper, unit, args.tree)
    });
    print_table(&HEADINGS, &printed.collect::<Vec<_>>());
    if let Some(folder) = &args.plot {
        let marks: Vec<Mark> = rows.iter().map(|row| row.mark(unit)).collect();
        let title = format!("{}: what 2,000 hours a cutoff come to", args.problem);
        plot::draw(&folder.join("errors.svg"), &title, unit, &marks)?;
        figures::write_all(folder, &args.problem, unit, args.seed, &rows)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
