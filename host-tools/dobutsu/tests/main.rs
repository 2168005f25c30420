//! The tests that need more than one module: commands, the solved game, the image, the terminal.
//!
//! They are one program, because linking each file by itself takes longer than running it. The tests on
//! the emulated chip are the program `chip`.

mod common;

mod deduction;
mod fairy_stockfish;
mod film;
mod image;
mod lines;
mod owner;
mod perft;
mod players;
mod puzzles;
mod review;
mod scenarios;
mod search;
mod solved;
mod statistics;
mod terminal;
mod tsume;
mod usi;
