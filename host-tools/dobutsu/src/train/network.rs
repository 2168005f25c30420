//! A small network in floats: rows added up, two clipped layers, two outputs. For training only;
//! what ships is its integer twin in `dobutsu_core::database`.

use dobutsu_core::database::features::ROWS;
use dobutsu_core::database::network::{FIRST, OUTPUTS, SECOND};

/// Weights, gradients, or moments of gradients: they all have the same shape.
#[derive(Clone)]
pub(super) struct Weights {
    pub(super) rows: Vec<[f32; FIRST]>,
    pub(super) first_bias: [f32; FIRST],
    /// A row for each unit of the first layer.
    pub(super) second: Vec<[f32; SECOND]>,
    pub(super) second_bias: [f32; SECOND],
    pub(super) output: [[f32; SECOND]; OUTPUTS],
    pub(super) output_bias: [f32; OUTPUTS],
}

/// The activations and outputs of a forward pass.
pub(super) struct Pass {
    first: [f32; FIRST],
    second: [f32; SECOND],
    pub(super) output: [f32; OUTPUTS],
}

impl Weights {
    pub(super) fn zero() -> Weights {
        Weights {
            rows: vec![[0.0; FIRST]; ROWS],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            output: [[0.0; SECOND]; OUTPUTS],
            output_bias: [0.0; OUTPUTS],
        }
    }

    pub(super) fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        [
            self.rows.as_flattened_mut(),
            &mut self.first_bias[..],
            self.second.as_flattened_mut(),
            &mut self.second_bias[..],
            self.output.as_flattened_mut(),
            &mut self.output_bias[..],
        ]
        .into_iter()
    }

    pub(super) fn forward(&self, rows: &[u16]) -> Pass {
        let mut first = self.first_bias;
        for &row in rows {
            add(&mut first, &self.rows[usize::from(row)], 1.0);
        }
        for unit in &mut first {
            *unit = unit.clamp(0.0, 1.0);
        }
        let mut second = self.second_bias;
        for (&unit, weights) in first.iter().zip(&self.second) {
            if unit > 0.0 {
                add(&mut second, weights, unit);
            }
        }
        for unit in &mut second {
            *unit = unit.clamp(0.0, 1.0);
        }
        let output = std::array::from_fn(|k| dot(&second, &self.output[k]) + self.output_bias[k]);
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
        pass: &Pass,
        slopes: [f32; OUTPUTS],
        gradient: &mut Weights,
    ) {
        let mut second = [0.0; SECOND];
        for (output, slope) in slopes.into_iter().enumerate() {
            gradient.output_bias[output] += slope;
            add(&mut gradient.output[output], &pass.second, slope);
            add(&mut second, &self.output[output], slope);
        }
        for (slope, &unit) in second.iter_mut().zip(&pass.second) {
            if unit <= 0.0 || unit >= 1.0 {
                *slope = 0.0;
            }
        }
        add(&mut gradient.second_bias, &second, 1.0);
        let mut first = [0.0; FIRST];
        for (number, &unit) in pass.first.iter().enumerate() {
            if unit > 0.0 {
                add(&mut gradient.second[number], &second, unit);
                if unit < 1.0 {
                    first[number] = dot(&self.second[number], &second);
                }
            }
        }
        add(&mut gradient.first_bias, &first, 1.0);
        for &row in rows {
            add(&mut gradient.rows[usize::from(row)], &first, 1.0);
        }
    }
}

/// Adds `factor` times some numbers to others.
fn add<const N: usize>(sums: &mut [f32; N], numbers: &[f32; N], factor: f32) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// The sum of products, in eight lanes whatever the machine's own width.
pub(super) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
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
