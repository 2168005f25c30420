//! Teaching perceptrons: which of some candidates is right, and whether one is.
//!
//! In floats here, in integers in `dobutsu_core::database::perceptron`.

use dobutsu_core::database::perceptron::{UNITS, WEIGHT_BITS};

use super::lesson::Random;
use super::network::Adam;

/// Rows of inputs, in groups of candidates; a question is a group of one.
#[derive(Default)]
pub(super) struct Examples {
    inputs: Vec<i16>,
    /// Where each group's candidates start, and which are right.
    groups: Vec<(usize, u64)>,
}

impl Examples {
    /// Adds a group: the inputs of each candidate, and whether it is right.
    pub(super) fn add(&mut self, group: impl Iterator<Item = (impl AsRef<[i16]>, bool)>) {
        let start = self.inputs.len();
        let mut right = 0;
        for (number, (inputs, is_right)) in group.enumerate() {
            self.inputs.extend_from_slice(inputs.as_ref());
            right |= u64::from(is_right) << number;
        }
        self.groups.push((start, right));
    }

    /// Whether there are no groups.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn group(&self, number: usize) -> (&[i16], u64) {
        let (start, right) = self.groups[number];
        let next = self.groups.get(number + 1);
        let end = next.map_or(self.inputs.len(), |&(end, _)| end);
        (&self.inputs[start..end], right)
    }
}

/// Groups between two steps of the weights.
const BATCH: usize = 256;

/// The bytes of a ranker: the greatest of a group's outputs should be that of a right candidate.
pub(super) fn teach_ranker(examples: &Examples, inputs: usize, rounds: usize) -> Vec<u8> {
    let learn = |perceptron: &Perceptron, group: &[f32], right: u64, gradient: &mut Perceptron| {
        let passes: Vec<Pass> = group
            .chunks_exact(inputs)
            .map(|candidate| perceptron.forward(candidate))
            .collect();
        let top = passes
            .iter()
            .map(|pass| pass.output)
            .fold(f32::MIN, f32::max);
        let odds: Vec<f32> = passes
            .iter()
            .map(|pass| (pass.output - top).exp())
            .collect();
        let is_right = |number: usize| right >> number & 1 == 1;
        let all: f32 = odds.iter().sum();
        let best: f32 = (0..odds.len())
            .filter(|&number| is_right(number))
            .map(|number| odds[number])
            .sum();
        let best = best.max(1e-9);
        for (number, candidate) in group.chunks_exact(inputs).enumerate() {
            let right = if is_right(number) {
                odds[number] / best
            } else {
                0.0
            };
            let slope = odds[number] / all - right;
            if slope.abs() > 1e-6 {
                perceptron.backward(candidate, &passes[number], slope / BATCH as f32, gradient);
            }
        }
    };
    teach(examples, inputs, rounds, 0.006, learn)
}

/// The bytes of an asker: the output is the odds that the one candidate of a group is right.
pub(super) fn teach_asker(examples: &Examples, inputs: usize, rounds: usize) -> Vec<u8> {
    let learn = |perceptron: &Perceptron, group: &[f32], right: u64, gradient: &mut Perceptron| {
        let pass = perceptron.forward(group);
        let slope = 1.0 / (1.0 + (-pass.output).exp()) - right as f32;
        perceptron.backward(group, &pass, slope / BATCH as f32, gradient);
    };
    teach(examples, inputs, rounds, 0.004, learn)
}

fn teach(
    examples: &Examples,
    inputs: usize,
    rounds: usize,
    rate: f32,
    learn: impl Fn(&Perceptron, &[f32], u64, &mut Perceptron),
) -> Vec<u8> {
    let mut random = Random(17);
    let scale = scale(examples, inputs);
    let mut perceptron = Perceptron::beginning(inputs, &mut random);
    let mut gradient = Perceptron::zero(inputs);
    let mut adam = Adam::default();
    let steps = examples.groups.len() * rounds / BATCH;
    let mut scaled = Vec::new();
    for step in 0..steps {
        for _ in 0..BATCH {
            let number = random.next() % examples.groups.len() as u64;
            let (group, right) = examples.group(number as usize);
            scaled.clear();
            for candidate in group.chunks_exact(inputs) {
                let pairs = candidate.iter().zip(&scale);
                scaled.extend(pairs.map(|(&input, scale)| f32::from(input) / scale));
            }
            learn(&perceptron, &scaled, right, &mut gradient);
        }
        let left = 1.0 - step as f32 / steps as f32;
        adam.update(perceptron.parts(), gradient.parts(), rate * left + 0.000_01);
    }
    perceptron.quantize(&scale)
}

/// How great each input is where it is not nought, so that all weigh about the same at first.
fn scale(examples: &Examples, inputs: usize) -> Vec<f32> {
    let mut sums = vec![(0.0f64, 0.0f64); inputs];
    for candidate in examples.inputs.chunks_exact(inputs) {
        for (&input, (sum, count)) in candidate.iter().zip(&mut sums) {
            if input != 0 {
                *sum += f64::from(input).powi(2);
                *count += 1.0;
            }
        }
    }
    let scale = |(sum, count): (f64, f64)| (sum / count.max(1.0)).sqrt() as f32 + 32.0;
    sums.into_iter().map(scale).collect()
}

/// Weights, gradients, or moments of gradients.
struct Perceptron {
    /// The weights of an input to each unit, and the straight one.
    rows: Vec<[f32; UNITS + 1]>,
    bias: [f32; UNITS],
    output: [f32; UNITS],
    output_bias: [f32; 1],
}

struct Pass {
    units: [f32; UNITS],
    output: f32,
}

impl Perceptron {
    fn zero(inputs: usize) -> Perceptron {
        Perceptron {
            rows: vec![[0.0; UNITS + 1]; inputs],
            bias: [0.0; UNITS],
            output: [0.0; UNITS],
            output_bias: [0.0],
        }
    }

    fn beginning(inputs: usize, random: &mut Random) -> Perceptron {
        let mut perceptron = Perceptron::zero(inputs);
        for row in &mut perceptron.rows {
            for weight in &mut row[..UNITS] {
                *weight = 0.5 * random.plus_or_minus_one();
            }
        }
        for weight in &mut perceptron.output {
            *weight = 0.3 * random.plus_or_minus_one();
        }
        // The first input is an opinion already.
        perceptron.rows[0][UNITS] = 1.0;
        perceptron
    }

    fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        [
            self.rows.as_flattened_mut(),
            &mut self.bias[..],
            &mut self.output[..],
            &mut self.output_bias[..],
        ]
        .into_iter()
    }

    fn forward(&self, inputs: &[f32]) -> Pass {
        let mut units = self.bias;
        let mut output = self.output_bias[0];
        for (&input, row) in inputs.iter().zip(&self.rows) {
            if input != 0.0 {
                for (unit, weight) in units.iter_mut().zip(row) {
                    *unit += input * weight;
                }
                output += input * row[UNITS];
            }
        }
        for (unit, weight) in units.iter_mut().zip(&self.output) {
            *unit = unit.max(0.0);
            output += *unit * weight;
        }
        Pass { units, output }
    }

    fn backward(&self, inputs: &[f32], pass: &Pass, slope: f32, gradient: &mut Perceptron) {
        gradient.output_bias[0] += slope;
        let mut slopes = [0.0; UNITS + 1];
        slopes[UNITS] = slope;
        for (unit, &value) in pass.units.iter().enumerate() {
            gradient.output[unit] += slope * value;
            if value > 0.0 {
                slopes[unit] = slope * self.output[unit];
                gradient.bias[unit] += slopes[unit];
            }
        }
        for (&input, row) in inputs.iter().zip(&mut gradient.rows) {
            if input != 0.0 {
                for (sum, slope) in row.iter_mut().zip(&slopes) {
                    *sum += input * slope;
                }
            }
        }
    }

    /// The bytes that `dobutsu_core::database::perceptron` reads. Units are logarithms with base
    /// e in training and 1/256 of a bit in the image.
    fn quantize(&self, scale: &[f32]) -> Vec<u8> {
        let unit = 256.0 / std::f32::consts::LN_2;
        let one = (1 << WEIGHT_BITS) as f32;
        let weight = |weight: f32| {
            let scaled = (weight * one).round().clamp(-32_767.0, 32_767.0);
            (scaled as i16).to_le_bytes()
        };
        let bias = |bias: f32| ((bias * unit * one).round() as i32).to_le_bytes();
        let mut bytes = Vec::new();
        for (row, scale) in self.rows.iter().zip(scale) {
            bytes.extend(row.iter().flat_map(|w| weight(w * unit / scale)));
        }
        bytes.extend(self.bias.into_iter().flat_map(bias));
        bytes.extend(self.output.into_iter().flat_map(weight));
        bytes.extend(bias(self.output_bias[0]));
        bytes
    }
}
