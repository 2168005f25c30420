//! Everything the handheld knows about dobutsu shogi, for chip and PC alike.
//!
//! No `std`, no allocation, no `unsafe`: the same code runs on the RP2040, in the simulator
//! and under the tests.
//!
//! # The one-way street
//! Each module uses only those that stand before it in this list:
//! 1. [`game`]: the rules, positions, moves and their notations;
//! 2. [`table`]: memory for searches and games, in RAM of a fixed size;
//! 3. [`search`]: bounded depth-first search, for when there is no database;
//! 4. [`database`]: the solved game in an image, read from flash;
//! 5. [`player`]: who is asked about a position, how well to play, a game being played;
//! 6. [`usi`]: the engine that speaks USI, lines in, lines out;
//! 7. [`estimate`]: how large a search tree is, by composite Monte Carlo;
//! 8. [`handheld`]: the device as a state machine, buttons in, pictures out;
//! 9. [`saves`]: the game and the settings in flash, safe from power cuts.
//!
//! This list is the one place of that order: the test `street` reads it and fails if a module is
//! missing from it or uses one that stands after it.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(test)]
extern crate std;

pub mod database;
pub mod estimate;
pub mod game;
#[cfg(feature = "handheld")]
pub mod handheld;
pub mod player;
#[cfg(feature = "saves")]
pub mod saves;
pub mod search;
pub mod table;
pub mod usi;

/// The version of the project, as the handheld and the tools report it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's example, to be run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
