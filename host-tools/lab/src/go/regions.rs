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

use std::ops::Range;

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
        Quadrant::new(false, false),
        Quadrant::new(false, true),
        Quadrant::new(true, false),
        Quadrant::new(true, true),
    ];

    const fn new(lower: bool, right: bool) -> Quadrant {
        Quadrant { lower, right }
    }
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

    /// Whether its rows and its columns are those away from the edge.
    fn is_inner(self) -> [bool; 2] {
        [self as usize & 2 != 0, self as usize & 1 != 0]
    }
}

/// The regions of a board in the order of the tree's leaves.
fn leaves() -> impl Iterator<Item = (Quadrant, Region)> {
    let quadrants = Quadrant::ALL.into_iter();
    quadrants.flat_map(|quadrant| Region::ALL.map(|region| (quadrant, region)))
}

/// Storing and finding Go positions.
impl HashList {
    /// Stores a board; equal boards give equal lists.
    pub(super) fn store(&mut self, board: &GoBoard, view: View) -> List {
        let list = board_list(board, view, &mut |left, right| Some(self.cons(left, right)));
        list.expect("every cell is made")
    }

    /// Stores the board after a move from the list of the one before: only the cells above changed
    /// regions are made anew. Returns the list and how many cells were looked for, of the 31 of a board;
    /// `None` if the list is not that of a board.
    pub(super) fn store_change(
        &mut self,
        (before, list): (&GoBoard, List),
        board: &GoBoard,
        view: View,
    ) -> Option<(List, u32)> {
        let touched = touched_leaves(before, board);
        let mut conses = 0;
        let list = self.change(list, 0..16, touched, (board, view), &mut conses)?;
        Some((list, conses))
    }

    /// The part of a board that these leaves make, with the touched ones made anew.
    fn change(
        &mut self,
        list: List,
        part: Range<usize>,
        touched: u16,
        seen: (&GoBoard, View),
        conses: &mut u32,
    ) -> Option<List> {
        if part.clone().all(|leaf| touched >> leaf & 1 == 0) {
            return Some(list);
        }
        *conses += 1;
        if part.len() == 1 {
            let ((board, view), (quadrant, region)) = (seen, leaves().nth(part.start)?);
            return region_list(board, view, quadrant, region, &mut |left, right| {
                Some(self.cons(left, right))
            });
        }
        let (left, right) = self.halves(list)?;
        let middle = usize::midpoint(part.start, part.end);
        let left = self.change(left, part.start..middle, touched, seen, conses)?;
        let right = self.change(right, middle..part.end, touched, seen, conses)?;
        Some(self.cons(left, right))
    }

    /// The list of a board, if it was stored; creates nothing.
    pub(super) fn look_up(&self, board: &GoBoard, view: View) -> Option<List> {
        board_list(board, view, &mut |left, right| self.find(left, right))
    }

    /// The list of the upper left corner of a board, if it occurs anywhere in what was stored. Seen
    /// from the corner, one look-up answers for all four corners.
    pub(super) fn look_up_corner(&self, board: &GoBoard, view: View) -> Option<List> {
        let (quadrant, region) = (Quadrant::ALL[0], Region::Corner);
        region_list(board, view, quadrant, region, &mut |left, right| {
            self.find(left, right)
        })
    }

    /// The part of a stored board that holds one region; compare it with another region's list.
    pub(super) fn region_of(
        &self,
        board: List,
        quadrant: Quadrant,
        region: Region,
    ) -> Option<List> {
        let quarter = self.quadrant_of(board, quadrant)?;
        let [is_inner_row, is_inner_column] = region.is_inner();
        self.step(self.step(quarter, is_inner_row)?, is_inner_column)
    }

    /// The part of a stored board that holds one quadrant.
    pub(super) fn quadrant_of(&self, board: List, quadrant: Quadrant) -> Option<List> {
        self.step(self.step(board, quadrant.lower)?, quadrant.right)
    }

    fn step(&self, list: List, to_right: bool) -> Option<List> {
        let (left, right) = self.halves(list)?;
        Some(if to_right { right } else { left })
    }
}

/// The four bands of five lines, one way or the other; the middle line is in two.
const BANDS: [usize; 4] = [0, REGION, SIZE - 2 * REGION, SIZE - REGION];

/// The bands of rows and of columns that a region is in.
fn bands(quadrant: Quadrant, region: Region) -> (usize, usize) {
    let band = |far: bool, is_inner: bool| match far {
        false => usize::from(is_inner),
        true => 3 - usize::from(is_inner),
    };
    let [is_inner_row, is_inner_column] = region.is_inner();
    (
        band(quadrant.lower, is_inner_row),
        band(quadrant.right, is_inner_column),
    )
}

/// A bit for each leaf in which the boards differ.
fn touched_leaves(before: &GoBoard, after: &GoBoard) -> u16 {
    // For each band of rows, the columns that differ.
    let mut columns = [0; BANDS.len()];
    for row in 0..SIZE {
        let differ = |colour| before.stones(colour).row(row) ^ after.stones(colour).row(row);
        let changed = differ(Colour::Black) | differ(Colour::White);
        for (columns, first) in columns.iter_mut().zip(BANDS) {
            if (first..first + REGION).contains(&row) {
                *columns |= changed;
            }
        }
    }
    let touched = leaves().enumerate().map(|(leaf, (quadrant, region))| {
        let (row, column) = bands(quadrant, region);
        u16::from(columns[row] >> BANDS[column] & 0b11111 != 0) << leaf
    });
    touched.sum()
}

/// The list of a board, with cells made or only found by `join`; `None` if it gives none.
fn board_list(
    board: &GoBoard,
    view: View,
    join: &mut impl FnMut(List, List) -> Option<List>,
) -> Option<List> {
    // The left part at each level that its right part is still to be joined to.
    let mut left = [List::atom(0); 5];
    for (number, (quadrant, region)) in leaves().enumerate() {
        let mut list = region_list(board, view, quadrant, region, join)?;
        let complete = number.trailing_ones() as usize;
        for left in &left[..complete] {
            list = join(*left, list)?;
        }
        left[complete] = list;
    }
    Some(left[4])
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

/// The 25 bits of a region, turned as the view says.
pub(super) fn region_stones(
    points: &Points,
    view: View,
    quadrant: Quadrant,
    region: Region,
) -> u32 {
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
