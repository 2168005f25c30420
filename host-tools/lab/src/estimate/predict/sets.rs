//! One set of paths, and what it says of the trials.
//!
//! Where searches start most nodes have no solution below them, and a few have most. Looking below
//! some of them, chosen by what is known at the start, misses those few: the count comes out too low, mostly
//! by half. So the paths go on below the start and to solutions, as they would to count them. A path
//! that has found s solutions, with weight w, leads back to a start with f and S: it has been chosen in
//! proportion to S. Then Σ f S² over all starts is the mean of Σ w s f S over the paths, and of S an
//! independent estimate is enough, since it appears but once.

use std::{collections::BTreeMap, rc::Rc};

use clap::Args;
use dobutsu_core::estimate::{Problem, Random};

use super::{
    is_reached,
    paths::{Below, Course, Path, Start, follow, search, solved_below, thin},
    sample::Hit,
};
use crate::estimate::cutoff::Cutoff;

/// How much is done for a set.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Paths followed at once.
    #[arg(long, default_value_t = 3000)]
    pub width: usize,
    /// From this level on everything is searched.
    #[arg(long, default_value_t = 26)]
    pub deep: usize,
    /// Of the paths that found solutions, no more than so many tell of their start.
    #[arg(long, default_value_t = 12)]
    pub hits: usize,
    /// Paths followed at once to estimate what lies below a start.
    #[arg(long, default_value_t = 500)]
    pub inner: usize,
}

/// Sums over the nodes where searches start, from one set of paths.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    /// Σ S: the count.
    pub count: f64,
    /// Σ f S²: the mean square of a trial.
    pub square: f64,
    /// Σ over leaves: the tree's size.
    pub leaves: f64,
    /// The chance that a random descent ends in a solution.
    pub chance: f64,
    pub hits: Vec<Hit>,
}

/// Ways to a tree's solutions, which may be shorter than its own: a tree to follow and search that has the same
/// solutions, and for each of its nodes the branch factor that the node has in the tree in question.
pub(super) struct Ways<'a, P, F> {
    pub problem: &'a P,
    /// May strike off branches that come to nothing.
    pub enter: F,
}

/// Solutions that a path has found below its end.
struct Found<N> {
    start: Rc<Start<N>>,
    /// The end's trail.
    trail: u64,
    solutions: f64,
    /// How many solutions of the whole tree they stand for.
    weight: f64,
}

/// One set of paths from the root, through the cutoff and to solutions.
pub(super) fn campaign<P, F>(
    ways: &Ways<P, F>,
    cutoff: Cutoff,
    effort: &Effort,
    random: &mut Random,
) -> Sums
where
    P: Problem,
    F: Fn(&mut P::Node) -> u32,
{
    let course = Course {
        starts: |level, product| is_reached(cutoff, level, product),
        deep: effort.deep,
        width: effort.width,
        by_product: true,
    };
    let root = Path::new(ways.problem.root());
    let followed = follow(ways.problem, &ways.enter, root, &course, random);
    let mut sums = Sums {
        leaves: followed.leaves,
        ..Sums::default()
    };
    let mut found = Vec::new();
    let solved = followed.solved.into_iter().map(|path| {
        let below = Below {
            solutions: 1.0,
            chance: 1.0,
            ..Below::default()
        };
        (path, below)
    });
    let searched = followed.ends.into_iter().map(|path| {
        let below = search(ways.problem, path.node.clone());
        (path, below)
    });
    for (mut path, below) in solved.chain(searched) {
        sums.count += path.weight * below.solutions;
        sums.leaves += path.weight * below.leaves;
        sums.chance += path.weight / path.product * below.chance;
        if below.solutions > 0.0 {
            found.push(Found {
                start: Rc::clone(path.begin()),
                trail: path.trail,
                solutions: below.solutions,
                weight: path.weight * below.solutions,
            });
        }
    }
    let class = |found: &Found<_>| (found.start.level, found.start.product.log10() as i32);
    let found = thin(found, effort.hits, |found| &mut found.weight, class, random);
    let mut known = BTreeMap::new();
    for one in found {
        let start = &one.start;
        // What this one has below is known, so it is left out: no start is estimated to have none.
        let rest: f64 = match one.trail == start.trail {
            true => 0.0,
            false => known
                .entry(start.trail)
                .or_insert_with(|| {
                    solved_below(
                        ways.problem,
                        &ways.enter,
                        start,
                        (effort.deep, effort.inner),
                        random,
                    )
                })
                .iter()
                .filter(|end| end.0 != one.trail)
                .map(|end| end.1)
                .sum(),
        };
        let worth = start.product * (one.solutions + rest);
        sums.square += one.weight * worth;
        sums.hits.push(Hit {
            worth,
            chance: one.weight / worth,
            product: start.product,
        });
    }
    sums
}

/// The nodes that a plain trial's search visits on average: Σ 1/f over all nodes below starts, by one set of
/// paths in the tree itself. Of plain trials a few carry that mean, those that pass the threshold early and
/// have a great deal to search.
pub(super) fn nodes_a_search<P: Problem>(
    problem: &P,
    cutoff: Cutoff,
    effort: &Effort,
    random: &mut Random,
) -> f64 {
    let course = Course {
        starts: |level, product| is_reached(cutoff, level, product),
        deep: effort.deep,
        width: effort.width,
        by_product: true,
    };
    let factor = |node: &mut P::Node| problem.branches(node);
    let root = Path::new(problem.root());
    let followed = follow(problem, &factor, root, &course, random);
    let ends = followed.ends.into_iter().map(|mut path| {
        let weight = path.weight / path.begin().product;
        weight * search(problem, path.node).nodes
    });
    followed.searched + ends.sum::<f64>()
}
