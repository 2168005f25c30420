//! `dobutsu emulate`: the firmware on an emulated board.

pub mod chip;
pub mod firmware;
mod install;
pub mod log;
pub mod saves;
pub mod twin;
mod wire;
