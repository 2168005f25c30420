//! Fuzz targets: functions that take any bytes and must not panic.
//!
//! The tests drive each with a bounded number of random and mutated inputs; `host-tools/fuzz`
//! hands the same functions to libFuzzer.

mod hash_list;
mod sgf;

pub use hash_list::fuzz_hash_list;
pub use sgf::fuzz_sgf;
