//! The rooms behind the `dobutsu` command; one folder or file per subcommand.
#![forbid(unsafe_code)]

pub mod build;
pub mod cli;
pub mod files;
pub mod fuzz;
pub mod lab;
mod parallel;
pub mod perft;
pub mod probe;
pub mod solve;
pub mod train;
pub mod verify;
