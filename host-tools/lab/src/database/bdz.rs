//! Perfect hashing by peeling a hypergraph (Botelho, Pagh, Ziviani, 2007).
//!
//! A key is an edge of three vertices, one from each third of the slots. With 1.23 slots for each
//! key nearly every such graph can be peeled: again and again there is a vertex with a single
//! edge, which is taken away. In the opposite order, each edge can then be given that vertex as
//! its slot, by a number of 0, 1 or 2 at each vertex: the sum of the three is its place among them.
//!
//! As in the library that the paper used (CMPH): a hash that leaves slots free keeps five of
//! these numbers in a byte; a minimal one keeps each in two bits, with the fourth value for a vertex
//! that is no slot, and for every 128 vertices the number of slots before them.

use dobutsu_core::database::ribbon::{mix, scale};

use super::bits::Bits;

/// Slots for each key.
const ROOM: f64 = 1.23;

/// Seeds to try: one in a few does not peel if there are few keys.
const SEEDS: u64 = 100;

/// Vertices to a count of the minimal hash.
const EVERY: u32 = 128;

/// The number of a vertex that is no slot.
const UNUSED: u8 = 3;

/// The edges of keys.
#[derive(Clone, Copy)]
struct Graph {
    seed: u64,
    /// Vertices of each third.
    third: u32,
}

impl Graph {
    fn vertices(self) -> u32 {
        3 * self.third
    }

    fn edge(self, key: u64) -> [u32; 3] {
        let first = mix(key ^ self.seed);
        let second = mix(first ^ 0x9E37_79B9_7F4A_7C15);
        [
            scale(first, self.third),
            self.third + scale(first << 32, self.third),
            2 * self.third + scale(second, self.third),
        ]
    }

    /// Edges and the vertex at which each was taken away, in that order; `None` if the graph cannot be peeled.
    fn peel(self, keys: &[u64]) -> Option<Vec<(u32, u32)>> {
        // The number of edges of each vertex, and their numbers combined by exclusive or: of a single edge, its number.
        let mut edges = vec![(0u32, 0u32); self.vertices() as usize];
        for (number, &key) in keys.iter().enumerate() {
            for vertex in self.edge(key) {
                let (count, sum) = &mut edges[vertex as usize];
                *count += 1;
                *sum ^= number as u32;
            }
        }
        let mut order = Vec::with_capacity(keys.len());
        let mut single = Vec::new();
        for start in 0..self.vertices() {
            single.push(start);
            while let Some(vertex) = single.pop() {
                let (1, number) = edges[vertex as usize] else {
                    continue;
                };
                order.push((number, vertex));
                for vertex in self.edge(keys[number as usize]) {
                    let (count, sum) = &mut edges[vertex as usize];
                    *count -= 1;
                    *sum ^= number;
                    if *count == 1 {
                        single.push(vertex);
                    }
                }
            }
        }
        (order.len() == keys.len()).then_some(order)
    }
}

/// Peels a graph of the keys and numbers its vertices.
fn number(keys: &[u64]) -> Option<(Graph, Vec<u8>)> {
    let third = (keys.len() as f64 * ROOM / 3.0).ceil() as u32 + 1;
    (0..SEEDS).find_map(|seed| {
        let graph = Graph {
            seed: mix(!seed),
            third,
        };
        let order = graph.peel(keys)?;
        let mut numbers = vec![UNUSED; graph.vertices() as usize];
        for (edge, vertex) in order.into_iter().rev() {
            let vertices = graph.edge(keys[edge as usize]);
            let place = vertices.iter().position(|&other| other == vertex)?;
            // The vertex itself has no number yet, which is 0 in thirds.
            let sum: u8 = vertices
                .map(|other| numbers[other as usize] % 3)
                .iter()
                .sum();
            numbers[vertex as usize] = (place as u8 + 6 - sum) % 3;
        }
        Some((graph, numbers))
    })
}

/// A perfect hash with 1.23 slots for each key.
pub(super) struct Bdz {
    graph: Graph,
    fives: Vec<u8>,
}

const POWERS: [u8; 5] = [1, 3, 9, 27, 81];

impl Bdz {
    /// Hashes different keys; `None` if two are equal.
    pub(super) fn build(keys: &[u64]) -> Option<Bdz> {
        let (graph, numbers) = number(keys)?;
        let five = |five: &[u8]| {
            five.iter()
                .zip(POWERS)
                .map(|(n, power)| n % 3 * power)
                .sum()
        };
        let fives = numbers.chunks(5).map(five).collect();
        Some(Bdz { graph, fives })
    }

    /// The slot of a key, below [`slots`].
    pub(super) fn slot(&self, key: u64) -> u32 {
        let vertices = self.graph.edge(key);
        let number =
            |vertex: u32| self.fives[(vertex / 5) as usize] / POWERS[(vertex % 5) as usize] % 3;
        vertices[usize::from(vertices.map(number).iter().sum::<u8>() % 3)]
    }

    /// What would be stored: the numbers, the seed and the thirds' size.
    pub(super) fn bytes(&self) -> u64 {
        self.fives.len() as u64 + 12
    }
}

/// The slots of a hash of this many keys.
pub(super) fn slots(keys: u64) -> u64 {
    3 * ((keys as f64 * ROOM / 3.0).ceil() as u64 + 1)
}

/// A minimal perfect hash: as many slots as keys.
pub(super) struct MinimalBdz {
    graph: Graph,
    numbers: Bits,
    before: Vec<u32>,
}

impl MinimalBdz {
    /// Hashes different keys; `None` if two are equal.
    pub(super) fn build(keys: &[u64]) -> Option<MinimalBdz> {
        let (graph, plain) = number(keys)?;
        let mut numbers = Bits::default();
        plain.iter().for_each(|&n| numbers.push(u64::from(n), 2));
        let before = plain.chunks(EVERY as usize).scan(0, |count, chunk| {
            let before = *count;
            *count += chunk.iter().filter(|&&n| n != UNUSED).count() as u32;
            Some(before)
        });
        Some(MinimalBdz {
            graph,
            before: before.collect(),
            numbers,
        })
    }

    fn number(&self, vertex: u32) -> u8 {
        self.numbers.read(2 * u64::from(vertex), 2) as u8
    }

    /// The slot of a key, below the number of keys.
    pub(super) fn slot(&self, key: u64) -> u32 {
        let vertices = self.graph.edge(key);
        let sum: u8 = vertices.map(|vertex| self.number(vertex) % 3).iter().sum();
        let vertex = vertices[usize::from(sum % 3)];
        let chunk = vertex / EVERY;
        let within = (chunk * EVERY..vertex).filter(|&other| self.number(other) != UNUSED);
        self.before[chunk as usize] + within.count() as u32
    }

    /// What would be stored: the numbers, the counts, the seed and the thirds' size.
    pub(super) fn bytes(&self) -> u64 {
        self.numbers.bytes() + 4 * self.before.len() as u64 + 12
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
        fn no_two_keys_share_a_slot(keys in hash_set(any::<u64>(), 1..2000)) {
            let keys: Vec<u64> = keys.into_iter().collect();
            let bdz = Bdz::build(&keys).unwrap();
            let mut seen: Vec<u32> = keys.iter().map(|&key| bdz.slot(key)).collect();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), keys.len());
            prop_assert!(seen.last().is_some_and(|&last| u64::from(last) < slots(keys.len() as u64)));
        }

        #[test]
        fn a_minimal_hash_leaves_no_slot_free(keys in hash_set(any::<u64>(), 1..2000)) {
            let keys: Vec<u64> = keys.into_iter().collect();
            let bdz = MinimalBdz::build(&keys).unwrap();
            let mut seen: Vec<u32> = keys.iter().map(|&key| bdz.slot(key)).collect();
            seen.sort_unstable();
            prop_assert!(seen.into_iter().eq(0..keys.len() as u32));
        }
    }

    #[test]
    fn equal_keys_have_no_perfect_hash() {
        assert!(Bdz::build(&[7, 7]).is_none());
    }

    /// 1.23 × 8/5 bits a key, and 1.23 × (2 + 32/128) for the minimal one.
    #[test]
    fn sizes_are_those_of_the_design() {
        let keys: Vec<u64> = (1..=100_000).map(mix).collect();
        let bits = |bytes: u64| 8.0 * bytes as f64 / 1e5;
        assert!((bits(Bdz::build(&keys).unwrap().bytes()) - 1.968).abs() < 0.002);
        assert!((bits(MinimalBdz::build(&keys).unwrap().bytes()) - 2.7675).abs() < 0.002);
    }
}
