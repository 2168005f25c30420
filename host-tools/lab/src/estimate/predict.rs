//! How large the true error of a cutoff is, without the paper's 2,000 hours.
//!
//! One trial by the paper's method is worth X = f S: the product of branch factors down to the node
//! where the search starts, times the solutions below. Its mean square, E[X²] = Σ f S² over all such
//! nodes, is a sum over nodes like the count Σ S itself, and can be estimated like one: not by
//! descents, whose own error is what is asked for, but by many paths at once, thinned out level by
//! level, that carry f along beside their weight. Where the search starts is decided by f, as it
//! would be in the paper's trial, not by the weight. The same paths estimate how many leaves the
//! tree has, the chance that a random descent ends in a solution, and how much of the estimate the
//! top 0.2 % of the successful trials make up.

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{Composite, Problem, Random, Settings};

use super::{
    cutoff::Cutoff,
    problem::{ProblemName, Visitor},
    report::{TOP, grouped},
    run::parse_duration,
    runner::DEPTH,
    spec::Spec,
    tables::{Row, TABLE2, TABLE3},
};
use crate::output::{mean_and_margin, print_table};

/// The paper's speeds, nodes a second, from its table 1.
const PAPER_DESCENT: f64 = 318_251.02;
const PAPER_SEARCH: f64 = 4_520_423.21;
/// Its 2,000 sets of an hour.
const PAPER_SECONDS: f64 = 2000.0 * 3600.0;

/// How errors are predicted.
#[derive(Args)]
pub(super) struct PredictArgs {
    /// hexomino predicts table 2, queens:45 table 3; any other problem needs --cutoff.
    #[arg(long, default_value = "hexomino", value_parser = ProblemName::from_argument)]
    problem: ProblemName,
    /// Only these cutoffs.
    #[arg(long)]
    cutoff: Vec<Cutoff>,
    /// CPU time of each row's paths; as much again goes into plain trials to compare.
    #[arg(long, default_value = "30s", value_parser = parse_duration)]
    time: Duration,
    /// Paths followed at once.
    #[arg(long, default_value_t = 1000)]
    width: usize,
    /// Search no more than this many of the paths' ends, chosen by their worth.
    #[arg(long, default_value_t = 100)]
    searches: usize,
    /// Paths survive in proportion to weight × f to this power.
    #[arg(long, default_value_t = 0.5)]
    favour: f64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A path: where it has come to, one over the chance of that, and the branch factors' product.
#[derive(Clone)]
struct Path<N> {
    node: N,
    weight: f64,
    product: f64,
}

/// What lies below a node.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    solutions: f64,
    leaves: f64,
    /// Σ 1/f over the solutions, f counted from the node.
    chance: f64,
    nodes: u64,
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
    /// Of every search that found something: X, its share of the trials, its share of the count.
    hits: Vec<(f64, f64, f64)>,
}

fn is_reached(cutoff: Cutoff, level: usize, product: f64) -> bool {
    match cutoff {
        Cutoff::Level(cutoff) => level >= usize::from(cutoff),
        Cutoff::Product { digits, zeros } => product > digits as f64 * 10f64.powi(zeros as i32),
    }
}

/// Searches everything below a node.
fn search<P: Problem>(problem: &P, node: P::Node) -> Below {
    let mut below = Below::default();
    let first = f64::from(problem.branches(&node));
    let mut stack = vec![(node, first)];
    while let Some((top, product)) = stack.last_mut() {
        let Some(child) = problem.descend(top) else {
            stack.pop();
            continue;
        };
        below.nodes += 1;
        let branches = problem.branches(&child);
        if branches > 0 {
            let product = *product * f64::from(branches);
            stack.push((child, product));
            continue;
        }
        below.leaves += 1.0;
        if problem.is_solution(&child) {
            below.solutions += 1.0;
            below.chance += 1.0 / *product;
        }
    }
    below
}

/// Thins paths out to about `width`: each survives in proportion to its worth, and carries the
/// weight of those that did not. Systematic: one random number decides.
fn thin<N>(paths: Vec<Path<N>>, width: usize, favour: f64, random: &mut Random) -> Vec<Path<N>> {
    if paths.len() <= width {
        return paths;
    }
    // Weights and products are powers of ten apart: only their ratios matter.
    let worth = |path: &Path<N>| path.weight * path.product.powf(favour);
    let total: f64 = paths.iter().map(worth).sum();
    let mut pointer = f64::from(random.bits()) / 2f64.powi(32);
    let mut kept = Vec::with_capacity(width);
    for mut path in paths {
        let chance = worth(&path) * width as f64 / total;
        if chance >= 1.0 {
            kept.push(path);
            continue;
        }
        pointer += chance;
        if pointer >= 1.0 {
            pointer -= 1.0;
            path.weight /= chance;
            kept.push(path);
        }
    }
    kept
}

/// One set of paths from the root to the cutoff, and the searches below.
fn campaign<P: Problem>(
    problem: &P,
    cutoff: Cutoff,
    args: &PredictArgs,
    random: &mut Random,
) -> Sums {
    let mut sums = Sums::default();
    let mut paths = vec![Path {
        node: problem.root(),
        weight: 1.0,
        product: 1.0,
    }];
    let mut ends = Vec::new();
    for level in 0.. {
        let mut next = Vec::new();
        for mut path in paths {
            if is_reached(cutoff, level, path.product) {
                ends.push(path);
                continue;
            }
            let product = path.product * f64::from(problem.branches(&path.node));
            while let Some(node) = problem.descend(&mut path.node) {
                if problem.is_leaf(&node) {
                    sums.leaves += path.weight;
                    if problem.is_solution(&node) {
                        let hit = (product, path.weight / product, path.weight);
                        sums.add(hit, 1.0, 1.0 / product);
                    }
                    continue;
                }
                next.push(Path {
                    node,
                    weight: path.weight,
                    product,
                });
            }
        }
        if next.is_empty() {
            break;
        }
        paths = thin(next, args.width, args.favour, random);
    }
    for path in thin(ends, args.searches, args.favour, random) {
        let below = search(problem, path.node);
        sums.leaves += path.weight * below.leaves;
        if below.solutions > 0.0 {
            let hit = (
                path.product * below.solutions,
                path.weight / path.product,
                path.weight * below.solutions,
            );
            sums.add(hit, below.solutions, below.chance / path.product);
        }
    }
    sums
}

impl Sums {
    /// Counts a hit: X, share of the trials and of the count; solutions and their chance.
    fn add(&mut self, hit: (f64, f64, f64), solutions: f64, chance: f64) {
        let (worth, _, counted) = hit;
        self.count += counted;
        self.square += worth * counted;
        self.chance += counted / solutions * chance;
        self.hits.push(hit);
    }
}

/// The part of the count that the top 0.2 % of the successful trials make up.
fn share_of_top(hits: &mut [(f64, f64, f64)]) -> f64 {
    hits.sort_by(|a, b| b.0.total_cmp(&a.0));
    let trials: f64 = hits.iter().map(|hit| hit.1).sum();
    let count: f64 = hits.iter().map(|hit| hit.2).sum();
    let (mut passed, mut top) = (0.0, 0.0);
    for &(_, chance, counted) in hits.iter() {
        let room = TOP * trials - passed;
        if chance >= room {
            top += counted * room / chance;
            break;
        }
        passed += chance;
        top += counted;
    }
    top / count
}

/// Plain trials: what they cost and how far apart they are.
struct Plain {
    trials: u64,
    hits: u64,
    descent_nodes: f64,
    search_nodes: f64,
    /// The square root of E[X²], over the count.
    spread: f64,
    mean: f64,
}

fn plain<P: Problem>(problem: &P, settings: Settings, time: Duration) -> Result<Plain> {
    let mut composite = Composite::<P, DEPTH>::new(problem, settings, 0)?;
    let clock = ThreadTime::now();
    while clock.elapsed() < time {
        for _ in 0..16 {
            while composite.step(u32::MAX).is_pending() {}
        }
    }
    let s = composite.statistics();
    let (trials, mean) = (s.trials as f64, s.mean().to_f64());
    Ok(Plain {
        trials: s.trials,
        hits: s.successes,
        descent_nodes: s.descent_nodes as f64 / trials,
        search_nodes: s.search_nodes as f64 / trials,
        spread: (s.variance().to_f64() + mean * mean).sqrt(),
        mean,
    })
}

/// A predicted row.
struct Predicted {
    campaigns: usize,
    count: (f64, f64),
    square: (f64, f64),
    leaves: (f64, f64),
    chance: (f64, f64),
    top: f64,
    plain: Plain,
}

struct Predict<'a> {
    args: &'a PredictArgs,
    cutoff: Cutoff,
    settings: Settings,
}

impl Visitor for Predict<'_> {
    type Output = Result<Predicted>;

    fn visit<P: Problem>(self, problem: &P) -> Self::Output {
        let clock = ThreadTime::now();
        let mut all = Vec::new();
        while clock.elapsed() < self.args.time || all.len() < 2 {
            let mut random = Random::for_trial(self.args.seed, all.len() as u64);
            all.push(campaign(problem, self.cutoff, self.args, &mut random));
        }
        let mean = |figure: fn(&Sums) -> f64| {
            let (mean, margin) = mean_and_margin(&all.iter().map(figure).collect::<Vec<_>>());
            (mean, margin / 1.96)
        };
        let mut hits: Vec<_> = all.iter().flat_map(|sums| sums.hits.clone()).collect();
        Ok(Predicted {
            campaigns: all.len(),
            count: mean(|sums| sums.count),
            square: mean(|sums| sums.square),
            leaves: mean(|sums| sums.leaves),
            chance: mean(|sums| sums.chance),
            top: share_of_top(&mut hits),
            plain: plain(problem, self.settings, self.args.time)?,
        })
    }
}

/// Predicts every row and prints it beside the paper's.
pub(super) fn predict(args: &PredictArgs) -> Result<()> {
    ensure!(
        args.width > 0 && args.searches > 0,
        "at least one path must be followed and searched"
    );
    let table: &[Row] = match args.problem {
        ProblemName::Hexomino { .. } | ProblemName::Listed(_) => &TABLE2,
        ProblemName::Queens(45) => &TABLE3,
        _ => &[],
    };
    let mut rows: Vec<(Cutoff, Option<f64>)> = args
        .cutoff
        .iter()
        .map(|&cutoff| {
            let paper = table.iter().find(|row| row.0 == cutoff);
            (cutoff, paper.map(|row| row.2))
        })
        .collect();
    if rows.is_empty() {
        rows = table.iter().map(|row| (row.0, Some(row.2))).collect();
    }
    ensure!(!rows.is_empty(), "--cutoff is missing");
    let unit = match args.problem {
        ProblemName::Hexomino { .. } | ProblemName::Listed(_) => 1e25,
        ProblemName::Queens(45) => 1e38,
        _ => 1.0,
    };
    let mut lines = Vec::new();
    for (cutoff, paper) in rows {
        let spec = Spec::plain(args.problem.clone(), cutoff);
        let work = Predict {
            args,
            cutoff,
            settings: spec.settings(args.seed)?,
        };
        let p = args.problem.build(false, work)??;
        let plain = &p.plain;
        let seconds = plain.descent_nodes / PAPER_DESCENT + plain.search_nodes / PAPER_SEARCH;
        let trials = PAPER_SECONDS / seconds;
        let error = (p.square.0 / trials).sqrt() / unit;
        let off = p.square.1 / p.square.0 / 2.0;
        // Paths that found nothing tell nothing.
        let told = |text: String| if p.square.0 > 0.0 { text } else { "–".into() };
        let of = |(mean, error): (f64, f64)| format!("{mean:.2e} ± {:.0} %", 100.0 * error / mean);
        lines.push(vec![
            cutoff.to_string(),
            p.campaigns.to_string(),
            format!("{:.4} ± {:.4}", p.count.0 / unit, p.count.1 / unit),
            told(format!("{:.3e} ± {:.0} %", p.square.0.sqrt(), 100.0 * off)),
            match plain.hits {
                0 => "–".into(),
                hits => format!("{:.3e} ({})", plain.spread, grouped(hits)),
            },
            format!("{:.4}", plain.mean / unit),
            grouped(plain.trials),
            format!("{:.2e}", trials),
            told(format!("{error:.6} ± {:.6}", error * off)),
            paper.map_or(String::new(), |paper| format!("{paper:.4}")),
            told(format!("{:.1} %", 100.0 * p.top)),
            of(p.leaves),
            told(of(p.chance)),
        ]);
    }
    println!(
        "{}: errors predicted from {:?} of paths a row, {} at once, up to {} searches; seed {}",
        args.problem, args.time, args.width, args.searches, args.seed
    );
    let headings = [
        "cutoff",
        "sets",
        "count",
        "√E[X²]",
        "plain: √E[X²] (hits)",
        "plain: count",
        "plain: trials",
        "trials in 2,000 h",
        "error",
        "paper: s.d.",
        "top 0.2 %",
        "leaves",
        "chance",
    ];
    print_table(&headings, &lines);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dobutsu_core::estimate::Queens;

    /// Σ f S² and Σ S over the nodes where searches start, by visiting all of them.
    fn exact(queens: &Queens, cutoff: Cutoff) -> (f64, f64) {
        let (mut square, mut count) = (0.0, 0.0);
        let mut open = vec![(queens.root(), 0, 1.0)];
        while let Some((mut node, level, product)) = open.pop() {
            if is_reached(cutoff, level, product) {
                let below = search(queens, node);
                square += product * below.solutions * below.solutions;
                count += below.solutions;
                continue;
            }
            let product = product * f64::from(queens.branches(&node));
            while let Some(child) = queens.descend(&mut node) {
                open.push((child, level + 1, product));
            }
        }
        (square, count)
    }

    /// Twelve queens are placed in 14,200 ways (OEIS A000170). 60 independent sets of paths give
    /// means that miss by more than four of their standard errors once in ten thousand.
    #[test]
    fn the_mean_square_is_what_visiting_every_node_says() {
        let queens = Queens::new(12).unwrap();
        for cutoff in ["level:5", "product:1e4"] {
            let args = PredictArgs {
                problem: ProblemName::Queens(12),
                cutoff: Vec::new(),
                time: Duration::ZERO,
                width: 200,
                searches: 40,
                favour: 0.5,
                seed: 1,
            };
            let cutoff: Cutoff = cutoff.parse().unwrap();
            let sums: Vec<Sums> = (0..60)
                .map(|set| campaign(&queens, cutoff, &args, &mut Random::for_trial(1, set)))
                .collect();
            let (square, count) = exact(&queens, cutoff);
            assert_eq!(count, 14_200.0);
            let near = |figure: fn(&Sums) -> f64, truth: f64| {
                let (mean, margin) = mean_and_margin(&sums.iter().map(figure).collect::<Vec<_>>());
                let within = 4.0 * margin / 1.96;
                assert!(
                    (mean - truth).abs() < within,
                    "{cutoff}: {mean} for {truth} ± {within}"
                );
                // A bound that a wrong sum would not pass: a tenth of the truth.
                assert!(
                    within < 0.4 * truth,
                    "{cutoff}: ± {within} tells nothing of {truth}"
                );
            };
            near(|sums| sums.count, count);
            near(|sums| sums.square, square);
        }
    }

    #[test]
    fn the_top_share_is_cut_where_it_ends() {
        // One trial in a thousand makes half the count, and half of the next thousandth follows.
        let mut hits = vec![
            (1.0, 998.0, 250.0),
            (500.0, 1.0, 500.0),
            (250.0, 2.0, 250.0),
        ];
        let share = share_of_top(&mut hits);
        let trials = 1001.0;
        let expected = (500.0 + 250.0 * (TOP * trials - 1.0) / 2.0) / 1000.0;
        assert!((share - expected).abs() < 1e-12);
    }
}
