//! The estimator against exact counts: every problem, both cutoffs, all options.

mod exact;
mod known;
mod lean;
mod refusals;
mod stepping;
mod unbiased;

use core::task::Poll;

use super::packing::{Packing, Piece, Region, free_polyominoes};
use super::*;

const DEPTH: usize = 64;

fn threshold(value: u64) -> Cutoff {
    Cutoff::Product(Product::shifted(value, FRACTION_LIMBS))
}

fn settings(cutoff: Cutoff, seed: u64) -> Settings {
    Settings {
        cutoff,
        goal: Goal::Solutions,
        choice: Branching::Uniform,
        windows: None,
        seed,
    }
}

fn run<P: Problem>(problem: &P, settings: Settings, first: u64, trials: u64) -> Statistics {
    let mut composite = Composite::<P, DEPTH>::new(problem, settings, first).unwrap();
    let mut left = trials;
    while left > 0 {
        if composite.step(u32::MAX).is_ready() {
            left -= 1;
        }
    }
    *composite.statistics()
}

/// The whole tree in one trial: the exact count.
fn exhaustive<P: Problem>(problem: &P, goal: Goal) -> u64 {
    let settings = Settings {
        goal,
        ..settings(Cutoff::Level(0), 1)
    };
    let statistics = run(problem, settings, 0, 1);
    let exact = statistics.mean().to_f64();
    assert!(exact < 2f64.powi(53), "the count fits a double exactly");
    exact as u64
}

/// How many standard errors the estimate is off.
fn deviation(statistics: &Statistics, exact: u64) -> f64 {
    let off = statistics.mean().to_f64() - exact as f64;
    match statistics.standard_error().to_f64() {
        0.0 => {
            assert_eq!(off, 0.0, "an estimate without spread is exact");
            0.0
        }
        error => off / error,
    }
}

/// The same settings with about `width` paths at once.
fn spread<P: Problem>(problem: &P, settings: Settings, width: u32) -> Settings {
    let windows = Windows::for_width::<P, DEPTH>(problem, &settings, width).unwrap();
    Settings {
        windows: Some(windows),
        ..settings
    }
}

fn pentomino() -> Packing {
    let region = Region::rectangle(10, 6).unwrap();
    Packing::new(&region, &free_polyominoes(5)).unwrap()
}

/// OEIS A000170.
const QUEENS: [u64; 16] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
];
