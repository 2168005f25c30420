//! Slicing, merging and the precision of products.

use std::vec::Vec;

use super::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn slicing_changes_nothing(
        budgets in proptest::collection::vec(1u32..300, 1..20),
        seed: u64,
        many: bool,
        lookahead: bool,
        by_level: bool,
    ) {
        let queens = Queens::new(9).unwrap();
        let settings = Settings {
            cutoff: if by_level { Cutoff::Level(4) } else { threshold(500) },
            goal: Goal::Solutions,
            choice: if lookahead { Branching::Lookahead } else { Branching::Uniform },
            windows: None,
            seed,
        };
        let settings = if many { spread(&queens, settings, 5) } else { settings };
        let whole = run(&queens, settings, 0, 40);
        let mut sliced = Composite::<_, DEPTH>::new(&queens, settings, 0).unwrap();
        let mut budgets = budgets.into_iter().cycle();
        while sliced.number() < 40 {
            let _ = sliced.step(budgets.next().unwrap());
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
    while composite.step(100).is_pending() {
        slices += 1;
        assert_eq!(composite.statistics().trials, 0);
    }
    assert!(slices > 300);
    assert_eq!(composite.statistics().mean().to_f64(), 724.0);
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
        choice: Branching::Lookahead,
        ..settings(Cutoff::Level(20), 8)
    };
    for trial in 0..50 {
        let ours = {
            let mut composite = Composite::<_, DEPTH>::new(&queens, settings, trial).unwrap();
            loop {
                if let Poll::Ready(trial) = composite.step(1) {
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
