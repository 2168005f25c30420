//! Many paths at once, thinned out level by level.

use std::{collections::BTreeMap, rc::Rc};

use dobutsu_core::estimate::{Problem, Random};

/// A path: where it has come to, one over the chance of that, and the branch factors' product.
#[derive(Clone)]
pub(super) struct Path<N> {
    pub node: N,
    pub level: usize,
    pub weight: f64,
    pub product: f64,
    /// Mixed from the branches taken, as numbered among those that are followed: tells the node from
    /// all others, which what lies in the box does not.
    pub trail: u64,
    /// Where the search of a plain trial on this path would start.
    pub start: Option<Rc<Start<N>>>,
}

/// A node where a plain trial's search starts.
pub(super) struct Start<N> {
    pub node: N,
    pub level: usize,
    pub product: f64,
    pub trail: u64,
}

impl<N: Clone> Path<N> {
    /// The path that has not set out yet.
    pub(super) fn new(node: N) -> Self {
        Self {
            node,
            level: 0,
            weight: 1.0,
            product: 1.0,
            trail: 0,
            start: None,
        }
    }

    /// A path that sets out where a search starts.
    pub(super) fn from(start: &Rc<Start<N>>) -> Self {
        Self {
            level: start.level,
            trail: start.trail,
            start: Some(Rc::clone(start)),
            ..Self::new(start.node.clone())
        }
    }

    /// The start, which is here if it was not before.
    pub(super) fn begin(&mut self) -> &Rc<Start<N>> {
        let here = || {
            Rc::new(Start {
                node: self.node.clone(),
                level: self.level,
                product: self.product,
                trail: self.trail,
            })
        };
        self.start.get_or_insert_with(here)
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

/// Thins out to about `width`: each survives with a chance, and carries the weight of those that did
/// not. Half of the survivors are shared out in proportion to weights, the other half evenly among
/// classes and within these by weight: rare trials of great worth are seen as well as common ones of
/// little. Systematic: one random number decides.
pub(super) fn thin<T, C: Ord>(
    all: Vec<T>,
    width: usize,
    weight: impl Fn(&mut T) -> &mut f64,
    class: impl Fn(&T) -> C,
    random: &mut Random,
) -> Vec<T> {
    if all.len() <= width {
        return all;
    }
    let mut all: Vec<(T, f64)> = all
        .into_iter()
        .map(|mut one| {
            let own = *weight(&mut one);
            (one, own)
        })
        .collect();
    let mut totals: BTreeMap<C, f64> = BTreeMap::new();
    for (one, own) in &all {
        *totals.entry(class(one)).or_default() += own;
    }
    let (classes, total) = (totals.len() as f64, totals.values().sum::<f64>());
    for own in totals.values_mut() {
        // From the weight of a class to the chance of a path of weight 1 in it.
        *own = width as f64 * (0.5 / total + 0.5 / (classes * *own));
    }
    let mut pointer = f64::from(random.bits()) / 2f64.powi(32);
    all.retain_mut(|(one, own)| {
        let chance = *own * totals[&class(one)];
        if chance >= 1.0 {
            return true;
        }
        pointer += chance;
        let is_kept = pointer >= 1.0;
        if is_kept {
            pointer -= 1.0;
            *weight(one) /= chance;
        }
        is_kept
    });
    all.into_iter().map(|(one, _)| one).collect()
}

/// How paths are followed.
pub(super) struct Course<S> {
    /// Whether a plain trial's search starts at a level and a product.
    pub starts: S,
    /// Paths end here, or where they start if that is deeper.
    pub deep: usize,
    /// So many at each level.
    pub width: usize,
    /// Whether powers of ten of the product are classes.
    pub by_product: bool,
}

/// Where paths have come to.
pub(super) struct Followed<N> {
    /// Those that ended.
    pub ends: Vec<Path<N>>,
    /// Those that met a solution before.
    pub solved: Vec<Path<N>>,
    /// Weighted nodes and leaves that were met.
    pub nodes: f64,
    pub leaves: f64,
    /// Weighted nodes below starts, each over the start's product.
    pub searched: f64,
}

/// Follows all children of a path, thinned out level by level. `enter` tells a node's branch factor, and may
/// strike off branches that count in it and come to nothing.
pub(super) fn follow<P: Problem, S: Fn(usize, f64) -> bool>(
    problem: &P,
    enter: &impl Fn(&mut P::Node) -> u32,
    first: Path<P::Node>,
    course: &Course<S>,
    random: &mut Random,
) -> Followed<P::Node> {
    let mut followed = Followed {
        ends: Vec::new(),
        solved: Vec::new(),
        nodes: 0.0,
        leaves: 0.0,
        searched: 0.0,
    };
    let mut paths = vec![first];
    while !paths.is_empty() {
        let mut next = Vec::new();
        for mut path in paths {
            if (course.starts)(path.level, path.product) {
                path.begin();
            }
            if path.start.is_some() && path.level >= course.deep {
                followed.ends.push(path);
                continue;
            }
            let product = path.product * f64::from(enter(&mut path.node));
            for number in 1.. {
                let Some(node) = problem.descend(&mut path.node) else {
                    break;
                };
                followed.nodes += path.weight;
                if let Some(start) = &path.start {
                    followed.searched += path.weight / start.product;
                }
                let child = Path {
                    node,
                    level: path.level + 1,
                    weight: path.weight,
                    product,
                    // The step of Knuth's generator MMIX.
                    trail: (path.trail ^ number)
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407),
                    start: path.start.clone(),
                };
                if !problem.is_leaf(&child.node) {
                    next.push(child);
                    continue;
                }
                followed.leaves += path.weight;
                if problem.is_solution(&child.node) {
                    followed.solved.push(child);
                }
            }
        }
        let power = |path: &Path<_>| match course.by_product {
            true => path.product.log10() as i32,
            false => 0,
        };
        paths = thin(next, course.width, |path| &mut path.weight, power, random);
    }
    followed
}

/// An estimate of the solutions below a start, by paths of this width that are searched from this level on: those
/// that were found, by the trails of their ends.
pub(super) fn solved_below<P: Problem>(
    problem: &P,
    enter: &impl Fn(&mut P::Node) -> u32,
    start: &Rc<Start<P::Node>>,
    (deep, width): (usize, usize),
    random: &mut Random,
) -> Vec<(u64, f64)> {
    let course = Course {
        starts: |_, _| false,
        deep,
        width,
        by_product: false,
    };
    let followed = follow(problem, enter, Path::from(start), &course, random);
    let solved = followed
        .solved
        .into_iter()
        .map(|path| (path.trail, path.weight));
    let ends = followed.ends.into_iter();
    let searched = ends.map(|path| {
        let solutions = search(problem, path.node).solutions;
        (path.trail, path.weight * solutions)
    });
    solved.chain(searched).filter(|end| end.1 > 0.0).collect()
}
