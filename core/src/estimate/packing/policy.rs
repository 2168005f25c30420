//! How promising a partly filled box looks: weights for descents in packings.
//!
//! Branch counts alone are a poor guide: they favour ragged frontiers and use up the handy
//! pieces, while solutions want the frontier smooth and the awkward pieces gone early. (The box
//! is symmetric, so among all solutions every piece is as often in one half as in the other; a
//! uniform descent is far from that.) These weights make a log-linear rule of just that: a
//! number for each piece placed, one for the number of branches, and a price for every edge
//! between a taken and an empty cell. They compare any two nodes of a level, siblings or not.
//!
//! They change the variance of an estimate and nothing else, so it does not matter for its
//! truth how they were found.

use super::MAX_PIECES;

/// Parts of an octave the weights are counted in.
const OCTAVE: i32 = 64;
/// Sixteen steps of an octave, from 16 to just under 32.
const STEPS: [u32; 16] = [
    16, 17, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31,
];
/// The largest exponent: `31 << 18` is below 2^23.
const TOP: i32 = 18 * OCTAVE;

/// What the policy sees of the line between taken and empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// Edges between a taken and an empty cell that are neighbours in a row.
    pub across: u8,
    /// Edges between a taken and an empty cell that are neighbours in a column.
    pub along: u8,
    /// Binary digits of the number of branches, at most 7.
    pub digits: u8,
}

impl Frontier {
    pub(super) fn new(window: u64, stride: u32, branches: u32) -> Self {
        let inner = u64::MAX >> stride;
        Self {
            across: ((window ^ window >> stride) & inner).count_ones() as u8,
            along: ((window ^ window >> 1) & (u64::MAX >> 1)).count_ones() as u8,
            digits: (u32::BITS - branches.leading_zeros()).min(7) as u8,
        }
    }
}

/// Weights in 64ths of an octave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// For each piece placed.
    pub pieces: [i16; MAX_PIECES],
    /// By the number of binary digits of the number of branches.
    pub branches: [i16; 8],
    /// For each edge between neighbours in a row.
    pub across: i16,
    /// For each edge between neighbours in a column.
    pub along: i16,
    /// For every node: puts the nodes met most often in the middle of the range.
    pub base: i16,
}

impl Policy {
    /// The weight of a node, in proportion, from 1 up to
    /// [`MAX_PROMISE`](crate::estimate::MAX_PROMISE); `outlook` is the weight of its pieces.
    pub(super) fn promise(&self, outlook: i16, frontier: Frontier) -> u32 {
        let exponent = i32::from(self.base)
            + i32::from(outlook)
            + i32::from(self.branches[usize::from(frontier.digits & 7)])
            + i32::from(self.across) * i32::from(frontier.across)
            + i32::from(self.along) * i32::from(frontier.along);
        let exponent = exponent.clamp(0, TOP);
        (STEPS[(exponent % OCTAVE / 4) as usize] << (exponent / OCTAVE)) / 16
    }

    /// For the hexominoes in the order of [`free_polyominoes`](crate::estimate::free_polyominoes);
    /// `dobutsu lab estimate weights` learns them again.
    pub const HEXOMINO: Self = Self {
        pieces: [
            13, -7, -64, -122, -44, 36, -40, -24, -54, -50, -61, 94, 33, -66, -23, -25, -80, -96,
            -3, -79, -41, 84, 41, 43, 84, -19, -14, 8, 81, 3, 54, 110, 109, 36, 81, 0, 0, 0, 0, 0,
        ],
        branches: [0, -13, -13, -2, 15, 17, 4, -8],
        across: -19,
        along: -36,
        base: 1251,
    };
}
