//! The rooms behind the `dobutsu` command; one folder or file per subcommand.
#![forbid(unsafe_code)]

pub mod cli;
pub mod lab;
pub mod play;
