//! Teaching the combiner: what a family tells of a position that could not be deduced.
//!
//! In floats here, in integers in `dobutsu_core::database::combiner`. The examples come from the
//! reader's own deductions with the network for results as it will ship.

use std::sync::Mutex;

use anyhow::Result;
use dobutsu_core::database::combiner::{FIRST, FIRST_BITS, INPUTS, Inputs, LATER_BITS, SECOND};
use dobutsu_core::database::evidence::Evidence;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::Value;

use super::lesson::Random;
use super::network::{Adam, dot};
use crate::build::Predictions;
use crate::parallel::{POSITIONS, in_chunks};

/// A family, and whether the position is lost.
pub(super) struct Example {
    inputs: Inputs,
    lost: bool,
}

/// The families of one open position in `one_in` that cannot be deduced.
pub(super) fn examples(
    predictions: &Predictions,
    one_in: u64,
    seed: u64,
    threads: usize,
) -> Result<Vec<Example>> {
    let solved = predictions.solved;
    let failed = Mutex::new(None);
    let found = in_chunks(
        threads,
        solved.index().count(),
        POSITIONS,
        |numbers, found: &mut Vec<(u32, Example)>| {
            for number in numbers {
                let value = solved.value_of(number);
                let dice = mix(u64::from(number) ^ seed << 40);
                if !is_open(value) || !dice.is_multiple_of(one_in) {
                    continue;
                }
                let Some(position) = solved.index().position(number) else {
                    continue;
                };
                match predictions.evidence(position) {
                    Ok(Some(Evidence::Family(inputs))) => {
                        let lost = matches!(value, Value::Loss(_));
                        found.push((number, Example { inputs, lost }));
                    }
                    Ok(_) => {}
                    Err(error) => *failed.lock().expect("no thread panics") = Some(error),
                }
            }
        },
    );
    if let Some(error) = failed.into_inner().expect("no thread panics") {
        return Err(error.into());
    }
    let mut found: Vec<(u32, Example)> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|&(number, _)| number);
    Ok(found.into_iter().map(|(_, example)| example).collect())
}

/// Weights, gradients, or moments of gradients.
#[derive(Clone)]
struct Combiner {
    first: Box<[[f32; INPUTS]; FIRST]>,
    first_bias: [f32; FIRST],
    second: Box<[[f32; FIRST]; SECOND]>,
    second_bias: [f32; SECOND],
    output: [f32; SECOND],
    output_bias: [f32; 1],
}

/// One bit in the units of inputs.
const BIT: f32 = 256.0;

/// Examples between two steps of the weights.
const BATCH: usize = 256;

/// Times that each example is gone through.
const ROUNDS: usize = 8;

/// The combiner's bytes, and the bits an example costs in the last round.
pub(super) fn teach(examples: &[Example], seed: u64) -> (Vec<u8>, f64) {
    let mut random = Random(seed);
    let scale = Scale::of(examples);
    let mut combiner = Combiner::beginning(&mut random);
    let mut gradient = Combiner::zero();
    let mut adam = Adam::default();
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let batches = ROUNDS * (examples.len() / BATCH);
    let mut done = 0;
    let mut bits = 0.0;
    for round in 0..ROUNDS {
        for place in (1..order.len()).rev() {
            order.swap(place, (random.next() % (place as u64 + 1)) as usize);
        }
        for batch in order.chunks_exact(BATCH) {
            for &number in batch {
                let example = &examples[number as usize];
                let cost =
                    combiner.learn(&scale.apply(&example.inputs), example.lost, &mut gradient);
                if round == ROUNDS - 1 {
                    bits += f64::from(cost);
                }
            }
            let left = 1.0 - done as f32 / batches as f32;
            done += 1;
            adam.update(combiner.parts(), gradient.parts(), 0.003 * left + 0.000_01);
        }
    }
    let counted = (batches / ROUNDS * BATCH).max(1);
    (combiner.quantize(&scale), bits / counted as f64)
}

/// Mean and spread of the inputs, so that all weigh about the same at first.
struct Scale {
    mean: [f32; INPUTS],
    spread: [f32; INPUTS],
}

impl Scale {
    fn of(examples: &[Example]) -> Scale {
        let count = examples.len().max(1) as f64;
        let moment = |input: usize, power: i32| -> f64 {
            let powers = examples
                .iter()
                .map(|example| f64::from(example.inputs[input]).powi(power));
            powers.sum::<f64>() / count
        };
        let mean = std::array::from_fn(|input| moment(input, 1) as f32);
        let spread = std::array::from_fn(|input| {
            let variance = moment(input, 2) - moment(input, 1).powi(2);
            variance.max(0.0).sqrt() as f32 + 0.25 * BIT
        });
        Scale { mean, spread }
    }

    fn apply(&self, inputs: &Inputs) -> [f32; INPUTS] {
        std::array::from_fn(|i| (f32::from(inputs[i]) - self.mean[i]) / self.spread[i])
    }
}

impl Combiner {
    fn zero() -> Combiner {
        Combiner {
            first: Box::new([[0.0; INPUTS]; FIRST]),
            first_bias: [0.0; FIRST],
            second: Box::new([[0.0; FIRST]; SECOND]),
            second_bias: [0.0; SECOND],
            output: [0.0; SECOND],
            output_bias: [0.0],
        }
    }

    fn beginning(random: &mut Random) -> Combiner {
        let mut combiner = Combiner::zero();
        // He initialisation for uniform numbers.
        let mut fill = |weights: &mut [f32], inputs: usize| {
            for weight in weights {
                *weight = (6.0 / inputs as f32).sqrt() * random.plus_or_minus_one();
            }
        };
        fill(combiner.first.as_flattened_mut(), INPUTS);
        fill(combiner.second.as_flattened_mut(), FIRST);
        fill(&mut combiner.output, 4 * SECOND);
        combiner
    }

    fn parts(&mut self) -> impl Iterator<Item = &mut [f32]> {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias[..],
            self.second.as_flattened_mut(),
            &mut self.second_bias[..],
            &mut self.output[..],
            &mut self.output_bias[..],
        ]
        .into_iter()
    }

    /// Adds the gradient of one example, and returns its cost in bits.
    fn learn(&self, inputs: &[f32; INPUTS], lost: bool, gradient: &mut Combiner) -> f32 {
        let mut first = self.first_bias;
        for (unit, weights) in first.iter_mut().zip(self.first.iter()) {
            *unit = (*unit + dot(inputs, weights)).max(0.0);
        }
        let mut second = self.second_bias;
        for (unit, weights) in second.iter_mut().zip(self.second.iter()) {
            *unit = (*unit + dot(&first, weights)).max(0.0);
        }
        let odds = dot(&second, &self.output) + self.output_bias[0];
        let probability = 1.0 / (1.0 + (-odds).exp());
        let slope = probability - f32::from(u8::from(lost));
        let share = slope / BATCH as f32;
        gradient.output_bias[0] += share;
        let mut first_slopes = [0.0; FIRST];
        for (unit, &value) in second.iter().enumerate() {
            gradient.output[unit] += share * value;
            if value <= 0.0 {
                continue;
            }
            let share = share * self.output[unit];
            gradient.second_bias[unit] += share;
            for i in 0..FIRST {
                gradient.second[unit][i] += share * first[i];
                first_slopes[i] += share * self.second[unit][i];
            }
        }
        for (unit, slope) in first_slopes.into_iter().enumerate() {
            if first[unit] <= 0.0 {
                continue;
            }
            gradient.first_bias[unit] += slope;
            for (sum, input) in gradient.first[unit].iter_mut().zip(inputs) {
                *sum += slope * input;
            }
        }
        -(1.0 - slope.abs()).max(1e-7).log2()
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
        for weights in self.first.iter() {
            for (w, spread) in weights.iter().zip(scale.spread) {
                bytes.extend(weight(w * unit / spread, FIRST_BITS));
            }
        }
        for (weights, b) in self.first.iter().zip(self.first_bias) {
            let moved = weights.iter().zip(scale.mean.iter().zip(scale.spread));
            let moved: f32 = moved.map(|(w, (mean, spread))| w * mean / spread).sum();
            bytes.extend(bias(b - moved, FIRST_BITS));
        }
        for w in self.second.iter().flatten() {
            bytes.extend(weight(*w, LATER_BITS));
        }
        for b in self.second_bias {
            bytes.extend(bias(b, LATER_BITS));
        }
        for w in self.output {
            bytes.extend(weight(w, LATER_BITS));
        }
        bytes.extend(bias(self.output_bias[0], LATER_BITS));
        bytes
    }
}
