//! The positions that can arise in a game from the start.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use dobutsu_core::game::{Position, safe_children};

use super::index::Index;
use crate::parallel::next_frontier;

/// The numbers of the positions that can be reached from the start, one bit each. A player who can catch
/// the lion does so, and nothing follows a try.
pub(super) fn reach(index: &Index, progress: &(dyn Fn(u64) + Sync)) -> Vec<u64> {
    let words = index.count().div_ceil(64);
    let reached: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
    let is_new = |position: Position| {
        let number = index.rank(position);
        let bit = 1 << (number % 64);
        reached[number as usize / 64].fetch_or(bit, Relaxed) & bit == 0
    };
    is_new(Position::START);
    let mut frontier = vec![vec![Position::START]];
    while !frontier.is_empty() {
        frontier = next_frontier(frontier, |positions, new| {
            let before = new.len();
            let children = positions
                .iter()
                .flat_map(|&position| safe_children(position));
            new.extend(children.filter(|&child| is_new(child)));
            progress((new.len() - before) as u64);
        });
    }
    reached.into_iter().map(AtomicU64::into_inner).collect()
}
