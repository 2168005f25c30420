//! Composite Monte Carlo: counting the leaves of a tree too large to search.
//!
//! After Terada's paper on the hexomino box. A trial goes down the tree at random, multiplying
//! the numbers of branches it passes, and from some node on searches everything below. Product
//! times solutions found is an estimate of all solutions whose mean is exactly right, wherever
//! the search starts, as long as that is decided by the path alone. The older rule starts it at
//! a fixed level; the paper's once the product has passed a threshold, which keeps single
//! trials from dominating.
//!
//! - A tree is a [`Problem`], yours, [`Queens`] or the paper's own in [`packing`], which the handheld
//!   counts on its lab screen. The lab on the PC implements it for trees of its own.
//! - [`Composite`] is the estimator, a stepper: one trial may take many calls of
//!   [`step`](Composite::step), is never cut short, and its result does not depend on how it
//!   was sliced.
//! - Numbers: a [`Wide`] is a whole number of fixed size, so products, sums and sums of squares
//!   are exact and [`Statistics`] of different machines add up to the bits of one run. Only a
//!   [`Figure`], for reading, is rounded. There is no float on the way.
//! - Each trial has its own [`Random`], made from the seed and the trial's number.
//!
//! ```
//! use dobutsu_core::estimate::{Branching, Composite, Cutoff, Goal, Queens, Settings};
//!
//! let queens = Queens::new(8).unwrap();
//! let settings = Settings {
//!     cutoff: Cutoff::Level(3),
//!     goal: Goal::Solutions,
//!     choice: Branching::Uniform,
//!     windows: None,
//!     seed: 1,
//! };
//! let mut estimate = Composite::<_, 8>::new(&queens, settings, 0)?;
//! while estimate.statistics().trials < 10_000 {
//!     let _ = estimate.step(50);
//! }
//! let off = estimate.statistics().mean().to_f64() - 92.0;
//! assert!(off.abs() < 3.0 * estimate.statistics().standard_error().to_f64());
//! # Ok::<(), dobutsu_core::estimate::SetupError>(())
//! ```
//!
//! # Beyond the paper
//! Each of these is an option and leaves the mean alone; the lab's README has what each is worth.
//! - [`Windows`] let a trial follow many paths at once, thinned out level by level: the
//!   variances of the levels add instead of multiplying, and the first levels are followed
//!   whole, a stratified start.
//! - [`Branching::Lookahead`] chooses branches in proportion to what they promise: their own number
//!   of branches, unless the problem knows better.
//! - [`Packing::pruning_islands`](packing::Packing::pruning_islands) cuts off a packing's nodes with
//!   an empty cell, or two, that nothing can reach.
//!
//! # Cost on the chip
//! Instructions a node on an emulated Cortex-M0+ (thumbv6m, `opt-level = 3`), depth-first:
//! 131 for 45-Queens, 621 for the hexomino box (635 with islands cut off). A step of a random descent takes 846 for 45-Queens, most of it for the product; a node
//! of the composite method at level 35 takes 277, and 420 with four paths at once, looking
//! ahead. A packing is about 42 KB of tables, a stack of 48 of its nodes 4 KB, a lean one 1.8 KB
//! and 35 of its nodes 840 bytes, [`Statistics`] 2.2 KB.

mod descent;
mod figure;
pub mod packing;
mod problem;
mod queens;
mod random;
mod settings;
mod statistics;
mod stepper;
mod wide;
mod windows;

pub use figure::Figure;
pub use problem::{MAX_PROMISE, Problem};
pub use queens::{Queens, QueensNode};
pub use random::Random;
pub use settings::{Branching, Cutoff, Goal, Settings, SetupError};
pub use statistics::{
    Contribution, FRACTION_LIMBS, LARGEST, LEVELS, Large, Product, SquareSum, Statistics, Sum,
    Trial, TrialEnd,
};
pub use stepper::Composite;
pub use wide::Wide;
pub use windows::Windows;

#[cfg(test)]
mod tests;
