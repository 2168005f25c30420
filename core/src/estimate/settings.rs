//! The settings of an estimate.

use super::Windows;

/// Products are kept below about 10^125, so that the square of a contribution is finite.
pub const LARGEST_PRODUCT: f64 = 1e125;

/// When a descent turns into an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cutoff {
    /// At this level: the older method. Level 0 searches the whole tree, exactly.
    Level(u8),
    /// Once the product of branch factors has passed this threshold: the paper's proposal.
    Product(f64),
}

impl Cutoff {
    /// Whether a node of `level` reached with `product` is searched. Products beyond
    /// [`LARGEST_PRODUCT`] end a descent too: any rule that depends on the path so far alone
    /// leaves the mean unchanged.
    pub(super) fn is_reached(&self, level: usize, product: f64) -> bool {
        let wanted = match self {
            Self::Level(cutoff) => level >= usize::from(*cutoff),
            Self::Product(threshold) => product > *threshold,
        };
        wanted || product > LARGEST_PRODUCT
    }
}

/// Which leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Leaves that are solutions.
    Solutions,
    /// All leaves: the size of the tree (section 7.2).
    Leaves,
}

/// Everything that decides the course of a trial, apart from its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// When to start searching.
    pub cutoff: Cutoff,
    /// What to count.
    pub goal: Goal,
    /// The windows of a trial that follows many paths; `None` for a single path.
    pub windows: Option<Windows>,
    /// The seed of all trials.
    pub seed: u64,
}

errors! {
    /// Why settings do not suit a problem.
    pub enum SetupError {
        TooDeep => "the tree is deeper than this estimator's stack",
        CutoffBelowTree => "the cutoff level is deeper than the tree",
        NoWidth => "a trial must follow at least one path",
    }
}
