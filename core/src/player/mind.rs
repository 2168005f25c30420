//! Whoever thinks in the device, on the chip and on a PC alike.

use super::advice::{Advice, Adviser, AdviserError, Need};
use super::prober::Prober;
use super::searcher::Searcher;
use crate::database::{Database, Flash, Memory};
use crate::game::Position;
use crate::search::Progress;
use crate::table::schemes::{New, OneLevel};

/// Positions the search remembers.
pub const SEARCH_SLOTS: usize = 1 << 13;

/// Values the prober remembers.
pub const MEMORY_SLOTS: usize = 1 << 11;

/// Positions the search looks at for one advice.
pub const SHARE: u32 = 100_000;

/// What the device's thinkers remember: all zero bits at first, so that a `static` of it costs
/// RAM and no flash.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    search: OneLevel<New, SEARCH_SLOTS>,
    memory: Memory<MEMORY_SLOTS>,
}

impl Tables {
    /// Nothing is remembered yet.
    pub const fn new() -> Tables {
        Tables {
            search: OneLevel::new(),
            memory: Memory::new(),
        }
    }
}

/// The device's adviser: the database while there is a sound one, otherwise search.
///
/// Chip and PC have the same sizes, so that they play the same.
#[derive(Debug)]
pub struct Mind<'t, F> {
    searcher: Searcher<&'t mut OneLevel<New, SEARCH_SLOTS>>,
    memory: Option<&'t mut Memory<MEMORY_SLOTS>>,
    prober: Option<Prober<'t, F, MEMORY_SLOTS>>,
}

impl<'t, F: Flash> Mind<'t, F> {
    /// A mind that looks ahead.
    pub fn new(tables: &'t mut Tables) -> Mind<'t, F> {
        Mind {
            searcher: Searcher::new(&mut tables.search, SHARE),
            memory: Some(&mut tables.memory),
            prober: None,
        }
    }

    /// Asks this database from now on; once.
    pub fn learn(&mut self, database: Database<F>) {
        if let Some(memory) = self.memory.take() {
            self.prober = Some(Prober::new(database, memory));
        }
    }

    /// Looks ahead from now on: the database is damaged.
    pub fn forget(&mut self) {
        self.prober = None;
    }
}

impl<F: Flash> Adviser for Mind<'_, F> {
    fn begin(&mut self, position: Position, need: Need) {
        match &mut self.prober {
            Some(prober) => prober.begin(position, need),
            None => self.searcher.begin(position, need),
        }
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        match &mut self.prober {
            Some(prober) => prober.step(budget),
            None => self.searcher.step(budget),
        }
    }

    fn advice(&self) -> Advice {
        match &self.prober {
            Some(prober) => prober.advice(),
            None => self.searcher.advice(),
        }
    }

    fn is_perfect(&self) -> bool {
        self.prober.is_some()
    }
}
