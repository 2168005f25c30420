//! The solved game, which is made on first use, and the committed image.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dobutsu::solve::Solved;
use dobutsu::solve::index::Index;

/// The file with the solved game: the one that `DOBUTSU_SOLVED` names, or the one below `target`, which
/// is made on first use.
pub(crate) fn solved_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(make_solved).clone()
}

/// The solved game.
pub(crate) fn solved() -> Solved {
    Solved::read(&solved_path()).expect("the solved game is sound")
}

/// The file with the image: the one that `DOBUTSU_IMAGE` names, or the committed one.
pub(crate) fn image_path() -> PathBuf {
    match std::env::var_os("DOBUTSU_IMAGE") {
        Some(path) => path.into(),
        // For this crate and the lab, which is beside it.
        None => concat!(env!("CARGO_MANIFEST_DIR"), "/../dobutsu/data/dobutsu.image").into(),
    }
}

/// Solves the game unless the file exists.
fn make_solved() -> PathBuf {
    if let Some(path) = std::env::var_os("DOBUTSU_SOLVED") {
        return path.into();
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the tests' folder is in target");
    let path = target.join("solved");
    // Of two test programs at once, the second waits here and then finds the file.
    let lock = File::create(target.join("solved.lock")).expect("target can be written");
    lock.lock().expect("files can be locked");
    if !path.exists() {
        // Not with `eprintln!`, whose output the test harness captures.
        let line = format!("making {} once, which takes minutes\n", path.display());
        let _ = std::io::stderr().write_all(line.as_bytes());
        let solved = Solved::solve(Index::build(), &|_| ());
        solved.write(&path).expect("target can be written");
    }
    path
}
