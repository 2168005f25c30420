//! What an estimate is asked for: when to search, what to count, how to choose.

use core::fmt;

use super::{Product, Windows};

/// When a descent turns into an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoff {
    /// At this level: the older method. Level 0 searches the whole tree, exactly.
    Level(u8),
    /// Once the product of branch factors has passed this threshold: the paper's proposal.
    Product(Product),
}

impl Cutoff {
    /// Whether a node of `level` reached with `product` is searched. A product that may not fit
    /// another factor ends the descent too: like any rule that looks only at the path so far,
    /// that leaves the mean alone.
    pub(super) fn is_reached(&self, level: usize, product: &Product) -> bool {
        let wanted = match self {
            Self::Level(cutoff) => level >= usize::from(*cutoff),
            Self::Product(threshold) => product > threshold,
        };
        wanted || product.is_nearly_full()
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Leaves that are solutions.
    Solutions,
    /// All leaves: the size of the tree (section 7.2).
    Leaves,
}

/// How a descent chooses among branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branching {
    /// Every branch with the same chance, as in the paper.
    Uniform,
    /// In proportion to [`Problem::promise`](super::Problem::promise) of the children:
    /// importance sampling. The product takes 1/p for each step, so the mean stays what it was.
    Lookahead,
}

/// Everything that decides what a trial does, apart from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to start searching.
    pub cutoff: Cutoff,
    /// What to count.
    pub goal: Goal,
    /// How to choose.
    pub choice: Branching,
    /// Many paths in one trial, held together by these; a single path without them.
    pub windows: Option<Windows>,
    /// The seed all trials are drawn from.
    pub seed: u64,
}

/// Why settings do not suit a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetupError {
    /// The problem is deeper than the stepper's stack.
    TooDeep,
    /// The cutoff level lies below the deepest leaf.
    CutoffBelowTree,
    /// No path at all was asked for.
    NoWidth,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooDeep => "the tree is deeper than this estimator's stack",
            Self::CutoffBelowTree => "the cutoff level is deeper than the tree",
            Self::NoWidth => "a trial must follow at least one path",
        })
    }
}

impl core::error::Error for SetupError {}
