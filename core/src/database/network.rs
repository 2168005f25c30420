//! The predictor: a small network in integers, the same to the bit on chip and PC.
//!
//! The rows of a position's [features](super::features) are added up and clipped (as in NNUE:
//! Nasu, 2018), then come a clipped layer of [`SECOND`] units and [`OUTPUTS`]. Activations are
//! 0 ..= 127 for 0 ..= 1; outputs are in 1/256 of a bit: for the network that predicts results
//! the binary logarithms of the odds of a loss and of a draw, each against a win, for those that
//! predict choices the logarithm of a weight among the candidates, and 0.
//!
//! # The bytes
//! Words of 32 bits, little endian, one part after another:
//!
//! | part | words | holds |
//! |---|---:|---|
//! | rows | 333 × 16 | the weights of each row, of 4 bits, each 8 more than it is |
//! | exponents | 21 | 2 bits for each row: its weights count 2^exponent times |
//! | units | 16 × 8 | biases and factors of the first layer |
//! | second rows | 128 × 16 | the weights of each first unit, of 8 bits, each 128 more than it is |
//! | second biases | 16 × 2 | in 1/127 of 1/32 |
//! | output weights | 64 | of 16 bits each: the first output's in the lower half |
//! | output biases | 2 | |
//!
//! The lowest byte of a word of a row holds the weights of units 0 and 4 of eight, the upper
//! four bits that of unit 4; the next bytes hold units 2 and 6, 1 and 5, 3 and 7. In that order
//! all numbers come out two by two. Each half of a word's units, 0 to 3 and 4 to 7, has its
//! biases in two words (units 0 and 1, 2 and 3, each 2^15 more than it is) and its factors in
//! another two. The sum of a unit's bias and weights times its factor is the activation, in
//! 1/256. Of four units of the second layer, one word holds the biases of the first and third,
//! the other those of the second and fourth.

use heapless::Vec;

use super::features::{MAX_ROWS, ROWS, Rows};
use super::flash::{Flash, Word};

/// Units of the first layer.
pub const FIRST: usize = 128;
/// Units of the second layer.
pub const SECOND: usize = 64;
/// How many outputs there are.
pub const OUTPUTS: usize = 2;
/// An activation of 1.
pub const ONE: i32 = 127;
/// Exponents are below this.
pub const EXPONENTS: u32 = 4;
/// Bits after the point of the first layer's factors.
pub const FACTOR_BITS: u32 = 8;
/// Bits after the point of the second layer's weights.
pub const SECOND_BITS: u32 = 5;
/// Bits after the point of the output's sum, on top of its own eight.
pub const OUTPUT_BITS: u32 = 8;

/// The byte of a word that holds each of four units of the first layer.
pub const BYTE_OF_UNIT: [u32; 4] = [0, 2, 1, 3];

/// Eight units of the first layer share a word of a row.
const ROW_WORDS: usize = FIRST / 8;
const EXPONENT_WORDS: usize = ROWS.div_ceil(16);
/// Four units of the second layer share a word of a row.
const SECOND_WORDS: usize = SECOND / 4;

const WORDS: usize = ROWS * ROW_WORDS
    + EXPONENT_WORDS
    + FIRST
    + FIRST * SECOND_WORDS
    + SECOND / 2
    + SECOND
    + OUTPUTS;

/// The size of a network in bytes.
pub const NETWORK_BYTES: u32 = 4 * WORDS as u32;

/// The number of weights of four bits whose sum fits eight bits.
const ADDENDS: usize = 17;
/// The lower half of each byte.
const NIBBLES: u32 = 0x0F0F_0F0F;
/// The first and third byte of a word, each with room for a carry.
const EVEN: u32 = 0x00FF_00FF;
/// A number in each half of a word.
const BOTH: u32 = 0x0001_0001;

/// A row of the first layer, and of the second.
type FirstRow<W> = [W; ROW_WORDS];
type SecondRow<W> = [W; SECOND_WORDS];

/// Rows of the first layer to be added up. Those with odd exponents are listed twice, so that two
/// lists are enough for four exponents.
type Addends<'a, W> = Vec<&'a FirstRow<W>, { 2 * MAX_ROWS }>;

/// The parts of a network, where they lie. Each item of `units` and `second` is about the eight
/// units that share a word of a row.
struct Network<'a, W> {
    rows: &'a [FirstRow<W>],
    exponents: &'a [W; EXPONENT_WORDS],
    units: &'a [[W; 8]],
    second: &'a [[SecondRow<W>; 8]],
    second_biases: &'a [[W; 2]],
    outputs: &'a [[W; 4]],
    output_biases: &'a [W; OUTPUTS],
}

/// A unit of the first layer that is not 0.
struct Active<'a, W> {
    activation: u32,
    row: &'a SecondRow<W>,
}

/// The outputs for a position with these rows, of the network that starts at `at`.
///
/// `None` if the network extends past the end. Any bytes are a network, the same on chip and PC:
/// sums wrap, and one of the second layer that leaves 16 bits changes its neighbour. The committed
/// network for results has such sums in 0.3 % of the open positions, all predicted so surely that
/// they cost less than 0.0001 bits a position.
///
/// The chip multiplies and adds words of 32 bits, so a word holds four sums of eight bits or two
/// of sixteen. The first layer is computed for eight units at a time, whose sums stay in registers.
/// About two thirds of its units are 0, and their rows of the second layer are not read.
pub fn evaluate<F: Flash>(flash: &F, at: u32, rows: &Rows) -> Option<[i16; OUTPUTS]> {
    let network = Network::new(flash.words(at)?)?;
    let mut active = Vec::new();
    network.first_layer(rows, &mut active)?;
    let sums = second_layer(&active);
    let total = active.iter().map(|unit| unit.activation).sum();
    Some(network.output(&sums, total))
}

impl<'a, W: Word> Network<'a, W> {
    /// Divides the network into its parts.
    fn new(words: &'a [W; WORDS]) -> Option<Network<'a, W>> {
        let (rows, rest) = words.split_first_chunk::<{ ROWS * ROW_WORDS }>()?;
        let (exponents, rest) = rest.split_first_chunk()?;
        let (units, rest) = rest.split_first_chunk::<FIRST>()?;
        let (second, rest) = rest.split_first_chunk::<{ FIRST * SECOND_WORDS }>()?;
        let (second_biases, rest) = rest.split_first_chunk::<{ SECOND / 2 }>()?;
        let (outputs, rest) = rest.split_first_chunk::<SECOND>()?;
        Some(Network {
            rows: rows.as_chunks().0,
            exponents,
            units: units.as_chunks().0,
            second: second.as_chunks().0.as_chunks().0,
            second_biases: second_biases.as_chunks().0,
            outputs: outputs.as_chunks().0,
            output_biases: rest.first_chunk()?,
        })
    }

    /// Finds the units of the first layer that are not 0.
    fn first_layer(&self, rows: &Rows, active: &mut Vec<Active<'a, W>, FIRST>) -> Option<()> {
        let mut addends: [Addends<W>; 2] = [const { Vec::new() }; 2];
        // The sum of what the stored weights are too large by.
        let mut surplus = 0;
        for &row in rows {
            let row = usize::from(row);
            let exponents = self.exponents.get(row / 16)?.number();
            let exponent = exponents >> (2 * (row % 16)) & (EXPONENTS - 1);
            surplus += 8 << exponent;
            let addends = &mut addends[exponent as usize / 2];
            for _ in 0..=exponent % 2 {
                // There is room for each row twice.
                let _ = addends.push(self.rows.get(row)?);
            }
        }
        let [once, fourfold] = &addends;
        for (word, (units, rows)) in self.units.iter().zip(self.second).enumerate() {
            let once = add_rows(once, word);
            let fourfold = add_rows(fourfold, word);
            let halves = units.as_chunks().0.iter().zip(rows.as_chunks().0);
            for (half, (units, rows)) in halves.enumerate() {
                let evens = once[half].evens + (fourfold[half].evens << 2);
                let odds = once[half].odds + (fourfold[half].odds << 2);
                activate([evens, odds], surplus * BOTH, units, rows, active);
            }
        }
        Some(())
    }

    /// The outputs, from the sums of the second layer and the sum of all activations.
    fn output(&self, sums: &[[u32; 2]; SECOND_WORDS], total: u32) -> [i16; OUTPUTS] {
        let surplus = (128 * total).wrapping_mul(BOTH);
        let mut outputs = self.output_biases.map(|bias| bias.number() as i32);
        let mut add = |sum: i32, weights: W| {
            if sum > 0 {
                let activation = (sum >> SECOND_BITS).min(ONE);
                let weights = weights.number();
                let products = [weights as i16, (weights >> 16) as i16]
                    .map(|weight| activation * i32::from(weight));
                outputs = [0, 1].map(|output| outputs[output].wrapping_add(products[output]));
            }
        };
        let parts = sums.iter().zip(self.second_biases).zip(self.outputs);
        for ((sums, biases), weights) in parts {
            for (place, (sums, bias)) in sums.iter().zip(biases).enumerate() {
                let sums = sums.wrapping_add(bias.number()).wrapping_sub(surplus);
                let low = i32::from(sums as i16);
                // A negative lower half has borrowed from the upper one.
                let high = sums.wrapping_sub(low as u32) as i32 >> 16;
                add(low, weights[place]);
                add(high, weights[place + 2]);
            }
        }
        // The classes of answers end long before this.
        outputs.map(|sum| (sum >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16)
    }
}

/// Sums of four units, two in a word: the first and second, the third and fourth.
#[derive(Clone, Copy, Default)]
struct Sums {
    evens: u32,
    odds: u32,
}

/// Adds a word of all rows, eight weights each 8 more than it is: the sums of units 0 to 3 and
/// those of units 4 to 7.
#[inline(never)]
fn add_rows<W: Word>(rows: &[&FirstRow<W>], word: usize) -> [Sums; 2] {
    let nibbles = in_a_register(NIBBLES);
    let mut sums = [Sums::default(); 2];
    for rows in rows.chunks(ADDENDS) {
        // The sum of all eight weights, carries included, and that of those in the upper halves of
        // their bytes; the difference is the sum of the others.
        let [mut all, mut upper] = [0u32; 2];
        for row in rows {
            let weights = row[word % ROW_WORDS].number();
            all = all.wrapping_add(weights);
            upper = upper.wrapping_add(weights >> 4 & nibbles);
        }
        let lower = all.wrapping_sub(upper << 4);
        for (sums, bytes) in sums.iter_mut().zip([lower, upper]) {
            sums.evens += bytes & EVEN;
            sums.odds += bytes >> 8 & EVEN;
        }
    }
    sums
}

/// Lists those of four units that are not 0, given the sums of their weights.
#[inline(never)]
fn activate<'a, W: Word>(
    sums: [u32; 2],
    surplus: u32,
    [first, second, factors @ ..]: &[W; 4],
    rows: &'a [SecondRow<W>; 4],
    active: &mut Vec<Active<'a, W>, FIRST>,
) {
    // The stored bias adds 2^15 to each sum, so that none borrows from the other, and the highest
    // bit is set if the sum is not negative.
    let biases = [first, second].map(|biases| biases.number());
    let [one, two] = [0, 1].map(|at| sums[at].wrapping_add(biases[at]).wrapping_sub(surplus));
    if (one | two) & (BOTH << 15) == 0 {
        return;
    }
    let factors = factors.each_ref().map(|factors| factors.number());
    for (place, sum) in [one << 16, one, two << 16, two].into_iter().enumerate() {
        if sum >> 31 != 0 {
            let factor = factors[place / 2] >> (16 * (place as u32 % 2)) & 0xFFFF;
            let activation = (sum << 1 >> 17).wrapping_mul(factor) >> FACTOR_BITS;
            if activation != 0 {
                let _ = active.push(Active {
                    activation: activation.min(ONE as u32),
                    row: &rows[place],
                });
            }
        }
    }
}

/// The sums of the second layer, each weight 128 more than it is: of each four units those of the
/// first and third, without regard to the others, and those of the second and fourth.
fn second_layer<W: Word>(active: &[Active<W>]) -> [[u32; 2]; SECOND_WORDS] {
    let mut sums = [[0; 2]; SECOND_WORDS];
    for unit in active {
        add_products(&mut sums, unit);
    }
    sums.map(|[all, odds]| [all.wrapping_sub(odds << 8), odds])
}

#[inline(never)]
fn add_products<W: Word>(sums: &mut [[u32; 2]; SECOND_WORDS], unit: &Active<W>) {
    let even = in_a_register(EVEN);
    let activation = unit.activation;
    for ([all, odds], weights) in sums.iter_mut().zip(unit.row) {
        let weights = weights.number();
        *all = all.wrapping_add(weights.wrapping_mul(activation));
        *odds = odds.wrapping_add((weights >> 8 & even).wrapping_mul(activation));
    }
}

/// The same number, but not a constant: the compiler for the chip would load a constant from
/// memory wherever it is used.
#[inline]
fn in_a_register(number: u32) -> u32 {
    core::hint::black_box(number)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// A network one number at a time; its sums must not leave 16 bits.
    fn plainly(network: &[u8], rows: &Rows) -> [i16; OUTPUTS] {
        let byte = |at: usize| i32::from(network[at]);
        let half = |at: usize| i32::from(i16::from_le_bytes([network[at], network[at + 1]]));
        let word = |at: usize| i32::from_le_bytes(network[at..at + 4].try_into().unwrap());
        let exponents = 4 * ROWS * ROW_WORDS;
        let units = exponents + 4 * EXPONENT_WORDS;
        let second_rows = units + 4 * FIRST;
        let second_biases = second_rows + FIRST * SECOND;
        let outputs = second_biases + 2 * SECOND;
        let first: Vec<i32> = (0..FIRST)
            .map(|unit| {
                let four = units + unit / 4 * 16;
                let bias = (half(four + 2 * (unit % 4)) as u16 ^ 0x8000) as i16;
                let factor = half(four + 8 + 2 * (unit % 4)) as u16;
                let weights = rows.iter().map(|&row| {
                    let row = usize::from(row);
                    let at = 64 * row + unit / 8 * 4 + BYTE_OF_UNIT[unit % 4] as usize;
                    let weight = byte(at) >> (unit / 4 % 2 * 4) & 15;
                    let exponent = byte(exponents + row / 4) >> (row % 4 * 2) & 3;
                    (weight - 8) << exponent
                });
                let sum = i32::from(bias) + weights.sum::<i32>();
                ((i64::from(sum.max(0)) * i64::from(factor)) >> FACTOR_BITS).min(ONE.into()) as i32
            })
            .collect();
        let second: Vec<i32> = (0..SECOND)
            .map(|unit| {
                let weights = (second_rows + unit..).step_by(SECOND);
                let products = first
                    .iter()
                    .zip(weights)
                    .map(|(a, at)| a * (byte(at) - 128));
                let four = second_biases + unit / 4 * 8;
                let words = [0, 4].map(|at| word(four + at));
                // A negative lower half has borrowed from the upper one.
                let pair = words[unit % 2];
                let bias = match unit % 4 {
                    0 | 1 => i32::from(pair as i16),
                    _ => (pair.wrapping_sub(i32::from(pair as i16))) >> 16,
                };
                let sum = products.sum::<i32>() + bias;
                assert_eq!(sum, i32::from(sum as i16), "unit {unit}");
                (sum >> SECOND_BITS).clamp(0, ONE)
            })
            .collect();
        [0, 1].map(|output| {
            let mut sum = word(outputs + 4 * SECOND + 4 * output);
            for (unit, activation) in second.iter().enumerate() {
                sum = sum.wrapping_add(activation * half(outputs + 4 * unit + 2 * output));
            }
            (sum >> OUTPUT_BITS).clamp(-32_000, 32_000) as i16
        })
    }

    #[test]
    fn numbers_that_share_a_word_do_not_touch() {
        let mut noise = 1u32;
        let mut random = || {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        };
        let mut network: Vec<u8> = (0..NETWORK_BYTES).map(|_| random()).collect();
        let rows_end = 4 * ROWS * ROW_WORDS;
        let units = rows_end + 4 * EXPONENT_WORDS;
        let second = units + 4 * FIRST;
        let biases = second + FIRST * SECOND;
        for byte in &mut network[second..biases] {
            // Sums of 128 units of at most 127 stay below 2^15.
            *byte = 127 + *byte % 3;
        }
        for pair in network[biases..biases + 2 * SECOND].chunks_exact_mut(4) {
            let [low, high] = [random(), random()].map(|bias| i32::from(bias as i8) * 64);
            pair.copy_from_slice(&(low + (high << 16)).to_le_bytes());
        }
        for extreme in [None, Some(0), Some(0xFF)] {
            if let Some(extreme) = extreme {
                // The greatest sums there are: all weights and exponents.
                network[..rows_end].fill(extreme);
                network[rows_end..units].fill(0xFF);
            }
            for count in [0, 1, 2, 7, 17, 18, MAX_ROWS] {
                // Biases that leave some units between their bounds, whatever the rows add.
                for four in network[units..second].chunks_exact_mut(16) {
                    for unit in 0..4 {
                        let usual = match extreme {
                            Some(0) => 64 * count as i16,
                            Some(_) => -56 * count as i16,
                            None => 0,
                        };
                        let bias = usual + i16::from(random() as i8);
                        let bias = bias as u16 ^ 0x8000;
                        four[2 * unit..][..2].copy_from_slice(&bias.to_le_bytes());
                        let factor = u16::from_le_bytes([random(), random() % 4]);
                        four[8 + 2 * unit..][..2].copy_from_slice(&factor.to_le_bytes());
                    }
                }
                let row = |_| u16::from_le_bytes([random(), random()]) % ROWS as u16;
                let rows: Rows = (0..count).map(row).collect();
                let outputs = evaluate(&&network[..], 0, &rows);
                assert_eq!(outputs, Some(plainly(&network, &rows)), "{count} rows");
            }
        }
        assert_eq!(evaluate(&&network[4..], 0, &Rows::new()), None);
        assert_eq!(evaluate(&&network[..], 2, &Rows::new()), None);
    }
}
