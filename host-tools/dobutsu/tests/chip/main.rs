//! The firmware on an emulated chip.
//!
//! `DOBUTSU_FIRMWARE` names the linked firmware; `cargo xtask test` builds and names it. Without
//! one, or without Node.js to emulate it, these tests say so and pass.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod boards;
mod damage;
mod device;
mod display;
mod erasing;
mod figures;
mod levels;
mod log;
mod mashing;
mod moves;
mod other_cpu;
mod power_cut;
mod questions;
mod scenarios;
mod serial;
mod settings;
mod spread;
mod supply;
mod translation;
mod unkind;
mod watchdog;
mod whole_game;
