//! The tables under comparison, and the sizes they come in.

use std::cell::RefCell;

use dobutsu_core::player::SEARCH_SLOTS;
use dobutsu_core::table::schemes::{Big1, BigAll, Deep, Kept, New, Old, OneLevel, TwoLevel};
use dobutsu_core::table::turns::InTurn;
use dobutsu_core::table::{Entry, TranspositionTable, Turns};
use serde::Serialize;

/// A way of using the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Variant {
    /// One overwrite table, cleared before each search: scheme *new*, the paper's Tac-1.
    Cleared,
    /// One overwrite table, never cleared in a game.
    Kept,
    /// Two of half the size, in turn; the previous one asked from this draft on.
    Turns(u8),
    /// Two of the full size each, in turn, as in the paper: twice the memory.
    TurnsDouble,
    /// Scheme *old*.
    Old,
    /// Scheme *deep*.
    Deep,
    /// Scheme *big1*.
    Big1,
    /// Scheme *bigAll*.
    BigAll,
    /// Scheme *twoDeep*.
    TwoDeep,
    /// Scheme *twoBig*.
    TwoBig,
    /// twoDeep, never cleared in a game.
    KeptTwoDeep,
    /// Two twoDeep tables of half the size, in turn.
    TurnsTwoDeep,
}

impl Variant {
    /// All but the baseline, in the order of the tables.
    pub(super) const RIVALS: [Variant; 14] = [
        Variant::Kept,
        Variant::Turns(0),
        Variant::TurnsDouble,
        Variant::Turns(2),
        Variant::Turns(3),
        Variant::Turns(4),
        Variant::Old,
        Variant::Deep,
        Variant::Big1,
        Variant::BigAll,
        Variant::TwoDeep,
        Variant::TwoBig,
        Variant::KeptTwoDeep,
        Variant::TurnsTwoDeep,
    ];

    /// What the device could have in place of its two twoDeep tables in turn, and these.
    pub(super) const OF_DEVICE: [Variant; 5] = [
        Variant::Kept,
        Variant::Turns(0),
        Variant::TwoDeep,
        Variant::KeptTwoDeep,
        Variant::TurnsTwoDeep,
    ];

    /// The paper's own proposal, with twice the memory and with the same, and the device's.
    pub(super) const OF_PAPER: [Variant; 3] = [
        Variant::TurnsDouble,
        Variant::Turns(0),
        Variant::TurnsTwoDeep,
    ];

    pub(super) fn name(self) -> String {
        match self {
            Variant::Cleared => "one, cleared (new)".into(),
            Variant::Kept => "one, kept (new)".into(),
            Variant::Turns(0) => "two in turn".into(),
            Variant::Turns(from) => format!("  previous from draft {from}"),
            Variant::TurnsDouble => "two in turn, twice the RAM".into(),
            Variant::Old => "old".into(),
            Variant::Deep => "deep".into(),
            Variant::Big1 => "big1".into(),
            Variant::BigAll => "bigAll".into(),
            Variant::TwoDeep => "twoDeep".into(),
            Variant::TwoBig => "twoBig".into(),
            Variant::KeptTwoDeep => "twoDeep, kept".into(),
            Variant::TurnsTwoDeep => "twoDeep, two in turn".into(),
        }
    }

    /// Whether the search before leaves anything behind.
    pub(super) fn remembers(self) -> bool {
        matches!(
            self,
            Variant::Kept
                | Variant::Turns(_)
                | Variant::TurnsDouble
                | Variant::KeptTwoDeep
                | Variant::TurnsTwoDeep
        )
    }

    /// Such a table, with `SLOTS` slots of eight bytes in all; `HALF` and `QUARTER` of them go
    /// where there are two or four parts. Inlined, the smallest would take the stack of the largest, which a
    /// test's thread has not.
    #[inline(never)]
    fn with_slots<const SLOTS: usize, const HALF: usize, const QUARTER: usize>(
        self,
    ) -> Box<dyn TranspositionTable> {
        const { assert!(HALF * 2 == SLOTS && QUARTER * 4 == SLOTS) };
        match self {
            Variant::Cleared => Box::new(OneLevel::<New, SLOTS>::new()),
            Variant::Kept => Box::new(Kept(OneLevel::<New, SLOTS>::new())),
            Variant::Turns(from) => Box::new(Turns::<HALF>::new(from)),
            Variant::TurnsDouble => Box::new(Turns::<SLOTS>::new(0)),
            Variant::Old => Box::new(OneLevel::<Old, SLOTS>::new()),
            Variant::Deep => Box::new(OneLevel::<Deep, SLOTS>::new()),
            Variant::Big1 => Box::new(OneLevel::<Big1, SLOTS>::new()),
            Variant::BigAll => Box::new(OneLevel::<BigAll, SLOTS>::new()),
            Variant::TwoDeep => Box::new(TwoLevel::<Deep, HALF>::new()),
            Variant::TwoBig => Box::new(TwoLevel::<Big1, HALF>::new()),
            Variant::KeptTwoDeep => Box::new(Kept(TwoLevel::<Deep, HALF>::new())),
            Variant::TurnsTwoDeep => {
                let half = TwoLevel::<Deep, QUARTER>::new;
                Box::new(InTurn::of([half(), half()], 0))
            }
        }
    }
}

/// Bytes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
pub(super) enum Size {
    /// 8 KB, on the chip.
    #[value(name = "8k")]
    Chip8K,
    /// 16 KB, on the chip.
    #[value(name = "16k")]
    Chip16K,
    /// 32 KB, on the chip.
    #[value(name = "32k")]
    Chip32K,
    /// 64 KB, on the chip.
    #[value(name = "64k")]
    Chip64K,
    /// 8 MB, on a PC.
    #[value(name = "8m")]
    Pc8M,
}

impl Size {
    /// That of the device's search.
    pub(super) const DEVICE: Size = Size::Chip64K;

    pub(super) fn name(self) -> &'static str {
        match self {
            Size::Chip8K => "8 KB",
            Size::Chip16K => "16 KB",
            Size::Chip32K => "32 KB",
            Size::Chip64K => "64 KB",
            Size::Pc8M => "8 MB",
        }
    }

    /// A new table of this size.
    pub(super) fn table(self, variant: Variant) -> Box<dyn TranspositionTable> {
        match self {
            Size::Chip8K => variant.with_slots::<1024, 512, 256>(),
            Size::Chip16K => variant.with_slots::<2048, 1024, 512>(),
            Size::Chip32K => variant.with_slots::<4096, 2048, 1024>(),
            Size::Chip64K => {
                const { assert!(SEARCH_SLOTS == 8192, "the size of the device's table") };
                variant.with_slots::<8192, 4096, 2048>()
            }
            Size::Pc8M => variant.with_slots::<1048576, 524288, 262144>(),
        }
    }

    /// Two tables in turn that keep a census.
    pub(super) fn census(self) -> Box<dyn CensusTable> {
        match self {
            Size::Chip8K => Box::new(Census::<512>::new()),
            Size::Chip16K => Box::new(Census::<1024>::new()),
            Size::Chip32K => Box::new(Census::<2048>::new()),
            Size::Chip64K => Box::new(Census::<4096>::new()),
            Size::Pc8M => Box::new(Census::<524288>::new()),
        }
    }
}

/// How the previous table was asked, by draft.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Asked {
    /// Probes that missed the current table and went on to the previous one.
    pub(super) probes: u64,
    /// Those that found the position there.
    pub(super) hits: u64,
    /// Those that found it searched as deep as is wanted now.
    pub(super) deep_enough: u64,
}

/// A table that can tell how its previous half was asked.
pub(super) trait CensusTable: TranspositionTable {
    /// Counts by draft, up to 15 plies.
    fn asked(&self) -> [Asked; 16];
}

/// Two overwrite tables in turn that count what happens to them.
struct Census<const SLOTS: usize> {
    turns: Turns<SLOTS>,
    asked: RefCell<[Asked; 16]>,
}

impl<const SLOTS: usize> Census<SLOTS> {
    fn new() -> Self {
        Self {
            turns: Turns::new(0),
            asked: RefCell::default(),
        }
    }
}

impl<const SLOTS: usize> TranspositionTable for Census<SLOTS> {
    fn look(&self, key: u64, draft: u8) -> Option<Entry> {
        let current = self.turns.current().look(key, draft);
        if current.is_some() {
            return current;
        }
        let previous = self.turns.previous().look(key, draft);
        let asked = &mut self.asked.borrow_mut()[usize::from(draft.min(15))];
        asked.probes += 1;
        if let Some(entry) = previous {
            asked.hits += 1;
            asked.deep_enough += u64::from(entry.draft() >= draft);
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

impl<const SLOTS: usize> CensusTable for Census<SLOTS> {
    fn asked(&self) -> [Asked; 16] {
        *self.asked.borrow()
    }
}
