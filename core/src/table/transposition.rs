//! Transposition tables: what a search keeps, and which of two positions of the same slot stays.
//!
//! Breuker, Uiterwijk and van den Herik compared seven replacement schemes. The device uses their
//! best, *twoDeep* ([`TwoLevel`]); [`OneLevel`] is *new*, the overwrite table itself. A position
//! that is already in the table is always updated.

use super::entry::Entry;
use super::overwrite::OverwriteTable;

/// A transposition table as the search sees it.
pub trait TranspositionTable {
    /// The result stored for this key. `draft` is the number of plies the search is about to look
    /// ahead; a table may use it to skip a second probe.
    fn look(&self, key: u64, draft: u8) -> Option<Entry>;

    /// Stores a result, unless the scheme prefers the resident of its slot.
    fn keep(&mut self, key: u64, entry: Entry);

    /// Removes everything, as before a new game.
    fn clear(&mut self);

    /// Called before each search of a game. A single table is cleared.
    fn begin(&mut self) {
        self.clear();
    }
}

impl<T: TranspositionTable + ?Sized> TranspositionTable for &mut T {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        (**self).look(key, draft)
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        (**self).keep(key, entry);
    }

    fn clear(&mut self) {
        (**self).clear();
    }

    fn begin(&mut self) {
        (**self).begin();
    }
}

/// A table of `SLOTS` positions in which the newest stays. RAM: 8 bytes a slot and one word.
///
/// ```
/// use dobutsu_core::table::{Bound, Entry, OneLevel, TranspositionTable};
///
/// let mut table: OneLevel<1> = OneLevel::new();
/// table.keep(1, Entry::new(5, 9, Bound::Exact, 0));
/// table.keep(2, Entry::new(6, 3, Bound::Exact, 0));
/// assert!(table.look(1, 0).is_none() && table.look(2, 0).is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct OneLevel<const SLOTS: usize>(OverwriteTable<Entry, SLOTS>);

impl<const SLOTS: usize> OneLevel<SLOTS> {
    /// An empty table, fit for a `static`.
    pub const fn new() -> Self {
        Self(OverwriteTable::new())
    }

    /// The overwrite table below.
    #[cfg(test)]
    pub(super) fn slots(&self) -> &OverwriteTable<Entry, SLOTS> {
        &self.0
    }
}

impl<const SLOTS: usize> TranspositionTable for OneLevel<SLOTS> {
    fn look(&self, key: u64, _draft: u8) -> Option<Entry> {
        self.0.get(key)
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        self.0.put(key, entry);
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// Two positions a place (*twoDeep*): in the upper level the result of the deeper search stays, or
/// the newer one of two equally deep; in the lower level the newest.
///
/// A position that replaces another in the upper level moves it down; one that does not goes to
/// the lower level itself. `PAIRS` is the number of places, so RAM is 16 bytes a pair and two words.
#[derive(Clone, Debug, Default)]
pub struct TwoLevel<const PAIRS: usize> {
    upper: OverwriteTable<Entry, PAIRS>,
    lower: OverwriteTable<Entry, PAIRS>,
}

impl<const PAIRS: usize> TwoLevel<PAIRS> {
    /// An empty table, fit for a `static`.
    pub const fn new() -> Self {
        Self {
            upper: OverwriteTable::new(),
            lower: OverwriteTable::new(),
        }
    }
}

impl<const PAIRS: usize> TranspositionTable for TwoLevel<PAIRS> {
    fn look(&self, key: u64, _draft: u8) -> Option<Entry> {
        self.upper.get(key).or_else(|| self.lower.get(key))
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        match self.upper.occupant(key) {
            Some((resident, false)) if entry.draft() >= resident.value.draft() => {
                // Both levels are cleared together, so the resident's mark is valid below too.
                self.lower.inherit(key, resident);
                self.upper.put(key, entry);
            }
            Some((_, false)) => self.lower.put(key, entry),
            _ => self.upper.put(key, entry),
        }
    }

    fn clear(&mut self) {
        self.upper.clear();
        self.lower.clear();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::table::entry::Bound;

    pub(in crate::table) const SLOTS: usize = 16;

    /// Keys over few slots. Tags and slots are spread by two odd factors, so keys stay distinct.
    pub(in crate::table) fn key(n: u8) -> u64 {
        (n as u64).wrapping_mul(0x1F3D_5B79) << 32 | (n as u64).wrapping_mul(0x9E37_79B1)
    }

    pub(in crate::table) fn slot(n: u8) -> u64 {
        ((key(n) >> 32) * SLOTS as u64) >> 32
    }

    /// The key that owns a slot, and its entry.
    pub(in crate::table) type Level = HashMap<u64, (u8, Entry)>;

    pub(in crate::table) fn stored(level: &Level, k: u8) -> Option<Entry> {
        let slot = level.get(&slot(k)).filter(|(owner, _)| *owner == k);
        slot.map(|(_, entry)| *entry)
    }

    fn writes() -> impl Strategy<Value = Vec<(u8, u8)>> {
        prop::collection::vec((0u8..60, 0u8..20), 0..200)
    }

    fn entry(n: usize, draft: u8) -> Entry {
        Entry::new((n % 500) as i16, draft, Bound::Exact, n as u8)
    }

    proptest! {
        /// The slow twins: per slot, the key that owns it and its entry.
        #[test]
        fn tables_agree_with_maps(writes in writes()) {
            let mut one: OneLevel<SLOTS> = OneLevel::new();
            let mut two: TwoLevel<SLOTS> = TwoLevel::new();
            let (mut newest, mut upper, mut lower) = (Level::new(), Level::new(), Level::new());
            for (n, &(k, draft)) in writes.iter().enumerate() {
                let new = entry(n, draft);
                one.keep(key(k), new);
                newest.insert(slot(k), (k, new));
                two.keep(key(k), new);
                match upper.get(&slot(k)).copied() {
                    Some((owner, old)) if owner != k && new.draft() < old.draft() => {
                        lower.insert(slot(k), (k, new));
                    }
                    resident => {
                        upper.insert(slot(k), (k, new));
                        if let Some(moved) = resident.filter(|(owner, _)| *owner != k) {
                            lower.insert(slot(k), moved);
                        }
                    }
                }
                for k in 0..60 {
                    prop_assert_eq!(one.look(key(k), 0), stored(&newest, k));
                    let wanted = stored(&upper, k).or_else(|| stored(&lower, k));
                    prop_assert_eq!(two.look(key(k), 0), wanted);
                }
            }
            one.begin();
            prop_assert_eq!(one.slots().occupied(), 0);
        }
    }
}
