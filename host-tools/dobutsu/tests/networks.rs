//! The committed networks.

use dobutsu::image::ImageFile;
use dobutsu::parallel::{POSITIONS, all_cores, in_chunks};
use dobutsu::solve::Solved;
use dobutsu_core::database::features::{ROWS, rows};
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::network::{
    BYTE_OF_UNIT, FACTOR_BITS, FIRST, NETWORK_BYTES, ONE, SECOND,
};
use dobutsu_core::database::odds::Topic;
use dobutsu_core::game::{Position, Value};

use crate::common;

/// The first two layers of a network, as `dobutsu_core::database::network` describes its bytes.
struct Layers {
    rows: Vec<[i32; FIRST]>,
    biases: [i32; FIRST],
    factors: [i32; FIRST],
    second: Vec<[i32; SECOND]>,
    second_biases: [i32; SECOND],
}

impl Layers {
    fn read(bytes: &[u8]) -> Layers {
        let half = |at: usize| i32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let exponents = ROWS * FIRST / 2;
        let units = exponents + 4 * ROWS.div_ceil(16);
        let second = units + 4 * FIRST;
        let second_biases = second + FIRST * SECOND;
        let weight = |row: usize, unit: usize| {
            let byte = bytes[row * FIRST / 2 + unit / 8 * 4 + BYTE_OF_UNIT[unit % 4] as usize];
            let exponent = bytes[exponents + row / 4] >> (row % 4 * 2) & 3;
            ((i32::from(byte) >> (unit / 4 % 2 * 4) & 15) - 8) << exponent
        };
        let four = |unit: usize| units + unit / 4 * 16 + unit % 4 * 2;
        Layers {
            rows: (0..ROWS)
                .map(|row| std::array::from_fn(|unit| weight(row, unit)))
                .collect(),
            biases: std::array::from_fn(|unit| half(four(unit)) - 0x8000),
            factors: std::array::from_fn(|unit| half(four(unit) + 8)),
            second: (0..FIRST)
                .map(|row| {
                    std::array::from_fn(|unit| i32::from(bytes[second + row * SECOND + unit]) - 128)
                })
                .collect(),
            second_biases: std::array::from_fn(|unit| {
                let at = second_biases + unit / 4 * 8 + unit % 2 * 4;
                let low = i32::from(half(at) as i16);
                match unit % 4 {
                    0 | 1 => low,
                    // A negative lower half has borrowed from the upper one.
                    _ => i32::from((half(at + 2) + i32::from(low < 0)) as i16),
                }
            }),
        }
    }

    /// The greatest absolute value of a sum of the second layer.
    fn largest_sum(&self, position: Position) -> i32 {
        let mut first = self.biases;
        for row in rows(position) {
            let weights = &self.rows[usize::from(row)];
            first
                .iter_mut()
                .zip(weights)
                .for_each(|(sum, weight)| *sum += weight);
        }
        let mut second = self.second_biases;
        for ((sum, factor), weights) in first.into_iter().zip(self.factors).zip(&self.second) {
            let activation = (sum.max(0) * factor >> FACTOR_BITS).min(ONE);
            if activation > 0 {
                let sums = second.iter_mut().zip(weights);
                sums.for_each(|(sum, weight)| *sum += activation * weight);
            }
        }
        second.into_iter().map(i32::abs).max().unwrap_or(0)
    }
}

/// The sums of the second layer fit their 16 bits: those of the network for results in open
/// positions, those of the others in open positions that may be candidates.
fn sums_fit(every: u32) {
    let solved = Solved::read(&common::solved_path()).unwrap();
    let image = std::fs::read(common::image_path()).unwrap();
    let layout = ImageFile::read(&common::image_path()).unwrap();
    let layout = layout.database().unwrap().layout();
    let network = |at: u32| Layers::read(&image[at as usize..][..NETWORK_BYTES as usize]);
    let results = network(layout.results());
    let [wins, delays] = [Topic::QuickestWin, Topic::LongestDelay]
        .map(|topic| network(layout.chooser(topic).expect("a full image has it")));
    let largest = in_chunks(
        all_cores(),
        solved.index().count() / every,
        POSITIONS,
        |numbers, largest: &mut [i32; 3]| {
            for number in numbers.map(|number| number * every) {
                let value = solved.value_of(number);
                let Some(position) = solved.index().position(number).filter(|_| is_open(value))
                else {
                    continue;
                };
                largest[0] = largest[0].max(results.largest_sum(position));
                match value {
                    Value::Loss(_) => largest[1] = largest[1].max(wins.largest_sum(position)),
                    Value::Win(_) => largest[2] = largest[2].max(delays.largest_sum(position)),
                    Value::Draw => {}
                }
            }
        },
    );
    let largest = [0, 1, 2].map(|network| largest.iter().map(|sums| sums[network]).max());
    println!("largest sums: {largest:?}");
    assert!(largest.iter().all(|&sum| sum < Some(1 << 15)));
}

#[test]
fn sums_fit_their_bits() {
    sums_fit(997);
}

#[test]
#[ignore = "long: every open position"]
fn all_sums_fit_their_bits() {
    sums_fit(1);
}
