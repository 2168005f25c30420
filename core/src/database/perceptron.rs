//! A perceptron for a few numbers: one layer of rectified units, and a linear part.
//!
//! Inputs and output are logarithms in 1/256 of a bit. Weights are stored by input, so that inputs
//! of 0 are skipped. Sums wrap: any bytes are a perceptron, the same on chip and PC.

use super::flash::Flash;

/// Rectified units.
pub const UNITS: usize = 32;
/// Bits after the point of the weights.
pub const WEIGHT_BITS: u32 = 12;
/// The absolute value of inputs, and units, are below this.
pub const LIMIT: i32 = 1 << 13;

/// Bytes of a row: the weights of an input to each unit, and that of the linear part.
const ROW: u32 = 2 * (UNITS as u32 + 1);

/// The size in bytes of a perceptron with this many inputs: weights of `i16`, a row for each
/// input, the units' biases of `i32`, their weights, the output's bias, all little endian.
pub const fn perceptron_bytes(inputs: u32) -> u32 {
    inputs * ROW + 4 * UNITS as u32 + 2 * UNITS as u32 + 4
}

/// The output of the perceptron that starts at `at`, or `None` if it extends past the end.
pub fn weigh<F: Flash>(flash: &F, at: u32, inputs: &[i16]) -> Option<i32> {
    let biases = at + inputs.len() as u32 * ROW;
    let weights = biases + 4 * UNITS as u32;
    let mut output = flash
        .read(weights + 2 * UNITS as u32)
        .map(i32::from_le_bytes)?;
    let mut units = [0i32; UNITS];
    for (unit, bytes) in units
        .iter_mut()
        .zip(flash.read::<{ 4 * UNITS }>(biases)?.chunks_exact(4))
    {
        *unit = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for (number, &input) in inputs.iter().enumerate() {
        if input == 0 {
            continue;
        }
        let row: [u8; ROW as usize] = flash.read(at + number as u32 * ROW)?;
        let mut weights = row.chunks_exact(2).map(product(i32::from(input)));
        for (unit, product) in units.iter_mut().zip(&mut weights) {
            *unit = unit.wrapping_add(product);
        }
        output = output.wrapping_add(weights.next()?);
    }
    let row: [u8; 2 * UNITS] = flash.read(weights)?;
    for (unit, bytes) in units.into_iter().zip(row.chunks_exact(2)) {
        let unit = (unit >> WEIGHT_BITS).clamp(0, LIMIT);
        output = output.wrapping_add(product(unit)(bytes));
    }
    Some((output >> WEIGHT_BITS).clamp(-32_000, 32_000))
}

/// Multiplies weights by a number of at most 15 bits and a sign.
fn product(number: i32) -> impl Fn(&[u8]) -> i32 {
    move |weight| number * i32::from(i16::from_le_bytes([weight[0], weight[1]]))
}
