//! The tables under comparison.

use std::cell::RefCell;

use clap::ValueEnum;
use dobutsu_core::player::SEARCH_SLOTS;
use dobutsu_core::table::{Entry, InTurn, OneLevel, TranspositionTable, TwoLevel};
use serde::Serialize;

/// A way of using the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Variant {
    /// One overwrite table, cleared before each search: the paper's Tac-1
    Cleared,
    /// Two of half the size, in turn
    Turns,
    /// Two of full size, in turn, as in the paper: twice the memory
    TurnsDouble,
    /// twoDeep, cleared before each search
    TwoDeep,
    /// Two twoDeep tables of half the size, in turn: the device's
    TwoDeepTurns,
}

impl Variant {
    /// The heading of its row.
    pub(super) fn name(self) -> &'static str {
        match self {
            Variant::Cleared => "one, cleared",
            Variant::Turns => "two in turn, half each",
            Variant::TurnsDouble => "two in turn",
            Variant::TwoDeep => "twoDeep, cleared",
            Variant::TwoDeepTurns => "twoDeep in turn (device)",
        }
    }

    /// A table of the device's size, 64 KB, whose previous table is probed from draft `from` on.
    pub(super) fn table(self, from: u8) -> Box<dyn TranspositionTable> {
        const HALF: usize = SEARCH_SLOTS / 2;
        const QUARTER: usize = SEARCH_SLOTS / 4;
        match self {
            Variant::Cleared => Box::new(OneLevel::<SEARCH_SLOTS>::new()),
            Variant::Turns => Box::new(FromDraft::<OneLevel<HALF>>::new(from)),
            Variant::TurnsDouble => Box::new(FromDraft::<OneLevel<SEARCH_SLOTS>>::new(from)),
            Variant::TwoDeep => Box::new(TwoLevel::<HALF>::new()),
            Variant::TwoDeepTurns => Box::new(FromDraft::<TwoLevel<QUARTER>>::new(from)),
        }
    }
}

/// Probes of the previous table at one draft.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Probes {
    /// All of them: probes of positions that the current table does not have.
    pub(super) all: u64,
    /// Those that found the position.
    pub(super) found: u64,
    /// Those that found it searched deeply enough.
    pub(super) deep_enough: u64,
}

/// Two tables in turn that probe the previous one from a draft on, the paper's open question, and may
/// count these probes by draft.
pub(super) struct FromDraft<T, const COUNTS: bool = false> {
    turns: InTurn<T>,
    from: u8,
    pub(super) probes: RefCell<[Probes; 16]>,
}

impl<T: Default, const COUNTS: bool> FromDraft<T, COUNTS> {
    pub(super) fn new(from: u8) -> Self {
        Self {
            turns: InTurn::default(),
            from,
            probes: RefCell::default(),
        }
    }
}

impl<T: TranspositionTable, const COUNTS: bool> TranspositionTable for FromDraft<T, COUNTS> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        let current = self.turns.current().look(key, draft);
        if current.is_some() || draft < self.from {
            return current;
        }
        let previous = self.turns.previous().look(key, draft);
        if COUNTS {
            let probes = &mut self.probes.borrow_mut()[usize::from(draft.min(15))];
            probes.all += 1;
            probes.found += u64::from(previous.is_some());
            probes.deep_enough += u64::from(previous.is_some_and(|entry| entry.draft() >= draft));
        }
        previous
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        self.turns.keep(key, entry);
    }

    fn clear(&mut self) {
        self.turns.clear();
    }

    fn begin(&mut self) {
        self.turns.begin();
    }
}

/// A table that never finds one position: the root, when searches are not to probe it.
pub(super) struct Hidden<'t> {
    pub(super) table: &'t mut dyn TranspositionTable,
    pub(super) key: u64,
}

impl TranspositionTable for Hidden<'_> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        (key != self.key)
            .then(|| self.table.look(key, draft))
            .flatten()
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        self.table.keep(key, entry);
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn begin(&mut self) {
        self.table.begin();
    }
}
