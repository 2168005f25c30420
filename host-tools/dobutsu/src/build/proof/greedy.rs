//! Few corrections after which a policy wins everywhere.

use std::collections::BinaryHeap;

use dobutsu_core::database::ribbon::mix;

use super::graph::Graph;
use super::propagation::propagate;
use super::undone::Undone;

/// How often corrections are tried again in another order.
const PASSES: u64 = 4;

/// Corrects a policy at few positions so that it wins from every won position.
///
/// Of the core the position is corrected that most seems to wait for, then the next one. Passes
/// in slightly different orders follow, with only the positions corrected before to choose from:
/// those that are done before their turn comes need no correction after all.
pub(super) fn correct(graph: &Graph, policy: &[u8], progress: &dyn Fn(String)) -> Vec<u8> {
    let lengths = propagate(graph, policy);
    let undone = Undone::new(graph, policy, &lengths);
    drop(lengths);
    progress(format!("{} won positions in the core", undone.left()));
    let mut search = Search::new(undone.clone(), None, 0);
    search.run(&by_distance(graph, undone.core().collect()));
    for pass in 1..=PASSES {
        progress(format!("{} corrections", search.corrected.len()));
        let mut eligible = vec![false; graph.won() as usize];
        for &won in &search.corrected {
            eligible[won as usize] = true;
        }
        let order = search.corrected;
        search = Search::new(undone.clone(), Some(eligible), pass);
        search.run(&order);
    }
    progress(format!("{} corrections", search.corrected.len()));
    search.undone.policy
}

fn by_distance(graph: &Graph, mut won: Vec<u32>) -> Vec<u32> {
    won.sort_by_key(|&won| graph.exact[won as usize]);
    won
}

struct Search<'a> {
    undone: Undone<'a>,
    /// Which positions may be corrected, if not all.
    eligible: Option<Vec<bool>>,
    /// Changes the order a little.
    pass: u64,
    /// Positions with a way out, by what their correction seemed to be worth.
    heap: BinaryHeap<(u64, u32)>,
    corrected: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(undone: Undone<'a>, eligible: Option<Vec<bool>>, pass: u64) -> Search<'a> {
        let mut search = Search {
            undone,
            eligible,
            pass,
            heap: BinaryHeap::new(),
            corrected: Vec::new(),
        };
        for won in search.undone.core().collect::<Vec<_>>() {
            search.consider(won);
        }
        search
    }

    /// Corrects until the core is empty. Where nobody in it has a way out, the first undone one
    /// of `order` gets one.
    fn run(&mut self, order: &[u32]) {
        let mut order = order.iter();
        loop {
            while let Some((was, won)) = self.heap.pop() {
                if !self.undone.is_core(won) {
                    continue;
                }
                let worth = self.worth(won);
                if worth < was {
                    self.heap.push((worth, won));
                    continue;
                }
                if let Some(place) = self.undone.way_out(won) {
                    self.correct(won, place);
                }
            }
            // In later passes also those outside the core that others went through.
            let is_left = |won: &&u32| match self.eligible {
                Some(_) => !self.undone.is_done(**won),
                None => self.undone.is_core(**won),
            };
            match order.find(is_left) {
                Some(&won) if self.undone.left() > 0 => self.force(won),
                _ => return,
            }
        }
    }

    fn worth(&self, won: u32) -> u64 {
        let worth = self.undone.worth(won);
        match self.pass {
            0 => worth,
            // From half to one and a half times as much.
            pass => worth / 128 * (64 + mix(u64::from(won) | pass << 32) % 128),
        }
    }

    fn consider(&mut self, won: u32) {
        let eligible = self.eligible.as_ref().is_none_or(|list| list[won as usize]);
        if eligible && self.undone.is_core(won) && self.undone.way_out(won).is_some() {
            self.heap.push((self.worth(won), won));
        }
    }

    fn correct(&mut self, won: u32, place: u8) {
        self.undone.correct(won, place);
        self.corrected.push(won);
        let graph = self.undone.graph;
        for lost in std::mem::take(&mut self.undone.freed) {
            for &won in graph.askers.of(lost) {
                self.consider(won);
            }
        }
        for lost in std::mem::take(&mut self.undone.eased) {
            if self.undone.is_eased(lost) {
                for &won in graph.replies.of(lost) {
                    self.consider(won);
                }
            }
        }
    }

    /// Corrects a position by way of its quickest candidate, whose replies are all quicker.
    fn force(&mut self, won: u32) {
        if self.undone.is_done(won) {
            return;
        }
        if let Some(place) = self.undone.way_out(won) {
            return self.correct(won, place);
        }
        let graph = self.undone.graph;
        let candidates = graph.candidates.of(won).iter().copied();
        let quickest = candidates.min_by_key(|&lost| graph.exact_lost[lost as usize]);
        for &reply in quickest.map_or(&[][..], |lost| graph.replies.of(lost)) {
            self.force(reply);
        }
        self.force(won);
    }
}
