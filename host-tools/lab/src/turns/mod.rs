//! `cargo lab turns`: two tables in turn and the replacement schemes, in searches and games.

mod play;
mod plot;
mod print;
mod variants;

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use cpu_time::ThreadTime;
use dobutsu_core::game::Position;
use serde::Serialize;

use self::play::{Engine, Limit, Won, balanced, game, pairs, think};
use self::variants::{Asked, Size, Variant};
use super::output::{Output, mean_and_margin};
use dobutsu::progress;

/// Two tables in turn and the replacement schemes: the paper's two tables for dobutsu.
#[derive(clap::Args)]
pub struct Args {
    /// Positions to search for each line of table 1; 0 leaves it out.
    #[arg(long, default_value_t = 100)]
    positions: usize,
    /// Games of each match of table 2, every start from both sides; 0 leaves it out.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Nodes a move in the matches.
    #[arg(long, value_delimiter = ',', default_values_t = [2000, 10_000])]
    budgets: Vec<u32>,
    /// Table sizes.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Size::Chip8K, Size::Chip64K, Size::Pc8M])]
    sizes: Vec<Size>,
    /// Depths for the searches to a fixed depth.
    #[arg(long, value_delimiter = ',', default_values_t = [6, 8])]
    depths: Vec<u8>,
    /// Only the tables among which the device's was chosen, at the size it has.
    #[arg(long, conflicts_with = "sizes")]
    device: bool,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: Output,
}

/// All results.
#[derive(Serialize)]
struct Results {
    positions: usize,
    searches: Vec<Searches>,
    census: Vec<Census>,
    matches: Vec<Match>,
}

/// One line of table 1: means over all positions.
#[derive(Serialize)]
struct Searches {
    size: Size,
    condition: String,
    variant: Variant,
    name: String,
    depth: f64,
    nodes: f64,
    milliseconds: f64,
}

/// Where the previous table was of use.
#[derive(Serialize)]
struct Census {
    size: Size,
    depth: u8,
    by_draft: Vec<(u8, Asked)>,
}

/// One line of table 2.
#[derive(Serialize)]
struct Match {
    size: Size,
    nodes: u32,
    variant: Variant,
    name: String,
    wins: u32,
    losses: u32,
    draws: u32,
    /// Points of the rival, a draw counting half.
    points: f64,
    /// Half the width of their 95 % interval, from pairs of games with the same start.
    margin: f64,
}

impl Args {
    fn sizes(&self) -> &[Size] {
        match self.device {
            true => &[Size::DEVICE],
            false => &self.sizes,
        }
    }

    fn rivals(&self) -> &'static [Variant] {
        match self.device {
            true => &Variant::OF_DEVICE,
            false => &Variant::RIVALS,
        }
    }
}

/// Points out of `games` that 95 % of matches between equals stay under, draws aside.
fn line_95(games: usize) -> f64 {
    let games = games as f64;
    games / 2.0 + 1.645 * games.sqrt() / 2.0
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    ensure!(
        args.games.is_multiple_of(2),
        "games come in pairs: --games must be even"
    );
    ensure!(
        args.depths.iter().all(|depth| (1..=20).contains(depth)),
        "depths from 1 to 20 can be searched"
    );
    ensure!(
        args.positions > 0 || args.games > 0,
        "nothing to do: --positions and --games are both 0"
    );
    // Tables of a PC's size pass over the stack on their way to the heap.
    let worker = std::thread::Builder::new().stack_size(256 << 20);
    let worker = worker
        .spawn(move || experiment(&args))
        .context("cannot start a thread")?;
    match worker.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn experiment(args: &Args) -> Result<ExitCode> {
    let starts = args.games / 2;
    let bar = progress::bar("even positions", (starts.max(args.positions)) as u64);
    let even = balanced(starts.max(args.positions), args.seed, || bar.inc(1));
    bar.finish_and_clear();
    let tests = pairs(&even[..args.positions], args.seed);
    ensure!(
        !tests.is_empty() || args.positions == 0,
        "no undecided test position was found; try more"
    );

    let results = Results {
        positions: tests.len(),
        searches: match tests.is_empty() {
            true => Vec::new(),
            false => searches(args, &tests),
        },
        census: match tests.is_empty() {
            true => Vec::new(),
            false => census(args, &tests),
        },
        matches: match starts {
            0 => Vec::new(),
            _ => matches(args, &even[..starts]),
        },
    };
    args.output.finish(
        &results,
        |results| print::tables(args, results),
        (1000, 900),
        |results, area| plot::draw(args, results, area),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn conditions(args: &Args) -> Vec<(String, Limit)> {
    let depths = args
        .depths
        .iter()
        .map(|&depth| (format!("depth {depth}"), Limit::Depth(depth)));
    let nodes = args
        .budgets
        .iter()
        .map(|&nodes| (format!("{nodes} nodes"), Limit::Nodes(nodes)));
    let times = [2, 10].map(|ms| (format!("{ms} ms"), Limit::Milliseconds(ms)));
    depths.chain(nodes).chain(times).collect()
}

fn searches(args: &Args, tests: &[(Position, Position)]) -> Vec<Searches> {
    let conditions = conditions(args);
    let variants = [&[Variant::Cleared][..], args.rivals()].concat();
    let lines = args.sizes().len() * conditions.len() * variants.len();
    let bar = progress::bar("searches", lines as u64);
    let mut results = Vec::new();
    for &size in args.sizes() {
        for (condition, limit) in &conditions {
            for &variant in &variants {
                let mut table = size.table(variant);
                let (mut depth, mut nodes, mut seconds) = (0.0, 0.0, 0.0);
                for &(before, now) in tests {
                    table.clear();
                    if variant.remembers() {
                        think(Engine::new(before), table.as_mut(), *limit);
                    }
                    let begin = ThreadTime::now();
                    let report = think(Engine::new(now), table.as_mut(), *limit);
                    seconds += begin.elapsed().as_secs_f64();
                    depth += f64::from(report.depth);
                    nodes += report.nodes as f64;
                }
                let count = tests.len() as f64;
                results.push(Searches {
                    size,
                    condition: condition.clone(),
                    variant,
                    name: variant.name(),
                    depth: depth / count,
                    nodes: nodes / count,
                    milliseconds: 1000.0 * seconds / count,
                });
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    results
}

fn census(args: &Args, tests: &[(Position, Position)]) -> Vec<Census> {
    let Some(&depth) = args.depths.last() else {
        return Vec::new();
    };
    args.sizes()
        .iter()
        .map(|&size| {
            let mut table = size.census();
            let mut sums = [Asked::default(); 16];
            for &(before, now) in tests {
                table.clear();
                think(Engine::new(before), &mut *table, Limit::Depth(depth));
                let earlier = table.asked();
                think(Engine::new(now), &mut *table, Limit::Depth(depth));
                for ((sum, now), earlier) in sums.iter_mut().zip(table.asked()).zip(earlier) {
                    sum.probes += now.probes - earlier.probes;
                    sum.hits += now.hits - earlier.hits;
                    sum.deep_enough += now.deep_enough - earlier.deep_enough;
                }
            }
            let by_draft = (0u8..16)
                .zip(sums)
                .filter(|(_, asked)| asked.probes > 0)
                .collect();
            Census {
                size,
                depth,
                by_draft,
            }
        })
        .collect()
}

fn matches(args: &Args, starts: &[Position]) -> Vec<Match> {
    let lines = args.sizes().len() * args.budgets.len() * args.rivals().len();
    let bar = progress::bar("games", (lines * args.games) as u64);
    let mut results = Vec::new();
    for &size in args.sizes() {
        for &nodes in &args.budgets {
            for &variant in args.rivals() {
                let (mut rival, mut base) = (size.table(variant), size.table(Variant::Cleared));
                let (mut wins, mut losses, mut draws) = (0, 0, 0);
                let mut pairs = Vec::new();
                for &start in starts {
                    let before = f64::from(wins) + f64::from(draws) / 2.0;
                    for rival_first in [true, false] {
                        let limit = Limit::Nodes(nodes);
                        let won = match rival_first {
                            true => game(start, rival.as_mut(), base.as_mut(), limit),
                            false => game(start, base.as_mut(), rival.as_mut(), limit),
                        };
                        match won {
                            Won::Nobody => draws += 1,
                            won if (won == Won::First) == rival_first => wins += 1,
                            _ => losses += 1,
                        }
                        bar.inc(1);
                    }
                    pairs.push(f64::from(wins) + f64::from(draws) / 2.0 - before);
                }
                let (_, margin) = mean_and_margin(&pairs);
                results.push(Match {
                    size,
                    nodes,
                    variant,
                    name: variant.name(),
                    wins,
                    losses,
                    draws,
                    points: f64::from(wins) + f64::from(draws) / 2.0,
                    margin: margin * pairs.len() as f64,
                });
            }
        }
    }
    bar.finish_and_clear();
    results
}
