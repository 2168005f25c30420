//! `dobutsu emulate`: the firmware on an emulated board.

pub mod chip;
pub mod firmware;
mod install;
pub mod log;
mod wire;
