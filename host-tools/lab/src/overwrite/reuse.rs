//! Reuse distances: how much is written between two uses of the same key, and what every size of
//! table makes of it.
//!
//! A key is found again unless another key was written to its slot since it was written itself.
//! If `t` *different* other keys were written since, and slots are uniform, that is α^t, α = 1 −
//! 1/M: writing one of them once more goes to the same slot and destroys nothing new. So the
//! histogram `h` of these distances over a trace gives the hit rate of a table of any size,
//! Σ h(t) α^t, and nothing is fitted. (Distances in different keys are Mattson's stack distances
//! of 1970, by which he got the hit rates of all sizes of a least-recently-used store.) The paper counts
//! all writes in between, which gives less.

use std::collections::{BTreeMap, HashMap};

use dobutsu_core::table::Access;
use serde::Serialize;

/// How often a probe came at each distance from its key's last write.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Reuse {
    /// Probes in all.
    pub(super) probes: u64,
    /// Those of keys written before, by the number of different other keys written since.
    pub(super) distances: BTreeMap<u32, u64>,
}

impl Reuse {
    /// Adds a trace that begins with an empty table.
    pub(super) fn add(&mut self, trace: &[Access]) {
        // A one for the last write of each key, so that a distance is a sum.
        let mut last_writes = Sums::new(trace.len());
        let mut written: HashMap<u64, usize> = HashMap::new();
        for (time, access) in trace.iter().enumerate() {
            match access {
                Access::Probe(key) => {
                    self.probes += 1;
                    if let Some(&at) = written.get(key) {
                        // It counts itself among those up to its own write.
                        let distance = written.len() as u32 - last_writes.up_to(at);
                        *self.distances.entry(distance).or_default() += 1;
                    }
                }
                Access::Write(key) => {
                    if let Some(before) = written.insert(*key, time) {
                        last_writes.add(before, -1);
                    }
                    last_writes.add(time, 1);
                }
            }
        }
    }

    /// The share of probes that a table of so many slots answers: Σ h(t) α^t.
    pub(super) fn hit_rate(&self, slots: usize) -> f64 {
        let alpha = 1.0 - 1.0 / slots as f64;
        let hits = self.distances.iter();
        let hits = hits.map(|(&t, &count)| count as f64 * alpha.powf(f64::from(t)));
        // Nothing at all adds up to −0.
        (hits.sum::<f64>() + 0.0) / self.probes.max(1) as f64
    }
}

/// Sums over a changing sequence (Fenwick, 1994).
struct Sums(Vec<i32>);

impl Sums {
    fn new(len: usize) -> Sums {
        Sums(vec![0; len + 1])
    }

    fn add(&mut self, at: usize, change: i32) {
        let mut node = at + 1;
        while let Some(sum) = self.0.get_mut(node) {
            *sum += change;
            node += node & node.wrapping_neg();
        }
    }

    /// The sum of all up to this one.
    fn up_to(&self, at: usize) -> u32 {
        let mut node = at + 1;
        let mut sum = 0;
        while node > 0 {
            sum += self.0[node];
            node &= node - 1;
        }
        // The sums are of ones.
        sum as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use dobutsu_core::estimate::Random;
    use dobutsu_core::table::OverwriteTable;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn accesses() -> impl Strategy<Value = Vec<Access>> {
        let access = (any::<bool>(), 0u64..20).prop_map(|(probes, key)| match probes {
            true => Access::Probe(key),
            false => Access::Write(key),
        });
        vec(access, 0..200)
    }

    proptest! {
        /// The slow twin: all accesses since the last write are gone through for each probe.
        #[test]
        fn distances_are_the_different_keys_in_between(trace in accesses()) {
            let mut distances = BTreeMap::new();
            for (time, access) in trace.iter().enumerate() {
                let &Access::Probe(key) = access else { continue };
                let before = &trace[..time];
                let Some(at) = before.iter().rposition(|past| *past == Access::Write(key)) else {
                    continue;
                };
                let others: HashSet<u64> = before[at..]
                    .iter()
                    .filter_map(|past| match past {
                        Access::Write(other) if *other != key => Some(*other),
                        _ => None,
                    })
                    .collect();
                *distances.entry(others.len() as u32).or_default() += 1;
            }
            let mut reuse = Reuse::default();
            reuse.add(&trace);
            prop_assert_eq!(reuse.distances, distances);
        }
    }

    /// Keys from a window that moves on, in real tables with 400 different hashes each. Hits of one
    /// table are not independent, so the error is taken from the tables: at most four standard errors.
    #[test]
    fn every_size_of_table_hits_as_often_as_predicted() {
        fn measured<const M: usize>(trace: &[u64]) -> (f64, f64) {
            let mut table = OverwriteTable::<(), M, [u32; 2]>::new();
            let rates: Vec<f64> = (0..400u64)
                .map(|hash| {
                    table.clear();
                    let mut hits = 0;
                    for &key in trace {
                        let key = dobutsu_core::database::ribbon::mix(key ^ hash << 32);
                        hits += u32::from(table.get(key).is_some());
                        table.put(key, ());
                    }
                    f64::from(hits) / trace.len() as f64
                })
                .collect();
            let (mean, margin) = crate::output::mean_and_margin(&rates);
            (mean, margin / 1.96)
        }
        let mut random = Random::for_trial(5, 0);
        let trace: Vec<u64> = (0..2000)
            .map(|time| time / 10 + u64::from(random.below(60)))
            .collect();
        let mut reuse = Reuse::default();
        let accesses: Vec<Access> = trace
            .iter()
            .flat_map(|&key| [Access::Probe(key), Access::Write(key)])
            .collect();
        reuse.add(&accesses);
        for (slots, (mean, error)) in [
            (16, measured::<16>(&trace)),
            (64, measured::<64>(&trace)),
            (1000, measured::<1000>(&trace)),
        ] {
            let off = mean - reuse.hit_rate(slots);
            assert!(off.abs() < 4.0 * error, "{slots}: {off} ± {error}");
        }
        assert!(reuse.hit_rate(16) < 0.5 * reuse.hit_rate(1 << 30));
    }
}
