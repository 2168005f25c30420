//! What one choice has found out, and what that has cost.
//!
//! Costs decide which question the image is asked, so they have to be the same on the chip and in
//! the tables that the image was built with. Therefore a choice has a memo of its own, of a fixed
//! size and with a fixed way of replacement, and pays for what the memo does not hold, whatever
//! else is remembered elsewhere.

use crate::database::odds::Topic;
use crate::database::plan::{MAX_MEMO, Settings};
use crate::database::ribbon::{mix, scale};
use crate::game::Position;

/// Pairs of records about positions.
const PAIRS: usize = 1 << MAX_MEMO;
/// Half steps remembered.
const STEPS: usize = PAIRS / 4;

/// What one choice has found out. RAM: 20 bytes for each of 256 positions and 24 for each of
/// 32 half steps, 5.9 KB.
#[derive(Clone, Debug)]
pub struct Memo {
    records: [[Record; 2]; PAIRS],
    steps: [StepRecord; STEPS],
    settings: Settings,
    cost: u32,
}

/// What is known of a position. All zero: nothing, of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    key: [u32; 2],
    /// Which safe moves lead to open positions, by their numbers.
    open: u32,
    flags: u8,
    /// A number of plies within which it ends, or 0: odd if it is won, even if it is lost.
    ends: u8,
    /// A number of plies within which it does not end, or 0: odd if it is not won within them, even
    /// if it is not lost within them.
    holds: u8,
    spare: u8,
    /// The scores of the networks for wins and for delays.
    scores: [i16; 2],
}

const NO_RECORD: Record = Record {
    key: [0; 2],
    open: 0,
    flags: 0,
    ends: 0,
    holds: 0,
    spare: 0,
    scores: [0; 2],
};

// Flags of a record. Of each pair the first says that the second is known.
const LOST_KNOWN: u8 = 1;
const LOST: u8 = 2;
const NEAR_KNOWN: u8 = 4;
const NEAR: u8 = 8;
/// Each of the two scores is known.
const SCORED: [u8; 2] = [16, 32];
/// The open children are known, as those of a lost and of a won position.
const OPEN: [u8; 2] = [64, 128];

/// Where a half step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StepRecord {
    key: u64,
    /// Packed; zero if the line is over.
    head: u64,
    numbers: [i16; 3],
}

const NO_STEP: StepRecord = StepRecord {
    key: 0,
    head: 0,
    numbers: [0; 3],
};

/// A half step to a new head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HalfStep {
    /// Where it leads.
    pub head: Position,
    /// The network's score of the new head.
    pub score: i16,
    /// From a lost position: how far the next reply is behind. From a won one: how many children
    /// scored more and are not lost.
    pub lead: i16,
    /// From a lost position: how many replies. From a won one: how far the next child is behind.
    pub spread: i16,
}

/// Which way a half step was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// By the networks' scores.
    ByScore = 0,
    /// By looks along lines.
    ByLines = 1,
}

impl Memo {
    /// A memo that holds nothing: all zero bits, so that a `static` of it takes no flash.
    pub const fn new() -> Memo {
        Memo {
            records: [[NO_RECORD; 2]; PAIRS],
            steps: [NO_STEP; STEPS],
            settings: Settings::NONE,
            cost: 0,
        }
    }

    /// Forgets everything, for a new choice with these settings.
    pub(super) fn begin(&mut self, settings: Settings) {
        if self.settings.memo > 0 {
            self.records = [[NO_RECORD; 2]; PAIRS];
            self.steps = [NO_STEP; STEPS];
        }
        self.settings = settings;
        self.cost = 0;
    }

    /// What the choice has cost so far.
    pub const fn cost(&self) -> u32 {
        self.cost
    }

    /// The settings of the choice.
    pub(super) const fn settings(&self) -> Settings {
        self.settings
    }

    pub(super) fn spend(&mut self, cost: u8) {
        self.cost = self.cost.saturating_add(u32::from(cost));
    }

    pub(super) fn score(&self, topic: Topic, position: Position) -> Option<i16> {
        let record = self.find(position)?;
        let which = which(topic);
        (record.flags & SCORED[which] != 0).then_some(record.scores[which])
    }

    pub(super) fn remember_score(&mut self, topic: Topic, position: Position, score: i16) {
        self.update(position, |record| {
            let which = which(topic);
            record.flags |= SCORED[which];
            record.scores[which] = score;
        });
    }

    pub(super) fn is_lost(&self, position: Position) -> Option<bool> {
        let flags = self.find(position)?.flags;
        (flags & LOST_KNOWN != 0).then_some(flags & LOST != 0)
    }

    pub(super) fn remember_lost(&mut self, position: Position, is_lost: bool) {
        self.update(position, |record| {
            record.flags |= LOST_KNOWN | if is_lost { LOST } else { 0 };
        });
    }

    pub(super) fn is_near(&self, position: Position) -> Option<bool> {
        let flags = self.find(position)?.flags;
        (flags & NEAR_KNOWN != 0).then_some(flags & NEAR != 0)
    }

    pub(super) fn remember_near(&mut self, position: Position, is_near: bool) {
        self.update(position, |record| {
            record.flags |= NEAR_KNOWN | if is_near { NEAR } else { 0 };
        });
    }

    /// The numbers of the safe moves of a lost or a won position that lead to open ones, each
    /// child once.
    pub(super) fn open(&self, position: Position, is_lost: bool) -> Option<u32> {
        let record = self.find(position)?;
        (record.flags & OPEN[usize::from(!is_lost)] != 0).then_some(record.open)
    }

    pub(super) fn remember_open(&mut self, position: Position, is_lost: bool, open: u32) {
        self.update(position, |record| {
            record.flags &= !(OPEN[0] | OPEN[1]);
            record.flags |= OPEN[usize::from(!is_lost)];
            record.open = open;
        });
    }

    /// Whether a position is won within this odd number of plies, or lost within this even number,
    /// if a proof has found that out.
    pub(super) fn ends_within(&self, position: Position, plies: u8) -> Option<bool> {
        let record = self.find(position)?;
        // That it is not lost within six says nothing of a win, and the other way round.
        let is_known = |bound: u8| bound != 0 && bound % 2 == plies % 2;
        if is_known(record.ends) && record.ends <= plies {
            Some(true)
        } else if is_known(record.holds) && record.holds >= plies {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn remember_end(&mut self, position: Position, plies: u8, is_within: bool) {
        self.update(position, |record| {
            if is_within {
                record.ends = plies;
            } else {
                record.holds = plies;
            }
        });
    }

    /// The half step from a head, if it is remembered; `None` in it if the line is over.
    pub(super) fn step(&self, head: Position, chosen: Chosen) -> Option<Option<HalfStep>> {
        let key = key(head, chosen);
        let record = &self.steps[self.step_place(key)];
        if record.key != key {
            return None;
        }
        let [score, lead, spread] = record.numbers;
        Some((record.head != 0).then_some(HalfStep {
            head: Position::unpack_unchecked(record.head),
            score,
            lead,
            spread,
        }))
    }

    pub(super) fn remember_step(&mut self, head: Position, chosen: Chosen, step: Option<HalfStep>) {
        if self.settings.memo == 0 {
            return;
        }
        let key = key(head, chosen);
        let place = self.step_place(key);
        self.steps[place] = StepRecord {
            key,
            head: step.map_or(0, |step| step.head.pack()),
            numbers: step.map_or([0; 3], |step| [step.score, step.lead, step.spread]),
        };
    }

    /// The pair that holds a key, among those in use.
    fn place(&self, key: u64) -> usize {
        scale(mix(key), 1 << self.settings.memo.min(MAX_MEMO)) as usize
    }

    fn step_place(&self, key: u64) -> usize {
        self.place(key) / 4
    }

    fn find(&self, position: Position) -> Option<&Record> {
        let key = position.pack();
        let [first, second] = &self.records[self.place(key)];
        let key = split(key);
        if first.key == key {
            Some(first)
        } else if second.key == key {
            Some(second)
        } else {
            None
        }
    }

    /// Changes the record of a position, or a blank one that takes the place of the older of two.
    fn update(&mut self, position: Position, change: impl FnOnce(&mut Record)) {
        if self.settings.memo == 0 {
            return;
        }
        let key = position.pack();
        let place = self.place(key);
        let pair = &mut self.records[place];
        let key = split(key);
        let [first, second] = pair;
        if second.key == key {
            change(second);
            return;
        }
        if first.key != key {
            *second = *first;
            *first = Record { key, ..NO_RECORD };
        }
        change(first);
    }
}

impl Default for Memo {
    fn default() -> Memo {
        Memo::new()
    }
}

const fn which(topic: Topic) -> usize {
    match topic {
        Topic::LongestDelay => 1,
        _ => 0,
    }
}

/// A packed position leaves four bits free, and is never zero.
const fn key(head: Position, chosen: Chosen) -> u64 {
    head.pack() | (chosen as u64) << 60
}

const fn split(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
