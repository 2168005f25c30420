//! The answer to `go`.

use core::fmt;

use super::following::Following;
use crate::game::{After, Letters, Move};

/// The answer to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The best move, and the reply to ponder on.
    Best(Move, Option<Move>),
    /// The game is over, and won.
    Win,
    /// The game is over, and not won.
    Resign,
    /// The line leads to the end of the game.
    Mate,
    /// The position is not won.
    NoMate,
    /// The line to the win was not found.
    Timeout,
}

impl Answer {
    /// Writes the answer to the position that the line starts from.
    pub(super) fn write(
        self,
        line: &Following,
        letters: Letters,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let root = line.root;
        match self {
            Answer::Best(best, reply) => {
                write!(out, "bestmove {}", root.usi_in(best, letters))?;
                if let (After::Position(next), Some(reply)) = (root.position.play(best), reply) {
                    let reply = root.next(next).usi_in(reply, letters);
                    write!(out, " ponder {reply}")?;
                }
                writeln!(out)
            }
            Answer::Win => writeln!(out, "bestmove win"),
            Answer::Resign => writeln!(out, "bestmove resign"),
            Answer::Mate => {
                write!(out, "checkmate")?;
                line.write_moves(letters, out)?;
                writeln!(out)
            }
            Answer::NoMate => writeln!(out, "checkmate nomate"),
            Answer::Timeout => writeln!(out, "checkmate timeout"),
        }
    }
}
