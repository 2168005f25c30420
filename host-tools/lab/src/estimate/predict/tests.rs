//! Sums predicted by paths against what visiting every node says.

use dobutsu_core::estimate::{
    Queens,
    packing::{Region, free_polyominoes},
};

use super::{paths::search, *};
use crate::trees::{Filter, Filtered};

/// Σ f S², Σ S, leaves and chance, by visiting all nodes above the cutoff and searching below.
fn exact<P: Problem>(problem: &P, cutoff: Cutoff) -> [f64; 4] {
    let mut sums = [0.0; 4];
    let mut open = vec![(problem.root(), 0, 1.0)];
    while let Some((mut node, level, product)) = open.pop() {
        if problem.is_leaf(&node) {
            let solution = f64::from(u8::from(problem.is_solution(&node)));
            let own = [product * solution, solution, 1.0, solution / product];
            sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        } else if is_reached(cutoff, level, product) {
            let below = search(problem, node);
            let own = [
                product * below.solutions * below.solutions,
                below.solutions,
                below.leaves,
                below.chance / product,
            ];
            sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        } else {
            let product = product * f64::from(problem.branches(&node));
            while let Some(child) = problem.descend(&mut node) {
                open.push((child, level + 1, product));
            }
        }
    }
    sums
}

/// 160 independent sets of paths give means that miss by more than four of their standard errors once in
/// ten thousand, and those errors must be a quarter of the truth at most.
fn check<P, Q, F>(ways: &Ways<P, Q, F>, count: f64, cutoffs: [&str; 2], deep: usize, figures: usize)
where
    P: Problem,
    Q: Problem<Node = P::Node>,
    F: Fn(&mut P::Node),
{
    for cutoff in cutoffs {
        let args = PredictArgs {
            problem: ProblemName::Queens(1),
            cutoff: Vec::new(),
            time: Duration::ZERO,
            width: 400,
            searches: 150,
            deep,
            inner: 40,
            seed: 1,
            tree: true,
            plot: None,
        };
        let cutoff: Cutoff = cutoff.parse().unwrap();
        let sets: Vec<Sums> = (0..160)
            .map(|set| campaign(ways, cutoff, &args, &mut Random::for_trial(1, set)))
            .collect();
        let truth = exact(ways.problem, cutoff);
        assert_eq!(truth[1], count);
        let all: [fn(&Sums) -> f64; 4] = [
            |sums| sums.square,
            |sums| sums.count,
            |sums| sums.leaves,
            |sums| sums.chance,
        ];
        for (figure, truth) in all.into_iter().zip(truth).take(figures) {
            let (mean, margin) = mean_and_margin(&sets.iter().map(figure).collect::<Vec<_>>());
            let error = margin / 1.96;
            assert!(
                (mean - truth).abs() < 4.0 * error && error < 0.25 * truth,
                "{cutoff}: {mean} for {truth} ± {error}"
            );
        }
        // The weighted trials are the same sum again.
        let hits = sets.iter().flat_map(|sums| &sums.hits);
        let mean: f64 = hits.map(|hit| hit.worth * hit.chance).sum::<f64>() / sets.len() as f64;
        let (count, _) = mean_and_margin(&sets.iter().map(|sums| sums.count).collect::<Vec<_>>());
        assert!((mean / count - 1.0).abs() < 1e-9);
    }
}

/// Twelve queens are placed in 14,200 ways (OEIS A000170).
#[test]
fn queens_are_predicted_as_visiting_every_node_says() {
    let queens = Queens::new(12).unwrap();
    let ways = Ways {
        problem: &queens,
        searched: &queens,
        narrow: |_: &mut _| {},
    };
    check(&ways, 14_200.0, ["level:5", "product:1e4"], 7, 4);
}

/// The twelve pentominoes in their box of 15×4, whose 1,472 packings are 368 and their mirror images, one
/// of each pair left out: in a tree without islands, and in one with them but on shorter ways.
#[test]
fn a_filtered_packing_is_predicted_as_visiting_every_node_says() {
    let region = Region::rectangle(15, 4).unwrap();
    let pieces = free_polyominoes(5);
    let build = |filter| Filtered::new(&region, &pieces, filter, false).unwrap();
    let [fives, islands, room] = [Filter::Multiples, Filter::Islands, Filter::Room(4)].map(build);
    let own = Ways {
        problem: &islands,
        searched: &islands,
        narrow: |_: &mut _| {},
    };
    check(&own, 736.0, ["level:4", "product:2e4"], 7, 4);
    let short = Ways {
        problem: &room,
        searched: &islands,
        narrow: |node: &mut _| fives.strike_off(node),
    };
    // Leaves are not on these ways, and the chance is that of other branch factors.
    check(&short, 736.0, ["level:4", "product:2e4"], 7, 2);
}

/// Trials in the same tree: what they cost and their spread, by visiting every node.
#[test]
fn plain_trials_cost_what_visiting_every_node_says() {
    let queens = Queens::new(10).unwrap();
    let cutoff: Cutoff = "level:4".parse().unwrap();
    let depths = Depths { deep: 6, width: 10 };
    let plain = plain(&queens, cutoff, depths, 1, Duration::from_millis(200));
    let (mut nodes, mut open) = (0.0, vec![(queens.root(), 0, 1.0)]);
    while let Some((mut node, level, product)) = open.pop() {
        if level == 4 {
            nodes += search(&queens, node).nodes / product;
            continue;
        }
        let product = product * f64::from(queens.branches(&node));
        while let Some(child) = queens.descend(&mut node) {
            open.push((child, level + 1, product));
        }
    }
    let (mean, error) = plain.search_nodes;
    assert!(
        (mean - nodes).abs() < 4.0 * error,
        "{mean} ± {error}, {nodes}"
    );
    let spread = exact(&queens, cutoff)[0].sqrt();
    assert!(
        (plain.spread / spread - 1.0).abs() < 0.2,
        "{} {spread}",
        plain.spread
    );
    assert_eq!((plain.start(0.05), plain.start(0.95)), (4, 4));
}
