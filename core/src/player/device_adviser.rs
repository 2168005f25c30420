//! The device's own adviser, on the chip and on a PC alike.

use core::task::Poll;

use super::advice::{Advice, Adviser, AdviserError, Need};
use super::database_adviser::DatabaseAdviser;
use super::search_adviser::SearchAdviser;
use crate::database::{Database, Edition, Flash, Workspace};
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
/// search. Of a small
/// database it takes results and moves, and of the search the distances it proves.
///
/// Chip and PC have the same sizes, so that they play the same.
#[derive(Debug)]
pub struct DeviceAdviser<'t, F> {
    search: SearchAdviser<&'t mut SearchTable>,
    workspace: Option<&'t mut Workspace<CACHE_SLOTS>>,
    database: Option<DatabaseAdviser<F, &'t mut Workspace<CACHE_SLOTS>>>,
    at_work: AtWork,
}

/// Who is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtWork {
    /// The database, if there is one.
    Database,
    /// The search: a quick search is one even if there is a database.
    Search,
    /// The search, for the distances that a small database does not know.
    Both,
}

impl<'t, F: Flash> DeviceAdviser<'t, F> {
    /// An adviser that searches.
    pub fn new(tables: &'t mut AdviserTables) -> DeviceAdviser<'t, F> {
        DeviceAdviser {
            search: SearchAdviser::new(&mut tables.search, SHARE),
            workspace: Some(&mut tables.workspace),
            database: None,
            at_work: AtWork::Search,
        }
    }

    /// Asks this database from now on; once.
    pub fn use_database(&mut self, database: Database<F>) {
        if let Some(workspace) = self.workspace.take() {
            self.database = Some(DatabaseAdviser::new(database, workspace));
        }
    }

    /// The edition of the database it asks, if it asks one.
    pub fn edition(&self) -> Option<Edition> {
        self.database.as_ref().map(DatabaseAdviser::edition)
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
                self.at_work = AtWork::Database;
                database.begin(position, need);
            }
            _ => {
                self.at_work = AtWork::Search;
                self.search.begin(position, need);
            }
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        let Some(database) = &mut self.database else {
            return self.search.step(budget);
        };
        if self.at_work != AtWork::Database {
            return self.search.step(budget);
        }
        let stepped = database.step(budget)?;
        if stepped.is_ready() && database.wants_distances() {
            self.at_work = AtWork::Both;
            let position = database.advice().position();
            self.search.begin(position, Need::EVERY);
            return Ok(Poll::Pending);
        }
        Ok(stepped)
    }

    fn nodes(&self) -> u32 {
        let asked = self.database.as_ref().map_or(0, Adviser::nodes);
        match self.at_work {
            AtWork::Database => asked,
            AtWork::Search => self.search.nodes(),
            AtWork::Both => asked.saturating_add(self.search.nodes()),
        }
    }

    fn at_least(&self) -> Option<Value> {
        match (&self.database, self.at_work) {
            (Some(database), AtWork::Database) => database.at_least(),
            _ => None,
        }
    }

    fn advice(&self) -> Advice {
        match (&self.database, self.at_work) {
            (Some(database), AtWork::Database) => database.advice(),
            (Some(database), AtWork::Both) => database.advice().sharpened(&self.search.advice()),
            _ => self.search.advice(),
        }
    }
}
