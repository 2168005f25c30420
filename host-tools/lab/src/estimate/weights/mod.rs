//! `lab estimate weights`: learns the hexominoes' [`Policy`] from nothing.
//!
//! What descents need to know is how the solutions below nodes of one level compare. A round
//! follows a few populations of nodes down the tree, breadth first and thinned out in
//! proportion to weight times promise under the weights so far, searches below the last level
//! and hands every node its share of the solutions found. The next weights are those under
//! which promises and shares agree best ([`fit`]). The first round knows nothing; each one
//! after it meets more of the solutions and learns from fresh nodes alone.
//!
//! The weights decide how far estimates spread and nothing else; how they were found cannot
//! make an estimate wrong.

mod fit;
mod population;

use anyhow::Result;
use clap::Args;
use dobutsu_core::estimate::{Packing, Policy, Pruning, Region, free_polyominoes};

use dobutsu::progress;
use fit::Weights;
use population::{LAST_LEVEL, Point, sample};

/// How the weights are learned; the defaults give the committed ones.
#[derive(Args)]
pub(super) struct WeightsArgs {
    /// Rounds of sampling and fitting.
    #[arg(long, default_value_t = 6)]
    rounds: u32,
    /// Populations a round.
    #[arg(long, default_value_t = 4)]
    populations: u32,
    /// Nodes kept at each level of a population.
    #[arg(long, default_value_t = 4_000)]
    width: u32,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Learns and prints the weights, and says whether they are the committed ones.
pub(super) fn run(args: &WeightsArgs) -> Result<()> {
    let policy = learn(args)?;
    let Policy {
        pieces,
        branches,
        across,
        along,
        base,
    } = &policy;
    println!("pieces:   {pieces:?}\nbranches: {branches:?}");
    println!("across:   {across}\nalong:    {along}\nbase:     {base}");
    println!(
        "{}",
        match policy == Policy::HEXOMINO {
            true => "These are the committed weights.",
            false => "These are not the committed weights.",
        }
    );
    Ok(())
}

fn learn(args: &WeightsArgs) -> Result<Policy> {
    let islands = Pruning {
        parity: false,
        islands: true,
    };
    let packing =
        Packing::new(&Region::hexomino(), &free_polyominoes(6), islands)?.without_mirror_images();
    let (rounds, populations) = (u64::from(args.rounds), u64::from(args.populations));
    let bar = progress::bar("learning", rounds * populations * LAST_LEVEL as u64);
    let mut weights = Weights::default();
    let mut points: Vec<Vec<Point>> = Vec::new();
    for round in 0..rounds {
        points = (0..populations)
            .map(|number| {
                let number = round * populations + number;
                sample(&packing, &weights, args.width, args.seed, number, &bar)
            })
            .reduce(|mut all, more| {
                for (level, points) in all.iter_mut().zip(more) {
                    level.extend(points);
                }
                all
            })
            .unwrap_or_default();
        weights = weights.fitted(&points);
    }
    bar.finish_and_clear();
    Ok(weights.to_policy(points.iter().flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "long: learns the hexomino weights"]
    fn the_committed_weights_can_be_learned_again() {
        let defaults = WeightsArgs {
            rounds: 6,
            populations: 4,
            width: 4_000,
            seed: 1,
        };
        assert_eq!(learn(&defaults).unwrap(), Policy::HEXOMINO);
    }
}
