//! The estimate settling, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

use super::{record::Record, report};

/// A line that follows a run; nothing where there is no terminal.
pub(super) struct Live {
    bar: ProgressBar,
}

impl Live {
    /// A line on standard error.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows where the run is.
    pub(super) fn show(&self, record: &Record) {
        if self.bar.is_hidden() {
            return;
        }
        let s = &record.statistics;
        let rate = s.trials as f64 / record.cpu_seconds().max(1e-9);
        self.bar.set_message(format!(
            "{}  {}  {} trials, {:.1} per CPU second",
            report::with_error(s),
            sparkline(&record.series.running_mean(), 24),
            report::grouped(s.trials),
            rate
        ));
        self.bar.tick();
    }

    /// Clears the line.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The course of the estimate in `width` characters, its last half scaled to eight heights.
fn sparkline(points: &[(f64, f64)], width: usize) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if points.is_empty() {
        return String::new();
    }
    let picked: Vec<f64> = (0..width)
        .map(|place| points[(place * (points.len() - 1)) / width.saturating_sub(1).max(1)].1)
        .collect();
    let top = picked.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    picked
        .iter()
        .map(|value| HEIGHTS[((value / top * 7.99) as usize).min(7)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::sparkline;

    #[test]
    fn a_rising_estimate_rises() {
        let points: Vec<_> = (0..100).map(|i| (f64::from(i), f64::from(i))).collect();
        assert_eq!(sparkline(&points, 8), "▁▂▃▄▅▆▇█");
        assert_eq!(sparkline(&[], 8), "");
        assert_eq!(sparkline(&[(1.0, 3.0)], 3), "███");
    }
}
