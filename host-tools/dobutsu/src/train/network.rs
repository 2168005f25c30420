//! A small network in floats: rows added up, two clipped layers, one output. For training only;
//! what ships is its integer twin in `dobutsu_core::database`.

use dobutsu_core::database::features::ROWS;
use dobutsu_core::database::network::{FIRST, SECOND};

/// Weights, gradients, or moments of gradients: they all have the same shape.
#[derive(Clone)]
pub(super) struct Weights {
    pub(super) rows: Vec<[f32; FIRST]>,
    pub(super) first_bias: [f32; FIRST],
    pub(super) second: Vec<[f32; FIRST]>,
    pub(super) second_bias: [f32; SECOND],
    pub(super) output: [f32; SECOND],
    pub(super) output_bias: f32,
}

impl Weights {
    pub(super) fn zero() -> Weights {
        Weights {
            rows: vec![[0.0; FIRST]; ROWS],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; FIRST]; SECOND],
            second_bias: [0.0; SECOND],
            output: [0.0; SECOND],
            output_bias: 0.0,
        }
    }

    pub(super) fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let rows = self.rows.iter_mut().map(|row| &mut row[..]);
        let second = self.second.iter_mut().map(|row| &mut row[..]);
        rows.chain([&mut self.first_bias[..]])
            .chain(second)
            .chain([&mut self.second_bias[..], &mut self.output[..]])
            .chain([std::slice::from_mut(&mut self.output_bias)])
    }
}

/// What a forward pass leaves for the backward one.
#[derive(Clone)]
pub(super) struct Pass {
    first: [f32; FIRST],
    second: [f32; SECOND],
    pub(super) output: f32,
}

impl Weights {
    pub(super) fn forward(&self, rows: &[u16]) -> Pass {
        let mut first = self.first_bias;
        for &row in rows {
            for (sum, weight) in first.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum += weight;
            }
        }
        for unit in &mut first {
            *unit = unit.clamp(0.0, 1.0);
        }
        let mut second = self.second_bias;
        for (unit, weights) in second.iter_mut().zip(&self.second) {
            let mut lanes = [0.0f32; 8];
            for (a, b) in first.chunks_exact(8).zip(weights.chunks_exact(8)) {
                for lane in 0..8 {
                    lanes[lane] += a[lane] * b[lane];
                }
            }
            *unit = (*unit + lanes.iter().sum::<f32>()).clamp(0.0, 1.0);
        }
        let dot: f32 = second.iter().zip(&self.output).map(|(a, b)| a * b).sum();
        Pass {
            first,
            second,
            output: dot + self.output_bias,
        }
    }

    /// Adds the gradient of one output to `gradient`, given the loss's slope there.
    pub(super) fn backward(&self, rows: &[u16], pass: &Pass, slope: f32, gradient: &mut Weights) {
        gradient.output_bias += slope;
        let mut first_slopes = [0.0; FIRST];
        for unit in 0..SECOND {
            gradient.output[unit] += slope * pass.second[unit];
            let value = pass.second[unit];
            if value <= 0.0 || value >= 1.0 {
                continue;
            }
            let slope = slope * self.output[unit];
            gradient.second_bias[unit] += slope;
            let weights = &self.second[unit];
            let sums = &mut gradient.second[unit];
            for i in 0..FIRST {
                sums[i] += slope * pass.first[i];
                first_slopes[i] += slope * weights[i];
            }
        }
        for (slope, &value) in first_slopes.iter_mut().zip(&pass.first) {
            if value <= 0.0 || value >= 1.0 {
                *slope = 0.0;
            }
        }
        for (sum, slope) in gradient.first_bias.iter_mut().zip(&first_slopes) {
            *sum += slope;
        }
        for &row in rows {
            for (sum, slope) in gradient.rows[usize::from(row)]
                .iter_mut()
                .zip(&first_slopes)
            {
                *sum += slope;
            }
        }
    }
}

/// Adam (Kingma and Ba, 2015).
pub(super) struct Adam {
    mean: Weights,
    square: Weights,
    step: i32,
}

impl Adam {
    pub(super) fn new() -> Adam {
        Adam {
            mean: Weights::zero(),
            square: Weights::zero(),
            step: 0,
        }
    }

    pub(super) fn update(&mut self, weights: &mut Weights, gradient: &mut Weights, rate: f32) {
        self.step += 1;
        let mean_scale = 1.0 / (1.0 - 0.9f32.powi(self.step));
        let square_scale = 1.0 / (1.0 - 0.999f32.powi(self.step));
        let moments = self.mean.parts().zip(self.square.parts());
        for ((weights, gradient), (mean, square)) in
            weights.parts().zip(gradient.parts()).zip(moments)
        {
            for i in 0..weights.len() {
                let slope = gradient[i];
                mean[i] = 0.9 * mean[i] + 0.1 * slope;
                square[i] = 0.999 * square[i] + 0.001 * slope * slope;
                weights[i] -=
                    rate * mean[i] * mean_scale / ((square[i] * square_scale).sqrt() + 1e-8);
                gradient[i] = 0.0;
            }
        }
    }
}
