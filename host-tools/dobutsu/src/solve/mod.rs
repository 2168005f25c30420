//! `dobutsu solve`: the exact value of every position, and which can arise from the start.
//!
//! Every position that the rules alone do not decide has a number ([`index`]); values are found
//! from the end of the game backwards (`retrograde`), a byte each.

mod adviser;
pub mod index;
mod reach;
mod report;
mod retrograde;
mod table;
#[cfg(test)]
mod tests;
mod unmove;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

pub use self::adviser::SolvedAdviser;
use self::index::Index;
pub use self::report::PUBLISHED;
use self::report::{Report, summary};
pub use self::table::Solved;
use crate::files;
use crate::parallel::all_cores;
use crate::progress;

/// Solve the game: the exact value of every position.
///
/// Prints the number of positions with each value, of all positions and of those that can arise in a
/// game, beside the published figures, and keeps the values in a file for other commands. An interrupted
/// run, of a minute or two, starts again.
#[derive(clap::Args)]
pub struct Args {
    /// Where to keep the values [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The number of threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs `dobutsu solve`.
pub fn run(args: Args) -> Result<ExitCode> {
    let path = match args.out {
        Some(path) => path,
        None => default_path()?,
    };
    files::ensure_writable(&path)?;
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let solved = solve_with_progress(threads);
    solved.write(&path)?;
    let report = Report::new(&solved);
    println!(
        "{:>9} {:>12} {:>12} {:>12}",
        "value", "all", "from start", "published"
    );
    print!("{report}");
    println!("{}", summary(&solved, &report));
    println!("values kept in {}", path.display());
    Ok(if report.agrees() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The solved game in this file; without one, the solved game in the cache, or solved now if there is
/// none or it cannot be used. A cache that cannot be written is reported and not used.
///
/// # Errors
/// If the named file cannot be used.
pub fn open_or_solve(from: Option<&Path>) -> Result<Solved> {
    if let Some(path) = from {
        return Solved::read(path);
    }
    let uncached = |error| eprintln!("dobutsu: {error:#}; the solved game is not kept");
    let path = default_path().map_err(uncached).ok();
    if let Some(path) = path.as_deref().filter(|path| path.exists()) {
        match Solved::read(path) {
            Ok(solved) => return Ok(solved),
            Err(error) => eprintln!("dobutsu: {error:#}; solving again"),
        }
    }
    let path = path.filter(|path| files::ensure_writable(path).map_err(uncached).is_ok());
    let solved = solve_with_progress(all_cores());
    if let Some(path) = path {
        solved.write(&path).unwrap_or_else(uncached);
    }
    Ok(solved)
}

/// The solved game in the cache, if it is there and can be used, and its path.
pub fn cached() -> Option<(Solved, PathBuf)> {
    let path = default_path().ok().filter(|path| path.exists())?;
    match Solved::read(&path) {
        Ok(solved) => Some((solved, path)),
        Err(error) => {
            eprintln!("dobutsu: {error:#}; it is not used");
            None
        }
    }
}

fn default_path() -> Result<PathBuf> {
    files::in_cache("solved")
}

fn solve_with_progress(threads: usize) -> Solved {
    let index = Index::build();
    let bar = progress::bar("solving", Solved::steps(&index));
    let solved = Solved::solve(index, threads, &|steps| bar.inc(steps));
    bar.finish_and_clear();
    solved
}
