//! Composite Monte Carlo: counting the leaves of a tree too large to search.

mod choices;
mod dobutsu;
mod figure;
mod pieces;
mod policy;
mod polyomino;
mod problem;
mod queens;
mod random;
mod statistics;
mod stepper;
mod tiling;
mod wide;

pub use choices::Choices;
pub use dobutsu::{GameNode, GameTree};
pub use figure::Figure;
pub use pieces::{MAX_CELLS, MAX_COLUMNS, MAX_PIECES, MAX_ROWS, Piece, Region, free_polyominoes};
pub use policy::Policy;
pub use polyomino::{Packing, PackingError, PackingNode, Pruning};
pub use problem::{MAX_PROMISE, Problem};
pub use queens::{Queens, QueensNode};
pub use random::Random;
pub use statistics::{
    Contribution, FRACTION_LIMBS, LARGEST, LEVELS, Large, Outcome, Product, SquareSum, Statistics,
    Sum, Trial,
};
pub use stepper::{Choice, Composite, Cutoff, Goal, Progress, Settings, SetupError};
pub use tiling::{MAX_COLOURS, MAX_TILES, MAX_WIDTH, Tile, Tiling, TilingNode, TilingShape};
pub use wide::Wide;

#[cfg(test)]
mod tests;
