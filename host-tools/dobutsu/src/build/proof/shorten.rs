//! Corrections that make many wins shorter at once.
//!
//! What a win's length hangs on is a chain: the candidate that is taken, the reply to it that
//! takes longest, the candidate taken there. A win that is too long is in time again if one of
//! the positions along its chain makes up for the difference. So each has a list of positions
//! that could mend it, and a few that mend many are found greedily, as for a set cover.

use std::collections::BinaryHeap;

use super::bound::Bound;
use super::graph::Graph;
use super::part::Part;
use super::propagation::{Lengths, propagate};
use super::slack::{keep_within, relax};

/// How many times corrections are looked for.
const ROUNDS: u32 = 10;
/// How many of the wins that are too long are looked at in a round.
const SAMPLE: usize = 200_000;
/// How many wins a correction must mend to be better than correcting them one by one.
const ENOUGH: usize = 3;
/// How often corrections are given up that turn out to be needless.
const RELAXATIONS: u32 = 4;

/// Corrects a policy that wins everywhere so that it does so within a bound, and returns to
/// `base`, which it may have been corrected from, where that is in time.
pub(super) fn shorten(
    graph: &Graph,
    policy: &mut [u8],
    base: &[u8],
    bound: Bound,
    progress: &dyn Fn(String),
) {
    let lengths = propagate(graph, policy);
    // Whatever takes no longer than the lowest limit is in time.
    let lowest = bound.limit(*graph.exact.iter().min().unwrap_or(&0));
    let part = Part::beyond(graph, &lengths, (lowest / 2).min(254) as u8);
    drop(lengths);
    let graph = &part.graph;
    let limits: Vec<u16> = graph
        .exact
        .iter()
        .map(|&exact| bound.limit(exact))
        .collect();
    let mut shorter = part.policy(policy);
    let base = part.policy(base);
    for round in 0..ROUNDS {
        let lengths = propagate(graph, &shorter);
        let menders = Menders::find(graph, &shorter, &lengths, &limits);
        progress(format!(
            "round {round}: {} of {} won positions late",
            menders.late,
            graph.won()
        ));
        let corrections = menders.cover();
        if corrections.is_empty() {
            break;
        }
        for won in corrections {
            if let Some((place, _)) = shortcut(graph, &shorter, &lengths, won) {
                shorter[won as usize] = place;
            }
        }
    }
    keep_within(graph, &mut shorter, &limits);
    for _ in 0..RELAXATIONS {
        let corrected = shorter.iter().zip(&base).filter(|(a, b)| a != b).count();
        progress(format!("{corrected} corrections among them"));
        if !relax(graph, &mut shorter, &base, &limits) {
            break;
        }
    }
    part.put_back(&shorter, policy);
}

/// A candidate that saves half of what can be saved at least, the first one, and how many plies.
fn shortcut(graph: &Graph, policy: &[u8], lengths: &Lengths, won: u32) -> Option<(u8, u16)> {
    let length = |lost: u32| lengths.lost[lost as usize];
    let candidates = graph.candidates.of(won);
    let now = length(graph.next(policy, won));
    let best = candidates.iter().map(|&lost| length(lost)).min()?;
    let wanted = now.checked_sub(best).filter(|&most| most > 0)? / 2;
    let place = candidates
        .iter()
        .position(|&lost| length(lost) + wanted.max(1) <= now)?;
    Some((place as u8, now - length(candidates[place])))
}

/// Which corrections could mend which wins.
struct Menders {
    /// How many wins are too long.
    late: usize,
    /// One in so many of them is looked at.
    one_in: usize,
    /// A correction and a win that it could mend, sorted.
    pairs: Vec<(u32, u32)>,
}

impl Menders {
    fn find(graph: &Graph, policy: &[u8], lengths: &Lengths, limits: &[u16]) -> Menders {
        let length = |won: u32| lengths.won[won as usize];
        let late: Vec<u32> = (0..graph.won())
            .filter(|&won| length(won) > limits[won as usize])
            .collect();
        let one_in = late.len().div_ceil(SAMPLE).max(1);
        let mut saved: Vec<Option<u16>> = vec![None; graph.won() as usize];
        let mut pairs = Vec::new();
        for (number, &win) in (0..).zip(late.iter().step_by(one_in)) {
            let excess = length(win) - limits[win as usize];
            let mut at = Some(win);
            while let Some(won) = at {
                let save = || shortcut(graph, policy, lengths, won).map_or(0, |(_, plies)| plies);
                if *saved[won as usize].get_or_insert_with(save) >= excess {
                    pairs.push((won, number));
                }
                let replies = graph.replies.of(graph.next(policy, won)).iter().copied();
                at = replies.rev().max_by_key(|&reply| length(reply));
            }
        }
        pairs.sort_unstable();
        Menders {
            late: late.len(),
            one_in,
            pairs,
        }
    }

    /// Corrections that mend most wins not mended by others, as long as they mend enough.
    fn cover(&self) -> Vec<u32> {
        let wins = self.pairs.iter().map(|&(_, win)| win as usize + 1).max();
        let mut mended = vec![false; wins.unwrap_or(0)];
        let starts = self.pairs.chunk_by(|a, b| a.0 == b.0);
        let mut from = 0;
        let mut heap: BinaryHeap<(usize, u32)> = starts
            .map(|chunk| {
                from += chunk.len();
                (chunk.len(), (from - chunk.len()) as u32)
            })
            .collect();
        let mut corrections = Vec::new();
        while let Some((was, start)) = heap.pop() {
            let first = self.pairs[start as usize].0;
            let here = self.pairs[start as usize..].iter();
            let wins = here.take_while(|&&(won, _)| won == first);
            let open: Vec<u32> = wins
                .map(|&(_, win)| win)
                .filter(|&win| !mended[win as usize])
                .collect();
            if open.len() < was {
                if !open.is_empty() {
                    heap.push((open.len(), start));
                }
                continue;
            }
            if open.len() * self.one_in < ENOUGH {
                break;
            }
            corrections.push(first);
            for win in open {
                mended[win as usize] = true;
            }
        }
        corrections
    }
}
