//! Table 1: what random descents and a depth-first search visit in the same time, by tree.
//!
//! The paper's ratio of leaves is the product of two: nodes a path over nodes a leaf, which the
//! tree alone decides, and the cost of a node, which the program decides.

use std::time::Duration;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{
    Problem, Random,
    packing::{Packing, Piece, Region, free_polyominoes},
};

use super::{report::grouped, tables::TableArgs};
use crate::output::{mean_and_margin, print_table};
use crate::trees::{Filter, Filtered, Listed, Scan};

/// What one way of visiting visited.
#[derive(Clone, Copy, Debug, Default)]
struct Visits {
    /// The root of every path among them.
    nodes: u64,
    leaves: u64,
    /// The squares of the nodes of each path.
    squares: f64,
    seconds: f64,
}

impl Visits {
    const fn in_100_s(leaves: u64, nodes: u64) -> Self {
        Self {
            nodes,
            leaves,
            squares: 0.0,
            seconds: 100.0,
        }
    }

    fn nodes_a_leaf(&self) -> f64 {
        self.nodes as f64 / self.leaves.max(1) as f64
    }

    /// The standard error of the nodes a path.
    fn error(&self) -> f64 {
        let (paths, mean) = (self.leaves.max(1) as f64, self.nodes_a_leaf());
        ((self.squares / paths - mean * mean) / paths).sqrt()
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
            let before = visits.nodes;
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
            visits.squares += ((visits.nodes - before) as f64).powi(2);
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

/// Orders of the pieces that searches try. A search of 100 s sees a corner of the tree, and which one is
/// up to the order, so the figures of several tell how far one can be off.
const ORDERS: u64 = 4;

/// One tree's figures.
struct Figures {
    descents: Visits,
    searches: Vec<Visits>,
}

/// Descents in the tree with the pieces as they are, and searches with the pieces in several orders.
fn figures<P: Problem>(
    build: impl Fn(&[Piece]) -> Result<P>,
    pieces: &[Piece],
    args: &TableArgs,
) -> Result<Figures> {
    let descents = descents(&build(pieces)?, args.seed, args.time);
    let searches = (0..ORDERS).map(|order| {
        let mut pieces = pieces.to_vec();
        let mut random = Random::for_trial(args.seed, order);
        for last in (1..pieces.len()).rev().take_while(|_| order > 0) {
            pieces.swap(last, random.below(last as u32 + 1) as usize);
        }
        Ok(search(&build(&pieces)?, args.time / ORDERS as u32))
    });
    Ok(Figures {
        descents,
        searches: searches.collect::<Result<_>>()?,
    })
}

impl Figures {
    fn row(&self, name: String) -> Vec<String> {
        let mut all = Visits::default();
        for search in &self.searches {
            all.nodes += search.nodes;
            all.leaves += search.leaves;
            all.seconds += search.seconds;
        }
        let ratios: Vec<f64> = self.searches.iter().map(Visits::nodes_a_leaf).collect();
        let (ratio, margin) = match ratios[..] {
            [one] => (one, None),
            _ => {
                let (mean, margin) = mean_and_margin(&ratios);
                // The spread of one, not the error of the mean.
                (mean, Some(margin / 1.96 * (ratios.len() as f64).sqrt()))
            }
        };
        let path = self.descents.nodes_a_leaf();
        let (shorter, cheaper) = (
            path / ratio,
            self.descents.seconds_a_node() / all.seconds_a_node(),
        );
        vec![
            name,
            match margin {
                None => format!("{path:.3}"),
                Some(_) => format!("{path:.3} ± {:.3}", self.descents.error()),
            },
            match margin {
                None => format!("{ratio:.4}"),
                Some(margin) => format!("{ratio:.3} ± {margin:.3}"),
            },
            format!("{shorter:.2}×"),
            format!("{cheaper:.2}×"),
            format!("{:.1}×", shorter * cheaper),
            grouped((1.0 / self.descents.seconds_a_node()) as u64),
            grouped((1.0 / all.seconds_a_node()) as u64),
        ]
    }
}

/// The box with its extra cell on a short side, where the scan begins.
fn short_side_first() -> Option<Region> {
    let mut region = Region::rectangle(20, 11)?;
    let others = (0..11).filter(|&row| row != 5);
    others.for_each(|row| region.close(0, row));
    Some(region)
}

/// The table over every tree that fits the paper's words, by a program that lists branches, and
/// by the one that intersects sets.
pub(super) fn table1(args: &TableArgs) -> Result<()> {
    const FILTERS: [(&str, Filter); 7] = [
        ("what fits", Filter::Fitting),
        ("next cell not alone", Filter::Room(2)),
        ("next cell among 3", Filter::Room(3)),
        ("next cell among 4", Filter::Room(4)),
        ("no single cells", Filter::Singles),
        ("no islands", Filter::Islands),
        ("sixes", Filter::Multiples),
    ];
    let pieces = free_polyominoes(6);
    let paper = Figures {
        descents: PAPER[0],
        searches: vec![PAPER[1]],
    };
    let mut rows = vec![paper.row("the paper".into())];
    for (side, region) in [
        ("long side", Region::hexomino()),
        ("short side", Region::hexomino_short()),
        (
            "short side first",
            short_side_first().context("the box does not fit")?,
        ),
    ] {
        for (order, scan) in [("columns", Scan::Columns), ("rows", Scan::Rows)] {
            for (kept, filter) in FILTERS {
                let build = |pieces: &[Piece]| {
                    let listed = Listed::new(&region, pieces, scan, filter, false);
                    listed.context("the box does not fit")
                };
                let name = format!("{side}, {order}, {kept}");
                rows.push(figures(build, &pieces, args)?.row(name));
            }
        }
    }
    let region = Region::hexomino();
    for (kept, filter) in FILTERS {
        let build = |pieces: &[Piece]| Ok(Filtered::new(&region, pieces, filter, false)?);
        let name = format!("long side, columns, {kept}, sets");
        rows.push(figures(build, &pieces, args)?.row(name));
    }
    let build = |pieces: &[Piece]| {
        let packing = Packing::new(&region, pieces)?;
        Ok(packing.without_mirror_images().pruning_islands())
    };
    rows.push(figures(build, &pieces, args)?.row("same, islands as leaves".into()));
    println!(
        "Table 1: hexomino, roots counted; {:?} of CPU each way, seed {}; the search in {ORDERS} orders of the pieces",
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
