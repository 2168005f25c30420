//! Memory for searches: the overwrite table, transposition tables, two tables in turn.
//!
//! Everything here has its size in its type, starts as all zero bits (so that a `static` costs
//! RAM but no flash), allocates nothing and answers in bounded time.
//!
//! # RAM on the chip, term by term
//!
//! | structure | bytes | of which |
//! |---|---:|---|
//! | `OverwriteTable<i16, 1024>` | 8,196 | 1,024 slots of 8 (mark 4, value 2, padding 2), generation 4 |
//! | `OneLevel<8192>` | 65,540 | 8,192 slots of 8 (mark 4, entry 4), generation 4 |
//! | `TwoLevel<2048>` | 32,776 | two tables of 2,048 slots of 8 and 4 |
//! | `InTurn<OneLevel<2048>>` | 32,780 | two tables of 2,048 slots of 8 and 4, which is current 4 |
//!
//! A probe is 19 instructions on the Cortex-M0+, a write 17, clearing 1,024 slots 54.

mod entry;
pub mod overwrite;
mod transposition;
mod turns;

pub use entry::{Bound, Entry};
pub use overwrite::OverwriteTable;
pub use transposition::{OneLevel, TranspositionTable, TwoLevel};
pub use turns::InTurn;
