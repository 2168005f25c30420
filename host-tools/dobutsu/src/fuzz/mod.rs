//! Fuzz targets: functions that take any bytes and must not panic.
//!
//! The tests drive each with a bounded number of random and mutated inputs; `host-tools/fuzz`
//! hands the same functions to libFuzzer.

mod image;
mod kifu;
mod notation;
mod record;
mod saves;

pub use image::fuzz_image;
pub use kifu::fuzz_kifu;
pub use notation::{fuzz_notation, fuzz_usi};
pub use record::fuzz_record;
pub use saves::fuzz_saves;
