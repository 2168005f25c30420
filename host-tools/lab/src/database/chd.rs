//! Perfect hashing by compress, hash and displace (Belazzougui, Botelho, Dietzfelbinger, 2009).
//!
//! Keys are hashed into buckets of four on average. From the largest bucket to the smallest, a
//! displacement is looked for that puts all keys of the bucket into free slots; most are small
//! numbers, and are stored as [`Packed`] ones. Fewer keys than slots leave more of them free, so
//! that displacements become smaller: this is what the load factor trades for a larger table.
//!
//! What the paper leaves to its library is done as that library (CMPH) does it: four keys to a
//! bucket, a prime number of slots, a load of at most 99 %, a displacement tried on all buckets
//! of one size before the next one, and a minimal hash that counts the free slots before a slot.

use dobutsu_core::database::ribbon::{mix, scale};

use super::bits::{Ascending, Bits, Packed};

/// Keys in a bucket, on average.
const BUCKET: usize = 4;

/// Displacements to try with one seed.
const DISPLACEMENTS: u64 = 1 << 20;

/// Seeds to try.
const SEEDS: u64 = 100;

/// A perfect hash: no two of its keys have the same slot.
pub(super) struct Chd {
    hash: Hash,
    displacements: Packed,
}

/// The three hashes of a key, from one seed.
#[derive(Clone, Copy)]
struct Hash {
    seed: u64,
    buckets: u32,
    slots: u32,
}

impl Hash {
    fn bucket(self, key: u64) -> u32 {
        scale(mix(key ^ self.seed), self.buckets)
    }

    fn slot(self, key: u64, displacement: u32) -> u32 {
        let first = mix(key ^ self.seed);
        let start = u64::from(scale(first << 32, self.slots));
        let step = u64::from(scale(mix(!first), self.slots - 1)) + 1;
        let (steps, rounds) = (displacement % self.slots, displacement / self.slots);
        ((start + step * u64::from(steps) + u64::from(rounds)) % u64::from(self.slots)) as u32
    }
}

impl Chd {
    /// Hashes different keys, and sorts them by bucket. `None` if no seed works, which only happens if two
    /// keys are equal.
    pub(super) fn build(keys: &mut [u64], load: f64) -> Option<Chd> {
        let buckets = (keys.len() / BUCKET) as u32 + 1;
        let slots = slots(keys.len() as u64, load);
        (0..SEEDS).find_map(|seed| {
            let hash = Hash {
                seed: mix(seed),
                buckets,
                slots,
            };
            keys.sort_unstable_by_key(|&key| hash.bucket(key));
            let displacements = Packed::new(&displace(keys, hash)?);
            Some(Chd {
                hash,
                displacements,
            })
        })
    }

    /// The slot of a key, below [`Chd::slots`].
    pub(super) fn slot(&self, key: u64) -> u32 {
        let displacement = self.displacements.get(self.hash.bucket(key));
        self.hash.slot(key, displacement)
    }

    pub(super) fn slots(&self) -> u32 {
        self.hash.slots
    }

    /// What would be stored: the displacements, the seed, and both numbers.
    pub(super) fn bytes(&self) -> u64 {
        self.displacements.bytes() + 16
    }
}

/// The slots of a table of this load: the next prime.
pub(super) fn slots(keys: u64, load: f64) -> u32 {
    let is_prime = |n: &u32| {
        (2..)
            .take_while(|d| d * d <= *n)
            .all(|d| !n.is_multiple_of(d))
    };
    let least = (keys as f64 / load) as u32 + 1;
    (least.max(2)..).find(is_prime).unwrap_or(least)
}

/// The displacement of each bucket, for keys that are sorted by bucket.
fn displace(keys: &[u64], hash: Hash) -> Option<Vec<u32>> {
    let mut by_size: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut first = 0;
    for bucket in keys.chunk_by(|&a, &b| hash.bucket(a) == hash.bucket(b)) {
        if by_size.len() <= bucket.len() {
            by_size.resize(bucket.len() + 1, Vec::new());
        }
        by_size[bucket.len()].push((hash.bucket(bucket[0]), first));
        first += bucket.len() as u32;
    }
    let mut displacements = vec![0; hash.buckets as usize];
    let mut taken = Bits::zeros(u64::from(hash.slots));
    let limit = u64::from(hash.slots).pow(2).min(DISPLACEMENTS) as u32;
    for (size, mut buckets) in by_size.into_iter().enumerate().rev() {
        let mut displacement = 0;
        while !buckets.is_empty() {
            if displacement == limit {
                return None;
            }
            buckets.retain(|&(bucket, first)| {
                let keys = &keys[first as usize..][..size];
                let fits = place(keys, hash, displacement, &mut taken);
                if fits {
                    displacements[bucket as usize] = displacement;
                }
                !fits
            });
            displacement += 1;
        }
    }
    Some(displacements)
}

/// Takes the slots of all these keys, or none if one is taken already.
fn place(keys: &[u64], hash: Hash, displacement: u32, taken: &mut Bits) -> bool {
    for (placed, &key) in keys.iter().enumerate() {
        let slot = u64::from(hash.slot(key, displacement));
        if taken.get(slot) {
            for &key in &keys[..placed] {
                taken.set(u64::from(hash.slot(key, displacement)), false);
            }
            return false;
        }
        taken.set(slot, true);
    }
    true
}

/// A minimal perfect hash: as many slots as keys.
pub(super) struct MinimalChd {
    chd: Chd,
    free: Ascending,
}

impl MinimalChd {
    pub(super) fn build(keys: &mut [u64]) -> Option<MinimalChd> {
        let chd = Chd::build(keys, 0.99)?;
        let mut taken = Bits::zeros(u64::from(chd.slots()));
        keys.iter()
            .for_each(|&key| taken.set(u64::from(chd.slot(key)), true));
        let free: Vec<u32> = (0..chd.slots())
            .filter(|&slot| !taken.get(u64::from(slot)))
            .collect();
        let free = Ascending::new(&free);
        Some(MinimalChd { chd, free })
    }

    pub(super) fn slot(&self, key: u64) -> u32 {
        let slot = self.chd.slot(key);
        slot - self.free.below(slot)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.chd.bytes() + self.free.bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::hash_set;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn no_two_keys_share_a_slot(keys in hash_set(any::<u64>(), 1..2000), load in 50u32..=99) {
            let mut keys: Vec<u64> = keys.into_iter().collect();
            let chd = Chd::build(&mut keys, f64::from(load) / 100.0).unwrap();
            let mut seen: Vec<u32> = keys.iter().map(|&key| chd.slot(key)).collect();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), keys.len());
            prop_assert!(seen.last() < Some(&chd.slots()));
        }

        #[test]
        fn a_minimal_hash_leaves_no_slot_free(keys in hash_set(any::<u64>(), 1..2000)) {
            let mut keys: Vec<u64> = keys.into_iter().collect();
            let chd = MinimalChd::build(&mut keys).unwrap();
            let mut seen: Vec<u32> = keys.iter().map(|&key| chd.slot(key)).collect();
            seen.sort_unstable();
            prop_assert!(seen.into_iter().eq(0..keys.len() as u32));
        }
    }

    #[test]
    fn equal_keys_have_no_perfect_hash() {
        assert!(Chd::build(&mut [7, 7], 0.5).is_none());
    }

    /// The bound for any perfect hash of n keys in m slots is
    /// n log2(e) (1 + (m/n − 1) ln(1 − n/m)); CHD's authors come within about a third of it.
    #[test]
    fn sizes_are_near_the_least_possible() {
        let mut keys: Vec<u64> = (1..50_000).map(mix).collect();
        for load in [0.5, 0.75, 0.9, 0.99f64] {
            let chd = Chd::build(&mut keys, load).unwrap();
            let bits = 8.0 * chd.bytes() as f64 / keys.len() as f64;
            let bound = (1.0 + (1.0 / load - 1.0) * (1.0 - load).ln()) / 2f64.ln();
            assert!(bits > bound && bits < 2.5 * bound, "{bits} for {bound}");
        }
    }
}
