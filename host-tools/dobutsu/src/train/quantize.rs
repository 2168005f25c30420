//! From floats to the integers that ship.

use dobutsu_core::database::network::{FIRST, ONE, OUTPUT_BITS, SECOND_BITS};

use super::network::Weights;

/// The largest weight of the first layer's rows that fits a byte.
pub(super) const ROW_LIMIT: f32 = 1.0;
/// The same of the second layer.
pub(super) const SECOND_LIMIT: f32 = 127.0 / (1 << SECOND_BITS) as f32;

/// The network's bytes, as `dobutsu_core::database::network` reads them.
pub(super) fn quantize<const OUTPUTS: usize>(weights: &Weights<OUTPUTS>) -> Vec<u8> {
    let one = ONE as f32;
    let second_one = (1 << SECOND_BITS) as f32;
    // Outputs are natural logarithms in training and 1/256 of a bit in the image.
    let output_one = 256.0 / std::f32::consts::LN_2 * (1 << OUTPUT_BITS) as f32;
    let byte =
        |weight: f32, scale: f32| ((weight * scale).round().clamp(-127.0, 127.0) + 128.0) as u8;
    let word = |weight: f32| (weight.round() as i32).to_le_bytes();
    let mut bytes = Vec::new();
    bytes.extend(
        weights
            .rows
            .iter()
            .flatten()
            .map(|&weight| byte(weight, one)),
    );
    for bias in weights.first_bias {
        bytes.extend(((bias * one).round() as i16).to_le_bytes());
    }
    for unit in 0..FIRST {
        let row = weights.second.iter().map(|weights| weights[unit]);
        bytes.extend(row.map(|weight| byte(weight, second_one)));
    }
    for bias in weights.second_bias {
        bytes.extend(word(bias * one * second_one));
    }
    for weight in weights.output.iter().flatten() {
        bytes.extend(word(weight * output_one / one));
    }
    for bias in weights.output_bias {
        bytes.extend(word(bias * output_one));
    }
    bytes
}
