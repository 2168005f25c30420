//! Many paths at once, thinned out level by level, and what lies below their ends.

use std::collections::BTreeMap;

use dobutsu_core::estimate::{Problem, Random};

/// A path: where it has come to, one over the chance of that, and the branch factors' product.
#[derive(Clone)]
pub(super) struct Path<N> {
    pub node: N,
    pub level: usize,
    pub weight: f64,
    pub product: f64,
}

impl<N> Path<N> {
    /// The path that has not set out yet.
    pub(super) fn new(node: N, level: usize) -> Self {
        Self {
            node,
            level,
            weight: 1.0,
            product: 1.0,
        }
    }
}

/// What lies below a node, or an estimate of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Below {
    pub solutions: f64,
    pub leaves: f64,
    /// Σ 1/f over the solutions, f counted from the node.
    pub chance: f64,
    pub nodes: f64,
}

impl Below {
    fn add(&mut self, other: &Self, weight: f64, product: f64) {
        self.solutions += weight * other.solutions;
        self.leaves += weight * other.leaves;
        self.chance += weight / product * other.chance;
        self.nodes += weight * other.nodes;
    }
}

/// Searches everything below a node.
pub(super) fn search<P: Problem>(problem: &P, node: P::Node) -> Below {
    let mut below = Below::default();
    let first = f64::from(problem.branches(&node));
    let mut stack = vec![(node, first)];
    let (mut nodes, mut leaves) = (0u64, 0u64);
    while let Some((top, product)) = stack.last_mut() {
        let Some(child) = problem.descend(top) else {
            stack.pop();
            continue;
        };
        nodes += 1;
        if !problem.is_leaf(&child) {
            let product = *product * f64::from(problem.branches(&child));
            stack.push((child, product));
            continue;
        }
        leaves += 1;
        if problem.is_solution(&child) {
            below.solutions += 1.0;
            below.chance += 1.0 / *product;
        }
    }
    (below.nodes, below.leaves) = (nodes as f64, leaves as f64);
    below
}

/// Among which paths the survivors are shared out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// All, in proportion to their weights.
    Together,
    /// Half of them so, the other half evenly among levels and powers of ten of the product, within these
    /// by weight: rare trials of great worth are seen as well as common ones of little.
    ByProduct,
}

/// Thins paths out to about `width`: each survives with a chance, and carries the weight of those that did
/// not. Systematic: one random number decides.
pub(super) fn thin<N>(
    paths: Vec<Path<N>>,
    width: usize,
    share: Share,
    random: &mut Random,
) -> Vec<Path<N>> {
    if paths.len() <= width {
        return paths;
    }
    let class = |path: &Path<N>| match share {
        Share::Together => (0, 0),
        Share::ByProduct => (path.level, path.product.log10() as i32),
    };
    let mut totals: BTreeMap<_, f64> = BTreeMap::new();
    for path in &paths {
        *totals.entry(class(path)).or_default() += path.weight;
    }
    let (classes, total) = (totals.len() as f64, totals.values().sum::<f64>());
    for own in totals.values_mut() {
        // From the weight of a class to the chance of a path of weight 1 in it.
        *own = width as f64 * (0.5 / total + 0.5 / (classes * *own));
    }
    let mut pointer = f64::from(random.bits()) / 2f64.powi(32);
    let mut kept = Vec::with_capacity(width);
    for mut path in paths {
        let chance = path.weight * totals[&class(&path)];
        if chance >= 1.0 {
            kept.push(path);
            continue;
        }
        pointer += chance;
        if pointer >= 1.0 {
            pointer -= 1.0;
            path.weight /= chance;
            kept.push(path);
        }
    }
    kept
}

/// Where paths have come to.
pub(super) struct Followed<N> {
    /// Those that were stopped.
    pub ends: Vec<Path<N>>,
    /// Those that met a solution before: weight and product.
    pub solved: Vec<(f64, f64)>,
    /// Weighted nodes and leaves that were met.
    pub nodes: f64,
    pub leaves: f64,
}

/// Follows all children of a path, thinned out to `width` a level, until `stop` says so of a level
/// and a product. Branches that `narrow` strikes off count in the product but are not followed.
pub(super) fn follow<P: Problem>(
    problem: &P,
    narrow: &impl Fn(&mut P::Node),
    start: Path<P::Node>,
    stop: impl Fn(usize, f64) -> bool,
    width: usize,
    share: Share,
    random: &mut Random,
) -> Followed<P::Node> {
    let mut followed = Followed {
        ends: Vec::new(),
        solved: Vec::new(),
        nodes: 0.0,
        leaves: 0.0,
    };
    let mut paths = vec![start];
    while !paths.is_empty() {
        let mut next = Vec::new();
        for mut path in paths {
            if stop(path.level, path.product) {
                followed.ends.push(path);
                continue;
            }
            let product = path.product * f64::from(problem.branches(&path.node));
            narrow(&mut path.node);
            while let Some(node) = problem.descend(&mut path.node) {
                followed.nodes += path.weight;
                if !problem.is_leaf(&node) {
                    next.push(Path {
                        node,
                        level: path.level + 1,
                        weight: path.weight,
                        product,
                    });
                    continue;
                }
                followed.leaves += path.weight;
                if problem.is_solution(&node) {
                    followed.solved.push((path.weight, product));
                }
            }
        }
        paths = thin(next, width, share, random);
    }
    followed
}

/// How what lies below a node is found.
#[derive(Clone, Copy)]
pub(super) struct Depths {
    /// From this level on everything is searched.
    pub deep: usize,
    /// Above it, so many paths go down to it.
    pub width: usize,
}

impl Depths {
    /// Two estimates of what lies below a node, independent of each other unless they are exact: their
    /// product has the mean of the square, which the square of one has not.
    pub(super) fn below<P: Problem>(
        self,
        problem: &P,
        narrow: &impl Fn(&mut P::Node),
        node: P::Node,
        level: usize,
        random: &mut Random,
    ) -> [Below; 2] {
        if level >= self.deep {
            return [search(problem, node); 2];
        }
        [(); 2].map(|()| {
            let start = Path::new(node.clone(), level);
            let stop = |level, _| level >= self.deep;
            let followed = follow(
                problem,
                narrow,
                start,
                stop,
                self.width,
                Share::Together,
                random,
            );
            let mut below = Below {
                solutions: followed.solved.iter().map(|solved| solved.0).sum(),
                leaves: followed.leaves,
                chance: followed
                    .solved
                    .iter()
                    .map(|solved| solved.0 / solved.1)
                    .sum(),
                nodes: followed.nodes,
            };
            for end in followed.ends {
                below.add(&search(problem, end.node), end.weight, end.product);
            }
            below
        })
    }
}
