//! From floats to the integers that ship.

use dobutsu_core::database::features::ROWS;
use dobutsu_core::database::network::{
    BYTE_OF_UNIT, EXPONENTS, FACTOR_BITS, FIRST, NETWORK_BYTES, ONE, OUTPUT_BITS, SECOND,
    SECOND_BITS,
};

use super::network::Weights;

/// The largest weight of the second layer, either way, that fits a byte.
pub(super) const SECOND_LIMIT: f32 = 127.0 / SECOND_ONE;
/// The largest weight of an output, either way, that fits 16 bits.
pub(super) const OUTPUT_LIMIT: f32 = 32_767.0 * ONE as f32 / OUTPUT_ONE;

/// A weight of 1 in the second layer.
const SECOND_ONE: f32 = (1 << SECOND_BITS) as f32;
/// An output of 1: natural logarithms in training, 1/256 of a bit in the image.
const OUTPUT_ONE: f32 = (256 << OUTPUT_BITS) as f32 / std::f32::consts::LN_2;
/// Weights of the first layer have four bits.
const LOWEST: f32 = -8.0;
const HIGHEST: f32 = 7.0;

/// How the first layer's weights are rounded: to multiples of the unit's scale times a power of two
/// of the row.
#[derive(Clone)]
pub(super) struct Rounding {
    scales: [f32; FIRST],
    exponents: [u32; ROWS],
}

impl Rounding {
    /// Scales and exponents that make the squares of the errors small, improved in turns.
    pub(super) fn of(weights: &Weights) -> Rounding {
        let mut rounding = Rounding {
            scales: [0.0; FIRST],
            exponents: [EXPONENTS - 2; ROWS],
        };
        for _ in 0..3 {
            for unit in 0..FIRST {
                let column = weights.rows.iter().zip(&rounding.exponents);
                let column: Vec<f32> = column
                    .map(|(row, &exponent)| row[unit] / power(exponent))
                    .collect();
                rounding.scales[unit] = best_scale(&column);
            }
            for (number, row) in weights.rows.iter().enumerate() {
                let error = |&exponent: &u32| rounding.error(row, exponent);
                let best = (0..EXPONENTS).min_by(|a, b| error(a).total_cmp(&error(b)));
                rounding.exponents[number] = best.unwrap_or(0);
            }
        }
        rounding
    }

    /// The sum of the squares of a row's errors with this exponent.
    fn error(&self, row: &[f32; FIRST], exponent: u32) -> f32 {
        let errors = row.iter().zip(&self.scales).map(|(&weight, scale)| {
            let one = scale * power(exponent);
            (weight - nearest(weight / one) * one).powi(2)
        });
        errors.sum()
    }

    /// Sets `rounded` to the values that the weights will have in the image.
    pub(super) fn apply(&self, weights: &Weights, rounded: &mut Weights) {
        rounded.clone_from(weights);
        for (row, &exponent) in rounded.rows.iter_mut().zip(&self.exponents) {
            let power = power(exponent);
            for (weight, scale) in row.iter_mut().zip(&self.scales) {
                let one = scale * power;
                *weight = nearest(*weight / one) * one;
            }
        }
        for weight in rounded.second.as_flattened_mut() {
            *weight = whole(*weight * SECOND_ONE) / SECOND_ONE;
        }
    }

    /// The network's bytes, as `dobutsu_core::database::network` reads them.
    pub(super) fn to_bytes(&self, weights: &Weights) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (row, &exponent) in weights.rows.iter().zip(&self.exponents) {
            let mut packed = [0u8; FIRST / 2];
            for (unit, &weight) in row.iter().enumerate() {
                let stored = nearest(weight / (self.scales[unit] * power(exponent))) - LOWEST;
                let at = unit / 8 * 4 + BYTE_OF_UNIT[unit % 4] as usize;
                packed[at] |= (stored as u8) << (unit / 4 % 2 * 4);
            }
            bytes.extend(packed);
        }
        let exponents = self.exponents.chunks(16);
        for exponents in exponents {
            let packed = exponents.iter().rev().fold(0, |all, e| all << 2 | e);
            bytes.extend(packed.to_le_bytes());
        }
        let units: Vec<usize> = (0..FIRST).collect();
        for units in units.chunks_exact(4) {
            // A weight of 1 is the scale with the least exponent.
            let biases = units.iter().map(|&unit| {
                let bias = weights.first_bias[unit] / (self.scales[unit] * power(0));
                (bias.round().clamp(-16_384.0, 16_383.0) as i32 + 0x8000) as u16
            });
            bytes.extend(biases.flat_map(u16::to_le_bytes));
            let factors = units.iter().map(|&unit| {
                let factor = self.scales[unit] * power(0) * (ONE << FACTOR_BITS) as f32;
                // Saturates.
                factor.round() as u16
            });
            bytes.extend(factors.flat_map(u16::to_le_bytes));
        }
        let second = weights.second.as_flattened();
        bytes.extend(
            second
                .iter()
                .map(|weight| (whole(weight * SECOND_ONE).clamp(-127.0, 127.0) + 128.0) as u8),
        );
        for four in weights.second_bias.chunks_exact(4) {
            let bias = |unit: usize| (four[unit] * SECOND_ONE * ONE as f32).round() as i32;
            for pair in [[bias(0), bias(2)], [bias(1), bias(3)]] {
                bytes.extend(pair[0].wrapping_add(pair[1] << 16).to_le_bytes());
            }
        }
        for unit in 0..SECOND {
            for output in &weights.output {
                let weight = (output[unit] * OUTPUT_ONE / ONE as f32).round() as i16;
                bytes.extend(weight.to_le_bytes());
            }
        }
        for bias in weights.output_bias {
            bytes.extend(((bias * OUTPUT_ONE).round() as i32).to_le_bytes());
        }
        assert_eq!(bytes.len(), NETWORK_BYTES as usize);
        bytes
    }
}

/// The exponents 0 to 3 are a quarter to two times a unit's scale.
fn power(exponent: u32) -> f32 {
    (1 << exponent) as f32 / 4.0
}

/// A number rounded to a whole one that fits four bits.
fn nearest(number: f32) -> f32 {
    whole(number).clamp(LOWEST, HIGHEST)
}

/// A number below 2^22 rounded to a whole one, halves to even ones: as
/// [`f32::round_ties_even`], which processors without an instruction for it call a function for.
fn whole(number: f32) -> f32 {
    const SHIFT: f32 = (3 << 22) as f32;
    number + SHIFT - SHIFT
}

/// The scale with the least squares of errors among 24.
fn best_scale(weights: &[f32]) -> f32 {
    let largest = weights.iter().fold(0.0f32, |most, w| most.max(w.abs())) / HIGHEST;
    let error = |scale: &f32| -> f32 {
        let errors = weights
            .iter()
            .map(|w| (w - nearest(w / scale) * scale).powi(2));
        errors.sum()
    };
    let scales = (1..=24).map(|step| (largest * step as f32 / 24.0).max(1e-6));
    let best = scales.min_by(|a, b| error(a).total_cmp(&error(b)));
    best.unwrap_or(1.0)
}
