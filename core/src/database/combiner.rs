//! What a position's family tells of it: a still smaller network in integers.
//!
//! Its inputs are what a [deduction](super::deduction) could not settle: the predictions for the
//! position and its children, and what is known of them, in 1/256 of a bit. Two layers of
//! rectified units follow; the output is the binary logarithm of the odds of a loss.

use super::flash::{Flash, Word};

/// How many numbers it sees.
pub const INPUTS: usize = 24;
/// Units of the first layer.
pub const FIRST: usize = 48;
/// Units of the second layer.
pub const SECOND: usize = 24;
/// Bits after the point of the first layer's weights.
pub const FIRST_BITS: u32 = 14;
/// Bits after the point of the other weights.
pub const LATER_BITS: u32 = 12;
/// Inputs and units are kept below this.
pub const LIMIT: i32 = 1 << 13;

/// What the combiner sees.
pub type Inputs = [i16; INPUTS];

const FIRST_BIAS: u32 = 2 * (INPUTS * FIRST) as u32;
const SECOND_ROWS: u32 = FIRST_BIAS + 4 * FIRST as u32;
const SECOND_BIAS: u32 = SECOND_ROWS + 2 * (FIRST * SECOND) as u32;
const OUTPUT: u32 = SECOND_BIAS + 4 * SECOND as u32;
const OUTPUT_BIAS: u32 = OUTPUT + 2 * SECOND as u32;

/// Its size in bytes: weights of `i16`, a row for each unit, and biases of `i32` after each
/// layer's, all little endian.
pub const COMBINER_BYTES: u32 = OUTPUT_BIAS + 4;

/// The odds of a loss, by the combiner that starts at `at`.
///
/// `None` only if it is not all there. Any bytes are a combiner: sums wrap.
pub fn combine<F: Flash>(flash: &F, at: u32, inputs: &Inputs) -> Option<i32> {
    let first: [i16; FIRST] =
        layer::<_, _, { INPUTS / 2 }, _>(flash, at, at + FIRST_BIAS, FIRST_BITS, inputs)?;
    let second: [i16; SECOND] = layer::<_, _, { FIRST / 2 }, _>(
        flash,
        at + SECOND_ROWS,
        at + SECOND_BIAS,
        LATER_BITS,
        &first,
    )?;
    let weights: &[_; SECOND / 2] = flash.words(at + OUTPUT)?;
    let [bias] = flash.words(at + OUTPUT_BIAS)?;
    let sum = dot(weights, &second).wrapping_add(bias.number() as i32);
    Some((sum >> LATER_BITS).clamp(-32_000, 32_000))
}

/// The units of a layer whose rows, of so many words, and biases start at these places.
fn layer<F: Flash, const IN: usize, const WORDS: usize, const OUT: usize>(
    flash: &F,
    rows: u32,
    biases: u32,
    bits: u32,
    inputs: &[i16; IN],
) -> Option<[i16; OUT]> {
    let mut units = [0; OUT];
    let biases: &[_; OUT] = flash.words(biases)?;
    for (number, (unit, bias)) in units.iter_mut().zip(biases).enumerate() {
        let weights: &[_; WORDS] = flash.words(rows + (4 * WORDS * number) as u32)?;
        let sum = dot(weights, inputs).wrapping_add(bias.number() as i32);
        *unit = (sum >> bits).clamp(0, LIMIT) as i16;
    }
    Some(units)
}

/// The sum of the products of units with their weights, two in a word.
#[inline(never)]
fn dot<W: Word>(weights: &[W], units: &[i16]) -> i32 {
    let mut sum = 0i32;
    for (weights, &[first, second]) in weights.iter().zip(units.as_chunks().0) {
        let weights = weights.number();
        sum = sum
            .wrapping_add(i32::from(first) * i32::from(weights as i16))
            .wrapping_add(i32::from(second) * (weights as i32 >> 16));
    }
    sum
}
