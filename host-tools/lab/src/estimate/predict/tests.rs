//! Sums predicted by paths against what visiting every node says.

use dobutsu_core::estimate::{
    Problem, Queens, Random,
    packing::{Packing, Region, free_polyominoes},
};

use super::{
    paths::search,
    plain::plain,
    row::{Predicted, Verdict},
    sets::{Sums, Ways, campaign, nodes_a_search},
    *,
};
use crate::output::mean_and_margin;
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

/// Sets of so many paths that most levels are thinned out.
const EFFORT: Effort = Effort {
    width: 400,
    deep: 7,
    hits: 60,
    inner: 40,
};

/// Σ f S², Σ S, leaves, chance, and Σ S again by the weighted trials.
const FIGURES: [fn(&Sums) -> f64; 5] = [
    |sums| sums.square,
    |sums| sums.count,
    |sums| sums.hits.iter().map(|hit| hit.worth * hit.chance).sum(),
    |sums| sums.leaves,
    |sums| sums.chance,
];

/// 160 independent sets of paths give means that miss by more than four of their standard errors once in
/// ten thousand, and those errors must be a quarter of the truth at most. Where nothing is thinned out, one
/// set is exact.
fn check<P, Q, F>(problem: &P, ways: &Ways<Q, F>, count: f64, cutoffs: [&str; 2], figures: usize)
where
    P: Problem,
    Q: Problem,
    F: Fn(&mut Q::Node) -> u32,
{
    for cutoff in cutoffs {
        let cutoff: Cutoff = cutoff.parse().unwrap();
        let sets: Vec<Sums> = (0..160)
            .map(|set| campaign(ways, cutoff, &EFFORT, &mut Random::for_trial(1, set)))
            .collect();
        let whole = Effort {
            width: usize::MAX,
            hits: usize::MAX,
            inner: usize::MAX,
            ..EFFORT
        };
        let whole = campaign(ways, cutoff, &whole, &mut Random::for_trial(1, 0));
        let [square, solutions, leaves, chance] = exact(problem, cutoff);
        assert_eq!(solutions, count);
        let truths = [square, count, count, leaves, chance];
        for (figure, truth) in FIGURES.into_iter().zip(truths).take(figures) {
            let (mean, margin) = mean_and_margin(&sets.iter().map(figure).collect::<Vec<_>>());
            let error = margin / 1.96;
            assert!(
                (mean - truth).abs() < 4.0 * error && error < 0.25 * truth,
                "{cutoff}: {mean} for {truth} ± {error}"
            );
            assert!((figure(&whole) / truth - 1.0).abs() < 1e-9, "{cutoff}");
        }
    }
}

/// Twelve queens are placed in 14,200 ways (OEIS A000170).
#[test]
fn queens_are_predicted_as_visiting_every_node_says() {
    let queens = Queens::new(12).unwrap();
    let ways = Ways {
        problem: &queens,
        enter: |node: &mut _| queens.branches(node),
    };
    // By 10^6 most searches start below the level from which all is searched.
    for cutoffs in [["level:5", "product:1e4"], ["level:8", "product:1e6"]] {
        check(&queens, &ways, 14_200.0, cutoffs, 5);
    }
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
        enter: |node: &mut _| islands.branches(node),
    };
    check(&islands, &own, 736.0, ["level:4", "product:2e4"], 5);
    let packing = Packing::new(&region, &pieces).unwrap();
    let short = Ways {
        problem: &packing.without_mirror_images().pruning_islands(),
        enter: |node: &mut _| {
            room.strike_off(node);
            let branches = room.branches(node);
            fives.strike_off(node);
            branches
        },
    };
    // Leaves are not on these ways, and the chance is that of other branch factors.
    check(&room, &short, 736.0, ["level:4", "product:2e4"], 3);
}

/// A row with everything in order, and what is wrong with others.
#[test]
fn rows_say_what_they_are_good_for() {
    let queens = Queens::new(6).unwrap();
    let row = |sets, count, square| Predicted {
        sets,
        count,
        square,
        leaves: (0.0, 0.0),
        chance: (0.0, 0.0),
        plain: plain(&queens, Cutoff::Level(2), 4, 1, |_| true),
        trials: 1e6,
        search_nodes: (0.0, 0.0),
        reported: None,
        hits: Vec::new(),
        known: Some((10.0, 0.1)),
    };
    let verdict = |sets, count, square| row(sets, count, square).verdict();
    assert_eq!(verdict(20, (10.5, 0.5), (4.0, 1.0)), Verdict::Settled);
    let vague = verdict(20, (10.5, 0.5), (4.0, 2.0));
    assert!(matches!(vague, Verdict::ReportsOnly(off) if (off - 0.25).abs() < 1e-3));
    assert_eq!(verdict(19, (10.5, 0.5), (4.0, 1.0)), Verdict::FewSets);
    assert_eq!(
        verdict(20, (10.0, 2.0), (4.0, 1.0)),
        Verdict::VagueCount(0.2)
    );
    let wrong = verdict(20, (8.0, 0.5), (4.0, 1.0));
    assert!(matches!(wrong, Verdict::WrongCount(off) if (off - 2.0 / 0.26f64.sqrt()).abs() < 1e-9));
    assert!(!verdict(20, (0.0, 0.0), (0.0, 0.0)).is_comparable());
}

/// Trials in the same tree: what they cost and their spread, by visiting every node.
#[test]
fn plain_trials_cost_what_visiting_every_node_says() {
    let queens = Queens::new(10).unwrap();
    let cutoff: Cutoff = "level:4".parse().unwrap();
    let plain = plain(&queens, cutoff, 6, 1, |trials| trials >= 20_000);
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
    let effort = Effort { deep: 6, ..EFFORT };
    let costs: Vec<f64> = (0..40)
        .map(|set| nodes_a_search(&queens, cutoff, &effort, &mut Random::for_trial(1, set)))
        .collect();
    let (mean, margin) = mean_and_margin(&costs);
    let error = margin / 1.96;
    assert!(
        (mean - nodes).abs() < 4.0 * error && error < 0.1 * nodes,
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

/// The figures are of campaigns: a course ends near the count, and where the top 0.2 % begin a curve is
/// what the report's share leaves.
#[test]
fn figures_are_of_the_same_campaigns_as_reports() {
    let args = PredictArgs {
        problem: ProblemName::Queens(12),
        cutoff: Vec::new(),
        time: Duration::ZERO,
        effort: EFFORT,
        seed: 1,
        tree: false,
        plot: None,
    };
    let cutoff = Cutoff::Level(5);
    let mut predicted = Predict {
        args: &args,
        cutoff,
    }
    .predict()
    .unwrap();
    predicted.trials = 1e7;
    let hits = [predicted.hits.as_slice()];
    let reported = super::sample::report(&hits, predicted.trials, 1).unwrap();
    let course = predicted.course(1);
    let &(sets, estimate) = course.last().unwrap();
    assert_eq!(sets, 2000.0);
    // Ten million trials: the report's whole range is a thousandth wide.
    assert!((estimate / reported.estimate.middle - 1.0).abs() < 2e-3);
    let [contributions, ..] = predicted.curves(1);
    let at = contributions.partition_point(|point| point.0 < 0.998);
    let [(x0, y0), (x1, y1)] = [contributions[at - 1], contributions[at]];
    let top = 1.0 - (y0 + (y1 - y0) * (0.998 - x0) / (x1 - x0));
    assert!((top - reported.top.middle).abs() < 5e-3, "{top}");
}
