//! The estimator against exact counts: every problem, both cutoffs, one path and many.

use std::vec::Vec;

use proptest::prelude::*;

use super::packing::{Laid, Packing, PackingNode};
use super::*;

const DEPTH: usize = 64;

/// OEIS A000170.
const QUEENS: [u64; 16] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
];

fn settings(cutoff: Cutoff, seed: u64) -> Settings {
    Settings {
        cutoff,
        goal: Goal::Solutions,
        windows: None,
        seed,
    }
}

fn run<P: Problem>(problem: &P, settings: Settings, trials: u64) -> Statistics {
    let mut composite = Composite::<P, DEPTH>::new(problem, settings).unwrap();
    while composite.statistics().trials < trials {
        let _ = composite.step(u32::MAX);
    }
    *composite.statistics()
}

/// The whole tree in one trial: the exact count.
fn exhaustive<P: Problem>(problem: &P, goal: Goal) -> u64 {
    let settings = Settings {
        goal,
        ..settings(Cutoff::Level(0), 1)
    };
    let count = run(problem, settings, 1).mean;
    assert!(count < 2f64.powi(53), "the count fits a double exactly");
    count as u64
}

/// The deviation of the estimate in standard errors.
fn deviation(statistics: &Statistics, exact: u64) -> f64 {
    let off = statistics.mean - exact as f64;
    match statistics.standard_error() {
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

fn queens(size: u8) -> Queens {
    Queens::new(size).unwrap()
}

/// The twelve pentominoes in a box of 60 cells.
fn pentominoes(width: u8, height: u8) -> Packing<63> {
    Packing::new(5, width, height, None, true).unwrap()
}

/// The box of the device, which leaves one of each pair of mirror images out.
fn hexominoes() -> Packing<212> {
    Packing::new(6, 19, 11, Some(9), false).unwrap()
}

#[test]
fn exhaustive_search_counts_queens() {
    for (size, expected) in (1..).zip(&QUEENS[..12]) {
        assert_eq!(exhaustive(&queens(size), Goal::Solutions), *expected);
    }
    assert!(Queens::new(0).is_none() && Queens::new(65).is_none());
}

/// The solutions of the pentomino rectangles are well known: 2, 368 and 2,339, up to the four
/// symmetries of the box. Neither islands nor mirror images change them.
#[test]
fn exhaustive_search_counts_pentomino_packings() {
    for (width, height, expected) in [(20, 3, 2), (15, 4, 368), (10, 6, 2_339)] {
        let all = pentominoes(width, height);
        let half = Packing::<59>::new(5, width, height, None, false).unwrap();
        assert_eq!(exhaustive(&all, Goal::Solutions), 4 * expected);
        assert_eq!(exhaustive(&half, Goal::Solutions), 2 * expected);
        if height < 6 {
            let larger = all.keeping_islands();
            assert_eq!(exhaustive(&larger, Goal::Solutions), 4 * expected);
        }
    }
}

#[test]
fn impossible_settings_are_refused_in_a_sentence() {
    let queens = queens(8);
    let refusal = |settings| match Composite::<_, DEPTH>::new(&queens, settings) {
        Ok(_) => std::string::String::new(),
        Err(error) => std::format!("{error}"),
    };
    assert_eq!(refusal(settings(Cutoff::Level(8), 0)), "");
    assert_eq!(
        refusal(settings(Cutoff::Level(9), 0)),
        "the cutoff level is deeper than the tree"
    );
    let windows =
        |width| Windows::for_width::<_, 7>(&queens, &settings(Cutoff::Level(4), 0), width);
    assert_eq!(windows(0), Err(SetupError::NoWidth));
    assert_eq!(windows(9), Err(SetupError::TooDeep));
    assert!(matches!(
        Composite::<_, 7>::new(&queens, settings(Cutoff::Level(4), 0)),
        Err(SetupError::TooDeep)
    ));
}

#[test]
fn impossible_boxes_are_refused() {
    let cells = Packing::<212>::new(6, 19, 11, None, false);
    let fewer_lies = Packing::<211>::new(6, 19, 11, Some(9), false);
    let more_lies = Packing::<213>::new(6, 19, 11, Some(9), false);
    let bulge = Packing::<212>::new(6, 19, 11, Some(19), false);
    let height = Packing::<212>::new(6, 15, 14, None, false);
    let length = Packing::<212>::new(6, 70, 3, None, false);
    assert!(cells.is_none() && bulge.is_none() && height.is_none() && length.is_none());
    assert!(fewer_lies.is_none() && more_lies.is_none());
    assert!(Packing::<0>::new(0, 0, 0, None, false).is_none());
}

/// The sizes on the chip.
#[test]
fn everything_fits_the_chip() {
    assert!(size_of::<Packing<212>>() <= 1_824);
    assert!(size_of::<PackingNode>() <= 24);
    assert!(size_of::<Statistics>() <= 40);
}

/// The nodes of a path determine the position of every piece.
#[test]
fn pieces_of_a_path_do_not_overlap() {
    let packing = hexominoes();
    for seed in 0..200 {
        let mut random = Random::for_trial(seed, 0);
        let mut path = std::vec![packing.root()];
        let mut taken = [false; 256];
        while let Some(mut node) = path.last().copied().filter(|node| !packing.is_leaf(node)) {
            let branches = packing.branches(&node);
            packing.skip(&mut node, random.below(branches));
            path.extend(packing.descend(&mut node));
        }
        let laid = path.windows(2).map(|pair| packing.laid(&pair[0], &pair[1]));
        for Laid { anchor, mask } in laid {
            assert_eq!(mask.count_ones(), 6);
            let cells = (0..64).filter(|bit| mask >> bit & 1 == 1);
            for place in cells.map(|bit| anchor + bit) {
                assert!(packing.is_open(place));
                assert!(!core::mem::replace(&mut taken[usize::from(place)], true));
            }
        }
    }
}

/// The slow twin of a packing: a board of cells, and every piece tried at the first empty one.
#[test]
fn branches_of_the_hexomino_box_are_those_of_a_plain_board() {
    let packing = hexominoes().keeping_islands();
    let (pieces, count) = pieces::grown(6);
    let mut one_side = true;
    let lies: Vec<Vec<u64>> = pieces[..count]
        .iter()
        .map(|piece| {
            let (turns, mut different) = piece.lies();
            if one_side && different == 8 {
                (different, one_side) = (4, false);
            }
            // Columns are ten places apart; a piece spans at most six rows.
            turns[..different]
                .iter()
                .map(|turn| turn.scanned(10))
                .collect()
        })
        .collect();
    let inside = |column: i32, row: i32| {
        (0..19).contains(&column) && (0..11).contains(&row) || (column, row) == (9, 11)
    };
    for seed in 0..40 {
        let mut random = Random::for_trial(seed, 1);
        let mut node = packing.root();
        let mut taken = [[false; 12]; 19];
        let mut unused = lies.clone();
        loop {
            let empty = (0..19 * 12).map(|place| (place / 12, place % 12));
            let mut empty = empty.filter(|&(column, row)| {
                inside(column, row) && !taken[column as usize][row as usize]
            });
            let Some(first) = empty.next() else { break };
            let fitting = |mask: &u64| {
                cells(*mask, first).iter().all(|&(column, row)| {
                    inside(column, row) && !taken[column as usize][row as usize]
                })
            };
            let slow = unused.iter().flatten().filter(|mask| fitting(mask)).count() as u32;
            let branches = packing.branches(&node);
            assert_eq!(branches, slow, "at {first:?}");
            if branches == 0 {
                break;
            }
            let chosen = random.below(branches);
            packing.skip(&mut node, chosen);
            let child = packing.descend(&mut node).unwrap();
            let mask = unused.iter().flatten().copied().filter(fitting);
            let mask = mask.clone().nth(chosen as usize).unwrap();
            for (column, row) in cells(mask, first) {
                taken[column as usize][row as usize] = true;
            }
            unused.retain(|lies| !lies.contains(&mask));
            node = child;
        }
    }
}

/// The cells of a lie whose first is here; columns are ten places apart, and rows go from −4 to 5.
fn cells(mask: u64, (column, row): (i32, i32)) -> Vec<(i32, i32)> {
    let places = (0..64).filter(|bit| mask >> bit & 1 == 1);
    places
        .map(|bit: i32| (column + (bit + 4) / 10, row + (bit + 4) % 10 - 4))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn slicing_changes_nothing(
        budgets in proptest::collection::vec(1u32..300, 1..20),
        seed: u64,
        many: bool,
        by_level: bool,
    ) {
        let queens = queens(9);
        let cutoff = if by_level { Cutoff::Level(4) } else { Cutoff::Product(500.0) };
        let single = settings(cutoff, seed);
        let settings = if many { spread(&queens, single, 5) } else { single };
        let whole = run(&queens, settings, 40);
        let mut sliced = Composite::<_, DEPTH>::new(&queens, settings).unwrap();
        let mut budgets = budgets.into_iter().cycle();
        while sliced.statistics().trials < 40 {
            let _ = sliced.step(budgets.next().unwrap());
        }
        prop_assert_eq!(*sliced.statistics(), whole);
    }

    /// Merged statistics are those of one list of contributions, up to rounding.
    #[test]
    fn merging_is_adding_up(
        parts in proptest::collection::vec(proptest::collection::vec(0u32..1000, 0..30), 1..8),
    ) {
        let mut merged = Statistics::default();
        for part in &parts {
            let mut own = Statistics::default();
            for &found in part {
                own.record(&Trial { contribution: f64::from(found), product: 1.0, found: found.into() });
            }
            merged.merge(&own);
        }
        let all: Vec<f64> = parts.into_iter().flatten().map(f64::from).collect();
        let count = all.len().max(1) as f64;
        let mean = all.iter().sum::<f64>() / count;
        let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        prop_assert_eq!(merged.trials, all.len() as u64);
        prop_assert!((merged.mean - mean).abs() < 1e-9);
        prop_assert!((merged.variance() - variance).abs() < 1e-6);
    }
}

#[test]
fn a_long_trial_is_never_cut_short() {
    let queens = queens(10);
    let mut composite = Composite::<_, DEPTH>::new(&queens, settings(Cutoff::Level(0), 1)).unwrap();
    let mut slices = 0u64;
    while composite.step(100).is_pending() {
        slices += 1;
        assert_eq!(composite.statistics().trials, 0);
    }
    assert!(slices > 300);
    assert_eq!(composite.statistics().mean, 724.0);
}

/// Exact counts are met as often as they should be.
///
/// 200 deviations, each of a seed of its own: both cutoffs, one path and many, solutions and leaves.
/// If estimates are unbiased and their errors honest, the deviations are close to normal: 0.5 of them
/// lie beyond three, their sum has variance 200, and their squares sum to 200 with variance 400. All
/// three are held to what a fair sample exceeds once in some thousand times.
#[test]
fn known_counts_are_met() {
    let mut all: Vec<f64> = Vec::new();
    let mut seed = 0;
    let mut check = |problem: &dyn Fn(Settings, u32, u64) -> Statistics, exact, cutoff, goal| {
        for width in [0, 12] {
            for _ in 0..10 {
                seed += 1;
                let wanted = Settings {
                    goal,
                    ..settings(cutoff, seed)
                };
                let trials = if width == 0 { 4_000 } else { 1_000 };
                all.push(deviation(&problem(wanted, width, trials), exact));
            }
        }
    };
    for size in [8, 12] {
        let queens = queens(size);
        let estimate = |wanted, width, trials| estimated(&queens, wanted, width, trials);
        for goal in [Goal::Solutions, Goal::Leaves] {
            let exact = exhaustive(&queens, goal);
            for cutoff in [
                Cutoff::Level(size / 2),
                Cutoff::Product(2f64.powi(size.into())),
            ] {
                check(&estimate, exact, cutoff, goal);
            }
        }
    }
    let packing = pentominoes(15, 4);
    let estimate = |wanted, width, trials: u64| estimated(&packing, wanted, width, trials);
    for cutoff in [Cutoff::Level(3), Cutoff::Product(3000.0)] {
        check(&estimate, 1472, cutoff, Goal::Solutions);
    }
    let n = all.len() as f64;
    assert_eq!(n, 200.0);
    let beyond = all.iter().filter(|off| off.abs() > 3.0).count();
    assert!(beyond <= 4, "{beyond} lie beyond three");
    let sum: f64 = all.iter().sum();
    assert!(sum.abs() < 3.29 * n.sqrt(), "they sum to {sum}");
    let squares: f64 = all.iter().map(|off| off * off).sum();
    assert!(
        (squares - n).abs() < 3.29 * (2.0 * n).sqrt(),
        "their squares sum to {squares}"
    );
}

fn estimated<P: Problem>(problem: &P, single: Settings, width: u32, trials: u64) -> Statistics {
    match width {
        0 => run(problem, single, trials),
        width => run(problem, spread(problem, single, width), trials),
    }
}
