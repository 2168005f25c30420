//! The engine that speaks USI, for the chip's serial port and the command on a PC alike.
//!
//! Bytes go in as they come, lines go out: an [`Engine`] is the protocol as a state machine, without
//! a clock, a thread or an allocation. [`Engine::read`] answers at once what can be answered at
//! once; the work that a `go` asks for is done by [`Engine::step`], in slices, with whatever
//! [`Adviser`](crate::player::Adviser) there is.
//!
//! # What it does
//! | command | answer |
//! |---|---|
//! | `usi` | its name and options, `usiok` |
//! | `isready` | `readyok` |
//! | `setoption` | nothing; a sentence if there is no such option or value |
//! | `usinewgame`, `gameover` | nothing; whatever was under way or kept back is forgotten |
//! | `position` | nothing; a sentence if it makes no sense, and the last position that did stays |
//! | `go` | `info` with the exact value and best play, `bestmove … ponder …` |
//! | `go infinite`, `go ponder` | the same, but the best move is kept back |
//! | `stop`, `ponderhit` | the best move that is kept back, or at once the one thought about |
//! | `go mate` | `checkmate` and the moves to the end, `nomate` or `timeout` |
//! | `quit` | nothing; [`Engine::is_over`] from now on |
//!
//! A win or loss is `score mate n`, in plies as USI has it, and `mate +` or `mate -` where the
//! adviser knows the result and not the distance; a draw is `score cp 0`; the guess of a search is
//! `score cp`. A limit of time is kept, if the engine is [told](Engine::elapse) how it passes: the
//! move is then given without its distance. Limits of nodes and depth are accepted and not needed. In a position that is
//! over, the best move is `win` for the side whose try stands and `resign` for the other.
//!
//! Every `go` is answered: a second one first has the answer to the first sent off. Whatever makes
//! no sense is answered by an `info string` of one sentence and changes nothing.
//!
//! Positions and moves may be written in either [alphabet](crate::game::Letters); the answers are in
//! the letters of the question.
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
//! assert_eq!(answer, "info depth 1 score mate 1 pv 2b2a+\nbestmove 2b2a+\n");
//! ```

mod answer;
mod command;
mod engine;
mod following;
mod line;
mod options;
mod refusal;
mod thinking;

pub use engine::Engine;
pub use line::LINE;

#[cfg(test)]
mod tests;
