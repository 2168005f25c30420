//! Two tables, used in turn.
//!
//! A table cleared before each search throws away what the last move's search learned; one
//! that is never cleared fills with the past. The paper keeps two equal tables: before a search
//! the older one is cleared and the two swap; a probe asks the current table, then the previous
//! one; results go to the current one only.
//!
//! Its open question — near the leaves the previous table hardly ever helps, so why ask it
//! there? — is the parameter [`Turns::previous_from`]. `dobutsu lab turns` answers it.

use super::entry::Entry;
use super::schemes::{New, OneLevel, Table};

/// Two tables of one kind, used in turn. RAM: twice the table and one word.
///
/// ```
/// use dobutsu_core::table::{Bound, Entry, Table, Turns};
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

impl<T: Table> Table for InTurn<T> {
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
