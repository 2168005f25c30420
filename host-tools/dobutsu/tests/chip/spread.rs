//! How some counts of cycles are spread.

use dobutsu::emulate::figures::MHZ;

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

    /// The given percentile.
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
        let millis = |percent| self.percentile(percent) as f64 / (1e3 * MHZ as f64);
        println!(
            "{what}: {} positions, median {:.1} ms, 90th percentile {:.1}, 99th {:.1}, worst {:.1} ({:.2} M cycles)",
            self.len(),
            millis(50),
            millis(90),
            millis(99),
            millis(100),
            self.worst() as f64 / 1e6,
        );
    }
}
