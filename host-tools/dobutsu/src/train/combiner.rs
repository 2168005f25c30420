//! Training of the combiners, which weigh what a deduction found out about a family.
//!
//! In floats here, in integers in `dobutsu_core::database::combiner`.

use dobutsu_core::database::GameResult;
use dobutsu_core::database::combiner::{Combiner, FIRST, FIRST_BITS, LATER_BITS, SECOND};

use super::deductions::Examples;
use super::lesson::Random;
use super::network::Adam;

/// Weights, gradients, or moments of gradients.
#[derive(Clone)]
struct Weights {
    /// A row for each input.
    first: Vec<[f32; FIRST]>,
    first_bias: [f32; FIRST],
    /// A row for each unit of the first layer.
    second: Vec<[f32; SECOND]>,
    second_bias: [f32; SECOND],
    /// A row for each output.
    output: Vec<[f32; SECOND]>,
    output_bias: Vec<f32>,
}

/// One bit in the units of inputs.
const BIT: f32 = 256.0;

/// Examples between two steps of the weights.
const BATCH: usize = 256;

/// Times that each example is gone through.
const ROUNDS: usize = 8;

/// The combiner's bytes, and the bits an example costs in the last round.
pub(super) fn teach(combiner: Combiner, examples: &Examples, seed: u64) -> (Vec<u8>, f64) {
    let inputs = combiner.inputs();
    let mut random = Random(seed);
    let scale = Scale::of(inputs, examples);
    let mut weights = Weights::random(combiner, &mut random);
    let mut gradient = Weights::zero(combiner);
    let mut adam = Adam::default();
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let batches = ROUNDS * (examples.len() / BATCH);
    let mut done = 0;
    let mut bits = 0.0;
    let mut scaled = vec![0.0; inputs];
    for round in 0..ROUNDS {
        for place in (1..order.len()).rev() {
            order.swap(place, (random.next() % (place as u64 + 1)) as usize);
        }
        for batch in order.chunks_exact(BATCH) {
            for &number in batch {
                let number = number as usize;
                scale.apply(&examples.inputs[inputs * number..][..inputs], &mut scaled);
                let cost = weights.learn(&scaled, examples.results[number], &mut gradient);
                if round == ROUNDS - 1 {
                    bits += f64::from(cost);
                }
            }
            let left = 1.0 - done as f32 / batches as f32;
            done += 1;
            adam.update(weights.parts(), gradient.parts(), 0.003 * left + 0.000_01);
        }
    }
    let counted = (batches / ROUNDS * BATCH).max(1);
    (weights.quantize(&scale), bits / counted as f64)
}

/// Mean and spread of the inputs, so that all weigh about the same at first.
struct Scale {
    mean: Vec<f32>,
    spread: Vec<f32>,
}

impl Scale {
    fn of(inputs: usize, examples: &Examples) -> Scale {
        let count = examples.len().max(1) as f64;
        let mut sums = vec![(0.0f64, 0.0f64); inputs];
        for example in examples.inputs.chunks_exact(inputs) {
            for (&input, (sum, square)) in example.iter().zip(&mut sums) {
                *sum += f64::from(input);
                *square += f64::from(input).powi(2);
            }
        }
        let spread = |&(sum, square): &(f64, f64)| {
            let variance = square / count - (sum / count).powi(2);
            variance.max(0.0).sqrt() as f32 + 0.25 * BIT
        };
        Scale {
            mean: sums.iter().map(|(sum, _)| (sum / count) as f32).collect(),
            spread: sums.iter().map(spread).collect(),
        }
    }

    fn apply(&self, inputs: &[i16], scaled: &mut [f32]) {
        let moments = self.mean.iter().zip(&self.spread);
        for ((place, &input), (mean, spread)) in scaled.iter_mut().zip(inputs).zip(moments) {
            *place = (f32::from(input) - mean) / spread;
        }
    }
}

impl Weights {
    fn zero(combiner: Combiner) -> Weights {
        Weights {
            first: vec![[0.0; FIRST]; combiner.inputs()],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            output: vec![[0.0; SECOND]; combiner.outputs()],
            output_bias: vec![0.0; combiner.outputs()],
        }
    }

    fn random(combiner: Combiner, random: &mut Random) -> Weights {
        let mut weights = Weights::zero(combiner);
        // He initialisation for uniform numbers.
        let mut fill = |weights: &mut [f32], inputs: usize| {
            for weight in weights {
                *weight = (6.0 / inputs as f32).sqrt() * random.plus_or_minus_one();
            }
        };
        fill(weights.first.as_flattened_mut(), combiner.inputs());
        fill(weights.second.as_flattened_mut(), FIRST);
        fill(weights.output.as_flattened_mut(), 4 * SECOND);
        weights
    }

    fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias[..],
            self.second.as_flattened_mut(),
            &mut self.second_bias[..],
            self.output.as_flattened_mut(),
            &mut self.output_bias[..],
        ]
        .into_iter()
    }

    /// Adds the gradient of one example, and returns its cost in bits.
    fn learn(&self, inputs: &[f32], result: GameResult, gradient: &mut Weights) -> f32 {
        let mut first = self.first_bias;
        for (&input, row) in inputs.iter().zip(&self.first) {
            add(&mut first, input, row);
        }
        first = first.map(|unit| unit.max(0.0));
        let mut second = self.second_bias;
        for (&unit, row) in first.iter().zip(&self.second) {
            add(&mut second, unit, row);
        }
        second = second.map(|unit| unit.max(0.0));
        let (slopes, cost) = self.slopes(&second, result);
        let mut below = [0.0; SECOND];
        for (number, slope) in slopes.iter().take(self.output.len()).enumerate() {
            let share = slope / BATCH as f32;
            gradient.output_bias[number] += share;
            add(&mut gradient.output[number], share, &second);
            add(&mut below, share, &self.output[number]);
        }
        for ((slope, &unit), sum) in below.iter_mut().zip(&second).zip(&mut gradient.second_bias) {
            *slope = if unit > 0.0 { *slope } else { 0.0 };
            *sum += *slope;
        }
        let mut first_slopes = [0.0; FIRST];
        for (number, &unit) in first.iter().enumerate() {
            if unit > 0.0 {
                add(&mut gradient.second[number], unit, &below);
                let row = &self.second[number];
                first_slopes[number] = below.iter().zip(row).map(|(a, b)| a * b).sum();
            }
        }
        add(&mut gradient.first_bias, 1.0, &first_slopes);
        for (&input, row) in inputs.iter().zip(&mut gradient.first) {
            add(row, input, &first_slopes);
        }
        cost
    }

    /// The cost's slopes at the outputs, and the cost in bits.
    fn slopes(&self, units: &[f32; SECOND], result: GameResult) -> ([f32; 2], f32) {
        let output = |number: usize| -> f32 {
            let products = self.output[number].iter().zip(units).map(|(a, b)| a * b);
            products.sum::<f32>() + self.output_bias[number]
        };
        let is = |wanted| f32::from(u8::from(result == wanted));
        let lost = output(0);
        // With one output, a loss is told from all else.
        let drawn = if self.output.len() > 1 {
            output(1)
        } else {
            f32::NEG_INFINITY
        };
        let top = lost.max(drawn).max(0.0);
        let odds = [(lost - top).exp(), (drawn - top).exp(), (-top).exp()];
        let all: f32 = odds.iter().sum();
        let is_drawn = if self.output.len() > 1 {
            is(GameResult::Drawn)
        } else {
            0.0
        };
        let [lost, drawn, won] = odds.map(|odds| odds / all);
        let likely = match result {
            GameResult::Lost => lost,
            GameResult::Drawn if self.output.len() > 1 => drawn,
            _ => won,
        };
        let slopes = [lost - is(GameResult::Lost), drawn - is_drawn];
        (slopes, -likely.max(1e-7).log2())
    }

    /// The combiner as `dobutsu_core::database::combiner` reads it. Units are logarithms with
    /// base e in training and 1/256 of a bit in the image.
    fn quantize(&self, scale: &Scale) -> Vec<u8> {
        let unit = BIT / std::f32::consts::LN_2;
        let weight = |weight: f32, bits: u32| {
            let scaled = (weight * (1 << bits) as f32).round();
            (scaled.clamp(-32_767.0, 32_767.0) as i16).to_le_bytes()
        };
        let bias = |bias: f32, bits: u32| {
            let scaled = (f64::from(bias * unit) * f64::from(1 << bits)).round();
            (scaled as i32).to_le_bytes()
        };
        let mut bytes = Vec::new();
        for number in 0..FIRST {
            for (row, spread) in self.first.iter().zip(&scale.spread) {
                bytes.extend(weight(row[number] * unit / spread, FIRST_BITS));
            }
        }
        for number in 0..FIRST {
            let moved = self.first.iter().zip(scale.mean.iter().zip(&scale.spread));
            let moved: f32 = moved
                .map(|(row, (mean, spread))| row[number] * mean / spread)
                .sum();
            bytes.extend(bias(self.first_bias[number] - moved, FIRST_BITS));
        }
        for number in 0..SECOND {
            let row = self.second.iter().map(|row| row[number]);
            bytes.extend(row.flat_map(|w| weight(w, LATER_BITS)));
        }
        let biases = |biases: &[f32]| -> Vec<u8> {
            biases.iter().flat_map(|&b| bias(b, LATER_BITS)).collect()
        };
        bytes.extend(biases(&self.second_bias));
        for w in self.output.iter().flatten() {
            bytes.extend(weight(*w, LATER_BITS));
        }
        bytes.extend(biases(&self.output_bias));
        bytes
    }
}

/// Adds a multiple of a row to the sums.
fn add<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}
