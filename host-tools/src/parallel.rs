//! Work on a range of numbers, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// How many positions a thread takes at a time.
pub(crate) const POSITIONS: u32 = 1 << 13;

/// All cores there are.
pub(crate) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` over `0..len` in chunks on so many threads; returns what each thread gathered.
pub(crate) fn in_chunks<T: Default + Send>(
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
