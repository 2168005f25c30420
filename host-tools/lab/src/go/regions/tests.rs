use proptest::prelude::*;

use super::*;
use crate::go::board::Point;
use crate::go::pattern::Pattern;

/// The slow twin of the bit-turning: which point of the board each bit stands for.
fn point_of(view: View, quadrant: Quadrant, region: Region, row: usize, column: usize) -> Point {
    let turned = view == View::FromCorner && region == Region::SideDown;
    let (row, column) = if turned { (column, row) } else { (row, column) };
    let (down, across) = match region {
        Region::Corner => (0, 0),
        Region::SideAcross => (0, REGION),
        Region::SideDown => (REGION, 0),
        Region::Middle => (REGION, REGION),
    };
    let place = |mirrored: bool, offset: usize, within: usize| {
        let from_edge = match (view, mirrored) {
            (View::FromTop, true) => offset + REGION - 1 - within,
            _ => offset + within,
        };
        if mirrored {
            SIZE - 1 - from_edge
        } else {
            from_edge
        }
    };
    Point::new(
        place(quadrant.lower, down, row),
        place(quadrant.right, across, column),
    )
    .unwrap()
}

fn board() -> impl Strategy<Value = GoBoard> {
    prop::collection::vec((0..SIZE, 0..SIZE, any::<bool>()), 0..120).prop_map(|stones| {
        let mut board = GoBoard::new();
        for (row, column, black) in stones {
            let colour = if black { Colour::Black } else { Colour::White };
            board.set(Point::new(row, column).unwrap(), Some(colour));
        }
        board
    })
}

fn turned(board: &GoBoard, turn: impl Fn(usize, usize) -> (usize, usize)) -> GoBoard {
    let mut out = GoBoard::new();
    for row in 0..SIZE {
        for column in 0..SIZE {
            let (to_row, to_column) = turn(row, column);
            let stone = board.at(Point::new(row, column).unwrap());
            out.set(Point::new(to_row, to_column).unwrap(), stone);
        }
    }
    out
}

proptest! {
    #[test]
    fn every_bit_is_the_right_point(board in board(), top: bool) {
        let view = if top { View::FromTop } else { View::FromCorner };
        for quadrant in Quadrant::ALL {
            for region in Region::ALL {
                for colour in [Colour::Black, Colour::White] {
                    let bits = region_stones(board.stones(colour), view, quadrant, region);
                    for row in 0..REGION {
                        for column in 0..REGION {
                            let point = point_of(view, quadrant, region, row, column);
                            let bit = bits >> (row * REGION + column) & 1 == 1;
                            prop_assert_eq!(bit, board.stones(colour).contains(point));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn equal_boards_and_only_those_are_equal_lists(a in board(), b in board(), top: bool) {
        let view = if top { View::FromTop } else { View::FromCorner };
        let mut lists = HashList::new();
        prop_assert_eq!(lists.look_up(&a, view), None);
        let list_a = lists.store(&a, view);
        let cells = lists.cells();
        prop_assert_eq!(lists.look_up(&b, view).is_some(), a == b);
        prop_assert_eq!(lists.look_up(&a, view), Some(list_a));
        prop_assert_eq!(lists.cells(), cells);
        let list_b = lists.store(&b, view);
        prop_assert_eq!(list_a == list_b, a == b);
    }

    /// A board turned to any other corner has the same four quadrants, in other places.
    #[test]
    fn symmetric_boards_share_their_quadrants(board in board()) {
        let mut lists = HashList::new();
        let list = lists.store(&board, View::FromCorner);
        let cells = lists.cells();
        let flipped = turned(&board, |row, column| (row, SIZE - 1 - column));
        let other = lists.store(&flipped, View::FromCorner);
        prop_assert!(lists.cells() - cells <= 3, "only the top of the tree is new");
        for (here, there) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            prop_assert_eq!(
                lists.quadrant_of(list, Quadrant::ALL[here]),
                lists.quadrant_of(other, Quadrant::ALL[there])
            );
        }
    }

    /// Over the diagonal, the two sides of each quadrant change places.
    #[test]
    fn sides_are_shared_over_the_diagonal(board in board()) {
        let mut lists = HashList::new();
        let list = lists.store(&board, View::FromCorner);
        let other = lists.store(&board.transposed(), View::FromCorner);
        let upper_left = Quadrant::ALL[0];
        let side = |list, region| lists.region_of(list, upper_left, region);
        prop_assert_eq!(side(list, Region::SideAcross), side(other, Region::SideDown));
        prop_assert_eq!(side(list, Region::SideDown), side(other, Region::SideAcross));
    }

    /// A pattern is found in every corner, turned and recoloured every way.
    #[test]
    fn patterns_are_found_however_they_are_turned(
        pattern in board(), lower: bool, right: bool, transposed: bool, recoloured: bool,
    ) {
        let mut sample = pattern;
        if transposed { sample = sample.transposed() }
        if recoloured { sample = sample.recoloured() }
        if lower { sample = turned(&sample, |row, column| (SIZE - 1 - row, column)) }
        if right { sample = turned(&sample, |row, column| (row, SIZE - 1 - column)) }
        let mut lists = HashList::new();
        let list = lists.store(&sample, View::FromCorner);
        let wanted = Pattern::new(&lists, &pattern);
        let found = wanted.matches(&lists, list).any(|found| {
            found.quadrant == Quadrant { lower, right }
                && found.transposed == transposed
                && found.recoloured == recoloured
        });
        prop_assert!(found);
    }
}

/// The paper's figure: one stone, five new cells, 40 bytes; more where regions overlap.
#[test]
fn a_stone_costs_forty_bytes() {
    let stone = |board: &GoBoard, row, column| {
        let mut lists = HashList::new();
        lists.store(board, View::FromTop);
        let before = lists.bytes();
        let mut next = *board;
        next.set(Point::new(row, column).unwrap(), Some(Colour::Black));
        lists.store(&next, View::FromTop);
        lists.bytes() - before
    };
    // No two regions alike: otherwise even less is new.
    let mut board = GoBoard::new();
    for n in 0..16 {
        for bit in 0..4 {
            let (row, column) = ([1, 6, 11, 16][n / 4], [0, 5, 10, 14][n % 4] + bit);
            let stone = (n >> bit & 1 == 1).then_some(Colour::White);
            board.set(Point::new(row, column).unwrap(), stone);
        }
    }
    assert_eq!(stone(&board, 3, 3), 40);
    assert_eq!(stone(&board, 3, 9), 64);
    assert_eq!(stone(&board, 9, 9), 15 * 8);
}

proptest! {
    /// The slow twin builds all 31 cells.
    #[test]
    fn a_change_stores_the_same_list(before in board(), after in board(), corner in any::<bool>()) {
        let view = if corner { View::FromCorner } else { View::FromTop };
        let mut lists = HashList::new();
        let list = lists.store(&before, view);
        let (changed, conses) = lists.store_change((&before, list), &after, view).unwrap();
        prop_assert_eq!(lists.look_up(&after, view), Some(changed));
        prop_assert!(conses <= 31);
        prop_assert_eq!(conses == 0, before == after);
    }
}

#[test]
fn a_stone_away_from_the_middle_lines_looks_for_five_cells() {
    for n in 0..SIZE * SIZE {
        let point = Point::new(n / SIZE, n % SIZE).unwrap();
        let mut lists = HashList::new();
        let empty = lists.store(&GoBoard::new(), View::FromCorner);
        let mut board = GoBoard::new();
        board.set(point, Some(Colour::Black));
        let before = (&GoBoard::new(), empty);
        let (_, conses) = lists
            .store_change(before, &board, View::FromCorner)
            .unwrap();
        // A region, a pair and a quadrant for each region it lies in, and the halves above.
        let on_lines = [point.row(), point.column()].map(|line| line == SIZE / 2);
        let expected = match on_lines {
            [false, false] => 5,
            [false, true] => 3 + 3 + 1 + 1,
            [true, false] => 3 + 3 + 2 + 1,
            [true, true] => 4 * 3 + 2 + 1,
        };
        assert_eq!(conses, expected, "{point:?}");
    }
}
