//! The rungs: what the hash and the tree take at every load, and whether they answer right.

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use super::chd::{Chd, MinimalChd, slots};
use super::wavelet::{Counts, Shape, WaveletTree, entropy};

/// The load factors of the paper's figures, in per cent.
pub(super) const LOADS: std::ops::RangeInclusive<u32> = 50..=99;

/// Steps of progress that [`climb`] reports.
pub(super) const STEPS: u64 = 51;

/// A hash, a tree and both together, in bytes for all positions.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Rung {
    /// Keys for each slot, in per cent.
    pub(super) load: u32,
    pub(super) hash: u64,
    pub(super) tree: u64,
    pub(super) sum: u64,
}

/// What storing one sequence takes.
#[derive(Serialize)]
pub(super) struct Curve {
    pub(super) entropy: f64,
    /// With as many slots as keys.
    pub(super) minimal: Rung,
    pub(super) loads: Vec<Rung>,
}

impl Curve {
    /// The rung with this load, which is one of [`LOADS`].
    pub(super) fn at(&self, load: u32) -> Rung {
        self.loads[(load - LOADS.start()) as usize]
    }

    pub(super) fn least(&self) -> Rung {
        let least = self.loads.iter().min_by_key(|rung| rung.sum);
        *least.unwrap_or(&self.minimal)
    }
}

/// What is stored: all values, or those of lost positions only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    Wl,
    L,
}

impl Stored {
    pub(super) const ALL: [Stored; 2] = [Stored::Wl, Stored::L];

    /// The symbol kept for a value, which is its number of plies: losses are even, wins odd.
    pub(super) fn symbol(self, plies: u8) -> u8 {
        match self {
            Stored::L if plies % 2 == 1 => 0,
            _ => plies,
        }
    }

    fn counts(self, plies: &Counts) -> Counts {
        let mut counts = [0; 256];
        for (symbol, count) in (0..=255).zip(plies) {
            counts[usize::from(self.symbol(symbol))] += count;
        }
        counts
    }
}

/// The commonest symbol: what the paper puts into free slots, since it adds least to the tree.
fn commonest(counts: &Counts) -> u8 {
    let most = (0..=255).max_by_key(|&symbol| counts[usize::from(symbol)]);
    most.unwrap_or(0)
}

/// The sequence of this load over all positions has these many bytes as a tree. That is exact,
/// since a tree's size only depends on how often each symbol occurs.
fn tree_bytes(stored: Stored, plies: &Counts, slots: u64) -> u64 {
    let mut counts = stored.counts(plies);
    counts[usize::from(commonest(&counts))] += slots - plies.iter().sum::<u64>();
    Shape::new(&counts).bytes()
}

/// Climbs the ladder: both curves, of `wl` and of `l`.
///
/// `plies` says how often each value occurs over all positions, `keys` are some or all of these,
/// and `value` gives a key's plies. What the hashes take is scaled from the keys to all
/// positions. All answers are compared: slots at every load, the trees' symbols at those loads
/// that the paper names.
pub(super) fn climb(
    plies: &Counts,
    keys: &mut [u64],
    value: &dyn Fn(u64) -> u8,
    progress: &dyn Fn(),
) -> Result<[Curve; 2]> {
    const NO_HASH: &str = "no perfect hash: two keys are equal";
    let positions: u64 = plies.iter().sum();
    let scaled =
        |bytes: u64, keys: usize| (u128::from(bytes) * u128::from(positions) / keys as u128) as u64;
    let rung = |stored, load, hash, slots| {
        let tree = tree_bytes(stored, plies, slots);
        Rung {
            load,
            hash,
            tree,
            sum: hash + tree,
        }
    };
    let minimal = MinimalChd::build(keys).context(NO_HASH)?;
    let table = Slots::fill(keys, keys.len(), &|key| minimal.slot(key), value)?;
    table.check_trees(keys, &|key| minimal.slot(key), value)?;
    let hash = scaled(minimal.bytes(), keys.len());
    let mut curves = Stored::ALL.map(|stored| Curve {
        entropy: entropy(&stored.counts(plies)),
        minimal: rung(stored, 100, hash, positions),
        loads: Vec::new(),
    });
    progress();
    for load in LOADS {
        let share = f64::from(load) / 100.0;
        let chd = Chd::build(keys, share).context(NO_HASH)?;
        let slot = |key| chd.slot(key);
        let table = Slots::fill(keys, chd.slots() as usize, &slot, value)?;
        if [75, 88].contains(&load) {
            table.check_trees(keys, &slot, value)?;
        }
        let hash = scaled(chd.bytes(), keys.len());
        let slots = u64::from(slots(positions, share));
        for (curve, stored) in curves.iter_mut().zip(Stored::ALL) {
            curve.loads.push(rung(stored, load, hash, slots));
        }
        progress();
    }
    Ok(curves)
}

/// The plies of the key in each slot.
struct Slots(Vec<u8>);

/// No value takes so many plies.
const FREE: u8 = u8::MAX;

impl Slots {
    fn fill(
        keys: &[u64],
        slots: usize,
        slot: &dyn Fn(u64) -> u32,
        value: &dyn Fn(u64) -> u8,
    ) -> Result<Slots> {
        let mut table = vec![FREE; slots];
        for &key in keys {
            let place = table.get_mut(slot(key) as usize);
            let place = place.context("a key has a slot outside the table")?;
            ensure!(*place == FREE, "two keys have the same slot");
            *place = value(key);
        }
        Ok(Slots(table))
    }

    /// Stores the table in trees and looks up every key.
    fn check_trees(
        &self,
        keys: &[u64],
        slot: &dyn Fn(u64) -> u32,
        value: &dyn Fn(u64) -> u8,
    ) -> Result<()> {
        for stored in Stored::ALL {
            let mut counts = [0; 256];
            for &plies in self.0.iter().filter(|&&plies| plies != FREE) {
                counts[usize::from(stored.symbol(plies))] += 1;
            }
            let filler = commonest(&counts);
            let symbol = |&plies: &u8| match plies {
                FREE => filler,
                plies => stored.symbol(plies),
            };
            let sequence: Vec<u8> = self.0.iter().map(symbol).collect();
            let tree = WaveletTree::new(&sequence);
            for &key in keys {
                let found = tree.get(u64::from(slot(key)));
                ensure!(
                    found == stored.symbol(value(key)),
                    "the tree of {stored:?} gives a wrong value for the position {key:x}"
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use dobutsu_core::database::ribbon::mix;

    use super::*;

    /// The positions that the start leads to, by plies, as published.
    fn published() -> Counts {
        let mut counts = [0; 256];
        let lines = dobutsu::solve::PUBLISHED.lines();
        for (value, positions) in lines.skip(1).filter_map(|line| line.split_once('\t')) {
            let plies: i16 = value.parse().unwrap();
            counts[usize::from(plies.unsigned_abs())] += positions.parse::<u64>().unwrap();
        }
        counts
    }

    #[test]
    fn the_papers_ladder_stands_on_the_published_distribution() {
        let plies = published();
        let mut keys: Vec<u64> = (1..=40_000).map(mix).collect();
        let value = |key: u64| (key % 174) as u8;
        let [wl, l] = climb(&plies, &mut keys, &value, &|| ()).unwrap();
        let near = |ours: u64, paper: f64, percent: f64| {
            let difference = (ours as f64 / 1e6 / paper - 1.0) * 100.0;
            assert!(difference.abs() < percent, "{ours} for {paper} MB");
        };
        assert_eq!(format!("{:.2} {:.1}", wl.entropy, l.entropy), "4.76 2.5");
        near(wl.minimal.hash, 26.9, 2.0);
        near(wl.minimal.tree, 63.4, 1.0);
        near(l.minimal.tree, 33.6, 1.0);
        near(wl.minimal.sum, 90.3, 1.0);
        near(l.minimal.sum, 60.5, 1.0);
        near(wl.at(88).sum, 88.5, 2.0);
        near(l.at(75).sum, 54.8, 2.0);
        // The curves are flat where they are lowest, so a small sample may find the least some
        // way off the paper's loads, but not much below.
        for (curve, load) in [(&wl, 88), (&l, 75)] {
            let (least, there) = (curve.least(), curve.at(load));
            assert!(
                there.sum as f64 / (least.sum as f64) < 1.01,
                "{}",
                least.load
            );
            assert!(curve.at(50).sum > there.sum && curve.at(99).sum > there.sum);
        }
    }

    #[test]
    fn a_wrong_answer_is_noticed() {
        let keys = [1, 2];
        assert!(Slots::fill(&keys, 2, &|_| 0, &|_| 0).is_err());
        assert!(Slots::fill(&keys, 2, &|key| key as u32, &|_| 0).is_err());
        let slot = |key| key as u32 - 1;
        let table = Slots::fill(&keys, 2, &slot, &|key| key as u8).unwrap();
        assert!(table.check_trees(&keys, &slot, &|key| key as u8).is_ok());
        assert!(table.check_trees(&keys, &slot, &|_| 2).is_err());
    }
}
