//! What a tree has to offer so that its leaves can be counted.

/// A tree, described by its nodes.
///
/// A [`Node`](Problem::Node) is a value: descending makes a new one and leaves the parent as it
/// was, save that the branch is struck off. To undo is to drop the child, so the stepper's
/// stack of nodes is all the memory a search needs.
pub trait Problem {
    /// A node with those of its branches that have not been taken yet.
    type Node: Clone;

    /// The top of the tree.
    fn root(&self) -> Self::Node;

    /// How many branches of `node` have not been taken yet.
    fn branches(&self, node: &Self::Node) -> u32;

    /// Takes the next branch of `node` and returns the child behind it.
    fn descend(&self, node: &mut Self::Node) -> Option<Self::Node>;

    /// Strikes off the next `count` branches.
    fn skip(&self, node: &mut Self::Node, count: u32) {
        for _ in 0..count {
            if self.descend(node).is_none() {
                break;
            }
        }
    }

    /// Whether a node that has just been reached has no branch at all.
    #[inline]
    fn is_leaf(&self, node: &Self::Node) -> bool {
        self.branches(node) == 0
    }

    /// Whether a leaf is one of those to be counted.
    fn is_solution(&self, leaf: &Self::Node) -> bool;

    /// A guess, in proportion, of how much lies below `node`; 0 only where no solution can.
    ///
    /// Used by [`Branching::Lookahead`](super::Branching::Lookahead) and at most [`MAX_PROMISE`];
    /// it moves the variance of an estimate, never its mean.
    fn promise(&self, node: &Self::Node) -> u32 {
        if self.is_leaf(node) {
            u32::from(self.is_solution(node))
        } else {
            self.branches(node)
        }
    }

    /// No node lies deeper than this below the root.
    fn max_depth(&self) -> usize;
}

/// The largest [`Problem::promise`]: with up to 256 branches their sum still fits a `u32`.
pub const MAX_PROMISE: u32 = 1 << 23;
