//! Table 1: what random descents and a depth-first search visit in the same time, by tree.
//!
//! The paper's ratio of leaves is the product of two: nodes a path over nodes a leaf, which the
//! tree alone decides, and the cost of a node, which the program decides.

use std::time::Duration;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{
    Problem, Random,
    packing::{Packing, Region, free_polyominoes},
};

use super::{report::grouped, tables::TableArgs};
use crate::output::print_table;
use crate::trees::{Filter, Listed, Scan};

/// What one way of visiting visited.
#[derive(Clone, Copy, Debug, Default)]
struct Visits {
    /// The root of every path among them.
    nodes: u64,
    leaves: u64,
    seconds: f64,
}

impl Visits {
    const fn in_100_s(leaves: u64, nodes: u64) -> Self {
        Self {
            nodes,
            leaves,
            seconds: 100.0,
        }
    }

    fn nodes_a_leaf(&self) -> f64 {
        self.nodes as f64 / self.leaves.max(1) as f64
    }

    fn seconds_a_node(&self) -> f64 {
        self.seconds / self.nodes.max(1) as f64
    }
}

/// The paper's two rows.
const PAPER: [Visits; 2] = [
    Visits::in_100_s(4_261_336, 31_825_102),
    Visits::in_100_s(308_660_538, 452_042_321),
];

/// Goes down at random, from the root every time.
fn descents<P: Problem>(problem: &P, seed: u64, time: Duration) -> Visits {
    let mut visits = Visits::default();
    let clock = ThreadTime::now();
    let mut random = Random::for_trial(seed, 0);
    let mut product = 0.0f64;
    while clock.elapsed() < time {
        for _ in 0..64 {
            let mut node = problem.root();
            let mut own = 1.0;
            visits.nodes += 1;
            loop {
                let branches = problem.branches(&node);
                if branches == 0 {
                    break;
                }
                own *= f64::from(branches);
                problem.skip(&mut node, random.below(branches));
                let Some(child) = problem.descend(&mut node) else {
                    break;
                };
                node = child;
                visits.nodes += 1;
            }
            visits.leaves += 1;
            product += own;
        }
    }
    // The products are part of the work and must not be optimised away.
    std::hint::black_box(product);
    visits.seconds = clock.elapsed().as_secs_f64();
    visits
}

/// Searches from the root, as far as the time goes.
fn search<P: Problem>(problem: &P, time: Duration) -> Visits {
    let mut visits = Visits {
        nodes: 1,
        ..Visits::default()
    };
    let clock = ThreadTime::now();
    let mut stack = vec![problem.root()];
    while clock.elapsed() < time && !stack.is_empty() {
        for _ in 0..4096 {
            let Some(top) = stack.last_mut() else { break };
            match problem.descend(top) {
                Some(child) => {
                    visits.nodes += 1;
                    match problem.is_leaf(&child) {
                        true => visits.leaves += 1,
                        false => stack.push(child),
                    }
                }
                None => {
                    stack.pop();
                }
            }
        }
    }
    visits.seconds = clock.elapsed().as_secs_f64();
    visits
}

fn both<P: Problem>(problem: &P, args: &TableArgs) -> [Visits; 2] {
    [
        descents(problem, args.seed, args.time),
        search(problem, args.time),
    ]
}

fn row(name: String, [descents, search]: [Visits; 2]) -> Vec<String> {
    let shorter = descents.nodes_a_leaf() / search.nodes_a_leaf();
    let cheaper = descents.seconds_a_node() / search.seconds_a_node();
    vec![
        name,
        format!("{:.3}", descents.nodes_a_leaf()),
        format!("{:.4}", search.nodes_a_leaf()),
        format!("{shorter:.2}×"),
        format!("{cheaper:.2}×"),
        format!("{:.1}×", shorter * cheaper),
        grouped((1.0 / descents.seconds_a_node()) as u64),
        grouped((1.0 / search.seconds_a_node()) as u64),
    ]
}

/// The table over every tree that fits the paper's words, by a program that lists branches, and
/// by the one that intersects sets.
pub(super) fn table1(args: &TableArgs) -> Result<()> {
    let pieces = free_polyominoes(6);
    let mut rows = vec![row("the paper".into(), PAPER)];
    for (side, region) in [
        ("long side", Region::hexomino()),
        ("short side", Region::hexomino_short()),
    ] {
        for (order, scan) in [("columns", Scan::Columns), ("rows", Scan::Rows)] {
            for (kept, filter) in [
                ("what fits", Filter::Fitting),
                ("no single cells", Filter::Singles),
                ("no islands", Filter::Islands),
                ("sixes", Filter::Multiples),
            ] {
                let listed = Listed::new(&region, &pieces, scan, filter, false)
                    .context("the box does not fit")?;
                let name = format!("{side}, {order}, {kept}");
                rows.push(row(name, both(&listed, args)));
            }
        }
    }
    let packing = Packing::new(&Region::hexomino(), &pieces)?.without_mirror_images();
    rows.push(row("long side, columns, sets".into(), both(&packing, args)));
    rows.push(row(
        "same, islands as leaves".into(),
        both(&packing.pruning_islands(), args),
    ));
    println!(
        "Table 1: hexomino, roots counted; {:?} of CPU each way, seed {}",
        args.time, args.seed
    );
    let headings = [
        "tree",
        "nodes a path",
        "nodes a leaf",
        "ratio",
        "cost a node",
        "leaves",
        "descent: nodes/s",
        "search: nodes/s",
    ];
    print_table(&headings, &rows);
    Ok(())
}
