//! `cargo lab proof`: the policy of the small edition, what it costs and how it plays.

mod games;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Subcommand;
use dobutsu::build::networks;
use dobutsu::build::proof::{Bound, WonGame, cost, propagate, winning_policy};
use dobutsu::parallel::all_cores;
use dobutsu::progress;
use dobutsu::solve::{Solved, open_or_solve};
use dobutsu_core::game::Position;

/// What is to be found out.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// What it costs to win within some bounds, and without one.
    Bounds(BoundsArgs),
    /// How long games by an image last against several defenders.
    Games(games::Args),
}

/// Options of `cargo lab proof bounds`.
#[derive(clap::Args)]
struct BoundsArgs {
    /// Factors of the distance and plies more, `8+64,4+64` say
    #[arg(long, value_name = "BOUNDS", value_delimiter = ',')]
    bounds: Vec<Bound>,
    /// Networks that `dobutsu train` wrote [default: those the command was made with]
    #[arg(long, value_name = "FILE")]
    networks: Option<PathBuf>,
    /// The file that `dobutsu solve` wrote [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
}

/// Runs `cargo lab proof`.
pub fn run(args: Args) -> Result<ExitCode> {
    match args.question {
        Question::Bounds(args) => bounds(&args),
        Question::Games(args) => games::run(&args),
    }
}

fn bounds(args: &BoundsArgs) -> Result<ExitCode> {
    let solved = open_or_solve(args.solved.as_deref())?;
    let networks = networks(args.networks.as_deref())?;
    let bar = survey_bar(&solved);
    let game = WonGame::with_networks(&solved, &networks, all_cores(), &|steps| bar.inc(steps));
    bar.finish_and_clear();
    let game = game?;
    let graph = &game.graph;
    let start = solved.index().number(Position::START);
    let start = start.and_then(|number| game.lost_place(number));
    let start = start.context("the start is not among the lost positions")?;
    println!("{} won positions", graph.won());
    println!(
        "{:>12} {:>11} {:>9} {:>7} {:>6} {:>6} {:>6}",
        "bound", "corrections", "bytes", "longest", "start", "mean", "exact"
    );
    for bound in [None]
        .into_iter()
        .chain(args.bounds.iter().copied().map(Some))
    {
        let note = |note: String| eprintln!("lab: {note}");
        let policy = winning_policy(graph, Some(start), bound, &note);
        let lengths = propagate(graph, &policy);
        let cost = cost(&game, &policy);
        let positions = f64::from(graph.won());
        let plies: u64 = lengths.won.iter().map(|&plies| u64::from(plies)).sum();
        let exact: u64 = graph.exact.iter().map(|&plies| u64::from(plies)).sum();
        println!(
            "{:>12} {:>11} {:>9.0} {:>7} {:>6} {:>6.1} {:>6.1}",
            bound.map_or("none".into(), |bound| bound.to_string()),
            cost.corrections,
            cost.bits / 8.0,
            lengths.won.iter().max().unwrap_or(&0),
            lengths.lost[start as usize],
            plies as f64 / positions,
            exact as f64 / positions,
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn survey_bar(solved: &Solved) -> indicatif::ProgressBar {
    progress::bar("surveying", u64::from(solved.index().count()))
}
