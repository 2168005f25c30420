//! The positions that can arise in a game from the start.
//!
//! A breadth-first search that turns round (Beamer, Asanović, Patterson, SC 2012): it starts by
//! expanding what was reached, and once that is a good part of everything, it looks instead for
//! a reached predecessor of each position that was not, which the first or second one usually is.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use dobutsu_core::game::{Position, safe_children};

use super::index::Index;
use super::unmove::predecessors;
use crate::parallel::{Frontier, POSITIONS, in_chunks, next_frontier};

/// A set of position numbers, one bit each.
pub(super) struct Reached(Vec<AtomicU64>);

impl Reached {
    fn new(len: u32) -> Reached {
        Reached((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64].load(Relaxed) >> (number % 64) & 1 == 1
    }

    /// Whether it contains all of these numbers.
    fn contains_all(&self, numbers: Range<u32>) -> bool {
        let mut start = numbers.start;
        while start < numbers.end {
            let end = numbers.end.min((start / 64 + 1) * 64);
            let bits = u64::MAX >> (64 - (end - start)) << (start % 64);
            if !self.0[start as usize / 64].load(Relaxed) & bits != 0 {
                return false;
            }
            start = end;
        }
        true
    }

    /// Adds a number; whether it is new.
    fn insert(&self, number: u32) -> bool {
        let bit = 1 << (number % 64);
        self.0[number as usize / 64].fetch_or(bit, Relaxed) & bit == 0
    }

    pub(super) fn into_words(self) -> Vec<u64> {
        self.0.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// The positions that can be reached from the start. A player who can catch the lion does, and
/// nothing follows a try.
pub(super) fn reach(index: &Index, threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Reached {
    let reached = Reached::new(index.count());
    reached.insert(index.rank(Position::START));
    let search = Search {
        index,
        threads,
        progress,
        reached: &reached,
    };
    let mut frontier = vec![vec![Position::START.canonical()]];
    let mut found = 1;
    let count = |frontier: &Frontier<Position>| frontier.iter().map(Vec::len).sum::<usize>();
    while found < index.count() as usize / ENOUGH && !frontier.is_empty() {
        frontier = search.expand(frontier);
        found += count(&frontier);
    }
    // Once a sweep is through, a position not yet reached can only have predecessors that were
    // reached in that sweep. When those are few, expanding them is all that is left.
    let mut new = count(&frontier);
    while new > FEW {
        (new, frontier) = search.sweep();
    }
    while !frontier.is_empty() {
        frontier = search.expand(frontier);
    }
    reached
}

/// A sweep is faster once one position in this many is reached.
const ENOUGH: usize = 8;

/// Up to this many new positions are expanded; more are not kept but found by a sweep.
const FEW: usize = 3 << 20;

struct Search<'a> {
    index: &'a Index,
    threads: usize,
    progress: &'a (dyn Fn(u64) + Sync),
    reached: &'a Reached,
}

impl Search<'_> {
    /// Reaches the children of these positions; returns the new ones.
    fn expand(&self, frontier: Frontier<Position>) -> Frontier<Position> {
        next_frontier(self.threads, frontier, |positions, new| {
            let before = new.len();
            for &position in positions {
                for child in safe_children(position) {
                    if self.reached.insert(self.index.rank(child)) {
                        new.push(child);
                    }
                }
            }
            (self.progress)((new.len() - before) as u64);
        })
    }

    /// Reaches every position with a reached predecessor; returns how many are new and, if they
    /// are few, which.
    fn sweep(&self) -> (usize, Frontier<Position>) {
        let sweep = |numbers, (new, kept): &mut (usize, Vec<Position>)| {
            let before = *new;
            let skip = |numbers| self.reached.contains_all(numbers);
            self.index.for_each_but(numbers, skip, |number, position| {
                let found = predecessors(position, |before| {
                    match self.reached.contains(self.index.rank(before)) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                if found.is_break() && self.reached.insert(number) {
                    *new += 1;
                    if *new <= FEW {
                        kept.push(position);
                    }
                }
            });
            (self.progress)((*new - before) as u64);
        };
        let parts = in_chunks(self.threads, self.index.count(), POSITIONS, sweep);
        let (new, kept): (Vec<usize>, Frontier<Position>) = parts.into_iter().unzip();
        (new.iter().sum(), kept)
    }
}
