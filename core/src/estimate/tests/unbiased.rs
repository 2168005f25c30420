//! The mean over many seeds of small exact problems: both cutoffs, all options.

use super::*;
use crate::game::Position;

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
        for choice in [Choice::Uniform, Choice::Lookahead] {
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
    for pruning in [ALL_PRUNINGS[0], ALL_PRUNINGS[3]] {
        let packing = Packing::new(&region, &pieces, pruning).unwrap();
        check_unbiased("3×7", &packing, &[Cutoff::Level(2), threshold(100)], 400);
        // Weights made for other pieces are as good as any to show that they do no harm. They
        // all but rule out dead ends, so all leaves are not for them: a few hundred trials
        // would miss the rare ones that make up the mean.
        let guided = packing.guided(Policy::HEXOMINO);
        let cutoffs = [Cutoff::Level(2), threshold(100)];
        check_goal("3×7 guided", &guided, Goal::Solutions, &cutoffs, 400);
    }
}

#[test]
fn tilings_and_games_are_estimated_without_bias() {
    let shape = TilingShape {
        width: 3,
        height: 3,
        colours: 2,
        turning: true,
    };
    let tiling = Tiling::random(shape, 3).unwrap();
    check_unbiased("tiling", &tiling, &[Cutoff::Level(4), threshold(300)], 200);
    let tree = GameTree::new(Position::START, 4);
    check_unbiased(
        "dobutsu:4",
        &tree,
        &[Cutoff::Level(3), threshold(60)],
        1_000,
    );
}
