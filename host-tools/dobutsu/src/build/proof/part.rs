//! The part of the graph that takes long: what is done soon stays as it is.

use super::graph::Graph;
use super::lists::Lists;
use super::propagation::Lengths;

/// The positions that are done later than some ply, and the candidates they have.
///
/// Lengths do not depend on anything that takes longer, so the rest needs no second look while
/// only these are corrected.
pub(super) struct Part {
    pub(super) graph: Graph,
    /// Of each won position here, its number in the whole graph.
    won: Vec<u32>,
}

/// Not in the part.
const OUTSIDE: u32 = u32::MAX;

impl Part {
    /// What takes more than so many plies, fewer than 255.
    pub(super) fn beyond(whole: &Graph, lengths: &Lengths, plies: u8) -> Part {
        let late = |length: u16| length > u16::from(plies);
        let won: Vec<u32> = (0..whole.won())
            .filter(|&won| late(lengths.won[won as usize]))
            .collect();
        let mut here = vec![OUTSIDE; whole.won() as usize];
        for (number, &won) in (0..).zip(&won) {
            here[won as usize] = number;
        }
        let mut lost = Vec::new();
        let mut lost_here = vec![OUTSIDE; whole.lost() as usize];
        let mut candidates = Vec::new();
        for &won in &won {
            for &candidate in whole.candidates.of(won) {
                let number = &mut lost_here[candidate as usize];
                if *number == OUTSIDE {
                    *number = lost.len() as u32;
                    lost.push(candidate);
                }
                candidates.push(*number);
            }
        }
        let counts = won.iter().map(|&won| whole.candidates.of(won).len() as u8);
        let candidates = Lists::new(counts, candidates);
        let mut replies = Vec::new();
        let mut counts = Vec::new();
        let mut exact_lost = Vec::new();
        for &lost in &lost {
            let first = replies.len();
            // What it waits for outside stays as it is and keeps it that long at least.
            let mut least = u16::from(whole.exact_lost[lost as usize]);
            for &won in whole.replies.of(lost) {
                let length = lengths.won[won as usize];
                if late(length) {
                    replies.push(here[won as usize]);
                } else {
                    least = least.max(length + 1);
                }
            }
            counts.push((replies.len() - first) as u8);
            exact_lost.push(least as u8);
        }
        let replies = Lists::new(counts.into_iter(), replies);
        let exact = won.iter().map(|&won| whole.exact[won as usize]).collect();
        Part {
            graph: Graph::new(candidates, replies, exact, exact_lost),
            won,
        }
    }

    /// A policy for the whole graph, here.
    pub(super) fn policy(&self, whole: &[u8]) -> Vec<u8> {
        self.won.iter().map(|&won| whole[won as usize]).collect()
    }

    /// Puts a policy for this part into one for the whole graph.
    pub(super) fn put_back(&self, policy: &[u8], whole: &mut [u8]) {
        for (&won, &place) in self.won.iter().zip(policy) {
            whole[won as usize] = place;
        }
    }
}
