//! The firmware on an emulated chip.
//!
//! `DOBUTSU_FIRMWARE` names the linked firmware; `cargo xtask test` builds and names it. Without
//! one, or without Node.js to emulate it, these tests print that they are skipped, and pass.

#[path = "../common/mod.rs"]
mod common;

mod boards;
mod damage;
mod display;
mod figures;
mod log;
mod mashing;
mod pair;
mod power_cut;
mod scenarios;
mod serial;
mod settings;
mod speed;
mod supply;
mod translation;
mod unkind;
mod watchdog;
