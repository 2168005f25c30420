//! The predictor: a small network in integers, the same to the bit on chip and PC.
//!
//! The rows of a position's [features](super::features) are added up and clipped (as in NNUE:
//! Nasu, 2018), then come a clipped layer of [`SECOND`] units and the outputs. Activations are
//! 0 ..= 127 for 0 ..= 1; outputs are in 1/256 of a bit: for the network that predicts results
//! the binary logarithms of the odds of a loss and of a draw, each against a win, for those that
//! predict choices the logarithm of a weight among the candidates.

use super::features::{ROWS, Rows};
use super::flash::Flash;

/// Units of the first layer.
pub const FIRST: usize = 128;
/// Units of the second layer.
pub const SECOND: usize = 32;
/// An activation of 1.
pub const ONE: i32 = 127;
/// Bits after the point of the second layer's weights.
pub const SECOND_BITS: u32 = 6;
/// Bits after the point of the output's sum, on top of its own eight.
pub const OUTPUT_BITS: u32 = 8;

const FIRST_BIAS: u32 = (ROWS * FIRST) as u32;
const SECOND_ROWS: u32 = FIRST_BIAS + 2 * FIRST as u32;
const SECOND_BIAS: u32 = SECOND_ROWS + (FIRST * SECOND) as u32;
const OUTPUT: u32 = SECOND_BIAS + 4 * SECOND as u32;

/// The size in bytes of a network with so many outputs: rows and second layer of `i8`, first
/// biases of `i16`, the rest of `i32`, all little endian.
pub const fn network_bytes(outputs: u32) -> u32 {
    OUTPUT + outputs * 4 * (SECOND as u32 + 1)
}

/// The outputs for a position with these rows, of the network that starts at `at`.
///
/// `None` only if the network is not all there. Any bytes are a network: sums of at most
/// [`MAX_ROWS`](super::features::MAX_ROWS) bytes fit an `i16` and the later ones wrap.
pub fn evaluate<F: Flash, const OUTPUTS: usize>(
    flash: &F,
    at: u32,
    rows: &Rows,
) -> Option<[i16; OUTPUTS]> {
    let bias: [u8; 2 * FIRST] = flash.read(at + FIRST_BIAS)?;
    let mut first = [0i16; FIRST];
    for (sum, bytes) in first.iter_mut().zip(bias.chunks_exact(2)) {
        *sum = i16::from_le_bytes([bytes[0], bytes[1]]).clamp(-16_000, 16_000);
    }
    for &row in rows {
        let weights: [u8; FIRST] = flash.read(at + u32::from(row) * FIRST as u32)?;
        for (sum, weight) in first.iter_mut().zip(weights) {
            *sum += i16::from(weight as i8);
        }
    }
    for sum in &mut first {
        *sum = (*sum).clamp(0, ONE as i16);
    }
    let word = |from: u32, unit: usize| {
        flash
            .read(at + from + 4 * unit as u32)
            .map(i32::from_le_bytes)
    };
    let mut outputs = [0; OUTPUTS];
    for (number, output) in outputs.iter_mut().enumerate() {
        *output = word(OUTPUT, OUTPUTS * SECOND + number)?;
    }
    for unit in 0..SECOND {
        let weights: [u8; FIRST] = flash.read(at + SECOND_ROWS + (unit * FIRST) as u32)?;
        let products = first.iter().zip(weights);
        let dot: i32 = products
            .map(|(&activation, weight)| i32::from(activation) * i32::from(weight as i8))
            .sum();
        let sum = dot.wrapping_add(word(SECOND_BIAS, unit)?);
        let activation = (sum >> SECOND_BITS).clamp(0, ONE);
        for (number, output) in outputs.iter_mut().enumerate() {
            let weight = word(OUTPUT, number * SECOND + unit)?;
            *output = output.wrapping_add(activation.wrapping_mul(weight));
        }
    }
    // The classes of answers end long before this.
    Some(outputs.map(|output| (output >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16))
}
