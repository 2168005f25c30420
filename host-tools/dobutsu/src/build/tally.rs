//! The cost of deductions.

use std::fmt;

use super::deductions::Need;

/// Statistics of the cost of deductions for a reader without a cache.
pub(crate) struct Tally {
    positions: u64,
    evaluations: u64,
    /// The greatest depth, and the most relatives.
    most: Need,
    /// The number of deductions by their evaluations.
    counts: Vec<u64>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            positions: 0,
            evaluations: 0,
            most: Need::default(),
            counts: vec![0; 1 << 16],
        }
    }
}

impl Tally {
    pub(super) fn add(&mut self, work: u16, need: Need) {
        let evaluations = work.saturating_add(1);
        self.positions += 1;
        self.evaluations += u64::from(evaluations);
        self.most.depth = self.most.depth.max(need.depth);
        self.most.room = self.most.room.max(need.room);
        self.counts[usize::from(evaluations)] += 1;
    }

    /// The number of evaluations that is enough for this share of deductions, in thousandths.
    fn quantile(&self, share: u64) -> usize {
        let wanted = self.positions * share;
        let mut done = 0;
        let enough = |&count: &u64| {
            done += count;
            done * 1000 >= wanted
        };
        self.counts.iter().position(enough).unwrap_or(0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.evaluations as f64 / self.positions.max(1) as f64;
        writeln!(
            f,
            "is it lost, of {} positions: {mean:.2} evaluations, 90 % {}, 99 % {}, 99.9 % {}, most \
             {}, {} positions deep with {} relatives",
            self.positions,
            self.quantile(900),
            self.quantile(990),
            self.quantile(999),
            self.quantile(1000),
            self.most.depth,
            self.most.room
        )
    }
}
