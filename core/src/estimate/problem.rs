//! A tree whose leaves can be counted, and the tree of N queens.

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

/// The N-Queens problem; rows are filled from the top, as in the paper's section 6.
#[derive(Clone, Copy, Debug)]
pub struct Queens {
    size: u8,
    columns: u64,
}

/// The rows filled so far, as the columns they attack in the next row.
#[derive(Clone, Copy, Debug)]
pub struct QueensNode {
    columns: u64,
    falling: u64,
    rising: u64,
    free: u64,
}

impl Queens {
    /// The board of `size` rows and columns, 1 to 64.
    pub const fn new(size: u8) -> Option<Self> {
        match size {
            1..=64 => Some(Self {
                size,
                columns: u64::MAX >> (64 - size),
            }),
            _ => None,
        }
    }

    /// The number of rows.
    pub const fn size(&self) -> u8 {
        self.size
    }
}

impl Problem for Queens {
    type Node = QueensNode;

    fn root(&self) -> QueensNode {
        QueensNode {
            columns: 0,
            falling: 0,
            rising: 0,
            free: self.columns,
        }
    }

    #[inline]
    fn branches(&self, node: &QueensNode) -> u32 {
        node.free.count_ones()
    }

    #[inline]
    fn descend(&self, node: &mut QueensNode) -> Option<QueensNode> {
        if node.free == 0 {
            return None;
        }
        let queen = node.free & node.free.wrapping_neg();
        node.free ^= queen;
        let columns = node.columns | queen;
        let falling = (node.falling | queen) << 1;
        let rising = (node.rising | queen) >> 1;
        Some(QueensNode {
            columns,
            falling,
            rising,
            free: self.columns & !(columns | falling | rising),
        })
    }

    #[inline]
    fn skip(&self, node: &mut QueensNode, count: u32) {
        for _ in 0..count {
            node.free &= node.free.wrapping_sub(1);
        }
    }

    #[inline]
    fn is_leaf(&self, node: &QueensNode) -> bool {
        node.free == 0
    }

    #[inline]
    fn is_solution(&self, leaf: &QueensNode) -> bool {
        leaf.columns == self.columns
    }

    fn max_depth(&self) -> usize {
        usize::from(self.size)
    }
}
