//! The targets of the experiment: known counts, twenty seeds, both cutoffs.

use std::{println, vec::Vec};

use super::*;

/// The deviations, in standard errors, of twenty seeds.
fn deviations<P: Problem>(problem: &P, cutoff: Cutoff, exact: u64, trials: u64) -> Vec<f64> {
    (0..20)
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
/// close to normal: 1.5 of them lie beyond three, their sum has variance 560 and so, nearly,
/// has a mean of 560 that of their squares. Each of the three is held to what a fair sample
/// exceeds once in a thousand times; nothing is tuned to what came out.
#[test]
#[ignore = "long: estimates 16-Queens and the 6×10 pentominoes for twenty seeds"]
fn known_counts_are_met() {
    let mut all = Vec::new();
    let mut check = |name: &str, cutoff: Cutoff, deviations: Vec<f64>| {
        let beyond = deviations.iter().filter(|off| off.abs() > 3.0).count();
        let squares: f64 = deviations.iter().map(|off| off * off).sum();
        let sum: f64 = deviations.iter().sum();
        let by = matches!(cutoff, Cutoff::Level(_));
        println!("{name} {by}: beyond {beyond}, sum {sum:.1}, squares {squares:.1}");
        all.extend(deviations);
    };
    for size in 4..=16 {
        let queens = Queens::new(size).unwrap();
        let exact = QUEENS[usize::from(size) - 1];
        for cutoff in [Cutoff::Level(size / 2), threshold(1 << size)] {
            let deviations = deviations(&queens, cutoff, exact, 20_000);
            check(&std::format!("queens:{size}"), cutoff, deviations);
        }
    }
    for cutoff in [Cutoff::Level(4), threshold(10_000)] {
        let packing = pentomino(Pruning::default());
        check(
            "pentomino:6x10",
            cutoff,
            deviations(&packing, cutoff, 9_356, 20_000),
        );
    }
    let count = all.len() as u32;
    let beyond = all.iter().filter(|off| off.abs() > 3.0).count() as u32;
    let sum: f64 = all.iter().sum();
    let squares: f64 = all.iter().map(|off| off * off).sum();
    println!("all {count}: beyond {beyond}, sum {sum:.1}, squares {squares:.1}");
    assert!(
        binomial_tail(count, 0.0027, beyond) > 0.001,
        "{beyond} of {count} beyond three"
    );
    let n = f64::from(count);
    // 3.29 standard deviations of a normal variable, and of a chi-square's 2n.
    assert!(sum.abs() < 3.29 * n.sqrt(), "the deviations sum to {sum}");
    assert!(
        (squares - n).abs() < 3.29 * (2.0 * n).sqrt(),
        "their squares sum to {squares}"
    );
}
