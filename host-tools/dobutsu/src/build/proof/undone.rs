//! What a policy does not win, and who waits for whom in there.
//!
//! A won position waits for the candidate that the policy takes, a lost one for all its replies
//! that are not done. Positions nobody waits for are *peeled* off, again and again: they follow by
//! themselves once the rest is done. What remains, the core, runs in circles or is waited for by
//! circles.

use super::graph::Graph;
use super::propagation::{Lengths, NEVER};

/// The undone part of the game, while it is corrected.
#[derive(Clone)]
pub(super) struct Undone<'a> {
    pub(super) graph: &'a Graph,
    /// Which candidate is taken at each won position.
    pub(super) policy: Vec<u8>,
    /// Won positions that are neither done nor peeled.
    left: u32,
    won_done: Vec<bool>,
    won_peeled: Vec<bool>,
    lost_peeled: Vec<bool>,
    /// Replies of each lost position that are not done.
    open: Vec<u8>,
    /// Lost positions, not peeled, that wait for a won one.
    won_awaited: Vec<u16>,
    /// Won positions, not peeled, that wait for a lost one.
    lost_awaited: Vec<u16>,
    /// Lost positions that were done since this was looked at last.
    pub(super) freed: Vec<u32>,
    /// Lost positions that now wait for fewer.
    pub(super) eased: Vec<u32>,
}

/// A position by its kind.
#[derive(Clone, Copy)]
enum Node {
    Won(u32),
    Lost(u32),
}

impl<'a> Undone<'a> {
    /// What is left undone when a policy has these lengths.
    pub(super) fn new(graph: &'a Graph, policy: &[u8], lengths: &Lengths) -> Undone<'a> {
        let won_done: Vec<bool> = lengths.won.iter().map(|&plies| plies != NEVER).collect();
        let mut lost_awaited = vec![0; graph.lost() as usize];
        for won in (0..graph.won()).filter(|&won| !won_done[won as usize]) {
            lost_awaited[graph.next(policy, won) as usize] += 1;
        }
        let open = (0..graph.lost())
            .map(|lost| {
                let replies = graph.replies.of(lost).iter();
                replies.filter(|&&won| !won_done[won as usize]).count() as u8
            })
            .collect();
        let mut undone = Undone {
            graph,
            policy: policy.to_vec(),
            left: won_done.iter().filter(|&&done| !done).count() as u32,
            won_peeled: vec![false; graph.won() as usize],
            lost_peeled: vec![false; graph.lost() as usize],
            open,
            // Whoever has an undone reply is undone.
            won_awaited: (0..graph.won())
                .map(|won| graph.waiting.of(won).len() as u16)
                .collect(),
            won_done,
            lost_awaited,
            freed: Vec::new(),
            eased: Vec::new(),
        };
        let won = (0..graph.won())
            .filter(|&won| !undone.won_done[won as usize] && undone.won_awaited[won as usize] == 0);
        let lost = (0..graph.lost())
            .filter(|&lost| !undone.is_lost_done(lost) && undone.lost_awaited[lost as usize] == 0);
        let free: Vec<Node> = won.map(Node::Won).chain(lost.map(Node::Lost)).collect();
        undone.peel(free);
        undone
    }

    /// Peels these off, and whatever nobody waits for after that.
    fn peel(&mut self, mut free: Vec<Node>) {
        while let Some(node) = free.pop() {
            match node {
                Node::Won(won) => {
                    if std::mem::replace(&mut self.won_peeled[won as usize], true) {
                        continue;
                    }
                    self.left -= 1;
                    let lost = self.graph.next(&self.policy, won);
                    self.lost_awaited[lost as usize] -= 1;
                    if self.lost_awaited[lost as usize] == 0 && !self.is_lost_done(lost) {
                        free.push(Node::Lost(lost));
                    }
                }
                Node::Lost(lost) => {
                    if std::mem::replace(&mut self.lost_peeled[lost as usize], true) {
                        continue;
                    }
                    for &won in self.graph.replies.of(lost) {
                        self.won_awaited[won as usize] -= 1;
                        if !self.won_done[won as usize] && self.won_awaited[won as usize] == 0 {
                            free.push(Node::Won(won));
                        }
                    }
                }
            }
        }
    }

    pub(super) fn is_done(&self, won: u32) -> bool {
        self.won_done[won as usize]
    }

    pub(super) fn is_lost_done(&self, lost: u32) -> bool {
        self.open[lost as usize] == 0
    }

    /// Whether a won position is neither done nor peeled.
    pub(super) fn is_core(&self, won: u32) -> bool {
        !self.won_done[won as usize] && !self.won_peeled[won as usize]
    }

    /// How many won positions are neither done nor peeled.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The won positions that are neither done nor peeled.
    pub(super) fn core(&self) -> impl Iterator<Item = u32> {
        (0..self.graph.won()).filter(|&won| self.is_core(won))
    }

    /// The first candidate of a won position that is done.
    pub(super) fn way_out(&self, won: u32) -> Option<u8> {
        let candidates = self.graph.candidates.of(won).iter();
        let mut done = candidates.map(|&lost| self.is_lost_done(lost));
        done.position(|done| done).map(|place| place as u8)
    }

    /// Sends an undone won position to a done candidate; whatever follows is done too.
    pub(super) fn correct(&mut self, won: u32, place: u8) {
        let left = self.graph.next(&self.policy, won);
        self.policy[won as usize] = place;
        let mut free = Vec::new();
        if !self.won_peeled[won as usize] {
            self.lost_awaited[left as usize] -= 1;
            if self.lost_awaited[left as usize] == 0 {
                free.push(Node::Lost(left));
            }
        }
        let mut done = vec![won];
        while let Some(won) = done.pop() {
            if std::mem::replace(&mut self.won_done[won as usize], true) {
                continue;
            }
            self.left -= u32::from(!self.won_peeled[won as usize]);
            for &lost in self.graph.waiting.of(won) {
                self.open[lost as usize] -= 1;
                if self.is_lost_done(lost) {
                    self.freed.push(lost);
                    done.extend(self.graph.choosers(&self.policy, lost));
                } else if !self.lost_peeled[lost as usize] {
                    self.eased.push(lost);
                }
            }
        }
        free.retain(|node| !matches!(node, Node::Lost(lost) if self.is_lost_done(*lost)));
        self.peel(free);
    }

    /// How much would follow if this won position were done, roughly: those waiting for each lost
    /// position that waits for it, a quarter of that for each other reply it waits for as well.
    pub(super) fn worth(&self, won: u32) -> u64 {
        let waiting = self.graph.waiting.of(won).iter();
        let undone = waiting
            .filter(|&&lost| !self.is_lost_done(lost) && !self.lost_peeled[lost as usize])
            .map(|&lost| (lost as usize, u32::from(self.open[lost as usize]) - 1));
        undone
            .map(|(lost, others)| {
                (u64::from(self.lost_awaited[lost]) << 32) >> (2 * others).min(63)
            })
            .sum()
    }

    /// Whether a lost position waits for few and somebody in the core waits for it.
    pub(super) fn is_eased(&self, lost: u32) -> bool {
        !self.is_lost_done(lost)
            && !self.lost_peeled[lost as usize]
            && self.open[lost as usize] <= FEW
    }
}

/// Where a lost position waits for more replies than this, one less hardly changes their worth.
const FEW: u8 = 4;
