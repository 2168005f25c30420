//! `dobutsu solve`: the exact value of every position, and which can arise from the start.
//!
//! Every position that the rules alone do not decide has a number ([`index`]). Values are computed backwards
//! from the end of the game (`retrograde`), one byte each.

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
use self::report::Report;
pub use self::table::Solved;
use crate::files;
use crate::progress;

/// Solve the game: the exact value of every position.
///
/// Prints the number of positions with each value, of all positions and of those that can arise in a
/// game, beside the published figures, and stores the values in a file for other commands. It takes a
/// minute or two; an interrupted run has to start again.
#[derive(clap::Args)]
pub struct Args {
    /// The file for the values [default: in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `dobutsu solve`.
pub fn run(args: Args) -> Result<ExitCode> {
    let path = args.out.map_or_else(default_path, Ok)?;
    files::ensure_writable(&path)?;
    let solved = solve_with_progress();
    solved.write(&path)?;
    let report = Report::new(&solved);
    println!("{report}values stored in {}", path.display());
    Ok(ExitCode::from(u8::from(!report.agrees())))
}

/// The solved game in this file. Without one, the solved game in the cache; if there is none, the game is
/// solved and stored there.
///
/// # Errors
/// If the named file cannot be used.
pub fn open_or_solve(from: Option<&Path>) -> Result<Solved> {
    if let Some(path) = from {
        return Solved::read(path);
    }
    if let Some((solved, _)) = cached() {
        return Ok(solved);
    }
    let solved = solve_with_progress();
    let stored = default_path().and_then(|path| solved.write(&path));
    if let Err(error) = stored {
        eprintln!("dobutsu: {error:#}; the solved game is not stored");
    }
    Ok(solved)
}

/// The solved game in the cache, if it is there and can be used, and its path.
pub fn cached() -> Option<(Solved, PathBuf)> {
    let path = default_path().ok().filter(|path| path.exists())?;
    let solved = Solved::read(&path);
    let unused = |error| eprintln!("dobutsu: {error:#}; it is not used");
    Some((solved.map_err(unused).ok()?, path))
}

fn default_path() -> Result<PathBuf> {
    files::in_cache("solved")
}

fn solve_with_progress() -> Solved {
    let index = Index::build();
    let bar = progress::bar("solving", 2 * u64::from(index.count()));
    Solved::solve(index, &|steps| bar.inc(steps))
}
