//! The rooms behind the `dobutsu` command; one folder or file per subcommand.
#![forbid(unsafe_code)]

pub mod cli;
pub mod files;
pub mod lab;
pub mod perft;
pub mod play;
pub mod probe;
pub mod solve;
