//! What a policy wins by force, from the end of the game backwards.

use super::graph::Graph;

/// Not won by force.
pub const NEVER: u16 = u16::MAX;

/// Plies to the end under a policy, against the defence that makes them most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Of each won position.
    pub won: Vec<u16>,
    /// Of each lost position.
    pub lost: Vec<u16>,
}

impl Lengths {
    /// Whether every won position is won by force.
    pub fn are_finite(&self) -> bool {
        self.won.iter().all(|&plies| plies != NEVER)
    }

    /// Whether they are what they are said to be, at most: finite, and less after every move of
    /// the policy and after every reply. Then every line ends, and in time.
    pub fn prove(&self, graph: &Graph, policy: &[u8]) -> bool {
        let falls = |won: u32| {
            let next = graph.next(policy, won) as usize;
            self.lost[next] < self.won[won as usize]
        };
        let all_fall = |lost: u32| {
            let length = self.lost[lost as usize];
            let mut replies = graph.replies.of(lost).iter();
            replies.all(|&won| self.won[won as usize] < length)
                && length >= u16::from(graph.exact_lost[lost as usize])
        };
        self.are_finite() && (0..graph.won()).all(falls) && (0..graph.lost()).all(all_fall)
    }
}

/// The least fixed point: a won position is done one ply after the candidate that the policy
/// takes, a lost one one ply after the last of its replies, but not before its own distance.
pub fn propagate(graph: &Graph, policy: &[u8]) -> Lengths {
    let mut wave = Wave::new(graph);
    while !wave.is_over() {
        wave.advance(policy);
    }
    wave.lengths
}

/// Propagation as it goes, one ply at a time.
pub(super) struct Wave<'a> {
    graph: &'a Graph,
    pub(super) lengths: Lengths,
    /// Replies of each lost position that are not done.
    open: Vec<u8>,
    /// Lost positions that wait for no reply any more, by their distance.
    ends: Vec<Vec<u32>>,
    /// What is `plies` from the end: lost positions if that is even, won ones if it is odd.
    pub(super) frontier: Vec<u32>,
    pub(super) plies: u16,
}

impl<'a> Wave<'a> {
    pub(super) fn new(graph: &'a Graph) -> Wave<'a> {
        let mut ends: Vec<Vec<u32>> = vec![Vec::new(); 256];
        let open: Vec<u8> = (0..graph.lost())
            .map(|lost| graph.replies.of(lost).len() as u8)
            .collect();
        for lost in (0..graph.lost()).filter(|&lost| open[lost as usize] == 0) {
            ends[usize::from(graph.exact_lost[lost as usize])].push(lost);
        }
        Wave {
            graph,
            lengths: Lengths {
                won: vec![NEVER; graph.won() as usize],
                lost: vec![NEVER; graph.lost() as usize],
            },
            open,
            ends,
            frontier: Vec::new(),
            plies: 0,
        }
    }

    /// Whether nothing more follows by itself.
    pub(super) fn is_over(&self) -> bool {
        let mut ends = self.ends.iter().skip(usize::from(self.plies));
        let is_quiet = self.frontier.is_empty() && ends.all(Vec::is_empty);
        is_quiet || self.plies == NEVER - 1
    }

    /// Goes one ply back from the end.
    pub(super) fn advance(&mut self, policy: &[u8]) {
        if let Some(ends) = self.ends.get_mut(usize::from(self.plies)) {
            for lost in std::mem::take(ends) {
                self.lengths.lost[lost as usize] = self.plies;
                self.frontier.push(lost);
            }
        }
        let frontier = std::mem::take(&mut self.frontier);
        let even = self.plies.is_multiple_of(2);
        self.plies += 1;
        for done in frontier {
            if even {
                for won in self.graph.choosers(policy, done) {
                    // It may have been corrected at its limit and be done already.
                    if self.lengths.won[won as usize] == NEVER {
                        self.finish(won);
                    }
                }
            } else {
                for &lost in self.graph.waiting.of(done) {
                    self.open[lost as usize] -= 1;
                    if self.open[lost as usize] == 0 {
                        let exact = self.graph.exact_lost[lost as usize];
                        if u16::from(exact) > self.plies {
                            self.ends[usize::from(exact)].push(lost);
                        } else {
                            self.lengths.lost[lost as usize] = self.plies;
                            self.frontier.push(lost);
                        }
                    }
                }
            }
        }
    }

    /// A won position is done now.
    pub(super) fn finish(&mut self, won: u32) {
        self.lengths.won[won as usize] = self.plies;
        self.frontier.push(won);
    }
}
