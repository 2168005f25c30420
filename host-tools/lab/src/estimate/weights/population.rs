//! Populations of nodes, level by level, and the solutions below them.

use dobutsu_core::estimate::{Frontier, Packing, PackingNode, Problem, Random};
use indicatif::ProgressBar;

use super::fit::Weights;

/// Where searching starts: few enough cells are left for it to be quick.
pub(super) const LAST_LEVEL: usize = 27;

/// A node of a population, as far as learning goes.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The pieces placed, as a set of bits.
    pub placed: u64,
    /// The frontier.
    pub frontier: Frontier,
    /// How many nodes of the level it stands for, as a natural logarithm.
    pub weight: f64,
    /// Its share of the solutions found by its population: weight times solutions.
    pub worth: f64,
    /// The place of its parent in the level above.
    pub parent: usize,
}

/// One population: its nodes at the levels from 1 to [`LAST_LEVEL`].
pub(super) fn sample(
    packing: &Packing,
    weights: &Weights,
    width: u32,
    seed: u64,
    number: u64,
    bar: &ProgressBar,
) -> Vec<Vec<Point>> {
    let mut random = Random::for_trial(seed, number);
    let mut levels: Vec<Vec<Point>> = Vec::new();
    let mut nodes = vec![(packing.root(), 0.0)];
    for _ in 1..=LAST_LEVEL {
        let mut points = Vec::new();
        let mut children = Vec::new();
        for (parent, &(mut node, weight)) in nodes.iter().enumerate() {
            while let Some(child) = packing.descend(&mut node) {
                if !packing.is_leaf(&child) {
                    points.push(Point {
                        placed: packing.placed(&child),
                        frontier: packing.frontier(&child),
                        weight,
                        worth: 0.0,
                        parent,
                    });
                    children.push(child);
                }
            }
        }
        let kept = thinned(&mut points, weights, width, &mut random);
        nodes = kept
            .iter()
            .map(|&place| (children[place], points[place].weight))
            .collect();
        levels.push(kept.iter().map(|&place| points[place].clone()).collect());
        bar.inc(1);
    }
    for (point, (mut node, weight)) in levels.iter_mut().last().into_iter().flatten().zip(nodes) {
        point.worth = weight.exp() * solutions(packing, &mut node) as f64;
    }
    for level in (1..levels.len()).rev() {
        let (above, below) = levels.split_at_mut(level);
        for point in &below[0] {
            above[level - 1][point.parent].worth += point.worth;
        }
    }
    levels
}

/// Keeps about `width` of the points by systematic sampling, in proportion to weight times
/// promise; those with more than their due stay as they are. Returns their places.
fn thinned(points: &mut [Point], weights: &Weights, width: u32, random: &mut Random) -> Vec<usize> {
    let worths: Vec<f64> = points
        .iter()
        .map(|point| point.weight + weights.of(point))
        .collect();
    let top = worths.iter().copied().fold(f64::MIN, f64::max);
    let total: f64 = worths.iter().map(|worth| (worth - top).exp()).sum();
    let due = top + (total / f64::from(width)).ln();
    let mut pointer = f64::from(random.bits()) / 2f64.powi(32);
    let mut kept = Vec::new();
    for (place, (point, worth)) in points.iter_mut().zip(worths).enumerate() {
        if worth < due {
            pointer += (worth - due).exp();
            if pointer < 1.0 {
                continue;
            }
            pointer -= 1.0;
            point.weight += due - worth;
        }
        kept.push(place);
    }
    kept
}

fn solutions(packing: &Packing, node: &mut PackingNode) -> u64 {
    let mut found = 0;
    while let Some(mut child) = packing.descend(node) {
        found += match packing.is_leaf(&child) {
            true => u64::from(packing.is_solution(&child)),
            false => solutions(packing, &mut child),
        };
    }
    found
}
