//! Retrograde analysis with two bits a position: won and lost, as bitmaps.
//!
//! Two further bitmaps mark the positions settled at the last two distances; of a small number of them
//! there is also a list. Children that are not refuted are not counted: when a child becomes won, all
//! children of its predecessor are generated again. Distances are counted, not stored.

use std::ops::{ControlFlow, Range};

use dobutsu_core::game::{Mobility, Position, safe_children};

use super::index::Index;
use super::reach::Reached;
use super::unmove::predecessors;
use crate::parallel::{POSITIONS, in_chunks};

/// Up to this many positions of a distance are kept as a list.
const FEW: usize = 1 << 20;

/// The positions settled at one distance.
#[derive(Default)]
struct Settled {
    count: usize,
    /// All of them, if they are few.
    list: Vec<Position>,
}

impl Settled {
    fn add(&mut self, position: Position) {
        self.count += 1;
        if self.count <= FEW {
            self.list.push(position);
        }
    }
}

/// The number of positions won and lost at each distance.
pub(super) fn count(index: &Index, threads: usize) -> Vec<(u8, usize)> {
    let new = || Reached::new(index.count());
    let (won, lost) = (new(), new());
    let (mut current, mut next) = (new(), new());
    let first = |numbers, (wins, losses): &mut (Settled, Settled)| {
        index.for_each(numbers, |number, position| {
            let mobility = Mobility::of(position);
            if mobility.wins_now {
                won.insert(number);
                wins.add(position);
            } else if mobility.safe_moves == 0 {
                lost.insert(number);
                losses.add(position);
            }
        });
    };
    let (mut last, mut now): (Vec<Settled>, Vec<Settled>) =
        in_chunks(threads, index.count(), POSITIONS, first)
            .into_iter()
            .unzip();
    won.copy_to(&current);
    lost.copy_to(&next);
    let total = |parts: &[Settled]| parts.iter().map(|part| part.count).sum::<usize>();
    let mut counts = vec![(1, total(&last))];
    let mut distance = 1;
    // `last` and `current` are the positions of `distance`, `now` and `next` those known of the next one.
    while total(&last) + total(&now) > 0 {
        let odd = distance % 2 == 1;
        let expand = |position: Position, settled: &mut Settled| {
            let _ = predecessors(position, |before| {
                let number = index.rank(before);
                if won.contains(number) || lost.contains(number) {
                    return ControlFlow::Continue(());
                }
                let is_new = match odd {
                    true => {
                        safe_children(before).all(|child| won.contains(index.rank(child)))
                            && lost.insert(number)
                    }
                    false => won.insert(number),
                };
                if is_new {
                    next.insert(number);
                    settled.add(before);
                }
                ControlFlow::Continue(())
            });
        };
        let few = last.iter().all(|part| part.list.len() == part.count);
        let found = match few {
            true => {
                let list: Vec<Position> = last.drain(..).flat_map(|part| part.list).collect();
                let work = |range: Range<u32>, settled: &mut Settled| {
                    for &position in &list[range.start as usize..range.end as usize] {
                        expand(position, settled);
                    }
                };
                in_chunks(threads, list.len() as u32, POSITIONS, work)
            }
            false => {
                last.clear();
                let work = |range: Range<u32>, settled: &mut Settled| {
                    let skip = |range| !current.contains_any(range);
                    index.for_each_but(range, skip, |_, position| expand(position, settled));
                };
                in_chunks(threads, index.count(), POSITIONS, work)
            }
        };
        current.clear();
        std::mem::swap(&mut current, &mut next);
        last = now;
        last.extend(found);
        now = Vec::new();
        distance += 1;
        counts.push((distance, total(&last)));
    }
    counts
}
