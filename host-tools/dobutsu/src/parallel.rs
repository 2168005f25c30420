//! Work on a range of numbers, divided among threads.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use anyhow::{Result, anyhow};

/// The positions that a thread takes at a time.
pub const POSITIONS: u32 = 1 << 13;

/// The number of cores.
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` over some numbers in chunks on this number of threads and returns each thread's result.
pub fn in_chunks<T: Default + Send>(
    threads: usize,
    numbers: Range<u32>,
    chunk: u32,
    work: impl Fn(Range<u32>, &mut T) + Sync,
) -> Vec<T> {
    let next = AtomicU32::new(numbers.start);
    let run = || {
        let mut gathered = T::default();
        loop {
            let start = next.fetch_add(chunk, Relaxed);
            if start >= numbers.end {
                return gathered;
            }
            work(
                start..numbers.end.min(start.saturating_add(chunk)),
                &mut gathered,
            );
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

/// One of several tasks that share some work, as in `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which one, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Part {
    /// All the work.
    pub const ALL: Part = Part { number: 1, of: 1 };

    /// The numbers in `0..count` that belong to the part.
    pub fn of(self, count: u32) -> Range<u32> {
        let share = |parts: u32| (u64::from(count) * u64::from(parts) / u64::from(self.of)) as u32;
        share(self.number - 1)..share(self.number)
    }
}

impl FromStr for Part {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Part> {
        let number = |text: &str| text.parse().ok();
        let part = text.split_once('/').and_then(|(part, of)| {
            let (number, of) = (number(part)?, number(of)?);
            (1..=of).contains(&number).then_some(Part { number, of })
        });
        part.ok_or_else(|| anyhow!("{text} is not a part such as 2/8"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Calls `work` for every item, on all cores, and returns the results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let numbered = |numbers: Range<u32>, results: &mut Vec<(u32, R)>| {
        results.extend(numbers.map(|number| (number, work(&items[number as usize]))));
    };
    let mut results: Vec<(u32, R)> = in_chunks(all_cores(), 0..items.len() as u32, 1, numbered)
        .into_iter()
        .flatten()
        .collect();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The nodes of a breadth-first search that it has found last, one part per thread.
pub type Frontier<T> = Vec<Vec<T>>;

/// Runs `expand` over a frontier on all cores, a slice at a time, and returns the next frontier.
pub fn next_frontier<T: Send + Sync>(
    frontier: Frontier<T>,
    expand: impl Fn(&[T], &mut Vec<T>) + Sync,
) -> Frontier<T> {
    let mut all = Vec::new();
    // Each part is dropped once it is expanded: the old frontier makes room for the new one.
    for part in frontier {
        let expand = |numbers: Range<u32>, new: &mut Vec<T>| {
            expand(&part[numbers.start as usize..numbers.end as usize], new);
        };
        all.extend(in_chunks(
            all_cores(),
            0..part.len() as u32,
            POSITIONS,
            expand,
        ));
    }
    all.retain(|part| !part.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_out_all_numbers() {
        for of in [1, 3, 256] {
            let parts = (1..=of).map(|number| format!("{number}/{of}").parse::<Part>());
            let numbers: Vec<u32> = parts.flat_map(|part| part.unwrap().of(1000)).collect();
            assert_eq!(numbers, (0..1000).collect::<Vec<_>>());
        }
        for wrong in ["", "1", "0/2", "3/2", "a/b", "-1/2"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
