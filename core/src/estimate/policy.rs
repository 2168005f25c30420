//! How promising a partly filled box looks: weights for descents in packings.
//!
//! Branch counts alone are a poor guide: they favour ragged frontiers and use up the handy
//! pieces, while solutions want the frontier smooth and the awkward pieces gone early. (The box
//! is symmetric, so among all solutions every piece is as often in one half as in the other; a
//! uniform descent is far from that.) These weights make a log-linear rule of just that: a
//! number for each piece, one for the number of branches, and a price for every edge between a
//! taken and an empty cell.
//!
//! They change the variance of an estimate and nothing else, so it does not matter for its
//! truth how they were found: by the cross-entropy method, from the descents that ended in
//! solutions, weighted by the square root of their contributions, in a few rounds.

use super::pieces::MAX_PIECES;

/// Parts of an octave the weights are counted in.
const OCTAVE: i32 = 64;
/// Sixteen steps of an octave, from 16 to just under 32.
const STEPS: [u32; 16] = [
    16, 17, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31,
];
/// The largest exponent: `31 << 18` is below 2^23.
const TOP: i32 = 18 * OCTAVE;
/// A frontier with this price, about that of a straight one, gets the largest exponent.
const SMOOTH: i32 = 4 * OCTAVE;

/// Weights in 64ths of an octave.
#[derive(Clone, Debug)]
pub struct Policy {
    /// For the piece placed last.
    pub pieces: [i16; MAX_PIECES],
    /// By the number of binary digits of the number of branches.
    pub branches: [i16; 8],
    /// For each edge between neighbours of different columns.
    pub across: i16,
    /// For each edge between neighbours of one column.
    pub along: i16,
}

impl Policy {
    /// The weight of a node, in proportion, from 1 up to
    /// [`MAX_PROMISE`](super::MAX_PROMISE).
    pub(super) fn promise(&self, window: u64, stride: u32, piece: u8, branches: u32) -> u32 {
        let inner = u64::MAX >> stride;
        let across = ((window ^ window >> stride) & inner).count_ones() as i32;
        let along = ((window ^ window >> 1) & (u64::MAX >> 1)).count_ones() as i32;
        let digits = (32 - branches.leading_zeros()).min(7);
        let exponent = TOP
            + SMOOTH
            + i32::from(self.pieces.get(usize::from(piece)).copied().unwrap_or(0))
            + i32::from(self.branches[digits as usize])
            + i32::from(self.across) * across
            + i32::from(self.along) * along;
        let exponent = exponent.clamp(0, TOP);
        (STEPS[(exponent % OCTAVE / 4) as usize] << (exponent / OCTAVE)) / 16
    }

    /// For the hexominoes in the order of [`free_polyominoes`](super::free_polyominoes).
    pub const HEXOMINO: Self = Self {
        pieces: [0; MAX_PIECES],
        branches: [0; 8],
        across: -20,
        along: -22,
    };
}
