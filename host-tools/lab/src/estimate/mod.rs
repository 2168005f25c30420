//! `cargo lab estimate`: composite Monte Carlo, its tables, and tasks for many machines.

mod playouts;
mod problem;
mod table1;
mod tables;
mod task;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use cpu_time::ProcessTime;

use self::problem::Name;
use self::task::{Cutoff, Limits, Record, Spec, parse_duration, run as run_task};
use crate::output::{Output, percent, print_table};

/// Composite Monte Carlo: counts the solutions of problems too large to search
///
/// A task is a problem, its settings and a seed; its result is a file. Tasks of different seeds can run
/// anywhere, and `merge` adds their files up. Defaults give a useful estimate within a minute.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct EstimateArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    task: TaskArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Adds up the files of tasks that differ in their seeds
    Merge(MergeArgs),
    /// Table 1: what random descents and a depth-first search visit
    Table1(table1::Table1Args),
    /// Both rules for the cutoff, by level and by product, where the count is known
    Cutoffs(tables::TableArgs),
    /// Table 3: 45 queens
    Table3(tables::TableArgs),
    /// Section 7.1: playouts that end in a full search, against alpha-beta
    Playouts(playouts::PlayoutArgs),
}

#[derive(Args)]
struct TaskArgs {
    /// queens:N, hexomino or pentomino:WxH
    problem: Option<String>,
    /// When a descent turns into a search: level:35 or product:1e38 [default: by the problem]
    #[arg(long)]
    cutoff: Option<Cutoff>,
    /// Paths of a trial; 1 is the paper's way [default: 3000 for the hexominoes, else 1]
    #[arg(long)]
    width: Option<u32>,
    /// Trials [default: by the problem]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..))]
    trials: Option<u64>,
    /// CPU time after which no trial is started, such as 30s, 5m or 1h
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// Count all leaves, the size of the tree, instead of solutions
    #[arg(long)]
    leaves: bool,
    /// Search below islands that no piece can fill, as the paper does
    #[arg(long)]
    keep_islands: bool,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the result to this file, for `merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct MergeArgs {
    /// Files that tasks wrote with --out
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the sum to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the sum as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the experiment.
pub fn run(args: EstimateArgs) -> Result<ExitCode> {
    match args.command {
        Some(Command::Merge(args)) => {
            report(&Record::merge(&args.files)?, args.out, args.json)?;
        }
        Some(Command::Table1(args)) => table1::run(&args)?,
        Some(Command::Cutoffs(args)) => tables::cutoffs(&args)?,
        Some(Command::Table3(args)) => tables::table3(&args)?,
        Some(Command::Playouts(args)) => playouts::run(&args)?,
        None => estimate(args.task)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn estimate(args: TaskArgs) -> Result<()> {
    let name = args
        .problem
        .context("name a problem: queens:45, hexomino or pentomino:6x10")?;
    let problem: Name = name.parse()?;
    let (cutoff, width, trials) = problem.defaults();
    let spec = Spec {
        problem,
        cutoff: args.cutoff.unwrap_or(cutoff),
        width: args.width.unwrap_or(width),
        keep_islands: args.keep_islands,
        leaves: args.leaves,
    };
    let limits = Limits {
        trials: args.trials.unwrap_or(match args.time {
            Some(_) => u64::MAX,
            None => trials,
        }),
        time: args.time,
    };
    let begin = ProcessTime::now();
    let record = run_task(spec, args.seed, limits, |_, _| {})?;
    let taken = begin.elapsed();
    report(&record, args.out, args.json)?;
    eprintln!("{:.1} s of CPU time", taken.as_secs_f64());
    // A twentieth more is the last slice of work.
    if let Some(time) = args.time.filter(|&time| taken > time.mul_f64(1.05)) {
        eprintln!(
            "lab: the time of {:.1} s was exceeded, since a trial that was begun is always finished",
            time.as_secs_f64()
        );
    }
    Ok(())
}

fn report(record: &Record, out: Option<PathBuf>, json: bool) -> Result<()> {
    if let Some(path) = out {
        record.write(&path)?;
    }
    if json {
        println!("{}", serde_json::to_string_pretty(record)?);
        return Ok(());
    }
    let Spec {
        problem,
        cutoff,
        width,
        keep_islands,
        leaves,
    } = record.spec;
    let statistics = record.statistics;
    let what = if leaves { "leaves" } else { "solutions" };
    let islands = if keep_islands { ", islands kept" } else { "" };
    let seeds = match record.seeds[..] {
        [seed] => format!("seed {seed}"),
        ref seeds => format!("{} seeds", seeds.len()),
    };
    println!("{what} of {problem}: {cutoff}, width {width}{islands}, {seeds}");
    let error = statistics.standard_error();
    let row = vec![
        format!("{:.5e}", statistics.mean),
        format!("{error:.2e}"),
        percent(statistics.relative_error(), 2),
        statistics.trials.to_string(),
        statistics.successes.to_string(),
        statistics.nodes.to_string(),
    ];
    print_table("estimate|s.e.|relative|trials|successes|nodes", [row]);
    if let Some((known, known_error, source)) = problem.known().filter(|_| !leaves) {
        let off = statistics.mean - known;
        match error.hypot(known_error) {
            both if both > 0.0 => {
                println!(
                    "{source}: {known:.5e}; off by {:+.1} standard errors",
                    off / both
                );
            }
            _ => println!("{source}: {known:.5e}; off by {off:+}"),
        }
    }
    Ok(())
}
