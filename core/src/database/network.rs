//! The predictor: a small network in integers, the same to the bit on chip and PC.
//!
//! The rows of a position's [features](super::features) are added up and clipped (as in NNUE:
//! Nasu, 2018), then come a clipped layer of [`SECOND`] units and the outputs. Activations are
//! 0 ..= 127 for 0 ..= 1; outputs are in 1/256 of a bit: for the network that predicts results
//! the binary logarithms of the odds of a loss and of a draw, each against a win, for those that
//! predict choices the logarithm of a weight among the candidates.

use super::features::{ROWS, Rows};
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
const RAISED: i32 = 1 << 14;
/// The first and third byte of a word, each with room for a carry.
const EVEN: u32 = 0x00FF_00FF;

/// The outputs for a position with these rows, of the network that starts at `at`.
///
/// `None` only if the network is not all there. Any bytes are a network: sums of at most
/// [`MAX_ROWS`](super::features::MAX_ROWS) bytes fit an `i16` and the later ones wrap.
///
/// The chip multiplies and adds words of 32 bits, so two numbers are kept in each: of the units
/// 4n to 4n + 3 the first and third in one word, the others in the next. Two of three units of the
/// first layer are 0, and their rows of the second are not read.
pub fn evaluate<F: Flash, const OUTPUTS: usize>(
    flash: &F,
    at: u32,
    rows: &Rows,
) -> Option<[i16; OUTPUTS]> {
    let mut sums = [0u32; FIRST / 2];
    let raised = |bias: u32| (i32::from(bias as i16).clamp(-16_000, 16_000) + RAISED) as u32;
    let biases: &[_; FIRST / 2] = flash.words(at + FIRST_BIAS)?;
    for (pair, biases) in sums
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(biases.as_chunks().0)
    {
        let [low, high] = biases.map(F::Word::number);
        pair[0] = raised(low) | raised(high) << 16;
        pair[1] = raised(low >> 16) | raised(high >> 16) << 16;
    }
    for &row in rows {
        let weights = flash.words(at + u32::from(row) * FIRST as u32)?;
        add(&mut sums, weights);
    }
    let biases: &[_; SECOND] = flash.words(at + SECOND_BIAS)?;
    let mut second = biases.map(F::Word::number);
    let surplus = RAISED as u32 + 128 * rows.len() as u32;
    let mut total = 0;
    let mut pass_on = |unit: usize, sum: u32| {
        if sum > surplus {
            let activation = (sum - surplus).min(ONE as u32);
            let weights = flash.words(at + SECOND_ROWS + (unit * SECOND) as u32)?;
            add_product(&mut second, activation, weights);
            total += activation;
        }
        Some(())
    };
    for (place, sum) in sums.into_iter().enumerate() {
        let unit = place / 2 * 4 + place % 2;
        pass_on(unit, sum & 0xFFFF)?;
        pass_on(unit + 2, sum >> 16)?;
    }
    let mut outputs = [0; OUTPUTS];
    for (number, output) in outputs.iter_mut().enumerate() {
        *output = signed(flash, at + OUTPUT, OUTPUTS * SECOND + number)?;
    }
    for (unit, sum) in second.into_iter().enumerate() {
        let sum = sum.wrapping_sub(128 * total) as i32;
        let activation = (sum >> SECOND_BITS).clamp(0, ONE);
        if activation == 0 {
            continue;
        }
        for (number, output) in outputs.iter_mut().enumerate() {
            let weight = signed(flash, at + OUTPUT, number * SECOND + unit)?;
            *output = output.wrapping_add(activation.wrapping_mul(weight));
        }
    }
    // The classes of answers end long before this.
    Some(outputs.map(|output| (output >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16))
}

/// Adds a row of the first layer, each weight 128 more than it is, to the sums.
#[inline(never)]
fn add<W: Word>(sums: &mut [u32; FIRST / 2], weights: &[W; FIRST / 4]) {
    let even = in_a_register(EVEN);
    let add = |first: &mut u32, second: &mut u32, weights: W| {
        let weights = weights.number();
        *first = first.wrapping_add(weights & even);
        *second = second.wrapping_add(weights >> 8 & even);
    };
    // By fours: the loop would take as long as what is in it.
    let fours = sums.as_chunks_mut().0.iter_mut();
    for ([a, b, c, d, e, f, g, h], weights) in fours.zip(weights.as_chunks().0) {
        let &[first, second, third, fourth] = weights;
        add(a, b, first);
        add(c, d, second);
        add(e, f, third);
        add(g, h, fourth);
    }
}

/// Adds the products of an activation with its row of the second layer, each weight 128 more than
/// it is: two products of at most 127 · 255 side by side do not touch.
#[inline(never)]
fn add_product<W: Word>(sums: &mut [u32; SECOND], activation: u32, weights: &[W; SECOND / 4]) {
    let even = in_a_register(EVEN);
    for (sums, weights) in sums.as_chunks_mut::<4>().0.iter_mut().zip(weights) {
        let weights = weights.number();
        let evens = (weights & even).wrapping_mul(activation);
        let odds = (weights >> 8 & even).wrapping_mul(activation);
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

    use super::super::features::MAX_ROWS;
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
                let bias = i32::from(bias.clamp(-16_000, 16_000));
                (bias + weights.sum::<i32>()).clamp(0, ONE)
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
