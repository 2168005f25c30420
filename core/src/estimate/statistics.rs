//! What the trials found, in numbers that add up exactly.

use super::{Figure, Wide};

/// Limbs after the binary point: a product is counted in units of 2^-64.
pub const FRACTION_LIMBS: usize = 2;
const FRACTION_BITS: u32 = 32 * FRACTION_LIMBS as u32;

/// A product of branch factors, below 2^320 (about 10^96), in units of 2^-64.
///
/// Under uniform choice it is a whole number and exact. Under lookahead each level multiplies
/// by S/w and the division drops less than 2^-64; the number is at least 1 before and after,
/// so the relative error of d levels stays below d × 2^-64.
pub type Product = Wide<12>;
/// What one trial adds to the sum: products times solutions (below 2^64), over up to 2^32
/// paths.
pub type Contribution = Wide<15>;
/// A sum of up to 2^64 contributions.
pub type Sum = Wide<17>;
/// A sum of up to 2^64 squares of contributions, in units of 2^-128.
pub type SquareSum = Wide<32>;

/// Levels told apart in the histogram; deeper ones share the last place.
pub const LEVELS: usize = 65;
/// How many of the largest contributions are kept.
pub const LARGEST: usize = 16;

/// How a trial ended: the three cases of the paper's section 2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TrialEnd {
    /// A leaf that does not count was reached before the exhaustive search could start.
    DeadEnd,
    /// The exhaustive search found nothing.
    Barren,
    /// At least one solution was found.
    Success,
}

/// One finished trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The seed it was drawn under.
    pub seed: u64,
    /// Its number.
    pub number: u64,
    /// How it ended.
    pub end: TrialEnd,
    /// Product times solutions, summed over its paths.
    pub contribution: Contribution,
    /// The product of branch factors; the largest of its paths.
    pub product: Product,
    /// Solutions found, on all its paths.
    pub found: u64,
}

/// One of the largest contributions, with the trial to replay it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Large {
    /// The contribution.
    pub contribution: Contribution,
    /// The seed of the trial.
    pub seed: u64,
    /// The number of the trial.
    pub number: u64,
}

/// Running statistics of any set of trials.
///
/// Every field is a whole number and grows by addition (or, for the largest contributions, by
/// a maximum), so merging is exact, and neither order nor grouping matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Trials finished.
    pub trials: u64,
    /// Trials that ended in [`TrialEnd::DeadEnd`].
    pub dead_ends: u64,
    /// Trials that ended in [`TrialEnd::Barren`].
    pub barren: u64,
    /// Trials that ended in [`TrialEnd::Success`].
    pub successes: u64,
    /// Nodes reached by random descent.
    pub descent_nodes: u64,
    /// Leaves reached by random descent.
    pub descent_leaves: u64,
    /// Nodes visited by exhaustive search.
    pub search_nodes: u64,
    /// Leaves visited by exhaustive search.
    pub search_leaves: u64,
    /// Sum of the contributions.
    pub sum: Sum,
    /// Sum of their squares.
    pub squares: SquareSum,
    /// How often the exhaustive search started at each level.
    pub start_levels: [u64; LEVELS],
    /// The largest contributions, descending; unused places are 0.
    pub largest: [Large; LARGEST],
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            trials: 0,
            dead_ends: 0,
            barren: 0,
            successes: 0,
            descent_nodes: 0,
            descent_leaves: 0,
            search_nodes: 0,
            search_leaves: 0,
            sum: Sum::ZERO,
            squares: SquareSum::ZERO,
            start_levels: [0; LEVELS],
            largest: [Large::default(); LARGEST],
        }
    }
}

impl Statistics {
    /// Adds a trial; its nodes and start levels are counted as they happen.
    pub(super) fn record(&mut self, trial: &Trial) {
        self.trials += 1;
        match trial.end {
            TrialEnd::DeadEnd => self.dead_ends += 1,
            TrialEnd::Barren => self.barren += 1,
            TrialEnd::Success => self.successes += 1,
        }
        if !trial.contribution.is_zero() {
            self.sum.add(&trial.contribution);
            let square = Wide::<30>::product(&trial.contribution, &trial.contribution);
            self.squares.add(&square);
            self.keep(Large {
                contribution: trial.contribution,
                seed: trial.seed,
                number: trial.number,
            });
        }
    }

    fn keep(&mut self, large: Large) {
        let place = self.largest.partition_point(|kept| *kept > large);
        if place < LARGEST {
            self.largest[place..].rotate_right(1);
            self.largest[place] = large;
        }
    }

    /// Adds the trials of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        self.dead_ends += other.dead_ends;
        self.barren += other.barren;
        self.successes += other.successes;
        self.descent_nodes += other.descent_nodes;
        self.descent_leaves += other.descent_leaves;
        self.search_nodes += other.search_nodes;
        self.search_leaves += other.search_leaves;
        self.sum.add(&other.sum);
        self.squares.add(&other.squares);
        for (level, count) in self.start_levels.iter_mut().zip(&other.start_levels) {
            *level += count;
        }
        for &large in other
            .largest
            .iter()
            .filter(|large| !large.contribution.is_zero())
        {
            self.keep(large);
        }
    }

    /// Nodes visited in all.
    pub fn nodes(&self) -> u64 {
        self.descent_nodes + self.search_nodes
    }

    /// The estimate: the mean contribution.
    pub fn mean(&self) -> Figure {
        Figure::from_wide(&self.sum, FRACTION_BITS).over(Figure::from_u64(self.trials))
    }

    /// n Σx² − (Σx)², exactly; in units of 2^-128.
    fn spread(&self) -> Wide<34> {
        let trials = Wide::<2>::shifted(self.trials, 0);
        let mut spread = Wide::<34>::product(&self.squares, &trials);
        // Never negative (Cauchy), and taken before any rounding, so that a tree counted
        // without error has a standard error of 0.
        spread.subtract(&Wide::<34>::product(&self.sum, &self.sum));
        spread
    }

    /// The variance of one contribution; 0 until there are two trials.
    pub fn variance(&self) -> Figure {
        let pairs =
            Figure::from_u64(self.trials).times(Figure::from_u64(self.trials.saturating_sub(1)));
        Figure::from_wide(&self.spread(), 2 * FRACTION_BITS).over(pairs)
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> Figure {
        self.variance()
            .over(Figure::from_u64(self.trials))
            .square_root()
    }

    /// The standard error in parts of the mean.
    pub fn relative_error(&self) -> Figure {
        self.standard_error().over(self.mean())
    }
}
