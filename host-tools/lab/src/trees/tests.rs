//! The estimator on the lab's trees: exact where it searches all, without bias where it does not.

use dobutsu_core::estimate::packing::{Packing, Region, free_polyominoes};
use dobutsu_core::estimate::{
    Branching, Composite, Cutoff, FRACTION_LIMBS, Goal, Problem, Product, Random, Settings,
    Statistics, Windows,
};
use dobutsu_core::game::{After, Position};

use super::*;

const DEPTH: usize = 64;

fn settings(cutoff: Cutoff, goal: Goal) -> Settings {
    Settings {
        cutoff,
        goal,
        choice: Branching::Uniform,
        windows: None,
        seed: 0,
    }
}

fn run<P: Problem>(problem: &P, settings: Settings, trials: u64) -> Statistics {
    let mut composite = Composite::<P, DEPTH>::new(problem, settings, 0).unwrap();
    while composite.statistics().trials < trials {
        let _ = composite.step(u32::MAX);
    }
    *composite.statistics()
}

fn exhaustive<P: Problem>(problem: &P, goal: Goal) -> f64 {
    let whole = run(problem, settings(Cutoff::Level(0), goal), 1);
    whole.mean().to_f64()
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
            perft(Position::START, depth) as f64
        );
    }
}

/// Every goal, cutoff and choice, one path and many: the mean over twenty seeds is no more than four
/// standard errors off, which chance does once in 16,000 times; the seeds are always the same.
fn check_unbiased<P: Problem>(name: &str, problem: &P, cutoffs: [Cutoff; 2], trials: u64) {
    for goal in [Goal::Solutions, Goal::Leaves] {
        let exact = exhaustive(problem, goal);
        for (cutoff, choice, is_wide) in cutoffs.into_iter().flat_map(|cutoff| {
            [Branching::Uniform, Branching::Lookahead]
                .into_iter()
                .flat_map(move |choice| [false, true].map(|is_wide| (cutoff, choice, is_wide)))
        }) {
            let mut settings = Settings {
                choice,
                ..settings(cutoff, goal)
            };
            if is_wide {
                let windows = Windows::for_width::<P, DEPTH>(problem, &settings, 12);
                settings.windows = Some(windows.unwrap());
            }
            let trials = if is_wide { trials / 4 } else { trials };
            let mut all = Statistics::default();
            for seed in 0..20 {
                all.merge(&run(problem, Settings { seed, ..settings }, trials));
            }
            let off = all.mean().to_f64() - exact;
            let error = all.standard_error().to_f64();
            assert!(
                off.abs() < 4.0 * error || off == 0.0,
                "{name}: {settings:?} is off by {off}, s.e. {error}"
            );
        }
    }
}

fn threshold(value: u64) -> Cutoff {
    Cutoff::Product(Product::shifted(value, FRACTION_LIMBS))
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
    check_unbiased("tiling", &tiling, [Cutoff::Level(4), threshold(300)], 200);
    let tree = GameTree::new(Position::START, 4);
    check_unbiased("dobutsu:4", &tree, [Cutoff::Level(3), threshold(60)], 1_000);
}

/// A box of 5×4 cells and a fifth of all sets of four pentominoes: the tree of the list-building
/// program has the leaves and the solutions of the one in core, and every filter and direction has
/// the solutions.
#[test]
fn listed_trees_are_those_of_sets() {
    let region = Region::rectangle(5, 4).unwrap();
    let all = free_polyominoes(5);
    let sets = (0u32..1 << all.len()).filter(|set| {
        let numbers = (0..32).filter(|n| set >> n & 1 != 0);
        set.count_ones() == 4 && numbers.sum::<u32>().is_multiple_of(5)
    });
    let mut found = 0.0;
    for set in sets {
        let chosen = (0u32..).zip(&all).filter(|(n, _)| set >> n & 1 != 0);
        let set: Vec<_> = chosen.map(|(_, piece)| *piece).collect();
        let packing = Packing::new(&region, &set).unwrap();
        let solutions = exhaustive(&packing, Goal::Solutions);
        found += solutions;
        for scan in [Scan::Columns, Scan::Rows] {
            for filter in [
                Filter::Fitting,
                Filter::Singles,
                Filter::Islands,
                Filter::Multiples,
                Filter::Room(3),
            ] {
                let listed = Listed::new(&region, &set, scan, filter, true).unwrap();
                assert_eq!(exhaustive(&listed, Goal::Solutions), solutions);
                if (scan, filter) == (Scan::Columns, Filter::Fitting) {
                    let leaves = exhaustive(&packing, Goal::Leaves);
                    assert_eq!(exhaustive(&listed, Goal::Leaves), leaves);
                }
                if scan == Scan::Columns {
                    let filtered = Filtered::new(&region, &set, filter, true).unwrap();
                    for goal in [Goal::Leaves, Goal::Solutions] {
                        assert_eq!(exhaustive(&filtered, goal), exhaustive(&listed, goal));
                    }
                }
            }
        }
    }
    assert!(found > 0.0);
}

/// The tree of sets that the tables are made in has node for node the branches of the slow one: along
/// random paths in the paper's boxes, which go all the way into the last columns since only children
/// with branches are taken while there are some, and in boxes whose windows end elsewhere.
#[test]
fn filtered_trees_are_the_listed_ones() {
    let boxes = [
        (Region::hexomino(), 6),
        (Region::hexomino_short(), 6),
        (Region::rectangle(10, 6).unwrap(), 5),
        (Region::rectangle(15, 4).unwrap(), 5),
        (Region::rectangle(20, 3).unwrap(), 5),
    ];
    let mut deepest = [0; 5];
    for (filter, paths) in [
        (Filter::Fitting, 20),
        (Filter::Singles, 40),
        (Filter::Islands, 40),
        (Filter::Multiples, 20),
        (Filter::Room(2), 20),
        (Filter::Room(4), 20),
    ] {
        for ((region, cells), deepest) in boxes.iter().zip(&mut deepest) {
            let pieces = free_polyominoes(*cells);
            let slow = Listed::new(region, &pieces, Scan::Columns, filter, false).unwrap();
            let fast = Filtered::new(region, &pieces, filter, false).unwrap();
            for path in 0..paths {
                let mut random = Random::for_trial(7, path);
                let (mut a, mut b) = (slow.root(), fast.root());
                for level in 0.. {
                    *deepest = level.max(*deepest);
                    let branches = fast.branches(&b);
                    assert_eq!(slow.branches(&a), branches, "{filter:?} level {level}");
                    if branches == 0 {
                        break;
                    }
                    let numbers = random.below(branches)..branches;
                    let next = numbers.chain(0..branches).find_map(|number| {
                        let (mut a, mut b) = (a.clone(), b);
                        slow.skip(&mut a, number);
                        fast.skip(&mut b, number);
                        let both = slow.descend(&mut a).zip(fast.descend(&mut b))?;
                        (fast.branches(&both.1) > 0).then_some(both)
                    });
                    let Some(next) = next else { break };
                    (a, b) = next;
                }
            }
        }
    }
    // Windows that reach the end of the box are met: two thirds of the pieces are down.
    assert!(deepest[0] > 22 && deepest[2] > 7, "{deepest:?}");
}
