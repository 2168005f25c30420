//! `dobutsu tsume`: puzzles from the solved game, for print or page.

mod census;
mod picture;
mod puzzle;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use dobutsu_core::game::Letters;

pub use self::census::{Census, Row, Rule, Wanted};
pub use self::puzzle::{Puzzle, best_play};
use crate::parallel::{all_cores, in_chunks};
use crate::solve::open_or_solve;
use crate::{files, progress};

/// Find puzzles: positions in which exactly one move wins.
///
/// They are drawn from all 121 million positions that the rules alone do not decide, mirror images
/// counted once, each puzzle of the given length with the same probability. The level of each is the
/// weakest of the ten that finds the move in more than half of 64 attempts.
#[derive(clap::Args)]
pub struct Args {
    /// The plies to the win, an odd number
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=173))]
    plies: u8,
    /// The number of puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// Only those with one winning move at every turn but the last, whichever longest defence is chosen
    #[arg(long)]
    line: bool,
    /// Draw other puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print SFEN lines and nothing else
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
    /// The number of threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
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
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let census = Census::new(&solved, threads);
    let bar = progress::bar("looking at every position", solved.index().count().into());
    let progress = |positions| bar.inc(positions);
    let all = 0..solved.index().count();
    if args.table {
        let table = census.table(all, &progress);
        bar.finish_and_clear();
        print_table(&table);
        return Ok(ExitCode::SUCCESS);
    }
    let rule = if args.line { Rule::Line } else { Rule::Move };
    let wanted = Wanted {
        plies: args.plies,
        rule,
        count: args.count.into(),
        seed: args.seed,
    };
    let found = census.sample(all, wanted, &progress);
    bar.finish_and_clear();
    let bar = progress::bar("grading the puzzles", found.len() as u64);
    let graded = in_chunks(
        threads,
        found.len() as u32,
        1,
        |numbers, graded: &mut Vec<_>| {
            for number in numbers {
                graded.push((number, Puzzle::new(&solved, found[number as usize])));
                bar.inc(1);
            }
        },
    );
    bar.finish_and_clear();
    let mut graded: Vec<(u32, Option<Puzzle>)> = graded.into_iter().flatten().collect();
    graded.sort_by_key(|&(number, _)| number);
    let puzzles: Vec<Puzzle> = graded
        .into_iter()
        .filter_map(|(_, puzzle)| puzzle)
        .collect();
    if puzzles.is_empty() {
        bail!("there is no such puzzle of {} plies", args.plies);
    }
    let letters = match args.lishogi {
        true => Letters::Shogi,
        false => Letters::Animals,
    };
    for (number, puzzle) in (1..).zip(&puzzles) {
        let sfen = puzzle.diagram.sfen(letters);
        if args.sfen {
            println!("{sfen}");
            continue;
        }
        let level = puzzle.level.number();
        println!(
            "{number}. Win in {} plies (level {level}): {sfen}",
            puzzle.plies
        );
        print!("{}", puzzle.board(letters));
        println!("   {}\n", puzzle.solution(letters));
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
    for (place, row) in table.iter().enumerate() {
        println!(
            "{}\t{}\t{}\t{}",
            2 * place + 1,
            row.won,
            row.one_move,
            row.one_line
        );
        sum.won += row.won;
        sum.one_move += row.one_move;
        sum.one_line += row.one_line;
    }
    println!("all\t{}\t{}\t{}", sum.won, sum.one_move, sum.one_line);
}
