//! Composite Monte Carlo: counting the leaves of a tree too large to search.
//!
//! After Terada's paper on the hexomino box. A trial goes down the tree at random, multiplying
//! the numbers of branches it passes, and from some node on searches everything below. Product
//! times solutions found is an estimate of all solutions whose mean is exactly right, wherever
//! the search starts, as long as that is decided by the path alone. The older rule starts it at
//! a fixed level; the paper's once the product has passed a threshold, which limits the weight of
//! single trials.
//!
//! - A tree is a [`Problem`]: [`Queens`], a [`packing`] of polyominoes, or your own.
//! - [`Composite`] is the estimator, a stepper: one trial may take many calls of
//!   [`step`](Composite::step), is never cut short, and its result does not depend on how it
//!   was sliced.
//! - Each trial has its own [`Random`], made from the seed and the trial's number.
//! - [`Windows`] let a trial follow many paths at once, thinned out level by level: beyond the
//!   paper, and ten times as precise for the hexomino box.
//!
//! Numbers are `f64`, also on the chip, which has no FPU: a product of 45 factors is wrong by less
//! than 10^-14 of itself, and the sampling error is never below 10^-6.
//!
//! ```
//! use dobutsu_core::estimate::{Composite, Cutoff, Goal, Queens, Settings};
//!
//! let queens = Queens::new(8).unwrap();
//! let settings = Settings {
//!     cutoff: Cutoff::Level(3),
//!     goal: Goal::Solutions,
//!     windows: None,
//!     seed: 1,
//! };
//! let mut estimate = Composite::<_, 8>::new(&queens, settings)?;
//! while estimate.statistics().trials < 10_000 {
//!     let _ = estimate.step(50);
//! }
//! let off = estimate.statistics().mean - 92.0;
//! assert!(off.abs() < 3.0 * estimate.statistics().standard_error());
//! # Ok::<(), dobutsu_core::estimate::SetupError>(())
//! ```

mod figure;
pub mod packing;
mod pieces;
mod problem;
mod random;
mod settings;
mod statistics;
mod stepper;
mod windows;

pub use figure::Figure;
pub(crate) use figure::nearest_power_of_two;

pub use problem::{Problem, Queens, QueensNode};
pub use random::Random;
pub use settings::{Cutoff, Goal, LARGEST_PRODUCT, Settings, SetupError};
pub use statistics::{Statistics, Trial};
pub use stepper::Composite;
pub use windows::Windows;

#[cfg(test)]
mod tests;
