//! Choosing the free bits of a filter so that few keys outside its set pass.
//!
//! Back substitution finds the bits from the last to the first, and an equation can be checked when
//! its first bit is known. A beam search follows it: at each free place every partial solution is
//! extended by all possible bits, and those that let the fewest keys pass so far are kept.

use super::ribbon::Row;

/// Partial solutions that survive.
const WIDTH: usize = 1024;
/// With more planes than this a filter gets no slack.
pub(super) const PLANES: u32 = 5;

/// The bits of each free place, one for each plane, so that few of the others read as their values.
/// The others are equations and the places of their first bits.
pub(super) fn choose(
    rows: &[Row],
    others: impl Iterator<Item = (usize, Row)>,
    planes: u32,
) -> Vec<u32> {
    let mut others: Vec<(usize, Row)> = others.collect();
    others.sort_by_key(|&(place, _)| place);
    let mut beam = Beam::new(planes);
    // For each free place: where each survivor came from, and its bits.
    let mut steps = Vec::new();
    for (place, row) in rows.iter().enumerate().rev() {
        let is_free = row.selected == 0 && planes <= PLANES;
        if is_free {
            beam.branch();
        } else {
            beam.extend(row);
        }
        while let Some(&(_, other)) = others.last().filter(|&&(start, _)| start == place) {
            beam.count(&other);
            others.pop();
        }
        if is_free {
            steps.push((place, beam.narrow()));
        }
    }
    let mut free = vec![0; rows.len()];
    let mut state = beam.best();
    for (place, survivors) in steps.into_iter().rev() {
        let Survivor { parent, bits } = survivors[state];
        free[place] = bits.into();
        state = parent.into();
    }
    free
}

/// Where a partial solution came from at a free place, and the bits it has there.
#[derive(Clone, Copy)]
struct Survivor {
    parent: u16,
    bits: u8,
}

/// The bits after the present one, the next lowest, of each partial solution.
#[derive(Clone, Default)]
struct Windows {
    low: Vec<u64>,
    high: Vec<u64>,
}

/// The partial solutions that were kept.
struct Beam {
    planes: Vec<Windows>,
    /// How many keys outside the set pass.
    passed: Vec<u32>,
    branches: Vec<Survivor>,
    /// 1 for each that lets the present key pass.
    passes: Vec<u64>,
}

impl Beam {
    fn new(planes: u32) -> Beam {
        let one = Windows {
            low: vec![0],
            high: vec![0],
        };
        Beam {
            planes: vec![one; planes as usize],
            passed: vec![0],
            branches: Vec::new(),
            passes: Vec::new(),
        }
    }

    /// Adds the bit that an equation demands.
    fn extend(&mut self, row: &Row) {
        for (plane, windows) in self.planes.iter_mut().enumerate() {
            let (low, high) = halves(row.selected);
            let value = u64::from(row.value >> plane & 1);
            for (a, b) in windows.low.iter_mut().zip(&mut windows.high) {
                *b = *b << 1 | *a >> 63;
                *a <<= 1;
                *a |= parity(*a & low ^ *b & high) ^ value;
            }
        }
    }

    /// Extends each partial solution by all possible bits of a free place.
    fn branch(&mut self) {
        let before = self.passed.len();
        let choices = 1 << self.planes.len();
        self.branches.clear();
        self.passed = self.passed.repeat(choices);
        for bits in 0..choices {
            let branches = (0..before).map(|parent| Survivor {
                parent: parent as u16,
                bits: bits as u8,
            });
            self.branches.extend(branches);
        }
        for (plane, windows) in self.planes.iter_mut().enumerate() {
            for (a, b) in windows.low.iter_mut().zip(&mut windows.high) {
                *b = *b << 1 | *a >> 63;
                *a <<= 1;
            }
            windows.low = windows.low.repeat(choices);
            windows.high = windows.high.repeat(choices);
            for (a, branch) in windows.low.iter_mut().zip(&self.branches) {
                *a |= u64::from(branch.bits >> plane & 1);
            }
        }
    }

    /// Counts a key where it passes.
    fn count(&mut self, other: &Row) {
        let (low, high) = halves(other.selected);
        let passes = &mut self.passes;
        passes.clear();
        passes.resize(self.passed.len(), 1);
        for (plane, windows) in self.planes.iter().enumerate() {
            let failing = u64::from(!other.value >> plane & 1);
            let windows = windows.low.iter().zip(&windows.high);
            for (passes, (a, b)) in passes.iter_mut().zip(windows) {
                *passes &= parity(a & low ^ b & high) ^ failing;
            }
        }
        for (passed, passes) in self.passed.iter_mut().zip(passes) {
            *passed += *passes as u32;
        }
    }

    /// Keeps those that let the fewest keys pass, and returns where they came from.
    fn narrow(&mut self) -> Vec<Survivor> {
        if self.passed.len() > WIDTH {
            let mut sorted = self.passed.clone();
            let (_, &mut bound, _) = sorted.select_nth_unstable(WIDTH);
            // As many of those at the bound as there is room for.
            let below = self.passed.iter().filter(|&&passed| passed < bound).count();
            let mut room = WIDTH - below;
            let kept: Vec<bool> = self
                .passed
                .iter()
                .map(|&passed| {
                    let at_bound = passed == bound && room > 0;
                    room -= usize::from(at_bound);
                    passed < bound || at_bound
                })
                .collect();
            retain(&mut self.passed, &kept);
            retain(&mut self.branches, &kept);
            for windows in &mut self.planes {
                retain(&mut windows.low, &kept);
                retain(&mut windows.high, &kept);
            }
        }
        self.branches.clone()
    }

    /// The number of the partial solution that lets the fewest keys pass.
    fn best(&self) -> usize {
        let all = self.passed.iter().enumerate();
        all.min_by_key(|&(_, passed)| passed)
            .map_or(0, |(state, _)| state)
    }
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next() == Some(&true));
}

fn halves(wide: u128) -> (u64, u64) {
    (wide as u64, (wide >> 64) as u64)
}

/// 1 if an odd number of bits is set. Unlike [`u64::count_ones`], several at a time on any PC.
fn parity(mut bits: u64) -> u64 {
    for shift in [32, 16, 8, 4, 2, 1] {
        bits ^= bits >> shift;
    }
    bits & 1
}

#[cfg(test)]
mod tests {
    use dobutsu_core::database::ribbon::{Equation, Shard, mix};

    use super::super::ribbon::solve_filter;

    /// The share of keys that pass a filter for others, of a quarter as many.
    fn share(slack: u32, planes: u32) -> f64 {
        let keys: Vec<u64> = (0..3000).map(mix).collect();
        let others: Vec<u64> = (3000..15_000).map(mix).collect();
        let solution = solve_filter(&keys, &others, planes, slack).unwrap();
        let words: Vec<u8> = solution
            .words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let shard = Shard {
            first: 0,
            bits: solution.bits,
            seed: solution.seed,
        };
        let passes = |&&key: &&u64| {
            let equation = Equation::new(key, shard.seed, shard.bits.into());
            (0..planes).all(|plane| {
                let stored = shard.read(&&words[..], 0, plane, &equation).unwrap();
                stored == (equation.fingerprint >> plane & 1 == 1)
            })
        };
        assert_eq!(keys.iter().filter(passes).count(), keys.len());
        others.iter().filter(passes).count() as f64 / others.len() as f64
    }

    #[test]
    fn slack_keeps_keys_from_passing() {
        // With one plane half of the keys pass by chance. As many free bits as there are keys for
        // the filter are a quarter of a bit for each other key, which would do for 21 %.
        let shares = [0, 1000, 3000].map(|slack| share(slack, 1));
        assert!(
            shares[0] < 0.5 && shares[1] < 0.4 && shares[2] < 0.26,
            "{shares:?}"
        );
        assert!(share(1000, 2) < 0.18);
    }
}
