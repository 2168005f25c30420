//! What several tests need.

use std::path::PathBuf;
use std::sync::OnceLock;

/// The file with the solved game: the one named by `DOBUTSU_SOLVED`, or one solved here and kept
/// beside the tests' other files.
pub(crate) fn solved_path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        if let Some(named) = std::env::var_os("DOBUTSU_SOLVED") {
            return named.into();
        }
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solved");
        dobutsu_host::solve::open_or_solve_at(&path).expect("the game is solved");
        path
    })
    .clone()
}
