//! The device's use of the chip's RAM, term by term, as the compiler lays it out for the
//! machine it compiles for.
//!
//! The test `the_device_fits_its_budget` prints the table for the PC, where a few terms are 16 bytes longer
//! than on the chip. The program's tasks, its buffers and the stack are not counted.

use super::history::History;
use super::puzzle::MissedChances;
use super::puzzle::Unfinished;
use super::{AllTotals, Frame, Graph, Handheld, Lab, MatchSlot, Record, Screen, Setup};
use crate::player::{Advice, AdviserTables, DeviceAdviser};

const NAMED: usize = 2 * size_of::<MatchSlot>()
    + size_of::<Lab>()
    + size_of::<Record>()
    + size_of::<Graph>()
    + size_of::<Option<Advice>>()
    + size_of::<Setup>()
    + size_of::<Screen>()
    + size_of::<Unfinished>()
    + size_of::<MissedChances>()
    + size_of::<History>()
    + size_of::<AllTotals>();

/// The terms: the device's state, the picture and the adviser.
pub const TERMS: [(&str, usize); 16] = [
    ("the game, 384 plies", size_of::<MatchSlot>()),
    ("the second match", size_of::<MatchSlot>()),
    ("the experiment", size_of::<Lab>()),
    ("the record to be kept", size_of::<Record>()),
    ("the graph of the review", size_of::<Graph>()),
    ("advice on one position", size_of::<Option<Advice>>()),
    ("a position being set up", size_of::<Setup>()),
    ("what is on the screen", size_of::<Screen>()),
    ("a puzzle begun", size_of::<Unfinished>()),
    ("missed wins", size_of::<MissedChances>()),
    ("the last games", size_of::<History>()),
    ("results against the opponents", size_of::<AllTotals>()),
    ("settings, dice, counters", size_of::<Handheld>() - NAMED),
    ("the picture", size_of::<Frame>()),
    ("the adviser", size_of::<DeviceAdviser<'_, &[u8]>>()),
    ("what the adviser remembers", size_of::<AdviserTables>()),
];

/// The sum of the terms.
pub const TOTAL: usize = {
    let mut total = 0;
    let mut term = 0;
    while term < TERMS.len() {
        total += TERMS[term].1;
        term += 1;
    }
    total
};

/// The most bytes that the device may use; the whole program may use 256 of the chip's 264 KB.
pub const BUDGET: usize = 160 * 1024;

const _: () = assert!(TOTAL <= BUDGET, "the device needs more RAM than it may");
