//! `dobutsu statistics`: statistics of the solved game, for players and authors.

mod counts;
mod longest;
mod pictures;

use std::fmt::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::game::{After, Diagram};

pub use self::counts::{Counts, Results, Temptation};
use crate::solve::{Solved, open_or_solve};
use crate::{files, progress};

/// Print statistics of the solved game: the first moves, the longest win, and averages.
///
/// They cover all positions that the rules alone do not decide, with mirror images counted once. Results
/// are those of the side to move.
#[derive(clap::Args)]
pub struct Args {
    /// Use every Nth position only, which is faster
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    every: u32,

    /// Write charts as SVG to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Runs `dobutsu statistics`.
pub fn run(args: Args) -> Result<ExitCode> {
    if let Some(folder) = &args.svg {
        files::ensure_folder_writable(folder)?;
    }
    let solved = open_or_solve(args.from.as_deref())?;
    let bar = progress::bar("counting", solved.index().count().into());
    let counts = Counts::collect(&solved, args.every, &|positions| bar.inc(positions));
    bar.finish_and_clear();
    let longest = longest::Longest::find(&solved).context("there is no win")?;
    print!("{}{longest}{counts}", first_moves(&solved));
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
        text.push('\n');
    }
    text
}

fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// The sum of the numbers 0, 1, 2 and so on, each multiplied by its count.
fn total(counts: &[u64]) -> f64 {
    let products = (0..).zip(counts).map(|(number, count)| number * count);
    products.sum::<u64>() as f64
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.positions();
        let [won, drawn, lost] = self.results;
        let share = |part| percent(part, positions);
        writeln!(
            f,
            "\nResults of {positions} positions, for the side to move\n  \
             won {:.2} %, drawn {:.2} %, lost {:.2} %",
            share(won),
            share(drawn),
            share(lost)
        )?;
        let animals = "By animals besides the lion, in hand or on the board";
        let hands = "By animals in both hands";
        for (title, rows) in [(animals, &self.by_animals), (hands, &self.in_hand)] {
            writeln!(f, "\n{title}\n  \tpositions\twon %\tdrawn %\tlost %")?;
            for (animals, row) in rows.iter().enumerate() {
                let all = row.iter().sum();
                let [won, drawn, lost] = row.map(|part| percent(part, all));
                writeln!(f, "  {animals}\t{all}\t{won:.1}\t{drawn:.1}\t{lost:.1}")?;
            }
        }
        let most = self.moves.iter().rposition(|&count| count > 0);
        writeln!(
            f,
            "\nMoves of a position: {:.2} on average, {} at most; {:.2} leave the lion safe",
            total(&self.moves) / positions as f64,
            most.unwrap_or(0),
            self.safe_moves as f64 / positions as f64
        )?;
        let decided = won + lost;
        let mut below = 0;
        let median = self.plies.iter().position(|&count| {
            below += count;
            2 * below >= decided
        });
        writeln!(
            f,
            "Plies to the end of a won or lost position: {:.1} on average, median {}",
            total(&self.plies) / decided.max(1) as f64,
            median.unwrap_or(0)
        )?;
        let held = won + drawn;
        writeln!(
            f,
            "Of the positions that are not lost, one move alone keeps the result in {:.1} %",
            percent(self.one_move, held)
        )?;
        for (what, Temptation { there, wrong }) in [
            ("An animal can be taken for nothing", self.captures),
            ("A check can be given", self.checks),
        ] {
            writeln!(
                f,
                "{what} in {:.1} % of them, and every way to do so is wrong in {:.1} % of those",
                percent(there, held),
                percent(wrong, there)
            )?;
        }
        writeln!(
            f,
            "Lost for the side to move, whichever side that is: {} positions, {:.3} %",
            self.zugzwangs,
            share(self.zugzwangs)
        )
    }
}
