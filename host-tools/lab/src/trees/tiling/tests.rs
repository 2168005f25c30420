//! Tilings against trying everything.

use super::*;
use std::collections::HashMap;

fn puzzle(width: u8, height: u8, colours: u8, turning: bool, seed: u64) -> Tiling {
    let shape = TilingShape {
        width,
        height,
        colours,
        turning,
    };
    Tiling::random(shape, seed).unwrap()
}

fn count(tiling: &Tiling, mut node: TilingNode) -> u64 {
    if tiling.is_leaf(&node) {
        return u64::from(tiling.is_solution(&node));
    }
    let mut sum = 0;
    while let Some(child) = tiling.descend(&mut node) {
        sum += count(tiling, child);
    }
    sum
}

/// Tries every tile in every lie in every cell, and checks all edges of the full board.
fn slow_count(tiling: &Tiling, board: &mut Vec<(u8, Tile)>) -> u64 {
    let TilingShape {
        width,
        height,
        turning,
        ..
    } = tiling.shape;
    if board.len() == usize::from(width * height) {
        let at = |column: u8, row: u8| board[usize::from(row * width + column)].1;
        let fits = (0..height).all(|row| {
            at(0, row).left == tiling.frame_left[usize::from(row)]
                && at(width - 1, row).right == tiling.frame_right[usize::from(row)]
                && (1..width).all(|column| at(column, row).left == at(column - 1, row).right)
        }) && (0..width).all(|column| {
            u64::from(at(column, 0).top) == tiling.frame_top >> (4 * column) & 15
                && at(column, height - 1).bottom == tiling.frame_bottom[usize::from(column)]
                && (1..height).all(|row| at(column, row).top == at(column, row - 1).bottom)
        });
        return u64::from(fits);
    }
    let mut sum = 0;
    for number in 0..width * height {
        if board.iter().any(|&(used, _)| used == number) {
            continue;
        }
        let mut seen = Vec::new();
        let mut tile = tiling.turns[usize::from(4 * number)];
        for _ in 0..if turning { 4 } else { 1 } {
            if !seen.contains(&tile) {
                seen.push(tile);
                board.push((number, tile));
                sum += slow_count(tiling, board);
                board.pop();
            }
            tile = tile.turned();
        }
    }
    sum
}

#[test]
fn agrees_with_trying_everything() {
    for seed in 0..20 {
        for (width, height, turning) in [(3, 2, true), (2, 2, true), (3, 2, false), (1, 5, false)] {
            let tiling = puzzle(width, height, 2, turning, seed);
            let found = count(&tiling, tiling.root());
            assert!(found >= 1, "the puzzle was cut from a solution");
            assert_eq!(found, slow_count(&tiling, &mut Vec::new()));
        }
    }
}

#[test]
fn equal_keys_have_equal_futures() {
    let tiling = puzzle(4, 3, 2, true, 5);
    let mut futures: HashMap<(u8, (u64, u64)), u64> = HashMap::new();
    let mut meetings = 0;
    let mut stack = vec![tiling.root()];
    while let Some(mut node) = stack.pop() {
        while let Some(child) = tiling.descend(&mut node) {
            if child.level() < 4 {
                stack.push(child);
            } else {
                let future = count(&tiling, child);
                if let Some(known) = futures.insert((child.level(), child.key()), future) {
                    assert_eq!(known, future);
                    meetings += 1;
                }
            }
        }
    }
    assert!(meetings > 0, "some positions are reached in two ways");
}

#[test]
fn too_large_a_shape_is_refused() {
    for (width, height, colours) in [
        (0, 3, 2),
        (16, 1, 2),
        (9, 8, 2),
        (3, 0, 2),
        (3, 3, 0),
        (3, 3, 17),
    ] {
        let shape = TilingShape {
            width,
            height,
            colours,
            turning: true,
        };
        assert!(Tiling::random(shape, 1).is_none(), "{shape:?}");
    }
}
