//! What is answered in the end.

use core::fmt;

use super::following::Following;
use crate::game::{After, Letters, Move};

/// What is answered in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// This move, and the reply one would like to ponder on.
    Best(Move, Option<Move>),
    /// The game is over, and won.
    Win,
    /// The game is over, and not won.
    Resign,
    /// The line that was followed leads to the end.
    Mate,
    /// There is no way to a win.
    NoMate,
    /// The way to a win was not found.
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
                write!(out, "bestmove {}", root.usi(best).in_letters(letters))?;
                if let (After::Position(next), Some(reply)) = (root.position.play(best), reply) {
                    let reply = root.next(next).usi(reply).in_letters(letters);
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
