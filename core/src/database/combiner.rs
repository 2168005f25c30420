//! Small networks in integers that weigh what a deduction found out about a family.
//!
//! Their inputs are predictions and counts in 1/256 of a bit (see [`evidence`](super::evidence)).
//! Two layers of rectified units follow. An output is the binary logarithm of odds.

use super::flash::{Flash, Word};

/// Units of the first layer.
pub const FIRST: usize = 32;
/// Units of the second layer.
pub const SECOND: usize = 16;
/// Fractional bits of the first layer's weights.
pub const FIRST_BITS: u32 = 14;
/// Fractional bits of the other weights.
pub const LATER_BITS: u32 = 12;
/// The greatest value of a unit.
pub const LIMIT: i32 = 1 << 13;

/// Inputs of the combiner for children and of the first one.
pub const FAMILY_INPUTS: usize = 24;
/// Inputs of the combiner for a child.
pub const CHILD_INPUTS: usize = 28;
/// Inputs of the second combiner.
pub const SECOND_INPUTS: usize = 58;

/// A combiner, by what it predicts. An image has one of each, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Combiner {
    /// Whether a position is lost, from its children.
    First = 0,
    /// The result of a child, from its own children.
    Child = 1,
    /// Whether a position is lost, from its children after they were refined and from related
    /// positions.
    Second = 2,
}

impl Combiner {
    /// All combiners, in the order in which an image has them.
    pub const ALL: [Combiner; 3] = [Combiner::First, Combiner::Child, Combiner::Second];

    /// How many inputs it has.
    pub const fn inputs(self) -> usize {
        match self {
            Combiner::First => FAMILY_INPUTS,
            Combiner::Child => CHILD_INPUTS,
            Combiner::Second => SECOND_INPUTS,
        }
    }

    /// How many outputs it has: the odds of a loss and of a draw, each against a win, or the odds
    /// of a loss.
    pub const fn outputs(self) -> usize {
        match self {
            Combiner::Child => 2,
            Combiner::First | Combiner::Second => 1,
        }
    }

    /// Its size in bytes: for each layer the weights of `i16`, a row for each unit, then the
    /// biases of `i32`, all little endian.
    pub const fn bytes(self) -> u32 {
        let first = FIRST * (2 * self.inputs() + 4);
        let second = SECOND * (2 * FIRST + 4);
        let output = self.outputs() * (2 * SECOND + 4);
        (first + second + output) as u32
    }

    /// Where it starts, counted from the first of the combiners.
    pub const fn start(self) -> u32 {
        match self {
            Combiner::First => 0,
            Combiner::Child => Combiner::First.bytes(),
            Combiner::Second => Combiner::Child.start() + Combiner::Child.bytes(),
        }
    }

    /// The size in bytes of all combiners.
    pub const ALL_BYTES: u32 = Combiner::Second.start() + Combiner::Second.bytes();

    /// The outputs of this combiner, whose bytes start at `at`; the second output of a combiner
    /// with one is 0.
    ///
    /// `None` if the bytes end too soon. Any bytes are a combiner: sums wrap.
    pub fn weigh<F: Flash>(self, flash: &F, at: u32, inputs: &[i16]) -> Option<[i32; 2]> {
        match self {
            Combiner::First => weigh::<_, { FAMILY_INPUTS / 2 }, 1>(flash, at, inputs),
            Combiner::Child => weigh::<_, { CHILD_INPUTS / 2 }, 2>(flash, at, inputs),
            Combiner::Second => weigh::<_, { SECOND_INPUTS / 2 }, 1>(flash, at, inputs),
        }
    }
}

fn weigh<F: Flash, const WORDS: usize, const OUTPUTS: usize>(
    flash: &F,
    mut at: u32,
    inputs: &[i16],
) -> Option<[i32; 2]> {
    let first = layer::<_, WORDS, FIRST>(flash, &mut at, FIRST_BITS, inputs)?;
    let first = first.map(|unit| unit.clamp(0, LIMIT) as i16);
    let second = layer::<_, { FIRST / 2 }, SECOND>(flash, &mut at, LATER_BITS, &first)?;
    let second = second.map(|unit| unit.clamp(0, LIMIT) as i16);
    let output = layer::<_, { SECOND / 2 }, OUTPUTS>(flash, &mut at, LATER_BITS, &second)?;
    let mut outputs = [0; 2];
    for (place, odds) in outputs.iter_mut().zip(output) {
        *place = odds.clamp(-32_000, 32_000);
    }
    Some(outputs)
}

/// The sums of a layer with rows of `WORDS` words, which starts at `at`; moves `at` to its end.
fn layer<F: Flash, const WORDS: usize, const UNITS: usize>(
    flash: &F,
    at: &mut u32,
    bits: u32,
    inputs: &[i16],
) -> Option<[i32; UNITS]> {
    let mut units = [0; UNITS];
    let biases: &[_; UNITS] = flash.words(*at + (4 * WORDS * UNITS) as u32)?;
    for (unit, bias) in units.iter_mut().zip(biases) {
        let weights: &[_; WORDS] = flash.words(*at)?;
        *unit = dot(weights, inputs).wrapping_add(bias.number() as i32) >> bits;
        *at += 4 * WORDS as u32;
    }
    *at += 4 * UNITS as u32;
    Some(units)
}

/// The sum of the products of units with their weights, two in a word.
#[inline(never)]
fn dot<W: Word>(weights: &[W], units: &[i16]) -> i32 {
    let mut sum = 0i32;
    for (weights, &[first, second]) in weights.iter().zip(units.as_chunks().0) {
        let weights = weights.number();
        sum = sum
            .wrapping_add(i32::from(first) * i32::from(weights as i16))
            .wrapping_add(i32::from(second) * (weights as i32 >> 16));
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::database::ribbon::mix;

    /// A combiner from its definition, in wide numbers that are cut where the definition says so.
    fn slow(combiner: Combiner, mut bytes: &[u8], inputs: &[i16]) -> Vec<i32> {
        let mut units: Vec<i64> = inputs.iter().map(|&input| input.into()).collect();
        let layers = [
            (FIRST, FIRST_BITS, 0, i64::from(LIMIT)),
            (SECOND, LATER_BITS, 0, i64::from(LIMIT)),
            (combiner.outputs(), LATER_BITS, -32_000, 32_000),
        ];
        for (count, bits, least, most) in layers {
            let (rows, rest) = bytes.split_at(2 * units.len() * count);
            let (biases, rest) = rest.split_at(4 * count);
            bytes = rest;
            let rows = rows.chunks_exact(2 * units.len());
            let next = rows.zip(biases.chunks_exact(4)).map(|(row, bias)| {
                let weights = row.chunks_exact(2).zip(&units);
                let products = weights.map(|(weight, unit)| {
                    unit * i64::from(i16::from_le_bytes(weight.try_into().unwrap()))
                });
                let bias = i64::from(i32::from_le_bytes(bias.try_into().unwrap()));
                let sum = products.sum::<i64>() + bias;
                i64::from(sum as i32 >> bits).clamp(least, most)
            });
            units = next.collect();
        }
        assert!(bytes.is_empty());
        units.into_iter().map(|output| output as i32).collect()
    }

    proptest! {
        #[test]
        fn a_combiner_weighs_as_a_slow_one_does(
            which in 0..3usize,
            inputs in prop::collection::vec(-4096..=6144i16, SECOND_INPUTS),
            seed in any::<u64>(),
        ) {
            let combiner = Combiner::ALL[which];
            let inputs = &inputs[..combiner.inputs()];
            let bytes: Vec<u8> = (0..combiner.bytes().div_ceil(8))
                .flat_map(|place| mix(seed ^ u64::from(place)).to_le_bytes())
                .take(combiner.bytes() as usize)
                .collect();
            let outputs = combiner.weigh(&&bytes[..], 0, inputs).unwrap();
            let slow = slow(combiner, &bytes, inputs);
            prop_assert_eq!(&outputs[..combiner.outputs()], &slow[..]);
            prop_assert_eq!(combiner.weigh(&&bytes[..bytes.len() - 4], 0, inputs), None);
        }
    }
}
