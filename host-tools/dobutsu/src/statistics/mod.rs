//! `dobutsu statistics`: statistics of the solved game, for players and authors.

mod counts;
mod longest;
mod pictures;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::game::{After, Diagram};

pub use self::counts::{Counts, Results, Temptation};
use crate::parallel::all_cores;
use crate::solve::{Solved, open_or_solve};
use crate::{files, progress};

/// Print statistics of the solved game: the first moves, the longest win, and averages.
///
/// They are of all positions that the rules alone do not decide, mirror images counted once; results are
/// those of the side to move.
#[derive(clap::Args)]
pub struct Args {
    /// Look at every Nth position only, which is faster
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    every: u32,
    /// Write charts as SVG to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The number of threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs `dobutsu statistics`.
pub fn run(args: Args) -> Result<ExitCode> {
    if let Some(folder) = &args.svg {
        files::ensure_folder_writable(folder)?;
    }
    let solved = open_or_solve(args.from.as_deref())?;
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let bar = progress::bar("looking at the positions", solved.index().count().into());
    let counts = Counts::collect(&solved, threads, args.every, &|positions| {
        bar.inc(positions)
    });
    bar.finish_and_clear();
    print!("{}", first_moves(&solved));
    let longest = longest::Longest::find(&solved).context("there is no win")?;
    print!("{longest}");
    print!("{}", report(&counts));
    if let Some(folder) = &args.svg {
        pictures::write(&counts, &longest, folder)?;
        eprintln!("5 pictures in {}", folder.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// The first moves with their values, and the replies to each.
fn first_moves(solved: &Solved) -> String {
    let mut text = String::from("First moves, and the replies to each\n");
    let start = Diagram::START;
    for first in solved.advice(start.position).moves() {
        let worth = first.verdict.value().map_or(0, |value| value.plies());
        let _ = write!(text, "  {}\t{worth}\t", start.usi(first.mv));
        if let After::Position(next) = start.position.play(first.mv) {
            let here = start.next(next);
            for reply in solved.advice(next).moves() {
                let worth = reply.verdict.value().map_or(0, |value| value.plies());
                let _ = write!(text, " {} {worth};", here.usi(reply.mv));
            }
        }
        let _ = writeln!(text);
    }
    text
}

/// A share as a percentage.
fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// The counts as text.
fn report(counts: &Counts) -> String {
    let mut text = String::new();
    let positions = counts.positions();
    let [won, drawn, lost] = counts.results;
    let line = |text: &mut String, args: std::fmt::Arguments<'_>| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{args}");
    };
    line(
        &mut text,
        format_args!("\nResults of {positions} positions, for the side to move"),
    );
    line(
        &mut text,
        format_args!(
            "  won {:.2} %, drawn {:.2} %, lost {:.2} %",
            percent(won, positions),
            percent(drawn, positions),
            percent(lost, positions)
        ),
    );
    for (title, rows) in [
        (
            "By animals besides the lion, in hand or on the board",
            &counts.by_animals,
        ),
        ("By animals in both hands", &counts.in_hand),
    ] {
        line(
            &mut text,
            format_args!("\n{title}\n  \tpositions\twon %\tdrawn %\tlost %"),
        );
        for (animals, &[won, drawn, lost]) in rows.iter().enumerate() {
            let all = won + drawn + lost;
            line(
                &mut text,
                format_args!(
                    "  {animals}\t{all}\t{:.1}\t{:.1}\t{:.1}",
                    percent(won, all),
                    percent(drawn, all),
                    percent(lost, all)
                ),
            );
        }
    }
    let moves: u64 = (0..)
        .zip(&counts.moves)
        .map(|(moves, count)| moves * count)
        .sum();
    let most = counts
        .moves
        .iter()
        .rposition(|&count| count > 0)
        .unwrap_or(0);
    line(
        &mut text,
        format_args!(
            "\nMoves of a position: {:.2} on average, {most} at most; {:.2} leave the lion safe",
            moves as f64 / positions as f64,
            counts.safe_moves as f64 / positions as f64
        ),
    );
    let decided = won + lost;
    let plies: u64 = (0..)
        .zip(&counts.plies)
        .map(|(plies, count)| plies * count)
        .sum();
    let mut below = 0;
    let median = counts.plies.iter().position(|&count| {
        below += count;
        2 * below >= decided
    });
    line(
        &mut text,
        format_args!(
            "To the end of a won or lost position: {:.1} plies on average, {} in the middle",
            plies as f64 / decided.max(1) as f64,
            median.unwrap_or(0)
        ),
    );
    let held = counts.not_lost();
    line(
        &mut text,
        format_args!(
            "Of the positions that are not lost, one move alone keeps the result in {:.1} %",
            percent(counts.one_move, held)
        ),
    );
    for (what, Temptation { there, wrong }) in [
        ("An animal can be taken for nothing", counts.captures),
        ("A check can be given", counts.checks),
    ] {
        line(
            &mut text,
            format_args!(
                "{what} in {:.1} % of them, and every way to do so is wrong in {:.1} % of those",
                percent(there, held),
                percent(wrong, there)
            ),
        );
    }
    line(
        &mut text,
        format_args!(
            "Lost for the side to move, whichever side that is: {} positions, {:.3} %",
            counts.zugzwangs,
            percent(counts.zugzwangs, positions)
        ),
    );
    text
}
