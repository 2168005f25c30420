//! Two tables, used in turn.
//!
//! A table cleared before each search discards the results of the last search; one that is never
//! cleared fills with old positions. The two-tables paper keeps two equal tables: before a search the
//! older one is cleared and the two swap; a probe reads the current table, then the previous one;
//! results go to the current one only. Both are cleared at a new game.
//!
//! `cargo lab turns` has the paper's two tables for dobutsu shogi; the figures are in the lab's
//! `docs/turns.md`.

use super::entry::Entry;
use super::transposition::TranspositionTable;

/// Two tables of one kind, used in turn. RAM: twice the table and one word.
///
/// ```
/// use dobutsu_core::table::{Bound, Entry, InTurn, OneLevel, TranspositionTable};
///
/// let mut turns: InTurn<OneLevel<64>> = InTurn::default();
/// let entry = Entry::new(3, 4, Bound::Exact, 0);
/// turns.keep(99, entry);
/// turns.begin();
/// assert_eq!(turns.look(99, 4), Some(entry)); // still in the previous table
/// turns.begin();
/// assert_eq!(turns.look(99, 4), None);
/// ```
#[derive(Clone, Debug)]
pub struct InTurn<T> {
    tables: [T; 2],
    /// Which of the two is current; the other is the previous one.
    current: bool,
}

impl<T: Default> Default for InTurn<T> {
    fn default() -> Self {
        Self::of([T::default(), T::default()])
    }
}

impl<T> InTurn<T> {
    pub(crate) const fn of(tables: [T; 2]) -> Self {
        Self {
            tables,
            current: false,
        }
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
        let current = self.current().look(key, draft);
        current.or_else(|| self.previous().look(key, draft))
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
}

#[cfg(test)]
mod tests;
