//! The solved game, which is made on first use, and the committed images.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dobutsu::parallel::all_cores;
use dobutsu::solve::Solved;
use dobutsu::solve::index::Index;

/// The file with the solved game: the one named by `DOBUTSU_SOLVED`, or the one that the checks
/// keep below `target`, made if it is not there.
pub(crate) fn solved_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(make_solved).clone()
}

/// The solved game.
pub(crate) fn solved() -> Solved {
    Solved::read(&solved_path()).expect("the solved game is sound")
}

/// The file with the full image, as it is committed, or the one named by `DOBUTSU_IMAGE`.
pub(crate) fn image_path() -> PathBuf {
    match std::env::var_os("DOBUTSU_IMAGE") {
        Some(path) => path.into(),
        None => committed("full.image"),
    }
}

/// The file with the small one, as it is committed.
pub(crate) fn small_path() -> PathBuf {
    committed("small.image")
}

fn committed(name: &str) -> PathBuf {
    // From this crate or the lab, which stands beside it.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../dobutsu/data")
        .join(name)
}

/// Solves the game unless that was done before.
fn make_solved() -> PathBuf {
    if let Some(path) = std::env::var_os("DOBUTSU_SOLVED") {
        return path.into();
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the tests' folder is in target");
    let path = target.join("solved");
    // Of two test programs at once, the second waits and finds it made.
    let lock = File::create(target.join("solved.lock")).expect("target can be written");
    lock.lock().expect("files can be locked");
    if !path.exists() {
        // Past the test harness, which keeps what tests print.
        let line = format!("making {} once, which takes minutes\n", path.display());
        let _ = std::io::stderr().write_all(line.as_bytes());
        let solved = Solved::solve(Index::build(), all_cores(), &|_| ());
        solved.write(&path).expect("target can be written");
    }
    path
}
