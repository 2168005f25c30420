//! Which trials have been counted: what makes counting one twice impossible.

use std::{collections::BTreeMap, ops::Range};

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

/// Sets of trial numbers, one for each seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Coverage(BTreeMap<u64, Vec<Range<u64>>>);

impl Coverage {
    /// Trials counted in all, if the ranges are [sound](Self::is_sound).
    pub(super) fn trials(&self) -> u64 {
        let lengths = self
            .0
            .values()
            .flatten()
            .map(|range| range.end - range.start);
        lengths.fold(0, u64::saturating_add)
    }

    /// Adds the trials of `range`, none of which may be there yet.
    pub(super) fn add(&mut self, seed: u64, range: Range<u64>) -> Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        let ranges = self.0.entry(seed).or_default();
        let place = ranges.partition_point(|known| known.start < range.start);
        let apart = (place == 0 || ranges[place - 1].end <= range.start)
            && ranges.get(place).is_none_or(|next| range.end <= next.start);
        ensure!(apart, "some trials of seed {seed} would be counted twice");
        ranges.insert(place, range);
        if place + 1 < ranges.len() && ranges[place].end == ranges[place + 1].start {
            ranges[place].end = ranges.remove(place + 1).end;
        }
        if place > 0 && ranges[place - 1].end == ranges[place].start {
            ranges[place - 1].end = ranges.remove(place).end;
        }
        Ok(())
    }

    /// Adds everything of `other`.
    pub(super) fn merge(&mut self, other: &Self) -> Result<()> {
        for (&seed, ranges) in &other.0 {
            for range in ranges {
                self.add(seed, range.clone())?;
            }
        }
        Ok(())
    }

    /// The first trials of `seed` from `from` on that are not covered: a range of at most
    /// `limit`.
    pub(super) fn gap(&self, seed: u64, from: u64, limit: u64) -> Range<u64> {
        let mut start = from;
        for range in self.0.get(&seed).into_iter().flatten() {
            if range.start > start {
                return start..range.start.min(start.saturating_add(limit));
            }
            start = start.max(range.end);
        }
        start..start.saturating_add(limit)
    }

    /// The seeds with trials.
    pub(super) fn seeds(&self) -> impl Iterator<Item = u64> {
        self.0.keys().copied()
    }

    /// Whether ranges are sorted, apart and not empty, as [`add`](Self::add) keeps them.
    pub(super) fn is_sound(&self) -> bool {
        self.0.values().all(|ranges| {
            ranges.iter().all(|range| range.start < range.end)
                && ranges.windows(2).all(|pair| pair[0].end < pair[1].start)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(ranges in proptest::collection::vec((0u64..60, 0u64..9), 0..20), from in 0u64..70) {
            let mut coverage = Coverage::default();
            let mut set = BTreeSet::new();
            for (start, length) in ranges {
                let fresh = (start..start + length).all(|trial| !set.contains(&trial));
                prop_assert_eq!(coverage.add(7, start..start + length).is_ok(), fresh);
                if fresh {
                    set.extend(start..start + length);
                }
                prop_assert!(coverage.is_sound());
                prop_assert_eq!(coverage.trials(), set.len() as u64);
            }
            let gap = coverage.gap(7, from, 5);
            prop_assert_eq!(gap.start, (from..).find(|trial| !set.contains(trial)).unwrap());
            let free = gap.clone().all(|trial| !set.contains(&trial));
            prop_assert!(free);
            prop_assert!(gap.end == gap.start + 5 || set.contains(&gap.end));
        }
    }
}
