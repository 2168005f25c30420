//! Everything the handheld knows about dobutsu shogi, for chip and PC alike.
//!
//! No `std`, no allocation, no `unsafe`: the same code runs on the RP2040, in the simulator
//! and under the tests. Modules form a one-way street; each uses only those before it.
#![no_std]
#![forbid(unsafe_code)]

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

/// The version of the project, as the handheld and the tools report it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
