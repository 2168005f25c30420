//! The packing in 2 KB against the one in 42: the same branches in the same order, so that every
//! statistic of equal trials is equal to the last bit.

use super::packing::{Laid, LeanPacking};
use super::*;
use std::vec::Vec;

/// The box of the device, which leaves one of each pair of mirror images out.
fn hexominoes() -> LeanPacking<212> {
    LeanPacking::new(6, 19, 11, Some(9), false).unwrap()
}

#[test]
fn the_lean_packing_counts_pentominoes_exactly() {
    for (width, height, expected) in [(20, 3, 2), (15, 4, 368), (10, 6, 2_339)] {
        let lean = LeanPacking::<63>::new(5, width, height, None, true).unwrap();
        let half = LeanPacking::<59>::new(5, width, height, None, false).unwrap();
        let region = Region::rectangle(width, height).unwrap();
        let wide = Packing::new(&region, &free_polyominoes(5)).unwrap();
        assert_eq!(exhaustive(&lean, Goal::Solutions), 4 * expected);
        assert_eq!(exhaustive(&half, Goal::Solutions), 2 * expected);
        assert_eq!(
            exhaustive(&lean, Goal::Leaves),
            exhaustive(&wide.pruning_islands(), Goal::Leaves)
        );
    }
}

/// One path, chosen with and without looking ahead, and many; among the branches are lies that
/// could wrap round at the cell below the box.
#[test]
fn both_hexomino_trees_are_one() {
    let lean = hexominoes();
    let wide = Packing::new(&Region::hexomino(), &free_polyominoes(6)).unwrap();
    let wide = wide.pruning_islands().without_mirror_images();
    let threshold = Product::shifted(1 << 24, FRACTION_LIMBS + 2);
    let single = settings(Cutoff::Product(threshold), 11);
    let looking = Settings {
        choice: Branching::Lookahead,
        ..single
    };
    let many = Settings {
        windows: Some(Windows::found(&core::array::from_fn::<_, 27, _>(|level| {
            3 * level as i16 + 5
        }))),
        ..settings(Cutoff::Level(27), 12)
    };
    for (settings, trials) in [(single, 300), (looking, 300), (many, 10)] {
        assert_eq!(
            run(&lean, settings, 0, trials),
            run(&wide, settings, 0, trials)
        );
    }
}

/// From the nodes of a path alone it can be told what lies where.
#[test]
fn a_path_tells_what_lies_where() {
    let lean = hexominoes();
    for seed in 0..200 {
        let mut random = Random::for_trial(seed, 0);
        let mut path = std::vec![lean.root()];
        let mut taken = [false; 256];
        while let Some(mut node) = path.last().copied().filter(|node| !lean.is_leaf(node)) {
            let branches = lean.branches(&node);
            lean.skip(&mut node, random.below(branches));
            path.extend(lean.descend(&mut node));
        }
        let laid: Vec<Laid> = path
            .windows(2)
            .map(|pair| lean.laid(&pair[0], &pair[1]))
            .collect();
        for Laid { anchor, mask } in laid {
            assert_eq!(mask.count_ones(), 6);
            let cells = (0..64).filter(|bit| mask >> bit & 1 == 1);
            for place in cells.map(|bit| anchor + bit) {
                assert!(lean.is_open(place));
                assert!(!core::mem::replace(&mut taken[usize::from(place)], true));
            }
        }
    }
}

#[test]
fn boxes_that_cannot_be_lean_are_refused() {
    assert!(
        LeanPacking::<212>::new(6, 19, 11, None, false).is_none(),
        "cells"
    );
    assert!(
        LeanPacking::<211>::new(6, 19, 11, Some(9), false).is_none(),
        "lies"
    );
    assert!(
        LeanPacking::<213>::new(6, 19, 11, Some(9), false).is_none(),
        "lies"
    );
    assert!(
        LeanPacking::<212>::new(6, 19, 11, Some(19), false).is_none(),
        "bulge"
    );
    assert!(
        LeanPacking::<212>::new(6, 15, 14, None, false).is_none(),
        "height"
    );
    assert!(
        LeanPacking::<212>::new(6, 70, 3, None, false).is_none(),
        "length"
    );
    assert!(
        LeanPacking::<0>::new(0, 0, 0, None, false).is_none(),
        "no piece"
    );
}

/// What the chip has to hold of it.
#[test]
fn a_lean_packing_fits_the_chip() {
    assert!(size_of::<LeanPacking<212>>() <= 1_824);
    assert!(size_of::<super::packing::LeanNode>() <= 24);
}
