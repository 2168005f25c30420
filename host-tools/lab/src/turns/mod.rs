//! `cargo lab turns`: two tables in turn and the replacement schemes, in searches and games.

mod law;
mod matches;
mod play;
mod plot;
mod print;
mod variants;

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use cpu_time::ThreadTime;
use dobutsu_core::game::Position;
use serde::Serialize;

use self::law::Saving;
use self::matches::Match;
use self::play::{Engine, Limit, Lines, balanced, pairs, think};
use self::variants::{Asked, Size, Variant};
use super::output::Output;
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
    #[arg(long, value_delimiter = ',', num_args = 0.., default_values_t = [2000, 10_000])]
    budgets: Vec<u32>,
    /// Milliseconds of processor time a move for further matches.
    #[arg(long, value_delimiter = ',')]
    match_times: Vec<f64>,
    /// Who plays the moves between the two searches of table 1.
    #[arg(long, value_enum, default_value_t = Lines::Played)]
    lines: Lines,
    /// Table sizes.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Size::Chip8K, Size::Chip64K, Size::Pc8M])]
    sizes: Vec<Size>,
    /// Depths for the searches to a fixed depth.
    #[arg(long, value_delimiter = ',', default_values_t = [6, 8])]
    depths: Vec<u8>,
    /// Only the tables among which the device's was chosen, at the size it has.
    #[arg(long, conflicts_with = "sizes")]
    device: bool,
    /// Only what the paper compares: two tables in turn, with twice the memory and with the same,
    /// and the device's.
    #[arg(long, conflicts_with = "device")]
    paper: bool,
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
    savings: Vec<Saving>,
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

impl Args {
    fn sizes(&self) -> &[Size] {
        match self.device {
            true => &[Size::DEVICE],
            false => &self.sizes,
        }
    }

    fn rivals(&self) -> &'static [Variant] {
        match (self.device, self.paper) {
            (true, _) => &Variant::OF_DEVICE,
            (_, true) => &Variant::OF_PAPER,
            _ => &Variant::RIVALS,
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
    ensure!(
        args.match_times.iter().all(|ms| (0.01..=1e6).contains(ms)),
        "a move takes from 0.01 to a million milliseconds"
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
    let tests = pairs(&even[..args.positions], args.seed, args.lines);
    ensure!(
        !tests.is_empty() || args.positions == 0,
        "no undecided test position was found; try more"
    );

    let searches = match tests.is_empty() {
        true => Vec::new(),
        false => searches(args, &tests),
    };
    let results = Results {
        positions: tests.len(),
        savings: law::savings(args, &searches),
        searches,
        census: match tests.is_empty() {
            true => Vec::new(),
            false => census(args, &tests),
        },
        matches: match starts {
            0 => Vec::new(),
            _ => matches::matches(args, &even[..starts], &tests),
        },
    };
    args.output.finish(
        &results,
        |results| print::tables(args, results),
        (1000, 1100),
        |results, area| plot::draw(args, results, area),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn conditions(args: &Args) -> Vec<(String, Limit)> {
    let depths = args.depths.iter().map(|&depth| Limit::Depth(depth));
    let nodes = args.budgets.iter().map(|&nodes| Limit::Nodes(nodes));
    let times = [2.0, 10.0].map(Limit::milliseconds);
    let limits = depths.chain(nodes).chain(times);
    limits.map(|limit| (limit.to_string(), limit)).collect()
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
