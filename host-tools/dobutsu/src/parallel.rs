//! Work on a range of numbers, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// How many positions a thread takes at a time.
pub const POSITIONS: u32 = 1 << 13;

/// All cores there are.
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` over `0..len` in chunks on this many threads; returns what each thread gathered.
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
        // A thread can only fail by panicking, and then so do we.
        all.extend(
            others
                .into_iter()
                .map(|other| other.join().expect("a thread panicked")),
        );
        all
    })
}

/// What a breadth-first search found last, as the threads found it.
pub type Frontier<T> = Vec<Vec<T>>;

/// Runs `expand` over a frontier, a slice at a time; returns what it found.
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
