//! Retrograde analysis: from the ends of the game back to all positions that lead to them.
//!
//! Each position has one byte. While a position is open, its byte counts the children that have not been
//! proven to be won for the other side. A lost position makes all its open predecessors won; a won one reduces
//! their counts by one, and a count of zero is a loss. In the order of distances, each position is
//! settled at its exact distance and expanded once.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use dobutsu_core::game::{Mobility, Position, Value, safe_children};

use super::index::Index;
use super::unmove::predecessors;
use crate::parallel::{Frontier, POSITIONS, all_cores, in_chunks, next_frontier};

/// How a value is stored: 0 draw, (n + 1)/2 for a win in n, 128 + n/2 for a loss in n.
pub(super) fn store(value: Value) -> u8 {
    match value {
        Value::Draw => 0,
        Value::Win(plies) => plies.div_ceil(2),
        Value::Loss(plies) => 128 + plies / 2,
    }
}

/// The value of a byte, see [`store`].
pub(super) fn load(byte: u8) -> Value {
    match byte {
        0 => Value::Draw,
        1..128 => Value::Win(2 * byte - 1),
        128.. => Value::Loss((byte - 128).wrapping_mul(2)),
    }
}

/// Bytes from here on are open positions: this, and the number of children not refuted.
/// The longest loss has 172 plies, and no position has more than 40 moves.
const OPEN: u8 = 215;

/// The number of predecessors that are looked up together.
const BATCH: usize = 256;

/// The values of all positions of the index, one byte each.
///
/// `progress` is called with the number of positions settled since its last call.
pub(super) fn solve(index: &Index, progress: &(dyn Fn(u64) + Sync)) -> Vec<u8> {
    let table: Vec<AtomicU8> = (0..index.count()).map(|_| AtomicU8::new(0)).collect();
    let solver = Solver {
        index,
        table: &table,
        progress,
    };
    // Frontiers hold positions rather than numbers: twice the memory, but nothing to unrank.
    let (mut wins, mut losses) = solver.first_ply();
    for distance in 1.. {
        let (frontier, next) = match distance % 2 {
            1 => (std::mem::take(&mut wins), &mut losses),
            _ => (std::mem::take(&mut losses), &mut wins),
        };
        next.extend(solver.expand(frontier, distance));
        if wins.is_empty() && losses.is_empty() {
            break;
        }
    }
    let close = |byte: AtomicU8| match byte.into_inner() {
        OPEN.. => store(Value::Draw),
        settled => settled,
    };
    table.into_iter().map(close).collect()
}

/// The number of different positions that the safe moves lead to. Only a symmetric position has moves in
/// pairs that lead to the same one.
pub(super) fn children(index: &Index, position: Position, mobility: Mobility) -> u8 {
    if position != position.mirrored() {
        return mobility.safe_moves;
    }
    let mut children: Vec<u32> = safe_children(position)
        .map(|child| index.rank(child))
        .collect();
    children.sort_unstable();
    children.dedup();
    children.len() as u8
}

struct Solver<'a> {
    index: &'a Index,
    table: &'a [AtomicU8],
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Solver<'_> {
    /// Settles what one ply of looking ahead decides, and counts the children of the rest.
    /// Returns the positions won in 1 and those lost in 2.
    fn first_ply(&self) -> (Frontier<Position>, Frontier<Position>) {
        let look = |numbers, (wins, losses): &mut (Vec<_>, Vec<_>)| {
            let before = wins.len() + losses.len();
            self.index.for_each(numbers, |number, position| {
                let mobility = Mobility::of(position);
                let byte = if mobility.wins_now {
                    wins.push(position);
                    store(Value::Win(1))
                } else if mobility.safe_moves == 0 {
                    losses.push(position);
                    store(Value::Loss(2))
                } else {
                    OPEN + children(self.index, position, mobility)
                };
                self.table[number as usize].store(byte, Relaxed);
            });
            (self.progress)((wins.len() + losses.len() - before) as u64);
        };
        in_chunks(all_cores(), 0..self.index.count(), POSITIONS, look)
            .into_iter()
            .unzip()
    }

    /// Settles the predecessors of positions that are this many plies from the end.
    fn expand(&self, frontier: Frontier<Position>, distance: u8) -> Frontier<Position> {
        next_frontier(frontier, |positions, settled| {
            let before = settled.len();
            let mut touched = Vec::with_capacity(2 * BATCH);
            for &position in positions {
                predecessors(position, |before| {
                    touched.push((self.index.rank(before), before));
                });
                if touched.len() >= BATCH {
                    self.settle(&mut touched, distance, settled);
                }
            }
            self.settle(&mut touched, distance, settled);
            (self.progress)((settled.len() - before) as u64);
        })
    }

    fn settle(
        &self,
        touched: &mut Vec<(u32, Position)>,
        distance: u8,
        settled: &mut Vec<Position>,
    ) {
        // Plain loads first: they wait for memory side by side, which the locked ones do not.
        touched.retain(|&(number, _)| self.table[number as usize].load(Relaxed) >= OPEN);
        for (number, position) in touched.drain(..) {
            let byte = &self.table[number as usize];
            let is_settled = if distance.is_multiple_of(2) {
                let won = store(Value::Win(distance + 1));
                let open = byte.load(Relaxed);
                // All threads write the same value.
                open >= OPEN && byte.compare_exchange(open, won, Relaxed, Relaxed).is_ok()
            } else {
                let last = byte.fetch_sub(1, Relaxed) == OPEN + 1;
                if last {
                    byte.store(store(Value::Loss(distance + 1)), Relaxed);
                }
                last
            };
            if is_settled {
                settled.push(position);
            }
        }
    }
}
