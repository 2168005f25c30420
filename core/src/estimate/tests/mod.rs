//! The estimator against exact counts: every problem, both cutoffs, all options.

use std::{string::String, vec::Vec};

use super::*;
use crate::game::{After, Position};
use proptest::prelude::*;

const DEPTH: usize = 64;

fn threshold(value: u64) -> Cutoff {
    Cutoff::Product(Product::shifted(value, FRACTION_LIMBS))
}

fn settings(cutoff: Cutoff, seed: u64) -> Settings {
    Settings {
        cutoff,
        goal: Goal::Solutions,
        choice: Choice::Uniform,
        windows: None,
        seed,
    }
}

fn run<P: Problem>(problem: &P, settings: Settings, first: u64, trials: u64) -> Statistics {
    let mut composite = Composite::<P, DEPTH>::new(problem, settings, first).unwrap();
    let mut left = trials;
    while left > 0 {
        if let Progress::Finished(_) = composite.step(u32::MAX) {
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

fn pentomino(pruning: Pruning) -> Packing {
    let region = Region::rectangle(10, 6).unwrap();
    Packing::new(&region, &free_polyominoes(5), pruning).unwrap()
}

const ALL_PRUNINGS: [Pruning; 4] = [
    Pruning {
        parity: false,
        islands: false,
    },
    Pruning {
        parity: true,
        islands: false,
    },
    Pruning {
        parity: false,
        islands: true,
    },
    Pruning {
        parity: true,
        islands: true,
    },
];

/// OEIS A000170.
const QUEENS: [u64; 16] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
];

#[test]
fn exhaustive_search_counts_queens() {
    for (size, expected) in (1..).zip(&QUEENS[..12]) {
        assert_eq!(
            exhaustive(&Queens::new(size).unwrap(), Goal::Solutions),
            *expected
        );
    }
    assert!(Queens::new(0).is_none() && Queens::new(65).is_none());
}

#[test]
#[ignore = "long: searches 16-Queens to the end"]
fn exhaustive_search_counts_more_queens() {
    for (size, expected) in (13..).zip(&QUEENS[12..]) {
        assert_eq!(
            exhaustive(&Queens::new(size).unwrap(), Goal::Solutions),
            *expected
        );
    }
}

/// The solutions of the pentomino rectangles are well known: 2, 368, 1,010 and 2,339, up to
/// the four symmetries of the box.
#[test]
fn exhaustive_search_counts_pentomino_packings() {
    let pieces = free_polyominoes(5);
    for (width, height, expected) in [(20, 3, 2), (3, 20, 2), (15, 4, 368), (10, 6, 2_339)] {
        let Some(region) = Region::rectangle(width, height) else {
            assert_eq!(height, 20, "a box may be 16 rows high");
            continue;
        };
        let packing = Packing::new(
            &region,
            &pieces,
            Pruning {
                parity: true,
                islands: true,
            },
        );
        assert_eq!(exhaustive(&packing.unwrap(), Goal::Solutions), 4 * expected);
    }
}

#[test]
fn pruning_loses_no_packing() {
    for pruning in ALL_PRUNINGS {
        assert_eq!(exhaustive(&pentomino(pruning), Goal::Solutions), 9_356);
    }
}

#[test]
fn mirror_images_can_be_left_out() {
    let half = pentomino(Pruning::default()).without_mirror_images();
    assert_eq!(exhaustive(&half, Goal::Solutions), 9_356 / 2);
}

fn perft(position: Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.ending().is_some() {
        return 0;
    }
    let after = |mv| match position.play(mv) {
        After::Caught => u64::from(depth == 1),
        After::Position(next) => perft(next, depth - 1),
    };
    position.moves().into_iter().map(after).sum()
}

#[test]
fn the_game_tree_agrees_with_perft() {
    for depth in 0..=6 {
        let tree = GameTree::new(Position::START, depth);
        assert_eq!(
            exhaustive(&tree, Goal::Solutions),
            perft(Position::START, depth)
        );
    }
}

/// Twenty seeds, both cutoffs, every option: no estimate more than four standard errors off
/// (one in 16,000 for a normal variable, and a few hundred estimates are looked at), and the
/// mean of the deviations as near 0 as twenty seeds must make it.
fn check_unbiased<P: Problem>(name: &str, problem: &P, cutoffs: &[Cutoff], trials: u64) {
    for goal in [Goal::Solutions, Goal::Leaves] {
        check_goal(name, problem, goal, cutoffs, trials);
    }
}

fn check_goal<P: Problem>(name: &str, problem: &P, goal: Goal, cutoffs: &[Cutoff], trials: u64) {
    let exact = exhaustive(problem, goal);
    for &cutoff in cutoffs {
        for choice in [Choice::Uniform, Choice::Lookahead] {
            for strata in [0, 1] {
                let mut total = 0.0;
                for seed in 0..20 {
                    let settings = Settings {
                        cutoff,
                        goal,
                        choice,
                        strata,
                        seed,
                    };
                    let statistics = run(problem, settings, 0, trials);
                    let off = deviation(&statistics, exact);
                    assert!(off.abs() < 4.0, "{name}: {settings:?} is {off} s.e. off");
                    total += off;
                }
                // 20 normal deviations have a sum of standard deviation 4.5.
                assert!(total.abs() < 4.0 * 4.5, "{name}: {total} over twenty seeds");
            }
        }
    }
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
        let guided = packing.guided(&Policy::HEXOMINO);
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

/// The targets of the experiment: exact counts within three standard errors over twenty seeds.
#[test]
#[ignore = "long: estimates 16-Queens and the 6×10 pentominoes for twenty seeds"]
fn known_counts_are_met() {
    let (mut beyond, mut all) = (0, 0);
    let mut check = |statistics: &Statistics, exact| {
        all += 1;
        beyond += u32::from(deviation(statistics, exact).abs() > 3.0);
    };
    for seed in 0..20 {
        for size in 4..=16 {
            let queens = Queens::new(size).unwrap();
            let exact = QUEENS[usize::from(size) - 1];
            for cutoff in [Cutoff::Level(size / 2), threshold(1 << size)] {
                check(&run(&queens, settings(cutoff, seed), 0, 20_000), exact);
            }
        }
        for cutoff in [Cutoff::Level(4), threshold(10_000)] {
            let packing = pentomino(Pruning::default());
            // Fewer trials are too skewed for three standard errors to mean much.
            check(&run(&packing, settings(cutoff, seed), 0, 20_000), 9_356);
        }
    }
    // 0.27 % of normal deviations lie beyond three: 1.5 of 560.
    assert!(
        beyond <= 6,
        "{beyond} of {all} estimates are more than three standard errors off"
    );
}

#[test]
fn a_45_queens_product_is_exact() {
    // Under uniform choice a contribution is a product of whole numbers: no fraction ever.
    let statistics = run(
        &Queens::new(45).unwrap(),
        settings(Cutoff::Level(38), 5),
        0,
        2_000,
    );
    assert!(statistics.successes > 0);
    assert_eq!(statistics.sum.limbs()[..FRACTION_LIMBS], [0, 0]);
    assert!(
        statistics.sum.bits() > 64 + 126,
        "sums of 10^38 and more are met"
    );
}

#[test]
fn lookahead_products_keep_their_promised_precision() {
    // The same path's product, once as the estimator has it and once as a fraction.
    let queens = Queens::new(30).unwrap();
    let settings = Settings {
        choice: Choice::Lookahead,
        ..settings(Cutoff::Level(20), 8)
    };
    for trial in 0..50 {
        let ours = {
            let mut composite = Composite::<_, DEPTH>::new(&queens, settings, trial).unwrap();
            loop {
                if let Progress::Finished(trial) = composite.step(1) {
                    break Figure::from_wide(&trial.product, 64).to_f64();
                }
            }
        };
        let mut random = Random::for_trial(settings.seed, trial);
        let mut node = queens.root();
        let mut exact = 1.0f64;
        for _ in 0..20 {
            let mut children = Vec::new();
            while let Some(child) = queens.descend(&mut node) {
                children.push(child);
            }
            let total: u32 = children.iter().map(|child| queens.promise(child)).sum();
            let mut chosen = random.below(total);
            let Some(child) = children.into_iter().find(|child| {
                let own = queens.promise(child);
                let here = chosen < own;
                chosen = chosen.wrapping_sub(own);
                here
            }) else {
                break;
            };
            exact *= f64::from(total) / f64::from(queens.promise(&child));
            node = child;
        }
        assert!((ours / exact - 1.0).abs() < 1e-12, "{ours} for {exact}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn slicing_changes_nothing(
        budgets in proptest::collection::vec(1u32..300, 1..20),
        seed: u64,
        strata in 0u8..2,
        lookahead: bool,
        by_level: bool,
    ) {
        let queens = Queens::new(9).unwrap();
        let settings = Settings {
            cutoff: if by_level { Cutoff::Level(4) } else { threshold(500) },
            goal: Goal::Solutions,
            choice: if lookahead { Choice::Lookahead } else { Choice::Uniform },
            strata,
            seed,
        };
        let whole = run(&queens, settings, 0, 40);
        let mut sliced = Composite::<_, DEPTH>::new(&queens, settings, 0).unwrap();
        let mut budgets = budgets.into_iter().cycle();
        while sliced.number() < 40 {
            sliced.step(budgets.next().unwrap());
        }
        prop_assert_eq!(*sliced.statistics(), whole);
    }

    #[test]
    fn parts_merge_to_the_whole(mut cuts in proptest::collection::vec(0u64..200, 0..6), seed: u64, turn in 0usize..8) {
        let queens = Queens::new(12).unwrap();
        let settings = settings(threshold(20_000), seed);
        cuts.extend([0, 200]);
        cuts.sort_unstable();
        let mut parts: Vec<_> = cuts
            .windows(2)
            .map(|cut| run(&queens, settings, cut[0], cut[1] - cut[0]))
            .collect();
        // Any order, and grouped in two.
        let count = parts.len();
        parts.rotate_left(turn % count);
        let (left, right) = parts.split_at(count / 2);
        let merge = |parts: &[Statistics]| {
            parts.iter().fold(Statistics::default(), |mut sum, part| {
                sum.merge(part);
                sum
            })
        };
        let mut merged = merge(right);
        merged.merge(&merge(left));
        prop_assert_eq!(merged, run(&queens, settings, 0, 200));
    }
}

#[test]
fn a_long_trial_is_never_cut_short() {
    let queens = Queens::new(10).unwrap();
    let mut composite =
        Composite::<_, DEPTH>::new(&queens, settings(Cutoff::Level(0), 1), 0).unwrap();
    let mut slices = 0u64;
    while composite.step(100) == Progress::Working {
        slices += 1;
        assert_eq!(composite.statistics().trials, 0);
    }
    assert!(slices > 300);
    assert_eq!(composite.statistics().mean().to_f64(), 724.0);
}

#[test]
fn impossible_settings_are_refused_in_a_sentence() {
    let queens = Queens::new(8).unwrap();
    let refusal = |settings| match Composite::<_, DEPTH>::new(&queens, settings, 0) {
        Ok(_) => String::new(),
        Err(error) => std::format!("{error}"),
    };
    assert_eq!(refusal(settings(Cutoff::Level(8), 0)), "");
    assert_eq!(
        refusal(settings(Cutoff::Level(9), 0)),
        "the cutoff level is deeper than the tree"
    );
    let strata = |strata| Settings {
        strata,
        ..settings(Cutoff::Level(4), 0)
    };
    assert_eq!(refusal(strata(3)), "");
    assert_eq!(
        refusal(strata(4)),
        "the strata must lie above the cutoff level"
    );
    assert!(matches!(
        Composite::<_, 7>::new(&queens, settings(Cutoff::Level(4), 0), 0),
        Err(SetupError::TooDeep)
    ));
}

#[test]
fn impossible_boxes_are_refused() {
    let pieces = free_polyominoes(6);
    let refusal = |region: Option<Region>, pieces: &[Piece]| {
        Packing::new(&region.unwrap(), pieces, Pruning::default()).err()
    };
    assert_eq!(
        refusal(Region::rectangle(19, 11), &pieces),
        Some(PackingError::CellsDiffer)
    );
    assert_eq!(
        refusal(Region::rectangle(15, 14), &pieces),
        Some(PackingError::BoxTooLarge)
    );
    assert_eq!(refusal(Region::rectangle(30, 7), &pieces), None);
    assert_eq!(
        refusal(Region::rectangle(1, 1), &[]),
        Some(PackingError::TooManyPieces)
    );
    let long = Piece::from_cells((0..7).map(|row| (0, row))).unwrap();
    assert_eq!(
        refusal(Region::rectangle(7, 1), &[long]),
        Some(PackingError::PieceTooLarge)
    );
    assert!(Region::rectangle(0, 1).is_none() && Region::rectangle(1, 17).is_none());
}

/// What the chip has to hold; the module's documentation quotes these.
#[test]
fn everything_fits_the_chip() {
    assert!(size_of::<Packing>() <= 44 * 1024);
    assert!(48 * size_of::<PackingNode>() <= 4 * 1024);
    assert!(size_of::<Statistics>() <= 2304);
}
