//! Two tables, used in turn.
//!
//! A table cleared before each search throws away what the last move's search learned; one
//! that is never cleared fills with the past. The two-tables paper keeps two equal tables: before
//! a search the older one is cleared and the two swap; a probe asks the current table, then the
//! previous one; results go to the current one only.
//!
//! Its open question — near the leaves the previous table hardly ever helps, so why ask it
//! there? — is the parameter [`Turns::previous_from`]. `cargo lab turns` answers it for dobutsu:
//! one should ask. High in the tree the previous table finds more, but what it finds was searched
//! two plies less deep than is wanted now and only orders moves; next to the leaves a find is
//! always deep enough and saves a visit. At 64 KB in all and depth 8, of the probes one ply above
//! the leaves 3.5 % are answered, of those four plies above 2.2 % (29 % are found). Leaving out
//! the lowest ply loses most of what the second table gains (see 8 MB):
//!
//! | nodes to depth 8 (100 positions) | 8 KB | 64 KB | 8 MB |
//! |---|---:|---:|---:|
//! | one table, cleared | 77,568 | 53,405 | 43,238 |
//! | one table, kept | 77,451 | 50,926 | 37,907 |
//! | two in turn, half each | 88,737 | 53,921 | 37,191 |
//! | two in turn, twice the memory | 73,818 | 45,999 | 37,743 |
//! | two in turn, half each, previous from draft 2 | 88,642 | 54,518 | 41,826 |
//! | twoDeep, cleared | 58,483 | 44,791 | 42,839 |
//! | twoDeep, kept | 60,135 | 41,479 | 37,046 |
//! | twoDeep, two in turn | 60,173 | 41,362 | 37,048 |
//!
//! With memory to spare this is the paper's finding (−14 % here, −10 % and −1 % in its shogi
//! program). In the few kilobytes of the chip it is not: there halving the table costs more than
//! the last search is worth, and what to replace matters more than what to keep. A two-level
//! table that is never cleared does as well as two in turn, in one piece.
//!
//! In games the gain hardly shows. Points of 200 games against one cleared table, at 2,000 and at
//! 10,000 nodes a move (more than 111.6 would be significant at 95 %):
//!
//! | | 8 KB | | 64 KB | | 8 MB | |
//! |---|---:|---:|---:|---:|---:|---:|
//! | two in turn, half each | 95 | 97.5 | 102.5 | 103 | 104 | 106 |
//! | two in turn, twice the memory | 96 | 103 | 106.5 | 108 | 104 | 105 |
//! | one table, kept | 92 | 100 | 94 | 109.5 | 98.5 | 111 |
//! | twoDeep, kept | 93 | 104.5 | 94.5 | 112 | 98.5 | 111.5 |
//! | twoDeep, two in turn | 98.5 | 103 | 104.5 | 109 | 104 | 107 |
//!
//! The paper's shogi program scored 117 and 113.5 at 10 and 25 seconds a move. Of all 84 matches
//! of the lab three pass the line, one of them downwards, as chance would have it. What can be
//! seen is a trend: the longer the search and the larger the table, the more the last search is
//! worth, whichever way it is kept; at 2,000 nodes two in turn are the safer way.
//!
//! These figures are of searches that did not ask the table about the root itself. They do now, and
//! with 1,000 games a match the gain shows at 2,000 nodes: see [what the device's search
//! remembers](crate::player#what-the-search-remembers), two twoDeep tables in turn.

use super::entry::Entry;
use super::schemes::{New, OneLevel, TranspositionTable};

/// Two tables of one kind, used in turn. RAM: twice the table and one word.
///
/// ```
/// use dobutsu_core::table::{Bound, Entry, TranspositionTable, Turns};
///
/// let mut turns: Turns<64> = Turns::new(0);
/// let entry = Entry::new(3, 4, Bound::Exact, 0, 1);
/// turns.keep(99, entry);
/// turns.begin();
/// assert_eq!(turns.look(99, 4), Some(entry)); // still in the previous table
/// turns.begin();
/// assert_eq!(turns.look(99, 4), None);
/// ```
pub type Turns<const SLOTS: usize> = InTurn<OneLevel<New, SLOTS>>;

/// Two tables of any kind, used in turn; see the [module](self).
#[derive(Clone, Debug)]
pub struct InTurn<T> {
    tables: [T; 2],
    /// Which of the two is current; the other is the previous one.
    current: bool,
    previous_from: u8,
}

impl<const SLOTS: usize> Turns<SLOTS> {
    /// Two empty overwrite tables, fit for a `static`. The previous one is asked only where
    /// the search still goes `previous_from` plies or deeper; 0 asks it everywhere.
    pub const fn new(previous_from: u8) -> Self {
        Self::of([OneLevel::new(), OneLevel::new()], previous_from)
    }
}

impl<T: Default> Default for InTurn<T> {
    /// Two new tables, the previous one asked everywhere.
    fn default() -> Self {
        Self::of([T::default(), T::default()], 0)
    }
}

impl<T> InTurn<T> {
    /// Puts two empty tables to use in turn.
    pub const fn of(tables: [T; 2], previous_from: u8) -> Self {
        Self {
            tables,
            current: false,
            previous_from,
        }
    }

    /// The draft from which the previous table is asked.
    pub fn previous_from(&self) -> u8 {
        self.previous_from
    }

    /// The table written to.
    pub fn current(&self) -> &T {
        &self.tables[self.current as usize]
    }

    /// The table of the search before.
    pub fn previous(&self) -> &T {
        &self.tables[!self.current as usize]
    }
}

impl<T: TranspositionTable> TranspositionTable for InTurn<T> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        let found = self.current().look(key, draft);
        if found.is_none() && draft >= self.previous_from {
            return self.previous().look(key, draft);
        }
        found
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        self.tables[self.current as usize].keep(key, entry);
    }

    fn clear(&mut self) {
        self.tables.iter_mut().for_each(T::clear);
    }

    fn begin(&mut self) {
        self.current = !self.current;
        self.tables[self.current as usize].clear();
    }

    fn counts_stored_trees(&self) -> bool {
        self.current().counts_stored_trees()
    }
}

#[cfg(test)]
mod tests;
