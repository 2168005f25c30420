//! The rungs: the sizes of hash and tree at every load, and whether their answers are right.

use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use dobutsu::parallel::{self, POSITIONS};
use serde::Serialize;

use super::bdz::{self, Bdz, MinimalBdz};
use super::chd::{self, Chd, MinimalChd};
use super::wavelet::{Counts, Shape, WaveletTree, entropy};

/// The load factors of the paper's figures, in per cent.
pub(super) const LOADS: std::ops::RangeInclusive<u32> = 50..=99;

/// The loads at which the paper found its least sums.
pub(super) const NAMED: [u32; 2] = [88, 75];

/// A hash, a tree and both together, in bytes for all positions.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Rung {
    /// Keys for each slot, in per cent.
    pub(super) load: u32,
    pub(super) hash: u64,
    pub(super) tree: u64,
    pub(super) sum: u64,
}

/// The sizes of one stored sequence with CHD at every load.
#[derive(Serialize)]
pub(super) struct Curve {
    pub(super) entropy: f64,
    pub(super) loads: Vec<Rung>,
}

impl Curve {
    pub(super) fn least(&self) -> Option<Rung> {
        self.loads.iter().copied().min_by_key(|rung| rung.sum)
    }
}

/// The hashes of the ladder.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Compress, hash and displace, minimal.
    Chd,
    /// The same with this load, in per cent.
    LooseChd(u32),
    /// Peeling, minimal.
    Bdz,
    /// Peeling, with 1.23 slots for each key.
    LooseBdz,
    /// PHast (Beling and Sanders, 2026), minimal.
    Phast,
}

impl Kind {
    /// The hashes that the paper names, and the modern one.
    pub(super) const NAMED: [Kind; 8] = [
        Kind::Chd,
        Kind::LooseChd(50),
        Kind::LooseChd(81),
        Kind::LooseChd(NAMED[0]),
        Kind::LooseChd(NAMED[1]),
        Kind::Bdz,
        Kind::LooseBdz,
        Kind::Phast,
    ];

    /// Slots for this many keys.
    fn slots(self, keys: u64) -> u64 {
        match self {
            Kind::LooseChd(load) => chd::slots(keys, f64::from(load) / 100.0).into(),
            Kind::LooseBdz => bdz::slots(keys),
            Kind::Chd | Kind::Bdz | Kind::Phast => keys,
        }
    }

    /// Hashes the keys, which it may sort.
    fn build(self, keys: &mut [u64]) -> Option<Hash> {
        let (bytes, slot): (u64, Slot) = match self {
            Kind::Chd => {
                let hash = MinimalChd::build(keys)?;
                (hash.bytes(), Box::new(move |key| hash.slot(key)))
            }
            Kind::LooseChd(load) => {
                let hash = Chd::build(keys, f64::from(load) / 100.0)?;
                (hash.bytes(), Box::new(move |key| hash.slot(key)))
            }
            Kind::Bdz => {
                let hash = MinimalBdz::build(keys)?;
                (hash.bytes(), Box::new(move |key| hash.slot(key)))
            }
            Kind::LooseBdz => {
                let hash = Bdz::build(keys)?;
                (hash.bytes(), Box::new(move |key| hash.slot(key)))
            }
            Kind::Phast => {
                let hash = ph::phast::Function::from_slice_st(keys);
                // At most as many slots as keys, which are fewer than 2^32.
                let bytes = hash.write_bytes() as u64;
                (bytes, Box::new(move |key| hash.get(&key) as u32))
            }
        };
        Some(Hash { bytes, slot })
    }
}

/// The slot of a key.
type Slot = Box<dyn Fn(u64) -> u32 + Sync>;

/// A hash of some keys.
struct Hash {
    bytes: u64,
    slot: Slot,
}

/// The sizes of a hash and of both trees.
#[derive(Serialize, Clone)]
pub(super) struct Built {
    pub(super) kind: Kind,
    /// The keys it was built from, each looked up in it.
    pub(super) keys: u64,
    pub(super) bits_a_key: f64,
    /// Bytes for all positions: exact if it was built from all, otherwise scaled.
    pub(super) hash: u64,
    /// Bytes of the trees of all positions, which are exact.
    pub(super) tree_of_wl: u64,
    pub(super) tree_of_l: u64,
}

impl Built {
    fn rung(&self, load: u32, stored: Stored) -> Rung {
        let tree = match stored {
            Stored::Wl => self.tree_of_wl,
            Stored::L => self.tree_of_l,
        };
        Rung {
            load,
            hash: self.hash,
            tree,
            sum: self.hash + tree,
        }
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

/// The most frequent symbol, which the paper stores in free slots because it adds least to the tree.
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

/// Builds a hash and looks up every key in it and, on request, in both trees.
///
/// `plies` says how often each value occurs over all positions, `keys` are some or all of these,
/// and `value` gives a key's plies.
pub(super) fn build(
    kind: Kind,
    plies: &Counts,
    keys: &mut [u64],
    value: &(dyn Fn(u64) -> u8 + Sync),
    with_trees: bool,
) -> Result<Built> {
    let positions: u64 = plies.iter().sum();
    let count = keys.len() as u64;
    let hash = kind.build(keys);
    let Hash { bytes, slot } = hash.context("no perfect hash: two keys are equal")?;
    let table = Slots::fill(keys, kind.slots(count) as usize, &slot, value)?;
    if with_trees {
        table.check_trees(keys, &slot, value)?;
    }
    let slots = kind.slots(positions);
    Ok(Built {
        kind,
        keys: count,
        bits_a_key: 8.0 * bytes as f64 / count as f64,
        hash: (u128::from(bytes) * u128::from(positions) / u128::from(count)) as u64,
        tree_of_wl: tree_bytes(Stored::Wl, plies, slots),
        tree_of_l: tree_bytes(Stored::L, plies, slots),
    })
}

/// Both curves of CHD, of `wl` and of `l`, at every load; slots of every key are compared.
pub(super) fn curves(
    plies: &Counts,
    keys: &mut [u64],
    value: &(dyn Fn(u64) -> u8 + Sync),
    progress: &dyn Fn(),
) -> Result<[Curve; 2]> {
    let mut curves = Stored::ALL.map(|stored| Curve {
        entropy: entropy(&stored.counts(plies)),
        loads: Vec::new(),
    });
    for load in LOADS {
        let built = build(Kind::LooseChd(load), plies, keys, value, false)?;
        for (curve, stored) in curves.iter_mut().zip(Stored::ALL) {
            curve.loads.push(built.rung(load, stored));
        }
        progress();
    }
    Ok(curves)
}

/// The plies of the key in each slot.
struct Slots(Vec<u8>);

/// More plies than any value has.
const FREE: u8 = u8::MAX;

impl Slots {
    fn fill(
        keys: &[u64],
        slots: usize,
        slot: &(dyn Fn(u64) -> u32 + Sync),
        value: &(dyn Fn(u64) -> u8 + Sync),
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
        slot: &(dyn Fn(u64) -> u32 + Sync),
        value: &(dyn Fn(u64) -> u8 + Sync),
    ) -> Result<()> {
        let trees = Stored::ALL.map(|stored| (stored, self.tree(stored)));
        let check = |numbers: Range<u32>, wrong: &mut Option<(Stored, u64)>| {
            for &key in &keys[numbers.start as usize..numbers.end as usize] {
                let (place, plies) = (u64::from(slot(key)), value(key));
                for (stored, tree) in &trees {
                    if tree.get(place) != stored.symbol(plies) {
                        *wrong = Some((*stored, key));
                    }
                }
            }
        };
        // Fewer than 2^32, as are the slots.
        let all = keys.len() as u32;
        let wrong = parallel::in_chunks(parallel::all_cores(), 0..all, POSITIONS, check);
        if let Some((stored, key)) = wrong.into_iter().flatten().next() {
            bail!("the tree of {stored:?} gives a wrong value for the position {key:x}");
        }
        Ok(())
    }

    fn tree(&self, stored: Stored) -> WaveletTree {
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
        WaveletTree::new(&sequence)
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

    /// Sizes hardly depend on which keys are hashed, so that 40,000 random numbers will do; what is
    /// added to small hashes (directories begun, thirds rounded up) is below 0.2 %, and a CHD of so
    /// many keys varies by 0.3 % with its seed.
    #[test]
    fn the_papers_ladder_stands_on_the_published_distribution() {
        let plies = published();
        let mut keys: Vec<u64> = (1..=40_000).map(mix).collect();
        let value = |key: u64| (key % 174) as u8;
        let near = |ours: u64, paper: f64, percent: f64| {
            let difference = (ours as f64 / 1e6 / paper - 1.0) * 100.0;
            assert!(difference.abs() < percent, "{ours} for {paper} MB");
        };
        // Hash, and with the trees of wl and of l; the paper's figures are rounded to 0.1 MB.
        for (kind, hash, wl, l) in [
            (Kind::Chd, 26.9, 90.3, 60.5),
            (Kind::Bdz, 34.4, 97.8, 68.0),
            (Kind::LooseBdz, 24.5, 94.8, 61.2),
        ] {
            let built = build(kind, &plies, &mut keys, &value, true).unwrap();
            near(built.hash, hash, 1.0);
            near(built.hash + built.tree_of_wl, wl, 0.5);
            near(built.hash + built.tree_of_l, l, 0.5);
        }
        let [wl, l] = curves(&plies, &mut keys, &value, &|| ()).unwrap();
        assert_eq!(format!("{:.2} {:.1}", wl.entropy, l.entropy), "4.76 2.5");
        // The curves are flat where they are lowest, so a small sample may find the least some
        // way off the paper's loads, but not much below.
        for (curve, load, paper) in [(&wl, 88, 88.5), (&l, 75, 54.8)] {
            let at = |load: u32| curve.loads[(load - LOADS.start()) as usize].sum as f64;
            near(at(load) as u64, paper, 1.0);
            let least = curve.least().unwrap();
            assert!(at(load) < 1.01 * least.sum as f64, "{}", least.load);
            assert!(at(50) > at(load) && at(99) > at(load));
        }
    }

    /// The modern hash answers for every key too, in less than BDZ takes and more than the least
    /// possible, log2(e) bits a key. Beside CHD it is not smaller for so few keys.
    #[test]
    fn a_modern_hash_takes_less_than_peeling() {
        let plies = published();
        let mut keys: Vec<u64> = (1..=40_000).map(mix).collect();
        let value = |key: u64| (key % 174) as u8;
        let mut bits = |kind| {
            let built = build(kind, &plies, &mut keys, &value, true).unwrap();
            built.bits_a_key
        };
        let (bdz, phast) = (bits(Kind::Bdz), bits(Kind::Phast));
        assert!(phast < bdz && phast > 1.0 / 2f64.ln(), "{phast} {bdz}");
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
