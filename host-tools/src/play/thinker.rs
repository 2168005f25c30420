//! Whoever gives the device its advice on a PC.

use dobutsu_core::player::Searcher;
use dobutsu_core::table::schemes::{New, OneLevel};

/// The table of the chip's searcher has room for so many positions; here there is room for more,
/// but scenarios are to play the same everywhere.
pub const SLOTS: usize = 1 << 14;

/// Positions a searcher looks at for one move.
pub const SHARE: u32 = 100_000;

/// A searcher with its table.
pub type Lookout = Searcher<OneLevel<New, SLOTS>>;

/// The adviser while there is nothing better.
pub fn lookout() -> Lookout {
    Searcher::new(OneLevel::new(), SHARE)
}
