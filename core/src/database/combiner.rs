//! What a position's family tells of it: a still smaller network in integers.
//!
//! Its inputs are what a [deduction](super::deduction) could not settle: the predictions for the
//! position and its children, and what is known of them, in 1/256 of a bit. Two layers of
//! rectified units follow; the output is the binary logarithm of the odds of a loss.

use super::flash::Flash;

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
    let mut first = [0i16; FIRST];
    for (number, unit) in first.iter_mut().enumerate() {
        let weights: [u8; 2 * INPUTS] = flash.read(at + (2 * INPUTS * number) as u32)?;
        let sum = dot(inputs, &weights).wrapping_add(bias(flash, at + FIRST_BIAS, number)?);
        *unit = (sum >> FIRST_BITS).clamp(0, LIMIT) as i16;
    }
    let mut second = [0i16; SECOND];
    for (number, unit) in second.iter_mut().enumerate() {
        let weights: [u8; 2 * FIRST] =
            flash.read(at + SECOND_ROWS + (2 * FIRST * number) as u32)?;
        let sum = dot(&first, &weights).wrapping_add(bias(flash, at + SECOND_BIAS, number)?);
        *unit = (sum >> LATER_BITS).clamp(0, LIMIT) as i16;
    }
    let weights: [u8; 2 * SECOND] = flash.read(at + OUTPUT)?;
    let sum = dot(&second, &weights).wrapping_add(bias(flash, at + OUTPUT_BIAS, 0)?);
    Some((sum >> LATER_BITS).clamp(-32_000, 32_000))
}

fn dot(units: &[i16], weights: &[u8]) -> i32 {
    units
        .iter()
        .zip(weights.chunks_exact(2))
        .fold(0i32, |sum, (&unit, bytes)| {
            let weight = i16::from_le_bytes([bytes[0], bytes[1]]);
            sum.wrapping_add(i32::from(unit) * i32::from(weight))
        })
}

fn bias<F: Flash>(flash: &F, at: u32, number: usize) -> Option<i32> {
    flash.read(at + 4 * number as u32).map(i32::from_le_bytes)
}
