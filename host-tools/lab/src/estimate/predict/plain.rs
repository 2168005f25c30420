//! Plain trials, by the paper's method: how long their descents are and where their searches start.

use dobutsu_core::estimate::{LEVELS, Problem, Random};

use super::{
    is_reached,
    paths::{Path, search, solved_below},
};
use crate::estimate::cutoff::Cutoff;

/// Paths followed at once below a start. Starts differ more from each other than such an estimate does from
/// the truth, so that more starts tell more than more paths.
const WIDTH: usize = 100;

/// Means over plain trials.
pub(super) struct Plain {
    pub trials: u64,
    pub hits: u64,
    /// Nodes of a descent, the root among them.
    pub descent_nodes: f64,
    /// The square root of `E[X²]`.
    pub spread: f64,
    /// How many searches start at each level: the paper's figure 11.
    pub starts: [u64; LEVELS],
}

impl Plain {
    /// The level above which a part of the searches start.
    pub(super) fn start(&self, part: f64) -> usize {
        let all: u64 = self.starts.iter().sum();
        let mut passed = 0;
        let past = |&count: &u64| {
            passed += count;
            passed as f64 > part * all as f64
        };
        self.starts.iter().position(past).unwrap_or(0)
    }
}

/// Makes trials, at least two, until `enough` returns true for their number. What lies below a start is
/// searched from a level on and estimated above it: the mean is the same.
pub(super) fn plain<P: Problem>(
    problem: &P,
    cutoff: Cutoff,
    deep: usize,
    seed: u64,
    enough: impl Fn(u64) -> bool,
) -> Plain {
    let mut random = Random::for_trial(seed, u64::MAX);
    let (mut trials, mut hits, mut descents) = (0u64, 0, 0u64);
    let mut starts = [0; LEVELS];
    let mut spread = 0.0;
    while trials < 2 || !enough(trials) {
        for _ in 0..64 {
            trials += 1;
            let mut path = Path::new(problem.root());
            descents += 1;
            let reached = loop {
                if problem.is_leaf(&path.node) {
                    break false;
                }
                if is_reached(cutoff, path.level, path.product) {
                    break true;
                }
                let branches = problem.branches(&path.node);
                path.product *= f64::from(branches);
                problem.skip(&mut path.node, random.below(branches));
                let Some(child) = problem.descend(&mut path.node) else {
                    break false;
                };
                (path.node, path.level) = (child, path.level + 1);
                descents += 1;
            };
            let product = path.product;
            if reached {
                starts[path.level.min(LEVELS - 1)] += 1;
                let [a, b] = below(problem, &mut path, deep, &mut random);
                hits += u64::from(a + b > 0.0);
                spread += product * product * a * b;
            } else if problem.is_solution(&path.node) {
                hits += 1;
                spread += product * product;
            }
        }
    }
    let n = trials as f64;
    Plain {
        trials,
        hits,
        descent_nodes: descents as f64 / n,
        spread: (spread / n).sqrt(),
        starts,
    }
}

/// Two estimates of the solutions below a start, independent of each other unless they are exact: their
/// product has the mean of the square, which the square of one has not.
fn below<P: Problem>(
    problem: &P,
    path: &mut Path<P::Node>,
    deep: usize,
    random: &mut Random,
) -> [f64; 2] {
    if path.level >= deep {
        return [search(problem, path.node.clone()).solutions; 2];
    }
    let start = path.begin();
    let factor = |node: &mut P::Node| problem.branches(node);
    [(); 2].map(|()| {
        let ends = solved_below(problem, &factor, start, (deep, WIDTH), random);
        ends.iter().map(|end| end.1).sum()
    })
}
