//! The solved game and the image, which tests make on first use and keep.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::PathBuf;
use std::sync::OnceLock;

use dobutsu::{build, solve};

/// The file with the solved game: the one named by `DOBUTSU_SOLVED`, or one solved here and kept
/// beside the tests' other files.
pub(crate) fn solved_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        named("DOBUTSU_SOLVED").unwrap_or_else(|| {
            let path = kept("solved");
            solve::open_or_solve_at(&path).expect("the game is solved");
            path
        })
    };
    PATH.get_or_init(make).clone()
}

/// The file with the database image: the one named by `DOBUTSU_IMAGE`, or one built here.
pub(crate) fn image_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        named("DOBUTSU_IMAGE").unwrap_or_else(|| {
            let path = kept("image");
            if !path.exists() {
                let solved = solve::Solved::read(&solved_path()).expect("the game is solved");
                build::build_at(&solved, &path).expect("the image is built");
            }
            path
        })
    };
    PATH.get_or_init(make).clone()
}

fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from)
}

fn kept(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}
