//! A predicted row beside the paper's, as text.

use super::{
    row::{Predicted, Verdict},
    sample::{Range, Reported},
};
use crate::estimate::{cutoff::Cutoff, report::grouped};

/// The paper's figures of a row, over the unit.
pub(super) struct Paper {
    pub estimate: f64,
    pub deviation: f64,
    pub top: Option<f64>,
}

pub(super) const HEADINGS: [&str; 18] = [
    "cutoff",
    "sets",
    "count",
    "settled",
    "√E[X²]",
    "plain: √E[X²] (hits)",
    "nodes a search",
    "starts at",
    "trials in 2,000 h",
    "true error",
    "reported estimate (90 %)",
    "paper",
    "reported s.d. (90 %)",
    "paper",
    "top 0.2 % (90 %)",
    "paper",
    "leaves",
    "chance",
];

impl Predicted {
    pub(super) fn print(
        &self,
        cutoff: Cutoff,
        paper: Option<&Paper>,
        unit: f64,
        tree: bool,
    ) -> Vec<String> {
        let plain = &self.plain;
        let of = |(mean, error): (f64, f64)| format!("{mean:.2e} ± {:.0} %", 100.0 * error / mean);
        // Paths that found nothing tell nothing.
        let told = |text: String| {
            if self.square.0 > 0.0 {
                text
            } else {
                "–".into()
            }
        };
        let (error, off) = self.error();
        let error = error / unit;
        let own = 50.0 * self.square.1 / self.square.0;
        let range = |range: &Range, unit: f64| {
            let [low, middle, high] = [range.low, range.middle, range.high].map(|x| x / unit);
            format!("{middle:.4} ({low:.4}–{high:.4})")
        };
        let [estimate, deviation, top] = match &self.reported {
            None => [(); 3].map(|()| "–".into()),
            Some(reported) => [
                range(&reported.estimate, unit),
                range(&reported.deviation, unit),
                range(&reported.top, 1.0),
            ],
        };
        // Whether nine of ten campaigns report as much.
        let beside = |figure: Option<f64>, unit: f64, range: fn(&Reported) -> &Range| {
            let (Some(figure), Some(reported)) = (figure, &self.reported) else {
                return String::new();
            };
            let sign = match range(reported).has(figure * unit) {
                _ if !self.verdict().is_comparable() => "?",
                true => "=",
                false => "≠",
            };
            format!("{figure:.4} {sign}")
        };
        vec![
            cutoff.to_string(),
            self.sets.to_string(),
            format!("{:.4} ± {:.4}", self.count.0 / unit, self.count.1 / unit),
            self.verdict().to_string(),
            told(format!("{:.3e} ± {own:.0} %", self.square.0.sqrt())),
            match plain.hits {
                0 => format!("– (0 of {})", grouped(plain.trials)),
                hits => format!(
                    "{:.3e} ({} of {})",
                    plain.spread,
                    grouped(hits),
                    grouped(plain.trials)
                ),
            },
            of(self.search_nodes),
            [0.05, 0.5, 0.95]
                .map(|part| plain.start(part).to_string())
                .join("–"),
            format!("{:.2e}", self.trials),
            told(format!("{error:.4} ± {:.4}", error * off)),
            estimate,
            beside(paper.map(|paper| paper.estimate), unit, |reported| {
                &reported.estimate
            }),
            deviation,
            beside(paper.map(|paper| paper.deviation), unit, |reported| {
                &reported.deviation
            }),
            top,
            beside(paper.and_then(|paper| paper.top), 1.0, |reported| {
                &reported.top
            }),
            if tree { of(self.leaves) } else { String::new() },
            if tree {
                told(of(self.chance))
            } else {
                String::new()
            },
        ]
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Settled => f.write_str("yes"),
            Self::ReportsOnly(off) => write!(f, "reports only: true error ± {:.0} %", 100.0 * off),
            Self::FewSets => f.write_str("no: too few sets"),
            Self::VagueCount(off) => write!(f, "no: count ± {:.0} %", 100.0 * off),
            Self::WrongCount(off) => write!(f, "no: count off by {off:.1} errors"),
        }
    }
}
