//! Table 1: what random descents and a depth-first search visit in the same time.
//!
//! The paper's ratio of leaves is the product of two: nodes a path over nodes a leaf, which the
//! tree alone decides, and the cost of a node, which the program decides.

use anyhow::Result;
use clap::Args;
use cpu_time::ThreadTime;
use dobutsu_core::estimate::{Problem, Random};

use super::problem::HEXOMINOES;
use crate::output::print_table;

#[derive(Args)]
pub(super) struct Table1Args {
    /// Random descents
    #[arg(long, default_value_t = 200_000)]
    paths: u64,
    /// Nodes of the depth-first search
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Nodes and leaves visited, and the time it took.
struct Visits {
    nodes: u64,
    leaves: u64,
    seconds: f64,
}

impl Visits {
    fn nodes_a_leaf(&self) -> f64 {
        self.nodes as f64 / self.leaves as f64
    }
}

/// Descends at random, from the root every time; roots are counted.
fn descents<P: Problem>(problem: &P, seed: u64, paths: u64) -> Visits {
    let clock = ThreadTime::now();
    let mut random = Random::for_trial(seed, 0);
    let (mut nodes, mut product) = (0, 0.0);
    for _ in 0..paths {
        let mut node = problem.root();
        let mut own = 1.0;
        nodes += 1;
        loop {
            let branches = problem.branches(&node);
            own *= f64::from(branches);
            problem.skip(&mut node, random.below(branches));
            let Some(child) = problem.descend(&mut node) else {
                break;
            };
            node = child;
            nodes += 1;
        }
        product += own;
    }
    // Products are part of the work and must not be removed by the compiler.
    std::hint::black_box(product);
    Visits {
        nodes,
        leaves: paths,
        seconds: clock.elapsed().as_secs_f64(),
    }
}

/// Searches depth-first from the root.
fn search<P: Problem>(problem: &P, limit: u64) -> Visits {
    let clock = ThreadTime::now();
    let (mut nodes, mut leaves) = (1, 0);
    let mut stack = vec![problem.root()];
    while nodes < limit
        && let Some(top) = stack.last_mut()
    {
        match problem.descend(top) {
            Some(child) => {
                nodes += 1;
                match problem.is_leaf(&child) {
                    true => leaves += 1,
                    false => stack.push(child),
                }
            }
            None => drop(stack.pop()),
        }
    }
    Visits {
        nodes,
        leaves,
        seconds: clock.elapsed().as_secs_f64(),
    }
}

/// Prints the paper's figures and those of the two trees that the estimator knows.
pub(super) fn run(args: &Table1Args) -> Result<()> {
    let paper = [
        Visits {
            nodes: 31_825_102,
            leaves: 4_261_336,
            seconds: 100.0,
        },
        Visits {
            nodes: 452_042_321,
            leaves: 308_660_538,
            seconds: 100.0,
        },
    ];
    let both = |packing| {
        [
            descents(packing, args.seed, args.paths),
            search(packing, args.nodes),
        ]
    };
    let rows = [
        ("the paper", paper),
        (
            "ours, islands kept",
            both(&HEXOMINOES.clone().keeping_islands()),
        ),
        ("ours, islands cut off", both(&HEXOMINOES)),
    ]
    .into_iter()
    .map(|(name, [descents, search])| {
        let shorter = descents.nodes_a_leaf() / search.nodes_a_leaf();
        let a_node = |visits: &Visits| visits.seconds / visits.nodes as f64;
        let cheaper = a_node(&descents) / a_node(&search);
        vec![
            name.to_owned(),
            format!("{:.3}", descents.nodes_a_leaf()),
            format!("{:.4}", search.nodes_a_leaf()),
            format!("{shorter:.2}×"),
            format!("{cheaper:.1}×"),
            format!("{:.0}×", shorter * cheaper),
        ]
    });
    println!(
        "Table 1: the hexomino box, {} descents and a search of {} nodes, seed {}",
        args.paths, args.nodes, args.seed
    );
    let headings = "|nodes a path|nodes a leaf|ratio|cost of a node|leaves";
    print_table(headings, rows);
    println!("(the last two columns are ratios of CPU times within this run)");
    Ok(())
}
