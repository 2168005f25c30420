//! A USI engine, for the chip's serial port and the command on a PC.
//!
//! An [`Engine`] is the protocol as a state machine without clock, threads or allocation.
//! [`Engine::read`] takes bytes as they come and writes what can be answered at once;
//! [`Engine::step`] does the work that a `go` asks for, in slices, with any
//! [`Adviser`](crate::player::Adviser).
//!
//! # Commands
//! | command | answer |
//! |---|---|
//! | `usi` | name and options, `usiok` |
//! | `isready` | `readyok` |
//! | `setoption` | none, or an `info string` if there is no such option or value |
//! | `usinewgame`, `gameover` | none; a held back answer is dropped, by `gameover` also an analysis |
//! | `position` | none, or an `info string` with the reason why it is refused |
//! | `go` | `info` with the exact value and best play, `bestmove … ponder …` |
//! | `go infinite`, `go ponder` | the same, but the best move is held back |
//! | `stop`, `ponderhit` | the best move that is held back; `stop` also ends the analysis |
//! | `go mate` | `checkmate` and the moves to the end, `nomate` or `timeout` |
//! | `quit` | none; [`Engine::is_over`] is true from now on |
//!
//! Any other line is answered by an `info string` and has no effect. Every `go` is answered: a second
//! one, `usinewgame` and `quit` wait for the answer to it, so that commands may come from a file. After a `position` that is refused, `go` answers
//! `bestmove resign` (`checkmate timeout`) and repeats the reason.
//!
//! A game may have any number of moves: they are played as they arrive. Other lines have at most 512
//! bytes. Games with a handicap (fewer than eight pieces) are played by search.
//!
//! # Scores
//! A win or loss in n plies is `score mate n` or `score mate -n`, and `mate +` or `mate -` if the
//! adviser knows only the result; a draw is `score cp 0`; the estimate of a search is `score cp`. In
//! a position that is over, the best move is `win` for the side whose try stands and `resign` for
//! the other.
//!
//! Lines are followed to the end of the game under `go infinite` and `go ponder`, and under `go` as
//! long as a quarter of the time allows, otherwise for eight plies; with `MultiPV` those of every move.
//! `info` also has the positions looked at and, with a [clock](Engine::elapse), milliseconds and
//! positions per second. The time limits of `go` are kept; limits of depth and nodes
//! have no effect.
//!
//! # Letters
//! Positions and moves are read in either [alphabet](crate::game::Letters) and answered in the
//! alphabet of the position.
//!
//! ```
//! use dobutsu_core::player::{AdviserTables, DeviceAdviser};
//! use dobutsu_core::usi::Engine;
//!
//! let mut tables = Box::new(AdviserTables::new());
//! let mut adviser = DeviceAdviser::<&[u8]>::new(&mut tables);
//! let mut engine = Engine::new();
//! let mut answer = String::new();
//! engine.read(b"position sfen rkb/1P1/3/BKR b P 1\ngo byoyomi 1000\n", &mut answer);
//! while engine.step(&mut adviser, 1000, &mut answer).unwrap().is_pending() {}
//! assert_eq!(answer, "info depth 1 score mate 1 nodes 0 pv 2b2a+\nbestmove 2b2a+\n");
//! ```

mod answer;
mod command;
mod engine;
mod following;
mod line;
mod options;
mod thinking;

pub use engine::Engine;

use line::LINE;

#[cfg(test)]
mod tests;
