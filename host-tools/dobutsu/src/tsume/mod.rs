//! `dobutsu tsume`: puzzles from the solved game.

mod census;
mod picture;
mod puzzle;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use dobutsu_core::game::Position;

pub use self::census::{Row, Rule, Wanted, only_win, sample, table};
pub use self::puzzle::{Puzzle, best_play};
use crate::solve::open_or_solve;
use crate::{files, letters, parallel, progress};

/// Find puzzles: positions in which exactly one move wins.
///
/// They are drawn from all 121 million positions that the rules alone do not decide, mirror images
/// counted once, and each puzzle of the given length has the same probability. The level of a puzzle is
/// the weakest of the ten that finds the move in more than half of 64 attempts.
#[derive(clap::Args)]
pub struct Args {
    /// The plies to the win, an odd number
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=173))]
    plies: u8,
    /// The number of puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// Only puzzles with one winning move at every turn except the last, against every longest defence
    #[arg(long)]
    line: bool,
    /// The seed of the random selection
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print only the positions, as SFEN
    #[arg(long)]
    sfen: bool,
    /// Write lishogi's letters instead of the animals'
    #[arg(long)]
    lishogi: bool,
    /// Write each puzzle, and sheets for print, as SVG to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Count the puzzles of every length instead
    #[arg(long, conflicts_with_all = ["plies", "count", "line", "seed", "sfen", "lishogi", "svg"])]
    table: bool,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// Runs `dobutsu tsume`.
pub fn run(args: Args) -> Result<ExitCode> {
    if args.plies.is_multiple_of(2) {
        bail!("a win takes an odd number of plies: the winner makes the last move");
    }
    if let Some(folder) = &args.svg {
        files::ensure_folder_writable(folder)?;
    }
    let solved = open_or_solve(args.from.as_deref())?;
    let all = 0..solved.index().count();
    let bar = progress::bar("counting", all.end.into());
    let progress = |positions| bar.inc(positions);
    if args.table {
        let table = table(&solved, all, &progress);
        bar.finish_and_clear();
        print_table(&table);
        return Ok(ExitCode::SUCCESS);
    }
    let wanted = Wanted {
        plies: args.plies,
        rule: if args.line { Rule::Line } else { Rule::Move },
        count: args.count.into(),
        seed: args.seed,
    };
    let found = sample(&solved, all, wanted, &progress);
    bar.finish_and_clear();
    let bar = progress::bar("grading", found.len() as u64);
    let grade = |&position: &Position| {
        let puzzle = Puzzle::new(&solved, position);
        bar.inc(1);
        puzzle
    };
    let puzzles: Vec<Puzzle> = parallel::map(&found, grade).into_iter().flatten().collect();
    bar.finish_and_clear();
    if puzzles.is_empty() {
        bail!("there is no such puzzle of {} plies", args.plies);
    }
    let letters = letters(args.lishogi);
    for (number, puzzle) in (1..).zip(&puzzles) {
        let sfen = puzzle.diagram.sfen(letters);
        if args.sfen {
            println!("{sfen}");
            continue;
        }
        let (plies, level) = (puzzle.plies, puzzle.level.number());
        println!("{number}. Win in {plies} plies (level {level}): {sfen}");
        let (board, solution) = (puzzle.board(letters), puzzle.solution(letters));
        println!("{board}   {solution}\n");
    }
    if let Some(folder) = args.svg {
        let files = picture::write_all(&puzzles, letters, &folder)?;
        eprintln!("{files} pictures in {}", folder.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn print_table(table: &[Row]) {
    println!("plies\twon\tone winning move\tone winning line");
    let mut sum = Row::default();
    table.iter().for_each(|row| sum.add(row));
    let names = (1..).step_by(2).map(|plies: u32| plies.to_string());
    let rows = names.zip(table).chain([("all".to_owned(), &sum)]);
    for (name, row) in rows {
        println!("{name}\t{}\t{}\t{}", row.won, row.one_move, row.one_line);
    }
}
