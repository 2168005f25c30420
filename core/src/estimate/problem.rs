//! A tree whose leaves can be counted.

/// A tree, described by its nodes.
///
/// A [`Node`](Problem::Node) is a value: descending makes a new one and marks the branch as taken in
/// the parent. Dropping the child undoes the descent, so the stepper's stack of nodes is all the
/// memory a search needs.
pub trait Problem {
    /// A node with those of its branches that have not been taken yet.
    type Node: Clone;

    /// The top of the tree.
    fn root(&self) -> Self::Node;

    /// The number of branches of `node` that have not been taken yet.
    fn branches(&self, node: &Self::Node) -> u32;

    /// Takes the next branch of `node` and returns the child behind it.
    fn descend(&self, node: &mut Self::Node) -> Option<Self::Node>;

    /// Skips the next `count` branches.
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

    /// An upper bound of the depth of all nodes.
    fn max_depth(&self) -> usize;
}
