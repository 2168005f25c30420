//! The targets of the experiment: known counts, twenty seeds, both cutoffs.

use std::{format, println, string::String, vec::Vec};

use super::*;

/// The deviations, in standard errors, of twenty seeds from `first` on.
fn deviations<P: Problem>(
    problem: &P,
    cutoff: Cutoff,
    exact: u64,
    trials: u64,
    first: u64,
) -> Vec<f64> {
    (first..first + 20)
        .map(|seed| deviation(&run(problem, settings(cutoff, seed), 0, trials), exact))
        .collect()
}

/// The chance that a binomial variable is at least `k`.
fn binomial_tail(n: u32, chance: f64, k: u32) -> f64 {
    let mut term = (1.0 - chance).powi(n as i32);
    let mut below = 0.0;
    for i in 0..k {
        below += term;
        term *= f64::from(n - i) / f64::from(i + 1) * chance / (1.0 - chance);
    }
    1.0 - below
}

/// Exact counts lie within three standard errors, as often as they should.
///
/// 560 deviations are looked at. If estimates are unbiased and their errors honest, they are
/// close to normal: 1.5 of them lie beyond three, their sum has variance 560, and their squares
/// sum to 560 with variance 1,120. Each of the three is held to what a fair sample exceeds once
/// in a thousand times; nothing is tuned to what came out. No two rows share a seed: the same
/// random numbers lead to like places on boards of any size, and rows would lean the same way.
#[test]
#[ignore = "long: estimates 16-Queens and the 6×10 pentominoes for twenty seeds"]
fn known_counts_are_met() {
    let mut all: Vec<f64> = Vec::new();
    let mut check = |name: &str, offs: Vec<f64>| {
        println!("{name:<16} {}", summary(&offs));
        all.extend(offs);
    };
    let mut first = 0;
    for size in 4..=16 {
        let queens = Queens::new(size).unwrap();
        let exact = QUEENS[usize::from(size) - 1];
        for (by, cutoff) in [
            ("level", Cutoff::Level(size / 2)),
            ("product", threshold(1 << size)),
        ] {
            let offs = deviations(&queens, cutoff, exact, 20_000, first);
            check(&format!("queens:{size} {by}"), offs);
            first += 20;
        }
    }
    let packing = pentomino();
    for (by, cutoff) in [("level", Cutoff::Level(4)), ("product", threshold(10_000))] {
        let offs = deviations(&packing, cutoff, 9_356, 20_000, first);
        check(&format!("6×10 {by}"), offs);
        first += 20;
    }
    println!("{:<16} {}", "all", summary(&all));
    let n = all.len() as f64;
    let beyond = all.iter().filter(|off| off.abs() > 3.0).count() as u32;
    let chance = binomial_tail(all.len() as u32, 0.0027, beyond);
    assert!(chance > 0.001, "{beyond} lie beyond three");
    // 3.29 standard deviations leave one in a thousand outside.
    let sum: f64 = all.iter().sum();
    assert!(sum.abs() < 3.29 * n.sqrt(), "they sum to {sum}");
    let squares: f64 = all.iter().map(|off| off * off).sum();
    let spread = 3.29 * (2.0 * n).sqrt();
    assert!(
        (squares - n).abs() < spread,
        "their squares sum to {squares}"
    );
}

fn summary(offs: &[f64]) -> String {
    let beyond = offs.iter().filter(|off| off.abs() > 3.0).count();
    let sum: f64 = offs.iter().sum();
    let squares: f64 = offs.iter().map(|off| off * off).sum();
    format!(
        "{:>3} estimates, {beyond} beyond three s.e., sum {sum:>6.1}, squares {squares:>6.1}",
        offs.len()
    )
}
