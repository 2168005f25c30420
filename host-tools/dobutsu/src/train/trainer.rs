//! Teaching one network: exercises in batches, a step of the weights after each.

use dobutsu_core::database::network::FIRST;
use indicatif::ProgressBar;

use super::lesson::{Random, Subject};
use super::network::{Adam, Weights};
use super::quantize::{ROW_LIMIT, SECOND_LIMIT};

/// Exercises between two steps of the weights.
const BATCH: u64 = 512;

/// The weights after so many exercises, and the bits an exercise cost over the last tenth.
///
/// One thread, and numbers that depend on the seed alone: the same weights on every machine that
/// rounds as IEEE 754 says.
pub(super) fn train<const OUTPUTS: usize>(
    subject: &impl Subject<OUTPUTS>,
    exercises: u64,
    seed: u64,
    bar: &ProgressBar,
) -> (Weights<OUTPUTS>, f64) {
    let mut random = Random(seed);
    let mut weights = beginning::<OUTPUTS>(&mut random);
    let mut gradient = Weights::<OUTPUTS>::zero();
    let mut adam = Adam::default();
    let mut bits = 0.0;
    let mut counted = 0;
    let batches = exercises / BATCH;
    for batch in 0..batches {
        for _ in 0..BATCH {
            let cost = subject.exercise(&weights, &mut random, 1.0 / BATCH as f32, &mut gradient);
            if batch * 10 >= batches * 9 {
                bits += f64::from(cost);
                counted += 1;
            }
        }
        let left = 1.0 - batch as f32 / batches as f32;
        let rate = 0.002 * left + 0.000_005;
        adam.update(weights.parts(), gradient.parts(), rate);
        clip(&mut weights);
        bar.inc(BATCH);
    }
    (weights, bits / f64::from(counted.max(1)))
}

fn beginning<const OUTPUTS: usize>(random: &mut Random) -> Weights<OUTPUTS> {
    let mut weights = Weights::zero();
    for weight in weights.rows.iter_mut().flatten() {
        *weight = 0.1 * random.around_nought();
    }
    for bias in &mut weights.first_bias {
        *bias = 0.1 + 0.1 * random.around_nought();
    }
    // He initialisation, as far as clipped units are rectifiers.
    let spread = (2.0 / FIRST as f32).sqrt();
    for weight in weights.second.iter_mut().flatten() {
        *weight = spread * random.around_nought();
    }
    weights.second_bias.fill(0.2);
    for weight in weights.output.iter_mut().flatten() {
        *weight = 0.5 * random.around_nought();
    }
    weights
}

/// Keeps the weights where the integers of the image can follow.
fn clip<const OUTPUTS: usize>(weights: &mut Weights<OUTPUTS>) {
    for weight in weights.rows.iter_mut().flatten() {
        *weight = weight.clamp(-ROW_LIMIT, ROW_LIMIT);
    }
    for weight in weights.second.iter_mut().flatten() {
        *weight = weight.clamp(-SECOND_LIMIT, SECOND_LIMIT);
    }
}
