//! Composite Monte Carlo: counting the leaves of a tree too large to search.

mod choices;
mod problem;
mod queens;
mod random;
mod tiling;

pub use choices::Choices;
pub use problem::{MAX_PROMISE, Problem};
pub use queens::{Queens, QueensNode};
pub use random::Random;
pub use tiling::{MAX_COLOURS, MAX_TILES, MAX_WIDTH, Tile, Tiling, TilingNode, TilingShape};
