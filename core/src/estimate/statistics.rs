//! Running mean and variance of the trials.

use super::figure::square_root;

/// One finished trial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trial {
    /// Product times solutions, summed over its paths; 0 for a trial without success.
    pub contribution: f64,
    /// The product of branch factors; the largest of its paths.
    pub product: f64,
    /// Solutions found, on all its paths.
    pub found: u64,
}

/// Statistics of a number of trials, by Welford's method.
///
/// Rounding depends on the order of the trials and of [`merge`](Self::merge): the same order gives
/// the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Trials finished.
    pub trials: u64,
    /// Trials that found a solution.
    pub successes: u64,
    /// Nodes visited by descents and searches, those of an unfinished trial included.
    pub nodes: u64,
    /// The estimate: the mean contribution.
    pub mean: f64,
    /// The sum of the squared deviations from the mean.
    pub squares: f64,
}

impl Statistics {
    /// Adds a trial; its nodes are counted as they are visited.
    pub(super) fn record(&mut self, trial: &Trial) {
        self.trials += 1;
        self.successes += u64::from(trial.found > 0);
        let off = trial.contribution - self.mean;
        self.mean += off / self.trials as f64;
        self.squares += off * (trial.contribution - self.mean);
    }

    /// Adds the trials of `other`.
    pub fn merge(&mut self, other: &Self) {
        let trials = self.trials + other.trials;
        if other.trials > 0 {
            let (own, its) = (self.trials as f64, other.trials as f64);
            let off = other.mean - self.mean;
            self.mean += off * (its / trials as f64);
            self.squares += other.squares + off * off * (own / trials as f64) * its;
        }
        self.trials = trials;
        self.successes += other.successes;
        self.nodes += other.nodes;
    }

    /// The variance of one contribution; 0 until there are two trials.
    pub(crate) fn variance(&self) -> f64 {
        match self.trials {
            0 | 1 => 0.0,
            trials => self.squares / (trials - 1) as f64,
        }
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        square_root(self.variance() / self.trials.max(1) as f64)
    }

    /// The standard error in parts of the mean; 0 if the mean is.
    pub fn relative_error(&self) -> f64 {
        match self.mean {
            0.0 => 0.0,
            mean => self.standard_error() / mean,
        }
    }
}
