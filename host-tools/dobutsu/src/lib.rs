//! The subcommands of `dobutsu`, a folder or file for each, and what they share.
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

use std::process::ExitCode;

use dobutsu_core::game::Letters;

/// The exit code of a program; an error is printed as one line.
pub fn report(result: anyhow::Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("dobutsu: {error:#}");
        ExitCode::FAILURE
    })
}

/// A number and a noun, in the plural unless the number is 1.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// The letters to write moves and positions in.
pub(crate) fn letters(lishogi: bool) -> Letters {
    match lishogi {
        true => Letters::Shogi,
        false => Letters::Animals,
    }
}
