//! Trees that only experiments search: edge-matching puzzles and the game's own tree.
//!
//! The device has no use for them, so they stand here and not in core, of whose
//! [`Problem`](dobutsu_core::estimate::Problem) they are further examples.

mod filtered;
mod game_tree;
mod listed;
mod tiling;

pub use filtered::Filtered;
pub use game_tree::{GameNode, GameTree};
pub use listed::{Filter, Listed, ListedNode, Scan};
pub use tiling::{
    Branching, FreeBoard, MAX_COLOURS, MAX_TILES, MAX_WIDTH, Tile, Tiling, TilingNode, TilingShape,
    Zobrist,
};

#[cfg(test)]
mod tests;
