//! Whole trees, searched exactly.

use super::*;

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
        let packing = Packing::new(&region, &pieces).unwrap().pruning_islands();
        assert_eq!(exhaustive(&packing, Goal::Solutions), 4 * expected);
    }
}

#[test]
fn pruning_loses_no_packing() {
    for packing in [pentomino(), pentomino().pruning_islands()] {
        assert_eq!(exhaustive(&packing, Goal::Solutions), 9_356);
    }
}

#[test]
fn mirror_images_can_be_left_out() {
    let half = pentomino().without_mirror_images();
    assert_eq!(exhaustive(&half, Goal::Solutions), 9_356 / 2);
}
