//! `dobutsu perft`: the numbers of lines of play, counted by making all moves.

use std::process::ExitCode;

use anyhow::{Context, Result};
use dobutsu_core::game::{After, Diagram, Position};

/// Count the lines of play of each length.
///
/// Under `safe`, moves that leave one's lion to be caught are left out and a try that stands ends
/// the line. Under `all`, such moves are counted, but end the line.
#[derive(clap::Args)]
pub struct Args {
    /// The greatest length in plies
    #[arg(default_value_t = 7, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// The position to start from
    #[arg(long, value_name = "SFEN", default_value = "startpos")]
    sfen: String,
}

/// Runs `dobutsu perft`.
pub fn run(args: Args) -> Result<ExitCode> {
    let start = match &args.sfen[..] {
        "startpos" => Diagram::START,
        sfen => sfen.parse().context("not a position")?,
    };
    println!("depth\tsafe\tall");
    for depth in 1..=args.depth {
        let Lines { safe, all } = count(start.position, depth);
        println!("{depth}\t{safe}\t{all}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The numbers of lines of play of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Lines of safe moves.
    pub safe: u64,
    /// Lines whose last move may leave the lion to be caught.
    pub all: u64,
}

/// Counts the lines of exactly this many plies.
pub fn count(position: Position, depth: u8) -> Lines {
    let mut lines = Lines::default();
    if position.ending().is_some() {
        return lines;
    }
    for mv in position.moves() {
        let next = match position.play(mv) {
            After::Caught => None,
            After::Position(next) => Some(next),
        };
        let safe = next.filter(|next| !next.can_catch());
        if depth == 1 {
            lines.all += 1;
            lines.safe += u64::from(safe.is_some());
        } else if let Some(next) = safe {
            let more = count(next, depth - 1);
            lines.safe += more.safe;
            lines.all += more.all;
        }
    }
    lines
}
