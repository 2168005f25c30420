//! The device's own adviser, on the chip and on a PC alike.

use core::task::Poll;

use super::advice::{Advice, Adviser, AdviserError, Need};
use super::database_adviser::DatabaseAdviser;
use super::search_adviser::SearchAdviser;
use crate::database::{Database, Flash, Workspace};
use crate::game::{Position, Value};

use crate::table::{InTurn, TwoLevel};

/// Positions the search remembers.
pub const SEARCH_SLOTS: usize = 1 << 13;

/// Values the database's adviser remembers.
pub const CACHE_SLOTS: usize = 1 << 11;

/// Positions the search looks at for one advice: a position takes about 3,000 cycles of the chip, so
/// less than a second in all.
pub const SHARE: u32 = 27_000;

/// The search's table: two tables in turn, each of two levels. Of six ways to spend the same RAM none
/// scores significantly better; the figures are in the project's `MEASUREMENTS.md`.
pub type SearchTable = InTurn<TwoLevel<{ SEARCH_SLOTS / 4 }>>;

/// What the device's adviser remembers: all zero bits at first, so that a `static` of it costs
/// RAM and no flash.
#[derive(Clone, Debug)]
pub struct AdviserTables {
    search: SearchTable,
    workspace: Workspace<CACHE_SLOTS>,
}

impl AdviserTables {
    /// Nothing is remembered yet.
    pub const fn new() -> AdviserTables {
        AdviserTables {
            search: InTurn::of([TwoLevel::new(), TwoLevel::new()]),
            workspace: Workspace::new(),
        }
    }
}

impl Default for AdviserTables {
    fn default() -> AdviserTables {
        AdviserTables::new()
    }
}

/// The device's adviser: the database while there is a sound one that knows the position, otherwise
/// search.
///
/// Chip and PC have the same sizes, so that they play the same.
#[derive(Debug)]
pub struct DeviceAdviser<'t, F> {
    search: SearchAdviser<&'t mut SearchTable>,
    workspace: Option<&'t mut Workspace<CACHE_SLOTS>>,
    database: Option<DatabaseAdviser<F, &'t mut Workspace<CACHE_SLOTS>>>,
    /// Whether the search is asked: a quick search is one even if there is a database.
    searches: bool,
}

impl<'t, F: Flash> DeviceAdviser<'t, F> {
    /// An adviser that searches.
    pub fn new(tables: &'t mut AdviserTables) -> DeviceAdviser<'t, F> {
        DeviceAdviser {
            search: SearchAdviser::new(&mut tables.search, SHARE),
            workspace: Some(&mut tables.workspace),
            database: None,
            searches: true,
        }
    }

    /// Asks this database from now on; once.
    pub fn use_database(&mut self, database: Database<F>) {
        if let Some(workspace) = self.workspace.take() {
            self.database = Some(DatabaseAdviser::new(database, workspace));
        }
    }

    /// Whether it has a database to ask.
    pub const fn has_database(&self) -> bool {
        self.database.is_some()
    }

    /// Searches from now on: the database is damaged.
    pub fn drop_database(&mut self) {
        self.database = None;
    }
}

impl<F: Flash> Adviser for DeviceAdviser<'_, F> {
    fn begin(&mut self, position: Position, need: Need) {
        // The database does not know games with a handicap.
        let is_known = position.missing().is_none();
        match &mut self.database {
            Some(database) if is_known && !matches!(need, Need::QuickSearch(_)) => {
                self.searches = false;
                database.begin(position, need);
            }
            _ => {
                self.searches = true;
                self.search.begin(position, need);
            }
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        match &mut self.database {
            Some(database) if !self.searches => database.step(budget),
            _ => self.search.step(budget),
        }
    }

    fn nodes(&self) -> u32 {
        match &self.database {
            Some(database) if !self.searches => database.nodes(),
            _ => self.search.nodes(),
        }
    }

    fn at_least(&self) -> Option<Value> {
        match &self.database {
            Some(database) if !self.searches => database.at_least(),
            _ => None,
        }
    }

    fn advice(&self) -> Advice {
        match &self.database {
            Some(database) if !self.searches => database.advice(),
            _ => self.search.advice(),
        }
    }
}
