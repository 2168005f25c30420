//! Work on a range of numbers, divided among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// The positions that a thread takes at a time.
pub const POSITIONS: u32 = 1 << 13;

/// The number of cores.
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` over `0..len` in chunks on this number of threads and returns each thread's result.
pub fn in_chunks<T: Default + Send>(
    threads: usize,
    len: u32,
    chunk: u32,
    work: impl Fn(Range<u32>, &mut T) + Sync,
) -> Vec<T> {
    let next = AtomicU32::new(0);
    let run = || {
        let mut gathered = T::default();
        loop {
            let start = next.fetch_add(chunk, Relaxed);
            if start >= len {
                return gathered;
            }
            work(start..len.min(start.saturating_add(chunk)), &mut gathered);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut all = vec![run()];
        // A thread can only fail by panicking, and then so does this one.
        all.extend(
            others
                .into_iter()
                .map(|other| other.join().expect("a thread panicked")),
        );
        all
    })
}

/// Calls `work` for every item, on all cores, and returns the results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let numbered = |numbers: Range<u32>, results: &mut Vec<(u32, R)>| {
        results.extend(numbers.map(|number| (number, work(&items[number as usize]))));
    };
    let mut results: Vec<(u32, R)> = in_chunks(all_cores(), items.len() as u32, 1, numbered)
        .into_iter()
        .flatten()
        .collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The nodes of a breadth-first search that it has found last, one part per thread.
pub type Frontier<T> = Vec<Vec<T>>;

/// Runs `expand` over a frontier, a slice at a time, and returns the next frontier.
pub fn next_frontier<T: Send + Sync>(
    threads: usize,
    frontier: Frontier<T>,
    expand: impl Fn(&[T], &mut Vec<T>) + Sync,
) -> Frontier<T> {
    let mut all = Vec::new();
    // Each part is dropped once it is expanded: the old frontier makes room for the new one.
    for part in frontier {
        let expand = |numbers: Range<u32>, new: &mut Vec<T>| {
            expand(&part[numbers.start as usize..numbers.end as usize], new);
        };
        all.extend(in_chunks(threads, part.len() as u32, POSITIONS, expand));
    }
    all.retain(|part| !part.is_empty());
    all
}
