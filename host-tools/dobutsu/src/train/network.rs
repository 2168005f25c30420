//! A small network in floats: rows added up, two clipped layers, one output or two. For training
//! only; what ships is its integer twin in `dobutsu_core::database`.

use dobutsu_core::database::features::ROWS;
use dobutsu_core::database::network::{FIRST, SECOND};

/// Weights, gradients, or moments of gradients: they all have the same shape.
#[derive(Clone)]
pub(super) struct Weights<const OUTPUTS: usize> {
    pub(super) rows: Vec<[f32; FIRST]>,
    pub(super) first_bias: [f32; FIRST],
    pub(super) second: Vec<[f32; FIRST]>,
    pub(super) second_bias: [f32; SECOND],
    pub(super) output: [[f32; SECOND]; OUTPUTS],
    pub(super) output_bias: [f32; OUTPUTS],
}

impl<const OUTPUTS: usize> Weights<OUTPUTS> {
    pub(super) fn zero() -> Weights<OUTPUTS> {
        Weights {
            rows: vec![[0.0; FIRST]; ROWS],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; FIRST]; SECOND],
            second_bias: [0.0; SECOND],
            output: [[0.0; SECOND]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
        }
    }

    pub(super) fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let rows = self.rows.iter_mut().map(|row| &mut row[..]);
        let second = self.second.iter_mut().map(|row| &mut row[..]);
        let output = self.output.iter_mut().map(|row| &mut row[..]);
        rows.chain([&mut self.first_bias[..]])
            .chain(second)
            .chain([&mut self.second_bias[..]])
            .chain(output)
            .chain([&mut self.output_bias[..]])
    }
}

/// What a forward pass leaves for the backward one.
#[derive(Clone)]
pub(super) struct Pass<const OUTPUTS: usize> {
    first: [f32; FIRST],
    second: [f32; SECOND],
    pub(super) output: [f32; OUTPUTS],
}

impl<const OUTPUTS: usize> Weights<OUTPUTS> {
    pub(super) fn forward(&self, rows: &[u16]) -> Pass<OUTPUTS> {
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
        let dot = |weights: &[f32; SECOND]| -> f32 {
            second.iter().zip(weights).map(|(a, b)| a * b).sum()
        };
        let output = std::array::from_fn(|k| dot(&self.output[k]) + self.output_bias[k]);
        Pass {
            first,
            second,
            output,
        }
    }

    /// Adds the gradient of one exercise to `gradient`, given the cost's slope at each output.
    pub(super) fn backward(
        &self,
        rows: &[u16],
        pass: &Pass<OUTPUTS>,
        slopes: [f32; OUTPUTS],
        gradient: &mut Weights<OUTPUTS>,
    ) {
        for (sum, slope) in gradient.output_bias.iter_mut().zip(slopes) {
            *sum += slope;
        }
        let mut first_slopes = [0.0; FIRST];
        for unit in 0..SECOND {
            let value = pass.second[unit];
            for (sums, slope) in gradient.output.iter_mut().zip(slopes) {
                sums[unit] += slope * value;
            }
            if value <= 0.0 || value >= 1.0 {
                continue;
            }
            let through = self.output.iter().zip(slopes);
            let slope: f32 = through.map(|(weights, slope)| slope * weights[unit]).sum();
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
#[derive(Default)]
pub(super) struct Adam {
    /// Moving means of the slopes.
    means: Vec<f32>,
    /// Moving means of their squares.
    squares: Vec<f32>,
    step: i32,
}

impl Adam {
    /// Moves the weights down the gradient, which is cleared.
    pub(super) fn update<'w>(
        &mut self,
        weights: impl Iterator<Item = &'w mut [f32]>,
        gradient: impl Iterator<Item = &'w mut [f32]>,
        rate: f32,
    ) {
        self.step += 1;
        let mean_scale = 1.0 / (1.0 - 0.9f32.powi(self.step));
        let square_scale = 1.0 / (1.0 - 0.999f32.powi(self.step));
        let mut first = 0;
        for (weights, gradient) in weights.zip(gradient) {
            let end = first + weights.len();
            if self.means.len() < end {
                self.means.resize(end, 0.0);
                self.squares.resize(end, 0.0);
            }
            let moments = self.means[first..end]
                .iter_mut()
                .zip(&mut self.squares[first..end]);
            first = end;
            for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
                *mean = 0.9 * *mean + 0.1 * *slope;
                *square = 0.999 * *square + 0.001 * *slope * *slope;
                *weight -= rate * *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
                *slope = 0.0;
            }
        }
    }
}
