//! The rooms behind the `dobutsu` command; one folder or file per subcommand.
#![forbid(unsafe_code)]

pub mod build;
pub mod cli;
pub mod emulate;
pub mod files;
pub mod fuzz;
pub mod image;
pub mod levels;
pub mod parallel;
pub mod perft;
pub mod pipe;
pub mod play;
pub mod probe;
pub mod progress;
pub mod review;
pub mod solve;
pub mod statistics;
pub mod svg;
pub mod train;
pub mod tsume;
pub mod usi;
pub mod verify;
