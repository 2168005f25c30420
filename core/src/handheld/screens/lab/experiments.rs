//! What can be counted: boards of queens, and the paper's box of hexominoes.

use crate::estimate::packing::{Laid, Packing, PackingNode};
use crate::estimate::{Cutoff, Goal, Problem, Queens, QueensNode, Settings, Windows};
use crate::handheld::text::Phrase;

/// One experiment of the list.
pub(super) struct Experiment {
    pub(super) tree: Tree,
    /// When a descent turns into a search.
    search: Search,
    pub(super) known: Known,
}

/// What is known of a count. The paper's figures are those at its best thresholds, 10^28 and 10^38.
pub(super) enum Known {
    /// The count: sequence A000170 of the OEIS.
    Exactly(u64),
    /// What the paper estimates.
    Estimate(&'static str),
}

/// When a descent turns into a search.
enum Search {
    /// On one path: at this product, about the size of the tree over 2^10 to 2^12, so that a trial
    /// takes a few ticks. The paper's best for 45 queens is 10^38, 2^126.
    Product(f64),
    /// On many paths: at this level.
    Level(u8),
}

impl Known {
    pub(super) const fn name(&self) -> Phrase {
        match self {
            Known::Exactly(_) => Phrase::Exact,
            Known::Estimate(_) => Phrase::Paper,
        }
    }
}

impl Experiment {
    const fn queens(size: u8, threshold: f64, known: Known) -> Experiment {
        match Queens::new(size) {
            Some(queens) => Experiment {
                tree: Tree::Queens(queens),
                search: Search::Product(threshold),
                known,
            },
            None => panic!("a board has 1 to 64 rows"),
        }
    }

    /// Rows of a board, pieces of a box.
    pub(super) fn size(&self) -> usize {
        self.tree.max_depth()
    }

    pub(super) fn settings(&self) -> Settings {
        let (cutoff, windows) = match self.search {
            Search::Product(threshold) => (Cutoff::Product(threshold), None),
            Search::Level(level) => (Cutoff::Level(level), Some(WINDOWS)),
        };
        Settings {
            cutoff,
            goal: Goal::Solutions,
            windows,
            seed: 1,
        }
    }
}

/// Where the search of the box begins.
const LEVEL: u8 = 26;

/// Windows for about 100 paths down to there: what [`Windows::for_width`] always finds for 3,000,
/// which would take the chip as long as hundreds of trials, and 2^5 more. A hundred paths alone say too
/// little of where windows should be.
const WINDOWS: Windows = Windows::found(&[
    0, 6, 12, 16, 20, 24, 27, 31, 35, 38, 42, 45, 49, 52, 56, 59, 62, 65, 68, 70, 72, 75, 78, 80,
    83, 84,
]);

pub(super) static EXPERIMENTS: [Experiment; 7] = [
    Experiment::queens(8, (1u64 << 10) as f64, Known::Exactly(92)),
    Experiment::queens(12, (1u64 << 10) as f64, Known::Exactly(14_200)),
    Experiment::queens(16, (1u64 << 20) as f64, Known::Exactly(14_772_512)),
    Experiment::queens(20, (1u64 << 30) as f64, Known::Exactly(39_029_188_884)),
    Experiment::queens(
        27,
        (1u64 << 50) as f64,
        Known::Exactly(234_907_967_154_122_528),
    ),
    Experiment::queens(45, (1u128 << 120) as f64, Known::Estimate("1.0825e38")),
    Experiment {
        tree: Tree::Hexominoes,
        search: Search::Level(LEVEL),
        known: Known::Estimate("1.16e25"),
    },
];

/// The deepest tree.
pub(super) const DEPTH: usize = 45;

/// The 35 hexominoes lie in 216 ways, of which four are left out: as the paper's figure seems to, this one
/// counts a packing and its mirror image once.
pub(super) static HEXOMINOES: Packing<212> = match Packing::new(6, 19, 11, Some(9), false) {
    Some(packing) => packing,
    None => panic!("they fill the paper's box"),
};

/// Any tree of the list: one estimator serves them all.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Queens(Queens),
    Hexominoes,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Queens(QueensNode),
    Hexominoes(PackingNode),
}

/// The pieces that lie in the box where these nodes follow from each other.
pub(super) fn laid(path: &[Node]) -> impl Iterator<Item = Laid> {
    path.windows(2).filter_map(|pair| match pair {
        [Node::Hexominoes(node), Node::Hexominoes(child)] => Some(HEXOMINOES.laid(node, child)),
        _ => None,
    })
}

impl Problem for Tree {
    type Node = Node;

    fn root(&self) -> Node {
        match self {
            Tree::Queens(queens) => Node::Queens(queens.root()),
            Tree::Hexominoes => Node::Hexominoes(HEXOMINOES.root()),
        }
    }

    #[inline]
    fn branches(&self, node: &Node) -> u32 {
        match (self, node) {
            (Tree::Queens(queens), Node::Queens(node)) => queens.branches(node),
            (_, Node::Hexominoes(node)) => HEXOMINOES.branches(node),
            (Tree::Hexominoes, Node::Queens(_)) => 0,
        }
    }

    #[inline]
    fn descend(&self, node: &mut Node) -> Option<Node> {
        match (self, node) {
            (Tree::Queens(queens), Node::Queens(node)) => queens.descend(node).map(Node::Queens),
            (_, Node::Hexominoes(node)) => HEXOMINOES.descend(node).map(Node::Hexominoes),
            (Tree::Hexominoes, Node::Queens(_)) => None,
        }
    }

    #[inline]
    fn skip(&self, node: &mut Node, count: u32) {
        match (self, node) {
            (Tree::Queens(queens), Node::Queens(node)) => queens.skip(node, count),
            (_, Node::Hexominoes(node)) => HEXOMINOES.skip(node, count),
            (Tree::Hexominoes, Node::Queens(_)) => {}
        }
    }

    #[inline]
    fn is_leaf(&self, node: &Node) -> bool {
        match (self, node) {
            (Tree::Queens(queens), Node::Queens(node)) => queens.is_leaf(node),
            (_, Node::Hexominoes(node)) => HEXOMINOES.is_leaf(node),
            (Tree::Hexominoes, Node::Queens(_)) => true,
        }
    }

    #[inline]
    fn is_solution(&self, leaf: &Node) -> bool {
        match (self, leaf) {
            (Tree::Queens(queens), Node::Queens(leaf)) => queens.is_solution(leaf),
            (_, Node::Hexominoes(leaf)) => HEXOMINOES.is_solution(leaf),
            (Tree::Hexominoes, Node::Queens(_)) => false,
        }
    }

    fn max_depth(&self) -> usize {
        match self {
            Tree::Queens(queens) => queens.max_depth(),
            Tree::Hexominoes => HEXOMINOES.max_depth(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_are_those_that_are_found() {
        let experiment = &EXPERIMENTS[6];
        let settings = Settings {
            windows: None,
            ..experiment.settings()
        };
        let found = Windows::for_width::<_, DEPTH>(&experiment.tree, &settings, 3000);
        assert_eq!(found.map(|found| found.raised(5)), Ok(WINDOWS));
    }
}
