//! A record for people and for programs.

use std::fmt::Write;

use dobutsu_core::estimate::{FRACTION_LIMBS, Figure, Statistics};
use serde_json::{Value, json};

use super::record::Record;

/// The top share of trials the paper looks at.
pub(super) const TOP: f64 = 0.002;

/// `1.0825e38 ± 0.0012e38 (0.11 %)`: the error in the estimate's own power of ten.
pub(super) fn with_error(statistics: &Statistics) -> String {
    let (mean, error) = (statistics.mean(), statistics.standard_error());
    if mean.is_zero() {
        return "nothing found yet".into();
    }
    // Eighteen digits do not round up to the next power of ten.
    let power = mean.decimal(18).1 + 17;
    // The larger the sample, the more digits of the mean mean something.
    let relative = error.over(mean).to_f64();
    let decimals = match relative {
        0.0 => 6,
        _ => (2 - relative.log10().floor() as i32).clamp(2, 9) as usize,
    };
    let unit = 10f64.powi(power);
    format!(
        "{:.decimals$}e{power} ± {:.decimals$}e{power} ({:.2} %)",
        mean.to_f64() / unit,
        error.to_f64() / unit,
        100.0 * relative,
    )
}

/// The estimate, or the count if the search left nothing to chance.
fn result(record: &Record) -> String {
    let s = &record.statistics;
    let count = s.mean().to_f64().round();
    // Below 2^53 a float is a whole number's equal; more than that cannot be counted one by one.
    match record.spec.cutoff.is_exact() && s.trials > 0 && count < 9e15 {
        true => format!("{}, exact", grouped(count as u64)),
        false => with_error(s),
    }
}

/// 1234567 as `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The report in words.
pub(super) fn text(record: &Record) -> String {
    let s = &record.statistics;
    let seconds = record.cpu_seconds().max(1e-9);
    let rate = |count: u64| match count as f64 / seconds {
        few if few < 100.0 => format!("{few:.1}"),
        many => grouped(many as u64),
    };
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "{name:<20} {value}");
    };
    line("settings", record.spec.to_string());
    line("estimate", result(record));
    line(
        "trials",
        format!(
            "{} ({} dead ends, {} searched in vain, {} successes)",
            grouped(s.trials),
            grouped(s.dead_ends),
            grouped(s.barren),
            grouped(s.successes)
        ),
    );
    line(
        "nodes",
        format!(
            "{} in descents, {} in searches",
            grouped(s.descent_nodes),
            grouped(s.search_nodes)
        ),
    );
    line(
        "CPU time",
        format!(
            "{seconds:.1} s: {} trials, {} nodes a second",
            rate(s.trials),
            rate(s.nodes())
        ),
    );
    let spread = &record.distribution.contribution;
    if spread.count() > 0 {
        line(
            "top 0.2 % of hits",
            format!("{:.1} % of the estimate", 100.0 * spread.share_of_top(TOP)),
        );
        let large = &s.largest[0];
        let value = Figure::from_wide(&large.contribution, 32 * FRACTION_LIMBS as u32);
        let share = value
            .over(Figure::from_u64(s.trials))
            .over(s.mean())
            .to_f64();
        line(
            "largest hit",
            format!(
                "{value}, {:.1} % of the estimate (seed {}, trial {})",
                100.0 * share,
                large.seed,
                large.number
            ),
        );
    }
    let starts: u64 = s.start_levels.iter().sum();
    if starts > 0 {
        let levels: Vec<_> = (0..)
            .zip(&s.start_levels)
            .filter(|(_, count)| **count > 0)
            .map(|(level, &count): (usize, _)| {
                format!("{level}: {:.2} %", 100.0 * count as f64 / starts as f64)
            })
            .collect();
        line("search starts at", levels.join("  "));
    }
    out
}

/// The report as JSON.
pub(super) fn json(record: &Record) -> Value {
    let s = &record.statistics;
    let figure =
        |figure: Figure| json!({ "value": figure.to_f64(), "text": format!("{figure:.15}") });
    let largest: Vec<_> = s
        .largest
        .iter()
        .filter(|large| !large.contribution.is_zero())
        .map(|large| {
            let value = Figure::from_wide(&large.contribution, 32 * FRACTION_LIMBS as u32);
            json!({ "contribution": value.to_f64(), "seed": large.seed, "trial": large.number })
        })
        .collect();
    json!({
        "spec": record.spec,
        "exact": record.spec.cutoff.is_exact() && s.trials > 0,
        "estimate": figure(s.mean()),
        "standard_error": figure(s.standard_error()),
        "relative_error": s.relative_error().to_f64(),
        "trials": s.trials,
        "dead_ends": s.dead_ends,
        "barren": s.barren,
        "successes": s.successes,
        "descent_nodes": s.descent_nodes,
        "descent_leaves": s.descent_leaves,
        "search_nodes": s.search_nodes,
        "search_leaves": s.search_leaves,
        "cpu_seconds": record.cpu_seconds(),
        "top_share": record.distribution.contribution.share_of_top(TOP),
        "start_levels": s.start_levels.as_slice(),
        "largest": largest,
        "coverage": record.coverage,
    })
}
