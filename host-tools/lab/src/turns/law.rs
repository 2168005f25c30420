//! How much the last search saves: the iterations it has already done.
//!
//! The last search was of the position two plies before, to depth D; of the present root it knows
//! everything to depth D − 2. So a search to depth D with the table of the last one should be
//! spared the nodes of its iterations up to D − 2, and nothing else: the share
//! nodes(D − 2) / nodes(D) of a search with a cleared table.

use serde::Serialize;

use super::variants::{Size, Variant};
use super::{Args, Searches};

/// The law at one depth and size, for the paper's two tables of full size.
#[derive(Serialize)]
pub(super) struct Saving {
    pub(super) size: Size,
    pub(super) depth: u8,
    /// The share of nodes in iterations up to two less.
    pub(super) predicted: f64,
    /// The share of nodes saved.
    pub(super) saved: f64,
}

/// Every depth whose last but one before was searched too.
pub(super) fn savings(args: &Args, searches: &[Searches]) -> Vec<Saving> {
    let nodes = |size, variant, depth: u8| {
        let condition = format!("depth {depth}");
        searches
            .iter()
            .find(|line| {
                line.size == size && line.variant == variant && line.condition == condition
            })
            .map(|line| line.nodes)
    };
    let mut savings = Vec::new();
    for &size in args.sizes() {
        for &depth in &args.depths {
            let Some(known) = depth.checked_sub(2) else {
                continue;
            };
            let cleared = |depth| nodes(size, Variant::Cleared, depth);
            if let (Some(all), Some(part), Some(left)) = (
                cleared(depth),
                cleared(known),
                nodes(size, Variant::TurnsDouble, depth),
            ) {
                savings.push(Saving {
                    size,
                    depth,
                    predicted: part / all,
                    saved: 1.0 - left / all,
                });
            }
        }
    }
    savings
}
