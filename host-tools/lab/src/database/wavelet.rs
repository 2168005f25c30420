//! A wavelet tree in the shape of a Huffman code: a sequence of bytes in little more than its
//! entropy, any of which can be read alone (Grossi, Gupta, Vitter, 2003).
//!
//! A node holds one bit for each symbol that passes it: the child that follows. The path of the
//! symbol in a given place is found from the root down; its place in a child is the number of symbols
//! before it that went the same way. All nodes lie in one vector of bits with one directory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::{Bits, Ranked};

/// How often each symbol occurs.
pub(super) type Counts = [u64; 256];

/// Shannon's entropy, in bits for each symbol.
pub(super) fn entropy(counts: &Counts) -> f64 {
    let total: u64 = counts.iter().sum();
    let counts = counts.iter().filter(|&&count| count > 0);
    let bits = counts.map(|&count| count as f64 * (total as f64 / count as f64).log2());
    bits.sum::<f64>() / total as f64
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Branch {
    Symbol(u8),
    Node(u8),
}

/// The tree of a Huffman code (Huffman, 1952).
pub(super) struct Shape {
    root: Branch,
    /// The number of symbols that pass, and the children. Children come before their parent.
    nodes: Vec<(u64, [Branch; 2])>,
}

impl Shape {
    pub(super) fn new(counts: &Counts) -> Shape {
        let mut heap: BinaryHeap<Reverse<(u64, Branch)>> = (0..=255)
            .filter(|&symbol| counts[usize::from(symbol)] > 0)
            .map(|symbol| Reverse((counts[usize::from(symbol)], Branch::Symbol(symbol))))
            .collect();
        let mut nodes = Vec::new();
        let mut root = Branch::Symbol(0);
        while let Some(Reverse((count, branch))) = heap.pop() {
            root = branch;
            if let Some(Reverse((other_count, other))) = heap.pop() {
                let node = Branch::Node(nodes.len() as u8);
                nodes.push((count + other_count, [branch, other]));
                heap.push(Reverse((count + other_count, node)));
            }
        }
        Shape { root, nodes }
    }

    /// The bits of the whole sequence in this code.
    pub(super) fn bits(&self) -> u64 {
        self.nodes.iter().map(|&(count, _)| count).sum()
    }

    /// The bytes of the wavelet tree of this shape.
    pub(super) fn bytes(&self) -> u64 {
        Ranked::bytes_of(self.bits()) + NODE_BYTES * self.nodes.len() as u64
    }

    /// The nodes that each symbol passes, and the child that follows each, from the root down.
    fn paths(&self) -> Vec<Vec<(u8, bool)>> {
        let mut paths = vec![Vec::new(); 256];
        let mut to_nodes = vec![Vec::new(); self.nodes.len()];
        for (node, (_, branches)) in self.nodes.iter().enumerate().rev() {
            for (way, &branch) in [false, true].into_iter().zip(branches) {
                let mut path: Vec<(u8, bool)> = to_nodes[node].clone();
                path.push((node as u8, way));
                match branch {
                    Branch::Symbol(symbol) => paths[usize::from(symbol)] = path,
                    Branch::Node(child) => to_nodes[usize::from(child)] = path,
                }
            }
        }
        paths
    }
}

/// A node as it would be stored: two places of 64 bits and two branches of 16.
const NODE_BYTES: u64 = 20;

struct Node {
    start: u64,
    ones_before: u64,
    branches: [Branch; 2],
}

/// The tree.
pub(super) struct WaveletTree {
    root: Branch,
    nodes: Vec<Node>,
    bits: Ranked,
}

impl WaveletTree {
    pub(super) fn new(sequence: &[u8]) -> WaveletTree {
        let mut counts = [0; 256];
        for &symbol in sequence {
            counts[usize::from(symbol)] += 1;
        }
        let shape = Shape::new(&counts);
        let paths = shape.paths();
        let mut bits = Bits::zeros(shape.bits());
        let starts: Vec<u64> = shape
            .nodes
            .iter()
            .scan(0, |end, &(count, _)| {
                *end += count;
                Some(*end - count)
            })
            .collect();
        let mut next = starts.clone();
        for &symbol in sequence {
            for &(node, way) in &paths[usize::from(symbol)] {
                bits.set(next[usize::from(node)], way);
                next[usize::from(node)] += 1;
            }
        }
        let bits = Ranked::new(bits);
        let nodes = shape.nodes.iter().zip(starts);
        WaveletTree {
            root: shape.root,
            nodes: nodes
                .map(|(&(_, branches), start)| Node {
                    start,
                    ones_before: bits.rank(start),
                    branches,
                })
                .collect(),
            bits,
        }
    }

    /// The symbol in a place of the sequence.
    pub(super) fn get(&self, mut place: u64) -> u8 {
        let mut branch = self.root;
        loop {
            match branch {
                Branch::Symbol(symbol) => return symbol,
                Branch::Node(node) => {
                    let node = &self.nodes[usize::from(node)];
                    let at = node.start + place;
                    let ones = self.bits.rank(at) - node.ones_before;
                    let way = self.bits.get(at);
                    place = if way { ones } else { place - ones };
                    branch = node.branches[usize::from(way)];
                }
            }
        }
    }

    #[cfg(test)]
    fn bytes(&self) -> u64 {
        self.bits.bytes() + NODE_BYTES * self.nodes.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_tree_is_the_sequence(mut sequence in vec(any::<u8>(), 0..5000), skew in 0u32..8) {
            sequence.iter_mut().for_each(|symbol| *symbol >>= symbol.leading_zeros().min(skew));
            let tree = WaveletTree::new(&sequence);
            for (place, &symbol) in sequence.iter().enumerate() {
                prop_assert_eq!(tree.get(place as u64), symbol);
            }
            let mut counts = [0; 256];
            sequence.iter().for_each(|&symbol| counts[usize::from(symbol)] += 1);
            prop_assert_eq!(tree.bytes(), Shape::new(&counts).bytes());
        }

        #[test]
        fn a_huffman_code_is_within_a_bit_of_the_entropy(counts in vec(0u64..1_000_000, 256)) {
            let counts: Counts = counts.try_into().unwrap();
            let total: u64 = counts.iter().sum();
            prop_assume!(total > 0);
            let mean = Shape::new(&counts).bits() as f64 / total as f64;
            let entropy = entropy(&counts);
            prop_assert!(mean >= entropy - 1e-9 && mean < entropy + 1.0);
        }
    }
}
