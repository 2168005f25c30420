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

mod paths;
mod plain;
mod plot;
mod sample;

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, ensure};
use clap::Args;
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{
    Problem, Random,
    packing::{Region, free_polyominoes},
};

use self::{
    paths::{Depths, Path, Share, follow, thin},
    plain::{Plain, plain},
    plot::Mark,
    sample::{Hit, Range, Reported, report},
};
use super::{
    cutoff::Cutoff,
    problem::{ProblemName, Visitor},
    report::grouped,
    run::parse_duration,
    tables::{Row, TABLE2, TABLE3},
};
use crate::output::{mean_and_margin, print_table};
use crate::trees::{Filter, Filtered};

/// The paper's speeds, nodes a second, from its table 1.
const PAPER_DESCENT: f64 = 318_251.02;
const PAPER_SEARCH: f64 = 4_520_423.21;
/// Its 2,000 sets of an hour.
const PAPER_SECONDS: f64 = 2000.0 * 3600.0;

/// How errors are predicted.
#[derive(Args)]
pub(super) struct PredictArgs {
    /// hexomino and hexomino:singles predict table 2, queens:45 table 3; any other problem needs --cutoff.
    #[arg(long, default_value = "hexomino", value_parser = ProblemName::from_argument)]
    problem: ProblemName,
    /// Only these cutoffs.
    #[arg(long)]
    cutoff: Vec<Cutoff>,
    /// CPU time of each row's paths; as much again goes into plain trials.
    #[arg(long, default_value = "30s", value_parser = parse_duration)]
    time: Duration,
    /// Paths followed at once.
    #[arg(long, default_value_t = 6000)]
    width: usize,
    /// Look below no more than this many of the paths' ends, chosen by their worth.
    #[arg(long, default_value_t = 300)]
    searches: usize,
    /// From this level on everything is searched; above it what lies below is estimated.
    #[arg(long, default_value_t = 23)]
    deep: usize,
    /// Paths followed at once in such an estimate.
    #[arg(long, default_value_t = 20)]
    inner: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also estimate the tree's leaves and the chance of a descent to end in a solution, which takes longer.
    #[arg(long)]
    tree: bool,
    /// Write the plot to this SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl PredictArgs {
    fn depths(&self) -> Depths {
        Depths {
            deep: self.deep,
            width: self.inner,
        }
    }
}

/// Sums over the nodes where searches start, from one set of paths.
#[derive(Clone, Debug, Default)]
struct Sums {
    /// Σ S: the count.
    count: f64,
    /// Σ f S²: the mean square of a trial.
    square: f64,
    /// Σ over leaves: the tree's size.
    leaves: f64,
    /// The chance that a random descent ends in a solution.
    chance: f64,
    hits: Vec<Hit>,
}

fn is_reached(cutoff: Cutoff, level: usize, product: f64) -> bool {
    match cutoff {
        Cutoff::Level(cutoff) => level >= usize::from(cutoff),
        Cutoff::Product { digits, zeros } => product > digits as f64 * 10f64.powi(zeros as i32),
    }
}

/// A tree, and ways to its solutions that are shorter than the tree's own: one without branches
/// that come to nothing, to search, and one that strikes off more of them, to follow.
struct Ways<'a, P, Q, F> {
    problem: &'a P,
    searched: &'a Q,
    narrow: F,
}

/// One set of paths from the root to the cutoff, and what lies below their ends.
fn campaign<P, Q, F>(
    ways: &Ways<P, Q, F>,
    cutoff: Cutoff,
    args: &PredictArgs,
    random: &mut Random,
) -> Sums
where
    P: Problem,
    Q: Problem<Node = P::Node>,
    F: Fn(&mut P::Node),
{
    let Ways {
        problem,
        searched,
        narrow,
    } = ways;
    let root = Path::new(problem.root(), 0);
    let stop = |level, product| is_reached(cutoff, level, product);
    let followed = follow(
        *problem,
        narrow,
        root,
        stop,
        args.width,
        Share::ByProduct,
        random,
    );
    let mut sums = Sums {
        leaves: followed.leaves,
        ..Sums::default()
    };
    for (weight, product) in followed.solved {
        sums.count += weight;
        sums.square += weight * product;
        sums.chance += weight / product;
        sums.hits.push(Hit {
            worth: product,
            chance: weight / product,
        });
    }
    for end in thin(followed.ends, args.searches, Share::ByProduct, random) {
        let (weight, product) = (end.weight, end.product);
        let [a, b] = args
            .depths()
            .below(*searched, narrow, end.node, end.level, random);
        sums.square += weight * product * a.solutions * b.solutions;
        for below in [a, b] {
            sums.count += weight / 2.0 * below.solutions;
            sums.leaves += weight / 2.0 * below.leaves;
            sums.chance += weight / 2.0 / product * below.chance;
        }
        if a.solutions + b.solutions > 0.0 {
            sums.hits.push(Hit {
                worth: product * (a.solutions + b.solutions) / 2.0,
                chance: weight / product,
            });
        }
    }
    sums
}

/// A predicted row.
struct Predicted {
    sets: usize,
    count: (f64, f64),
    square: (f64, f64),
    leaves: (f64, f64),
    chance: (f64, f64),
    plain: Plain,
    /// The paper's trials in its 2,000 hours, and what that many report.
    trials: f64,
    reported: Option<Reported>,
}

struct Predict<'a> {
    args: &'a PredictArgs,
    cutoff: Cutoff,
}

impl Visitor for Predict<'_> {
    type Output = Predicted;

    fn visit<P: Problem>(self, problem: &P) -> Self::Output {
        self.row(&Ways {
            problem,
            searched: problem,
            narrow: |_: &mut _| {},
        })
    }
}

impl Predict<'_> {
    /// Predicts the row. Where regions that no pieces fill are branches, none of the paths to a solution
    /// leads through them: they count in the products and are not followed.
    fn predict(self) -> Result<Predicted> {
        match self.args.problem {
            ProblemName::Filtered(filter) if !self.args.tree => {
                let (region, pieces) = (Region::hexomino(), free_polyominoes(6));
                let build = |filter| Filtered::new(&region, &pieces, filter, false);
                let narrower = build(Filter::Multiples)?;
                Ok(self.row(&Ways {
                    problem: &build(filter)?,
                    searched: &build(Filter::Islands)?,
                    narrow: |node: &mut _| narrower.strike_off(node),
                }))
            }
            ref problem => problem.build(false, self),
        }
    }

    fn row<P, Q, F>(self, ways: &Ways<P, Q, F>) -> Predicted
    where
        P: Problem,
        Q: Problem<Node = P::Node>,
        F: Fn(&mut P::Node),
    {
        let args = self.args;
        let clock = ThreadTime::now();
        let mut all = Vec::new();
        while clock.elapsed() < args.time || all.len() < 2 {
            let mut random = Random::for_trial(args.seed, all.len() as u64);
            all.push(campaign(ways, self.cutoff, args, &mut random));
        }
        let mean = |figure: fn(&Sums) -> f64| {
            let (mean, margin) = mean_and_margin(&all.iter().map(figure).collect::<Vec<_>>());
            (mean, margin / 1.96)
        };
        let plain = plain(
            ways.problem,
            self.cutoff,
            args.depths(),
            args.seed,
            args.time,
        );
        let seconds = plain.descent_nodes / PAPER_DESCENT + plain.search_nodes.0 / PAPER_SEARCH;
        let trials = PAPER_SECONDS / seconds;
        let sets = all.len() as f64;
        let hits: Vec<Hit> = all
            .iter()
            .flat_map(|sums| &sums.hits)
            .map(|hit| Hit {
                chance: hit.chance / sets,
                ..*hit
            })
            .collect();
        Predicted {
            sets: all.len(),
            count: mean(|sums| sums.count),
            square: mean(|sums| sums.square),
            leaves: mean(|sums| sums.leaves),
            chance: mean(|sums| sums.chance),
            trials,
            reported: report(&hits, trials, args.seed),
            plain,
        }
    }
}

/// Predicts every row and prints it beside the paper's.
pub(super) fn predict(args: &PredictArgs) -> Result<()> {
    ensure!(
        args.width > 0 && args.searches > 0 && args.inner > 0,
        "at least one path must be followed and searched"
    );
    let (table, unit): (&[Row], f64) = match args.problem {
        ProblemName::Hexomino { .. } | ProblemName::Filtered(_) => (&TABLE2, 1e25),
        ProblemName::Queens(45) => (&TABLE3, 1e38),
        _ => (&[], 1.0),
    };
    // The hours and speeds are those of table 2.
    let is_priced = !matches!(args.problem, ProblemName::Queens(_));
    let row = |cutoff: Cutoff| table.iter().find(|row| row.0 == cutoff);
    let paper = |cutoff: Cutoff| row(cutoff).filter(|_| is_priced);
    let mut cutoffs = args.cutoff.clone();
    if cutoffs.is_empty() {
        cutoffs = table.iter().map(|row| row.0).collect();
    }
    ensure!(!cutoffs.is_empty(), "--cutoff is missing");
    println!(
        "{}: {:?} of paths a row, {} at once, below up to {} ends, seed {}; errors and deviations over {unit:e}",
        args.problem, args.time, args.width, args.searches, args.seed
    );
    let (mut rows, mut marks) = (Vec::new(), Vec::new());
    for cutoff in cutoffs {
        let predicted = Predict { args, cutoff }.predict()?;
        rows.push(predicted.print(cutoff, paper(cutoff), unit, args.tree));
        let over = |error: f64| error / unit;
        let (error, off) = predicted.error();
        marks.push(Mark {
            name: cutoff.to_string(),
            paper: paper(cutoff).map(|row| row.2),
            truth: (over(error), over(error * off)),
            reported: predicted
                .reported
                .map(|reported| reported.deviation.map(over)),
        });
    }
    print_table(&HEADINGS, &rows);
    if let Some(path) = &args.plot {
        let title = format!("{}: what 2,000 hours a cutoff come to", args.problem);
        plot::draw(path, &title, unit, &marks)?;
    }
    Ok(())
}

const HEADINGS: [&str; 16] = [
    "cutoff",
    "sets",
    "count",
    "√E[X²]",
    "plain: √E[X²] (hits)",
    "nodes a search",
    "starts at",
    "trials in 2,000 h",
    "true error",
    "reported estimate (90 %)",
    "paper",
    "reported s.d. (90 %)",
    "paper",
    "top 0.2 % (90 %)",
    "leaves",
    "chance",
];

impl Predicted {
    /// The true error of the paper's trials, and the part of it that this may be off.
    fn error(&self) -> (f64, f64) {
        let off = self.square.1 / self.square.0 / 2.0;
        ((self.square.0 / self.trials).sqrt(), off)
    }

    fn print(&self, cutoff: Cutoff, paper: Option<&Row>, unit: f64, tree: bool) -> Vec<String> {
        let plain = &self.plain;
        let of = |(mean, error): (f64, f64)| format!("{mean:.2e} ± {:.0} %", 100.0 * error / mean);
        // Paths that found nothing tell nothing.
        let told = |text: String| {
            if self.square.0 > 0.0 {
                text
            } else {
                "–".into()
            }
        };
        let (error, off) = self.error();
        let error = error / unit;
        let range = |range: &Range, unit: f64| {
            let [low, middle, high] = [range.low, range.middle, range.high].map(|x| x / unit);
            format!("{middle:.4} ({low:.4}–{high:.4})")
        };
        let [estimate, deviation, top] = match &self.reported {
            None => [(); 3].map(|()| "–".into()),
            Some(reported) => [
                range(&reported.estimate, unit),
                range(&reported.deviation, unit),
                range(&reported.top, 1.0),
            ],
        };
        // Whether nine of ten campaigns report as much.
        let beside = |paper: Option<f64>, range: fn(&Reported) -> &Range| {
            let Some(paper) = paper else {
                return String::new();
            };
            let reported = self.reported.as_ref().map(range);
            let is_like = reported.is_some_and(|range| range.has(paper * unit));
            format!("{paper:.4} {}", if is_like { "=" } else { "≠" })
        };
        vec![
            cutoff.to_string(),
            self.sets.to_string(),
            format!("{:.4} ± {:.4}", self.count.0 / unit, self.count.1 / unit),
            told(format!(
                "{:.3e} ± {:.0} %",
                self.square.0.sqrt(),
                100.0 * off
            )),
            match plain.hits {
                0 => format!("– (0 of {})", grouped(plain.trials)),
                hits => format!(
                    "{:.3e} ({} of {})",
                    plain.spread,
                    grouped(hits),
                    grouped(plain.trials)
                ),
            },
            of(plain.search_nodes),
            [0.05, 0.5, 0.95]
                .map(|part| plain.start(part).to_string())
                .join("–"),
            format!("{:.2e}", self.trials),
            told(format!("{error:.4} ± {:.4}", error * off)),
            estimate,
            beside(paper.map(|row| row.1), |reported| &reported.estimate),
            deviation,
            beside(paper.map(|row| row.2), |reported| &reported.deviation),
            top,
            if tree { of(self.leaves) } else { String::new() },
            if tree {
                told(of(self.chance))
            } else {
                String::new()
            },
        ]
    }
}

#[cfg(test)]
mod tests;
