//! The mean over many seeds of small exact problems: both cutoffs, all options.

use super::*;

/// Both cutoffs, every option, one path and many: the mean over twenty seeds is no more than
/// four standard errors off, which chance does once in 16,000 times. About a hundred means are
/// looked at. Seeds are added up first: the few trials of one are too skewed for its error to
/// mean much.
fn check_unbiased<P: Problem>(name: &str, problem: &P, cutoffs: &[Cutoff], trials: u64) {
    for goal in [Goal::Solutions, Goal::Leaves] {
        check_goal(name, problem, goal, cutoffs, trials);
    }
}

fn check_goal<P: Problem>(name: &str, problem: &P, goal: Goal, cutoffs: &[Cutoff], trials: u64) {
    let exact = exhaustive(problem, goal);
    for &cutoff in cutoffs {
        for choice in [Branching::Uniform, Branching::Lookahead] {
            let single = Settings {
                cutoff,
                goal,
                choice,
                windows: None,
                seed: 0,
            };
            check_seeds(name, problem, single, exact, trials);
            let many = spread(problem, single, 12);
            check_seeds(name, problem, many, exact, trials / 4);
        }
    }
}

fn check_seeds<P: Problem>(name: &str, problem: &P, settings: Settings, exact: u64, trials: u64) {
    let mut all = Statistics::default();
    for seed in 0..20 {
        all.merge(&run(problem, Settings { seed, ..settings }, 0, trials));
    }
    let off = deviation(&all, exact);
    assert!(off.abs() < 4.0, "{name}: {settings:?} is {off} s.e. off");
}

#[test]
fn queens_are_estimated_without_bias() {
    let cutoffs = [
        Cutoff::Level(3),
        Cutoff::Level(8),
        threshold(20),
        threshold(400),
    ];
    check_unbiased("queens:8", &Queens::new(8).unwrap(), &cutoffs, 1_000);
}

#[test]
fn packings_are_estimated_without_bias() {
    // Small enough for thousands of trials: the five tetrominoes and the monomino in 3×7.
    let mut pieces = free_polyominoes(4);
    pieces.push(Piece::MONOMINO).unwrap();
    let region = Region::rectangle(7, 3).unwrap();
    let packing = Packing::new(&region, &pieces).unwrap();
    for packing in [packing.clone(), packing.pruning_islands()] {
        check_unbiased("3×7", &packing, &[Cutoff::Level(2), threshold(100)], 400);
    }
}
