//! Which of two positions that want the same slot stays: the seven replacement schemes.
//!
//! The schemes are those Breuker, Uiterwijk and van den Herik compared, and the two-tables
//! paper names: *new*, *old*, *deep*, *big1*, *bigAll*, *twoDeep* and *twoBig*. All stand
//! behind one trait, [`TranspositionTable`], on the chip as on the host. A position that is already in the
//! table is always updated; a scheme only decides between different positions.

use super::entry::Entry;
use super::overwrite::OverwriteTable;

/// A transposition table as the search sees it.
pub trait TranspositionTable {
    /// What is known about the position with this key. `draft` is how deep the search is about
    /// to look below it; a table may refuse to look far for little.
    fn look(&self, key: u64, draft: u8) -> Option<Entry>;

    /// Remembers a result, unless the scheme prefers what is there.
    fn keep(&mut self, key: u64, entry: Entry);

    /// Forgets everything, as before a new game.
    fn clear(&mut self);

    /// Called before each search of a game. A single table forgets the last search.
    fn begin(&mut self) {
        self.clear();
    }

    /// Whether a subtree found in the table counts with its stored size (bigAll) instead of as
    /// one node (big1) when tree sizes are summed.
    fn counts_stored_trees(&self) -> bool {
        false
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

    fn counts_stored_trees(&self) -> bool {
        (**self).counts_stored_trees()
    }
}

/// A rule for a collision in a one-level table.
pub trait Scheme {
    /// Whether the newcomer replaces the entry of another position.
    fn replaces(newcomer: Entry, resident: Entry) -> bool;
    /// See [`TranspositionTable::counts_stored_trees`].
    const COUNTS_STORED_TREES: bool = false;
}

/// The newcomer stays: the overwrite table itself.
#[derive(Clone, Copy, Debug)]
pub struct New;
/// The resident stays.
#[derive(Clone, Copy, Debug)]
pub struct Old;
/// The result of the deeper search stays; the newer one if equal.
#[derive(Clone, Copy, Debug)]
pub struct Deep;
/// The result of the bigger tree stays, a position answered by the table counting one node.
#[derive(Clone, Copy, Debug)]
pub struct Big1;
/// The result of the bigger tree stays, a position answered by the table counting its own tree.
#[derive(Clone, Copy, Debug)]
pub struct BigAll;

impl Scheme for New {
    fn replaces(_: Entry, _: Entry) -> bool {
        true
    }
}

impl Scheme for Old {
    fn replaces(_: Entry, _: Entry) -> bool {
        false
    }
}

impl Scheme for Deep {
    fn replaces(newcomer: Entry, resident: Entry) -> bool {
        newcomer.draft() >= resident.draft()
    }
}

impl Scheme for Big1 {
    fn replaces(newcomer: Entry, resident: Entry) -> bool {
        newcomer.magnitude() >= resident.magnitude()
    }
}

impl Scheme for BigAll {
    fn replaces(newcomer: Entry, resident: Entry) -> bool {
        Big1::replaces(newcomer, resident)
    }
    const COUNTS_STORED_TREES: bool = true;
}

/// A table of `SLOTS` positions under a one-level scheme. RAM: 8 bytes a slot and one word.
///
/// ```
/// use dobutsu_core::table::schemes::{Deep, OneLevel, TranspositionTable};
/// use dobutsu_core::table::{Bound, Entry};
///
/// let mut table: OneLevel<Deep, 1> = OneLevel::new();
/// table.keep(1, Entry::new(5, 9, Bound::Exact, 0, 100));
/// table.keep(2, Entry::new(6, 3, Bound::Exact, 0, 100));
/// assert!(table.look(1, 0).is_some() && table.look(2, 0).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct OneLevel<S, const SLOTS: usize> {
    table: OverwriteTable<Entry, SLOTS>,
    scheme: core::marker::PhantomData<S>,
}

impl<S: Scheme, const SLOTS: usize> Default for OneLevel<S, SLOTS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme, const SLOTS: usize> OneLevel<S, SLOTS> {
    /// An empty table, fit for a `static`.
    pub const fn new() -> Self {
        Self {
            table: OverwriteTable::new(),
            scheme: core::marker::PhantomData,
        }
    }

    /// The overwrite table below the scheme.
    pub fn slots(&self) -> &OverwriteTable<Entry, SLOTS> {
        &self.table
    }
}

impl<S: Scheme, const SLOTS: usize> TranspositionTable for OneLevel<S, SLOTS> {
    fn look(&self, key: u64, _draft: u8) -> Option<Entry> {
        self.table.get(key)
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        match self.table.occupant(key) {
            Some((resident, false)) if !S::replaces(entry, resident.value) => {}
            _ => self.table.put(key, entry),
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn counts_stored_trees(&self) -> bool {
        S::COUNTS_STORED_TREES
    }
}

/// Two positions a place: the upper level by a scheme, the lower one always the newest.
///
/// twoDeep is `TwoLevel<Deep, _>`, twoBig is `TwoLevel<Big1, _>`. A position that wins the
/// upper level pushes its resident down; one that loses goes to the lower level itself. `PAIRS`
/// is the number of places, so RAM is 16 bytes a pair and two words.
#[derive(Clone, Debug)]
pub struct TwoLevel<S, const PAIRS: usize> {
    upper: OverwriteTable<Entry, PAIRS>,
    lower: OverwriteTable<Entry, PAIRS>,
    scheme: core::marker::PhantomData<S>,
}

impl<S: Scheme, const PAIRS: usize> Default for TwoLevel<S, PAIRS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme, const PAIRS: usize> TwoLevel<S, PAIRS> {
    /// An empty table, fit for a `static`.
    pub const fn new() -> Self {
        Self {
            upper: OverwriteTable::new(),
            lower: OverwriteTable::new(),
            scheme: core::marker::PhantomData,
        }
    }
}

impl<S: Scheme, const PAIRS: usize> TranspositionTable for TwoLevel<S, PAIRS> {
    fn look(&self, key: u64, _draft: u8) -> Option<Entry> {
        self.upper.get(key).or_else(|| self.lower.get(key))
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        match self.upper.occupant(key) {
            Some((resident, false)) if S::replaces(entry, resident.value) => {
                // Both levels are cleared together, so the resident's mark holds below too.
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

    fn counts_stored_trees(&self) -> bool {
        S::COUNTS_STORED_TREES
    }
}

/// One table that is *not* cleared between the searches of a game.
#[derive(Clone, Debug, Default)]
pub struct Kept<T>(pub T);

impl<T: TranspositionTable> TranspositionTable for Kept<T> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        self.0.look(key, draft)
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        self.0.keep(key, entry);
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn begin(&mut self) {}

    fn counts_stored_trees(&self) -> bool {
        self.0.counts_stored_trees()
    }
}

#[cfg(test)]
mod tests;
