//! The Go board as a hash list: the paper's 4×4 regions of 5×5 points.
//!
//! Nineteen lines make four regions of five only if the middle line belongs to two of them:
//! rows 0–4, 5–9, 9–13 and 14–18. The black stones of a region are one 25-bit atom, its white
//! stones another, and the two are a cell. Four regions make a quadrant, four quadrants the
//! board, in a balanced tree:
//!
//! ```text
//!                        board
//!               half                half            upper and lower
//!       quadrant    quadrant    quadrant  quadrant  left and right
//!     pair     pair                                 (corner . side) (side . middle)
//! region region region region
//! black white
//! ```
//!
//! A stone thus changes the five cells above its atom, 40 bytes; one on a middle line lies in
//! two regions and changes up to nine, and the centre point in four.
//!
//! For equal corners and sides to *be* equal, every quadrant is looked at from its own corner
//! of the board ([`View::FromCorner`]), and the left and right sides are turned over the
//! diagonal so that all eight sides lie along the same edge. [`View::FromTop`] leaves all
//! regions as they lie on the board and is there to measure what the symmetry saves.

use super::board::{Colour, GoBoard, Points, SIZE};
use super::hash_list::{HashList, List};

/// Points of a region each way.
pub(super) const REGION: usize = 5;

/// How regions are turned before they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// Each from the nearest corner of the board; symmetric corners and sides are equal.
    FromCorner,
    /// As they lie on the board.
    FromTop,
}

/// Which quarter of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quadrant {
    /// The lower half.
    pub lower: bool,
    /// The right half.
    pub right: bool,
}

impl Quadrant {
    /// Upper left, upper right, lower left, lower right.
    pub(super) const ALL: [Quadrant; 4] = [
        Quadrant {
            lower: false,
            right: false,
        },
        Quadrant {
            lower: false,
            right: true,
        },
        Quadrant {
            lower: true,
            right: false,
        },
        Quadrant {
            lower: true,
            right: true,
        },
    ];
}

/// Which region of a quadrant, seen from the board's corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// The 5×5 points of the corner.
    Corner,
    /// Beside it along the upper or lower edge.
    SideAcross,
    /// Beside it along the left or right edge.
    SideDown,
    /// The one that touches no edge.
    Middle,
}

impl Region {
    /// In the order of the tree's leaves.
    pub(super) const ALL: [Region; 4] = [
        Region::Corner,
        Region::SideAcross,
        Region::SideDown,
        Region::Middle,
    ];
}

/// Storing and finding Go positions.
pub(super) trait GoPositions {
    /// Stores a board; equal boards give equal lists.
    fn store(&mut self, board: &GoBoard, view: View) -> List;

    /// Stores the board after a move from the list of the one before: only what the change touches
    /// is made anew. Returns the list and how many cells were asked for, of the 31 of a board; `None` if
    /// the list is not that of a board.
    fn store_change(
        &mut self,
        before: (&GoBoard, List),
        board: &GoBoard,
        view: View,
    ) -> Option<(List, u32)>;

    /// The list of a board, if it was stored; creates nothing.
    fn look_up(&self, board: &GoBoard, view: View) -> Option<List>;

    /// The list of one region of a board, if it occurs anywhere in what was stored. Seen from
    /// the corner, one look-up answers for all four corners or all eight sides.
    fn look_up_region(
        &self,
        board: &GoBoard,
        view: View,
        quadrant: Quadrant,
        region: Region,
    ) -> Option<List>;

    /// The part of a stored board that holds one region; compare it with another region's list.
    fn region_of(&self, board: List, quadrant: Quadrant, region: Region) -> Option<List>;

    /// The part of a stored board that holds one quadrant.
    fn quadrant_of(&self, board: List, quadrant: Quadrant) -> Option<List>;
}

impl GoPositions for HashList {
    fn store(&mut self, board: &GoBoard, view: View) -> List {
        let list = board_list(board, view, &mut |left, right| Some(self.cons(left, right)));
        list.expect("every cell is made")
    }

    fn store_change(
        &mut self,
        (before, list): (&GoBoard, List),
        board: &GoBoard,
        view: View,
    ) -> Option<(List, u32)> {
        let touched = touched_bands(before, board);
        let (upper, lower) = self.halves(list)?;
        let mut halves = [upper, lower];
        let mut conses = 0;
        for (half, quadrants) in halves.iter_mut().zip(Quadrant::ALL.chunks(2)) {
            let (left, right) = self.halves(*half)?;
            let mut quarters = [left, right];
            let before = conses;
            for (quarter, &quadrant) in quarters.iter_mut().zip(quadrants) {
                let touched = Region::ALL.map(|region| {
                    let (row, column) = bands(quadrant, region);
                    touched[row] >> column & 1 == 1
                });
                if touched.contains(&true) {
                    let changed = |lists: &mut HashList, region| {
                        region_list(board, view, quadrant, region, &mut |left, right| {
                            Some(lists.cons(left, right))
                        })
                    };
                    *quarter = changed_quadrant(self, *quarter, touched, &mut conses, changed)?;
                }
            }
            if conses > before {
                *half = self.cons(quarters[0], quarters[1]);
                conses += 1;
            }
        }
        if conses == 0 {
            return Some((list, 0));
        }
        Some((self.cons(halves[0], halves[1]), conses + 1))
    }

    fn look_up(&self, board: &GoBoard, view: View) -> Option<List> {
        board_list(board, view, &mut |left, right| self.find(left, right))
    }

    fn look_up_region(
        &self,
        board: &GoBoard,
        view: View,
        quadrant: Quadrant,
        region: Region,
    ) -> Option<List> {
        region_list(board, view, quadrant, region, &mut |left, right| {
            self.find(left, right)
        })
    }

    fn region_of(&self, board: List, quadrant: Quadrant, region: Region) -> Option<List> {
        let quarter = self.quadrant_of(board, quadrant)?;
        let (edge, inner) = self.halves(quarter)?;
        let pair = match region {
            Region::Corner | Region::SideAcross => edge,
            Region::SideDown | Region::Middle => inner,
        };
        let (first, second) = self.halves(pair)?;
        Some(match region {
            Region::Corner | Region::SideDown => first,
            Region::SideAcross | Region::Middle => second,
        })
    }

    fn quadrant_of(&self, board: List, quadrant: Quadrant) -> Option<List> {
        let (upper, lower) = self.halves(board)?;
        let (left, right) = self.halves(if quadrant.lower { lower } else { upper })?;
        Some(if quadrant.right { right } else { left })
    }
}

/// The four bands of five lines, one way or the other; the middle line is in two.
const BANDS: [usize; 4] = [0, REGION, SIZE - 2 * REGION, SIZE - REGION];

/// The bands of rows and of columns that a region is in.
fn bands(quadrant: Quadrant, region: Region) -> (usize, usize) {
    let (inner_row, inner_column) = match region {
        Region::Corner => (false, false),
        Region::SideAcross => (false, true),
        Region::SideDown => (true, false),
        Region::Middle => (true, true),
    };
    let band = |far: bool, inner: bool| match (far, inner) {
        (false, false) => 0,
        (false, true) => 1,
        (true, true) => 2,
        (true, false) => 3,
    };
    (
        band(quadrant.lower, inner_row),
        band(quadrant.right, inner_column),
    )
}

/// For each band of rows, a bit for each band of columns in which the boards differ.
fn touched_bands(before: &GoBoard, after: &GoBoard) -> [u8; 4] {
    let mut touched = [0; 4];
    for row in 0..SIZE {
        let changed = [Colour::Black, Colour::White]
            .map(|colour| before.stones(colour).row(row) ^ after.stones(colour).row(row));
        let changed = changed[0] | changed[1];
        if changed == 0 {
            continue;
        }
        let across = BANDS.iter().enumerate().map(|(band, first)| {
            let is_touched = changed >> first & 0b11111 != 0;
            u8::from(is_touched) << band
        });
        let across: u8 = across.sum();
        for (touched, first) in touched.iter_mut().zip(BANDS) {
            if (first..first + REGION).contains(&row) {
                *touched |= across;
            }
        }
    }
    touched
}

/// A quadrant with the touched regions made anew, and with them the cells above.
fn changed_quadrant(
    lists: &mut HashList,
    quadrant: List,
    touched: [bool; 4],
    conses: &mut u32,
    region_list: impl Fn(&mut HashList, Region) -> Option<List>,
) -> Option<List> {
    let (edge, inner) = lists.halves(quadrant)?;
    let mut pairs = [edge, inner];
    let regions = touched.chunks(2).zip(Region::ALL.chunks(2));
    for (pair, (touched, regions)) in pairs.iter_mut().zip(regions) {
        if !touched.contains(&true) {
            continue;
        }
        let (first, second) = lists.halves(*pair)?;
        let mut halves = [first, second];
        for ((half, &touched), &region) in halves.iter_mut().zip(touched).zip(regions) {
            if touched {
                *half = region_list(lists, region)?;
                *conses += 1;
            }
        }
        *pair = lists.cons(halves[0], halves[1]);
        *conses += 1;
    }
    *conses += 1;
    Some(lists.cons(pairs[0], pairs[1]))
}

/// The list of a board, with cells made or only found by `join`; `None` if it gives none.
fn board_list(
    board: &GoBoard,
    view: View,
    join: &mut impl FnMut(List, List) -> Option<List>,
) -> Option<List> {
    let mut quarters = [List::atom(0); 4];
    for (quarter, quadrant) in quarters.iter_mut().zip(Quadrant::ALL) {
        let mut regions = [List::atom(0); 4];
        for (list, region) in regions.iter_mut().zip(Region::ALL) {
            *list = region_list(board, view, quadrant, region, join)?;
        }
        let edge = join(regions[0], regions[1])?;
        let inner = join(regions[2], regions[3])?;
        *quarter = join(edge, inner)?;
    }
    let upper = join(quarters[0], quarters[1])?;
    let lower = join(quarters[2], quarters[3])?;
    join(upper, lower)
}

fn region_list(
    board: &GoBoard,
    view: View,
    quadrant: Quadrant,
    region: Region,
    join: &mut impl FnMut(List, List) -> Option<List>,
) -> Option<List> {
    let atom = |colour| List::atom(region_stones(board.stones(colour), view, quadrant, region));
    join(atom(Colour::Black), atom(Colour::White))
}

/// The 25 bits of a region, turned as the view asks.
fn region_stones(points: &Points, view: View, quadrant: Quadrant, region: Region) -> u32 {
    let (row_band, column_band) = bands(quadrant, region);
    let (top, left) = (BANDS[row_band], BANDS[column_band]);
    let from_corner = view == View::FromCorner;
    let mut bits = 0;
    for row in 0..REGION {
        let mut five = points.row(top + row) >> left & 0b11111;
        if from_corner && quadrant.right {
            five = five.reverse_bits() >> (u32::BITS - REGION as u32);
        }
        let row = if from_corner && quadrant.lower {
            REGION - 1 - row
        } else {
            row
        };
        bits |= five << (row * REGION);
    }
    if from_corner && region == Region::SideDown {
        transposed(bits)
    } else {
        bits
    }
}

/// The region turned over its diagonal.
pub(super) fn transposed(bits: u32) -> u32 {
    let mut turned = 0;
    for row in 0..REGION {
        for column in 0..REGION {
            turned |= (bits >> (row * REGION + column) & 1) << (column * REGION + row);
        }
    }
    turned
}

#[cfg(test)]
mod tests;
