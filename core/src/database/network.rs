//! The predictor: a small network in integers, the same to the bit on chip and PC.
//!
//! The rows of a position's [features](super::features) are added up and clipped (as in NNUE:
//! Nasu, 2018), then come a clipped layer of [`SECOND`] units and the outputs. Activations are
//! 0 ..= 127 for 0 ..= 1; outputs are in 1/256 of a bit: for the network that predicts results
//! the binary logarithms of the odds of a loss and of a draw, each against a win, for those that
//! predict choices the logarithm of a weight among the candidates.

use heapless::Vec;

use super::features::{MAX_ROWS, ROWS, Rows};
use super::flash::{Flash, Word, word};

/// Units of the first layer.
pub const FIRST: usize = 128;
/// Units of the second layer.
pub const SECOND: usize = 32;
/// An activation of 1.
pub const ONE: i32 = 127;
/// Bits after the point of the second layer's weights.
pub const SECOND_BITS: u32 = 6;
/// Bits after the point of the output's sum, on top of its own eight.
pub const OUTPUT_BITS: u32 = 8;

const FIRST_BIAS: u32 = (ROWS * FIRST) as u32;
const SECOND_ROWS: u32 = FIRST_BIAS + 2 * FIRST as u32;
const SECOND_BIAS: u32 = SECOND_ROWS + (FIRST * SECOND) as u32;
const OUTPUT: u32 = SECOND_BIAS + 4 * SECOND as u32;

/// The size in bytes of a network with so many outputs: rows and second layer of bytes, each 128
/// more than the weight it stands for, first biases of `i16`, the rest of `i32`, all little endian.
/// The second layer has a row for each unit of the first.
pub const fn network_bytes(outputs: u32) -> u32 {
    OUTPUT + outputs * 4 * (SECOND as u32 + 1)
}

/// Added to the first layer's sums, so that two of them side by side in a word never borrow from
/// each other: no bias and rows make less.
const RAISED: u32 = 1 << 14;
/// The first and third byte of a word, each with room for a carry.
const EVEN: u32 = 0x00FF_00FF;

/// A row of the first layer, and of the second.
type FirstRow<W> = [W; FIRST / 4];
type SecondRow<W> = [W; SECOND / 4];

/// The outputs for a position with these rows, of the network that starts at `at`.
///
/// `None` only if the network is not all there. Any bytes are a network, the same on chip and PC:
/// sums wrap, and only those of a damaged one meet their neighbours in the word.
///
/// The chip multiplies and adds words of 32 bits, so two numbers are kept in each: of the units
/// 4n to 4n + 3 the first and third in one word, the others in the next. All rows are gone through
/// for a few units at a time, whose sums stay in registers. Two of three units of the first layer are
/// 0, and their rows of the second are not read.
pub fn evaluate<F: Flash, const OUTPUTS: usize>(
    flash: &F,
    at: u32,
    rows: &Rows,
) -> Option<[i16; OUTPUTS]> {
    let mut first: Vec<&FirstRow<F::Word>, MAX_ROWS> = Vec::new();
    for &row in rows {
        let _ = first.push(flash.words(at + u32::from(row) * FIRST as u32)?);
    }
    let biases: &[_; FIRST / 2] = flash.words(at + FIRST_BIAS)?;
    let surplus = RAISED + 128 * rows.len() as u32;
    let mut active: Vec<Active, FIRST> = Vec::new();
    for (word, biases) in biases.as_chunks().0.iter().enumerate() {
        let sums = add_words(&first, word, raised(biases.map(F::Word::number)));
        for (place, sum) in sums.into_iter().enumerate() {
            let unit = 4 * word + place;
            for (unit, sum) in [(unit, sum & 0xFFFF), (unit + 2, sum >> 16)] {
                if sum > surplus {
                    let _ = active.push(Active {
                        unit: unit as u8,
                        activation: (sum - surplus).min(ONE as u32) as u8,
                    });
                }
            }
        }
    }
    let second = second_layer(flash, at, &active)?;
    let mut outputs = [0; OUTPUTS];
    for (number, output) in outputs.iter_mut().enumerate() {
        let mut sum = signed(flash, at + OUTPUT, OUTPUTS * SECOND + number)?;
        let weights: &[_; SECOND] = flash.words(at + OUTPUT + (4 * SECOND * number) as u32)?;
        for (activation, weight) in second.iter().zip(weights) {
            sum = sum.wrapping_add(activation.wrapping_mul(weight.number() as i32));
        }
        // The classes of answers end long before this.
        *output = (sum >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16;
    }
    Some(outputs)
}

/// A unit of the first layer that is not 0.
#[derive(Clone, Copy)]
struct Active {
    unit: u8,
    activation: u8,
}

/// The activations of the second layer.
fn second_layer<F: Flash>(flash: &F, at: u32, active: &[Active]) -> Option<[i32; SECOND]> {
    let rows: &[_; FIRST * SECOND / 4] = flash.words(at + SECOND_ROWS)?;
    let rows = rows.as_chunks().0;
    let biases: &[_; SECOND] = flash.words(at + SECOND_BIAS)?;
    let mut sums = biases.map(F::Word::number);
    let row = |of: &Active| &rows[usize::from(of.unit) % FIRST];
    let mut total = 0;
    let (pairs, rest) = active.as_chunks();
    for [one, other] in pairs {
        let activations = [one.activation, other.activation].map(u32::from);
        total += activations[0] + activations[1];
        add_products(&mut sums, activations, [row(one), row(other)]);
    }
    for last in rest {
        let activation = u32::from(last.activation);
        total += activation;
        add_products(&mut sums, [activation, 0], [row(last); 2]);
    }
    Some(sums.map(|sum| {
        let sum = sum.wrapping_sub(128 * total) as i32;
        (sum >> SECOND_BITS).clamp(0, ONE)
    }))
}

/// Four biases of the first layer, raised, as their sums lie.
fn raised([low, high]: [u32; 2]) -> [u32; 2] {
    // An `i16` and 2^15 more is a change of its sign.
    let raise = |pair: u32| (pair ^ 0x8000_8000).wrapping_sub((0x8000 - RAISED) * 0x1_0001);
    let evens = low & 0xFFFF | high << 16;
    let odds = low >> 16 | high & 0xFFFF_0000;
    [raise(evens), raise(odds)]
}

/// Adds a word of all rows, four weights each 128 more than it is.
#[inline(never)]
fn add_words<W: Word>(rows: &[&FirstRow<W>], word: usize, biases: [u32; 2]) -> [u32; 2] {
    let even = in_a_register(EVEN);
    // What all four bytes make, without regard to carries, and the odd ones: the even ones make the
    // difference.
    let [mut all, mut odd] = [0u32; 2];
    for row in rows {
        let weights = row[word % (FIRST / 4)].number();
        all = all.wrapping_add(weights);
        odd = odd.wrapping_add(weights >> 8 & even);
    }
    let evens = all.wrapping_sub(odd << 8);
    [evens.wrapping_add(biases[0]), odd.wrapping_add(biases[1])]
}

/// Adds the products of two activations with their rows, each weight 128 more than it is: two
/// products of at most 127 · 255 side by side do not touch, nor do the sums of two and two.
#[inline(never)]
fn add_products<W: Word>(
    sums: &mut [u32; SECOND],
    [first, second]: [u32; 2],
    [weights, others]: [&SecondRow<W>; 2],
) {
    let even = in_a_register(EVEN);
    let weights = weights.iter().zip(others);
    for (sums, (weights, others)) in sums.as_chunks_mut::<4>().0.iter_mut().zip(weights) {
        let (weights, others) = (weights.number(), others.number());
        let evens = (weights & even)
            .wrapping_mul(first)
            .wrapping_add((others & even).wrapping_mul(second));
        let odds = (weights >> 8 & even)
            .wrapping_mul(first)
            .wrapping_add((others >> 8 & even).wrapping_mul(second));
        sums[0] = sums[0].wrapping_add(evens & 0xFFFF);
        sums[1] = sums[1].wrapping_add(odds & 0xFFFF);
        sums[2] = sums[2].wrapping_add(evens >> 16);
        sums[3] = sums[3].wrapping_add(odds >> 16);
    }
}

/// The same number, but not a constant: the compiler for the chip reads those from memory again
/// wherever they are used.
#[inline]
fn in_a_register(number: u32) -> u32 {
    core::hint::black_box(number)
}

fn signed(flash: &impl Flash, from: u32, number: usize) -> Option<i32> {
    word(flash, from + 4 * number as u32).map(|word| word as i32)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// The same one number at a time.
    fn plainly(network: &[u8], rows: &Rows) -> [i16; 2] {
        let byte = |at: usize| i32::from(network[at]) - 128;
        let word = |at: u32, number: usize| {
            let at = at as usize + 4 * number;
            i32::from_le_bytes(network[at..at + 4].try_into().unwrap())
        };
        let first: Vec<i32> = (0..FIRST)
            .map(|unit| {
                let at = FIRST_BIAS as usize + 2 * unit;
                let bias = i16::from_le_bytes([network[at], network[at + 1]]);
                let weights = rows
                    .iter()
                    .map(|&row| byte(usize::from(row) * FIRST + unit));
                (i32::from(bias) + weights.sum::<i32>()).clamp(0, ONE)
            })
            .collect();
        let second: Vec<i32> = (0..SECOND)
            .map(|unit| {
                let weights = (SECOND_ROWS as usize + unit..).step_by(SECOND);
                let products = first.iter().zip(weights).map(|(a, at)| a * byte(at));
                let sum = products.sum::<i32>().wrapping_add(word(SECOND_BIAS, unit));
                (sum >> SECOND_BITS).clamp(0, ONE)
            })
            .collect();
        [0, 1].map(|output| {
            let mut sum = word(OUTPUT, 2 * SECOND + output);
            for (unit, activation) in second.iter().enumerate() {
                let weight = word(OUTPUT, output * SECOND + unit);
                sum = sum.wrapping_add(activation.wrapping_mul(weight));
            }
            (sum >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16
        })
    }

    #[test]
    fn two_numbers_in_a_word_are_two_numbers() {
        let mut noise = 1u32;
        let mut random = || {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        };
        let mut network: Vec<u8> = (0..network_bytes(2)).map(|_| random()).collect();
        for extreme in [None, Some(0), Some(0xFF)] {
            if let Some(extreme) = extreme {
                network[..FIRST_BIAS as usize].fill(extreme);
            }
            for count in [0, 1, 2, 7, 50, MAX_ROWS] {
                // Biases that leave some units between their bounds, whatever the rows add.
                let biases = FIRST_BIAS as usize..SECOND_ROWS as usize;
                for bias in network[biases].chunks_exact_mut(2) {
                    let usual =
                        extreme.map_or(0, |extreme| (128 - i16::from(extreme)) * count as i16);
                    let noise = i16::from_le_bytes([random(), random()]);
                    bias.copy_from_slice(&(usual + noise % 256).to_le_bytes());
                }
                let row = |_| u16::from_le_bytes([random(), random()]) % ROWS as u16;
                let rows: Rows = (0..count).map(row).collect();
                let outputs = evaluate::<_, 2>(&&network[..], 0, &rows);
                assert_eq!(outputs, Some(plainly(&network, &rows)), "{count} rows");
            }
        }
        assert_eq!(evaluate::<_, 2>(&&network[4..], 0, &Rows::new()), None);
        assert_eq!(evaluate::<_, 2>(&&network[..], 2, &Rows::new()), None);
    }
}
