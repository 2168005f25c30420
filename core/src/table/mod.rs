//! Memory for searches: the overwrite table, replacement schemes, two tables in turn, hash lists.
//!
//! Everything here has its size in its type, starts as all zero bits (so that a `static` costs
//! RAM but no flash), allocates nothing and answers in bounded time.

mod entry;
pub mod hash_list;
pub mod overwrite;
pub mod schemes;
pub mod turns;

pub use entry::{Bound, Entry};
pub use overwrite::OverwriteTable;
pub use schemes::Table;
pub use turns::Turns;
