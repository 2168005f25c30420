//! Whole trees, searched exactly.

use super::*;
use crate::game::{After, Position};

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
