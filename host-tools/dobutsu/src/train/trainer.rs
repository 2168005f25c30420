//! Training one network: examples in batches, one step of the weights after each.

use dobutsu_core::database::network::FIRST;
use indicatif::ProgressBar;

use super::lesson::{Random, Subject};
use super::network::{Adam, Weights};
use super::quantize::{OUTPUT_LIMIT, Rounding, SECOND_LIMIT};

/// Examples between two steps of the weights.
const BATCH: u64 = 512;
/// Steps between two choices of how weights are rounded.
const PATIENCE: u64 = 4000;

/// The bytes of a network after this many examples, and the mean cost of an example in bits over
/// the last tenth.
///
/// In the last third the network is evaluated with weights rounded as they will be in the image,
/// while the steps are applied to those that are not rounded; in the last fifteenth the scales of
/// the rounding no longer change.
///
/// Uses one thread and random numbers that depend on the seed alone: the bytes do not depend on
/// the number of threads.
pub(super) fn train(
    subject: &impl Subject,
    exercises: u64,
    seed: u64,
    bar: &ProgressBar,
) -> (Vec<u8>, f64) {
    let mut random = Random(seed);
    let mut weights = beginning(&mut random, subject.outputs());
    let mut gradient = Weights::zero();
    let mut rounded = weights.clone();
    let mut rounding = None;
    let mut adam = Adam::default();
    let mut bits = 0.0;
    let mut counted = 0;
    let batches = exercises / BATCH;
    for batch in 0..batches {
        let used = if batch * 3 < batches * 2 {
            &weights
        } else {
            let settled = batch * 15 >= batches * 14 || !batch.is_multiple_of(PATIENCE);
            if rounding.is_none() || !settled {
                rounding = Some(Rounding::of(&weights));
            }
            if let Some(rounding) = &rounding {
                rounding.apply(&weights, &mut rounded);
            }
            &rounded
        };
        for _ in 0..BATCH {
            let cost = subject.exercise(used, &mut random, 1.0 / BATCH as f32, &mut gradient);
            if batch * 10 >= batches * 9 {
                bits += f64::from(cost);
                counted += 1;
            }
        }
        let left = 1.0 - batch as f32 / batches as f32;
        let rate = 0.0015 * left + 0.000_005;
        adam.update(weights.parts(), gradient.parts(), rate);
        clip(&mut weights);
        bar.inc(BATCH);
    }
    let rounding = rounding.unwrap_or_else(|| Rounding::of(&weights));
    (
        rounding.to_bytes(&weights),
        bits / f64::from(counted.max(1)),
    )
}

/// Random weights; those of outputs that are not trained are 0.
fn beginning(random: &mut Random, outputs: usize) -> Weights {
    let mut weights = Weights::zero();
    for weight in weights.rows.as_flattened_mut() {
        *weight = 0.1 * random.plus_or_minus_one();
    }
    for bias in &mut weights.first_bias {
        *bias = 0.1 + 0.1 * random.plus_or_minus_one();
    }
    // He initialisation, as far as clipped units are rectifiers.
    let spread = (2.0 / FIRST as f32).sqrt();
    for weight in weights.second.as_flattened_mut() {
        *weight = spread * random.plus_or_minus_one();
    }
    weights.second_bias.fill(0.2);
    for weight in weights.output[..outputs].as_flattened_mut() {
        *weight = 0.5 * random.plus_or_minus_one();
    }
    weights
}

/// Keeps the weights within what the integers of the image can represent.
fn clip(weights: &mut Weights) {
    for weight in weights.rows.as_flattened_mut() {
        *weight = weight.clamp(-1.0, 1.0);
    }
    for weight in weights.second.as_flattened_mut() {
        *weight = weight.clamp(-SECOND_LIMIT, SECOND_LIMIT);
    }
    for weight in weights.output.as_flattened_mut() {
        *weight = weight.clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT);
    }
}
