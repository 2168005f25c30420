//! How some counts of cycles are spread.

/// Counts, the smallest first.
pub(crate) struct Spread(Vec<u64>);

impl Spread {
    pub(crate) fn of(mut cycles: Vec<u64>) -> Spread {
        assert!(!cycles.is_empty());
        cycles.sort_unstable();
        Spread(cycles)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What so many of a hundred take at most.
    pub(crate) fn percentile(&self, percent: usize) -> u64 {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }

    pub(crate) fn median(&self) -> u64 {
        self.percentile(50)
    }

    pub(crate) fn worst(&self) -> u64 {
        self.percentile(100)
    }

    pub(crate) fn show(&self, what: &str) {
        let millions = |percent| self.percentile(percent) as f64 / 1e6;
        println!(
            "{what}: {} positions, median {:.2}, 90th percentile {:.2}, 99th {:.2}, worst {:.2} M cycles",
            self.len(),
            millions(50),
            millions(90),
            millions(99),
            millions(100),
        );
    }
}
