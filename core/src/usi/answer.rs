//! The answer to `go`, and the `info` lines before it.

use core::fmt;

use heapless::Vec;

use super::following::Following;
use crate::game::{After, Letters, MAX_MOVES, Move, Value};
use crate::player::{Advice, Advised, Verdict};

/// The effort of an analysis so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    /// Milliseconds since `go`, if there is a clock.
    pub(super) millis: Option<u32>,
    /// Positions examined.
    pub(super) nodes: u32,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nodes {}", self.nodes)?;
        let Some(millis) = self.millis else {
            return Ok(());
        };
        write!(f, " time {millis}")?;
        let rate = u64::from(self.nodes) * 1000;
        match rate.checked_div(millis.into()) {
            Some(nps) => write!(f, " nps {nps}"),
            None => Ok(()),
        }
    }
}

/// Chooses the moves to report, at most `wanted`, the move to be played first among its equals.
pub(super) fn choose_reported(
    advice: &Advice,
    best: Move,
    wanted: usize,
    reported: &mut Vec<Advised, MAX_MOVES>,
) {
    let verdict = advice.on(best);
    let all = advice.moves().iter();
    let played = all.clone().filter(|advised| advised.mv == best);
    if wanted == 1 {
        return reported.extend(played.copied());
    }
    let others = all.filter(|advised| advised.mv != best);
    let better = |other: &&Advised| Some(other.verdict) > verdict;
    let before = others.clone().filter(better);
    let after = others.filter(|other| !better(other));
    let ranked = before.chain(played).chain(after);
    reported.extend(ranked.take(wanted).copied());
}

/// Writes an `info` line about the first move of a line; `number` is its rank among several.
pub(super) fn write_info(
    out: &mut impl fmt::Write,
    line: &Following,
    number: Option<usize>,
    verdict: Verdict,
    effort: Effort,
    letters: Letters,
) -> fmt::Result {
    write!(out, "info depth {}", line.moves.len())?;
    if let Some(number) = number {
        write!(out, " multipv {number}")?;
    }
    match verdict {
        Verdict::Exact(Value::Draw) => write!(out, " score cp 0")?,
        Verdict::Exact(value) => write!(out, " score mate {value}")?,
        Verdict::Won => write!(out, " score mate +")?,
        Verdict::Lost => write!(out, " score mate -")?,
        Verdict::Unclear(guess) => write!(out, " score cp {guess}")?,
    }
    write!(out, " {effort} pv")?;
    line.write_moves(letters, out)?;
    writeln!(out)
}

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
