//! Solving a shard's equations: the builder's half of `dobutsu_core::database::ribbon`.

use dobutsu_core::database::ribbon::{Equation, Shard, WIDTH, mix};

use super::beam;

/// The bits of one shard, plane after plane.
pub(super) struct Solution {
    pub(super) bits: u16,
    pub(super) seed: u16,
    pub(super) words: Vec<u32>,
}

/// Finds a seed and bits so that every key reads as its value. Keys are hashes, all different;
/// a value has a bit for each plane, computed from the key and its equation.
///
/// The equations of n keys take n bits and a little: seeds are tried until they are independent,
/// and now and then the shard is made a bit longer.
pub(super) fn solve(
    keys: &[u64],
    planes: u32,
    value: impl Fn(usize, &Equation) -> u32,
) -> Option<Solution> {
    find(keys, 0, &value).map(|Echelon { rows, bits, seed }| {
        // At random, so that foreign keys read as random bits too.
        let free = |place: usize| mix(place as u64 | u64::from(seed) << 20) as u32;
        Solution {
            bits,
            seed,
            words: substitute(&rows, planes, free),
        }
    })
}

/// The same for a filter: keys read as their fingerprints, and as few others as possible do. The
/// shard has so many bits more in each plane, which are free to be chosen for that.
pub(super) fn solve_filter(
    keys: &[u64],
    others: &[u64],
    planes: u32,
    slack: u32,
) -> Option<Solution> {
    let fingerprint = |_, equation: &Equation| equation.fingerprint;
    let Echelon { rows, bits, seed } = find(keys, slack, &fingerprint)?;
    let others = others
        .iter()
        .map(|&key| Equation::new(key, seed, u32::from(bits)))
        .map(|equation| {
            (
                equation.start as usize,
                Row::new(&equation, equation.fingerprint),
            )
        });
    let free = beam::choose(&rows, others, planes);
    Some(Solution {
        bits,
        seed,
        words: substitute(&rows, planes, |place| free[place]),
    })
}

/// An equation in echelon form: the bits it selects from its own place on, and its value. One that
/// selects none stands for a bit that is free.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) selected: u128,
    pub(super) value: u32,
}

impl Row {
    fn new(equation: &Equation, value: u32) -> Row {
        let wide = equation.selected.iter().rev();
        Row {
            selected: wide.fold(0, |wide, &word| wide << 32 | u128::from(word)),
            value,
        }
    }
}

/// Independent equations, by the place of the first bit of each.
struct Echelon {
    rows: Vec<Row>,
    bits: u16,
    seed: u16,
}

fn find(keys: &[u64], slack: u32, value: &impl Fn(usize, &Equation) -> u32) -> Option<Echelon> {
    for seed in 0..u16::MAX {
        let bits = keys.len() as u32 + slack + WIDTH + u32::from(seed) / 4 * 4;
        let bits = u16::try_from(bits).ok()?;
        if let Some(rows) = eliminate(keys, seed, bits, value) {
            return Some(Echelon { rows, bits, seed });
        }
    }
    None
}

fn eliminate(
    keys: &[u64],
    seed: u16,
    bits: u16,
    value: &impl Fn(usize, &Equation) -> u32,
) -> Option<Vec<Row>> {
    let mut rows = vec![Row::default(); usize::from(bits)];
    for (number, &key) in keys.iter().enumerate() {
        let equation = Equation::new(key, seed, u32::from(bits));
        let mut place = equation.start as usize;
        let mut row = Row::new(&equation, value(number, &equation));
        loop {
            let there = &mut rows[place];
            if there.selected == 0 {
                *there = row;
                break;
            }
            row.selected ^= there.selected;
            row.value ^= there.value;
            if row.selected == 0 {
                return None;
            }
            let ahead = row.selected.trailing_zeros();
            row.selected >>= ahead;
            place += ahead as usize;
        }
    }
    Some(rows)
}

/// The planes, given the bits of each free place, one for each plane.
fn substitute(rows: &[Row], planes: u32, free: impl Fn(usize) -> u32) -> Vec<u32> {
    let plane_words = Shard::plane_words(rows.len() as u16) as usize;
    let mut words = vec![0u32; plane_words * planes as usize];
    for plane in 0..planes {
        let words = &mut words[plane as usize * plane_words..][..plane_words];
        // The bits after the present one, the next lowest.
        let mut window = 0u128;
        for (place, row) in rows.iter().enumerate().rev() {
            window <<= 1;
            let bit = if row.selected == 0 {
                free(place) >> plane & 1 == 1
            } else {
                let others = (row.selected & window).count_ones() & 1;
                others ^ (row.value >> plane & 1) == 1
            };
            window |= u128::from(bit);
            words[place / 32] |= u32::from(bit) << (place % 32);
        }
    }
    words
}
