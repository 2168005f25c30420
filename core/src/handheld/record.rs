//! The save record: settings, lessons done, all_totals, puzzles solved, the game and the puzzle begun, in
//! a few hundred bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `DBTS` |
//! | 1 | version, 1 |
//! | 5 | language, values shown, undo, seat, level |
//! | 1 | movement dots |
//! | 2 | lessons done, a bit for each |
//! | 1 | the clock of games between two people |
//! | 4 | volume, brightness, whether the device is held upside down, the display's controller |
//! | 70 | games won, drawn and lost, 2 bytes each, and whether one was won without help, for each of the ten opponents |
//! | 14 | puzzles solved, 2 bytes for each of the seven kinds |
//! | 4 | seed of the dice |
//! | 1 | whether a game follows: 0 none, 1 against the device, 2 two people |
//! | 2 | the person's side, the device's level (0 with two people) |
//! | 1 | what ended it though the board did not: 0 nothing, 1 the first player resigned, 2 the second, 3 both agreed to a draw, 4 the first player's time was up, 5 the second's |
//! | 1 | 1 if a person was helped, 2 if the end was counted, 4 if the chance let slip was looked for |
//! | 1 + 6 | its clock, 0 if none; for each player the ticks left, 2 bytes, and whether they are for the present move |
//! | 8 + 1 + 2 | packed start position, side to move, move number |
//! | 2 + n | number of moves, and a byte for each |
//! | 1 | whether a puzzle follows: 0 none, otherwise how many plies its win takes |
//! | 1 | whether it was helped along |
//! | 8 + 1 | packed start position, side to move |
//! | 1 + n | number of moves, and a byte for each |
//! | 1 + 9n | chances let slip: packed position, and side to move (0, 1) + 2 if it was a draw |
//! | 4 | CRC-32 (ISO-HDLC) of all before |
//!
//! Numbers are little-endian. Without a game, a clock or a puzzle, only the byte that says so is there.
//! Any other version is refused by a sentence. A move is its [code](crate::game::Move::code). Positions of
//! the game are not stored: replaying the moves by the rules restores them, with undo and repetition, and
//! refuses a record that no game could
//! have left.

mod reading;

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

use super::lessons::Learned;
use super::matches::{Decree, Match, MatchSlot, Mode};
use super::missed::{MISSED, Missed, MissedChances};
use super::opponents::{AllTotals, OPPONENTS};
use super::puzzle::{LONGEST, Tally, Unfinished};
use super::settings::{Choice, Language, Settings};
use super::turning::Worth;
use crate::game::Side;
use crate::player::{Level, PLIES};

/// The most bytes a record can have.
pub const RECORD_MAX: usize = 65 + 7 * OPPONENTS + PLIES + 12 + LONGEST + 1 + 9 * MISSED;

/// A record as it is stored.
pub type Record = Vec<u8, RECORD_MAX>;

/// What goes into a record.
pub(super) struct Kept<'a> {
    pub(super) settings: Settings,
    pub(super) learned: Learned,
    pub(super) tally: Tally,
    pub(super) all_totals: AllTotals,
    pub(super) missed: &'a MissedChances,
    pub(super) seed: u32,
    pub(super) game: Option<&'a Match>,
    pub(super) puzzle: Option<&'a Unfinished>,
}

/// What comes out of a record besides the game.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub(super) settings: Settings,
    pub(super) learned: Learned,
    pub(super) tally: Tally,
    pub(super) all_totals: AllTotals,
    pub(super) missed: MissedChances,
    pub(super) seed: u32,
    pub(super) puzzle: Option<Unfinished>,
}

/// Why bytes are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordError {
    /// They are nothing that this device has written.
    Foreign,
    /// They are a record of a version that is not known yet.
    Version,
    /// They were one once: the checksum or the contents are wrong.
    Damaged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordError::Foreign => "that is no save of this device",
            RecordError::Version => "the save is of another version",
            RecordError::Damaged => "the save is damaged",
        })
    }
}

impl core::error::Error for RecordError {}

const MAGIC: [u8; 4] = *b"DBTS";
const VERSION: u8 = 1;

/// Without a table: a record is short, and flash is better spent.
const CHECKSUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Writes a record.
pub(super) fn encode(kept: &Kept<'_>, record: &mut Record) {
    record.clear();
    let settings = kept.settings;
    // `RECORD_MAX` counts every byte put here, so none is refused.
    let mut put = |bytes: &[u8]| {
        let _ = record.extend_from_slice(bytes);
    };
    put(&MAGIC);
    put(&[VERSION]);
    put(&[
        settings.language.number(),
        settings.shown.number(),
        settings.undo.number(),
        settings.seat.number(),
        settings.level.number(),
        settings.dots.number(),
    ]);
    put(&kept.learned.bits().to_le_bytes());
    put(&[
        settings.clock.number(),
        settings.volume.number(),
        settings.brightness.number(),
        settings.is_upside_down.number(),
        settings.controller.number(),
    ]);
    for level in Level::all() {
        let totals = kept.all_totals.against(level);
        for count in [totals.won, totals.drawn, totals.lost] {
            put(&count.to_le_bytes());
        }
        put(&[totals.is_unaided.number()]);
    }
    for solved in kept.tally.counts() {
        put(&solved.to_le_bytes());
    }
    put(&kept.seed.to_le_bytes());
    match kept.game {
        None => put(&[0]),
        Some(game) => {
            let (kind, you, level) = match game.mode() {
                Mode::Solo { you, level } => (1, you, level.number()),
                _ => (2, Side::Sente, 0),
            };
            let decree = match game.decree() {
                None | Some(Decree::Found) => 0,
                Some(Decree::Resigned(side)) => 1 + side as u8,
                Some(Decree::Agreed) => 3,
                Some(Decree::TimeUp(side)) => 4 + side as u8,
            };
            let notes = [game.is_helped(), game.is_counted(), game.is_searched()];
            let notes = (0..).zip(notes).map(|(bit, is)| is.number() << bit);
            put(&[kind, you as u8, level, decree, notes.sum()]);
            match game.clock() {
                None => put(&[0]),
                Some(clock) => {
                    put(&[clock.timing().number()]);
                    for left in clock.left() {
                        put(&left.ticks.to_le_bytes());
                        put(&[left.is_period.number()]);
                    }
                }
            }
            let start = game.diagram_at(0);
            put(&start.position.pack().to_le_bytes());
            put(&[start.side as u8]);
            put(&start.number.to_le_bytes());
            put(&(game.game().plies() as u16).to_le_bytes());
            for &mv in game.game().moves() {
                put(&[mv.code()]);
            }
        }
    }
    match kept.puzzle {
        None => put(&[0]),
        Some(puzzle) => {
            put(&[puzzle.plies(), u8::from(puzzle.is_helped())]);
            put(&puzzle.start().position.pack().to_le_bytes());
            put(&[puzzle.start().side as u8, puzzle.moves().len() as u8]);
            for &mv in puzzle.moves() {
                put(&[mv.code()]);
            }
        }
    }
    let missed = kept.missed.all();
    put(&[missed.len() as u8]);
    for Missed { start, worth } in missed {
        put(&start.position.pack().to_le_bytes());
        let worth = match worth {
            Worth::Win => 0,
            Worth::Draw => 2,
        };
        put(&[start.side as u8 + worth]);
    }
    let sum = CHECKSUM.checksum(record);
    let _ = record.extend_from_slice(&sum.to_le_bytes());
}

/// Reads a record, its game into its place.
pub(super) fn decode(bytes: &[u8], game: &mut MatchSlot) -> Result<Saved, RecordError> {
    game.clear();
    let saved =
        check(bytes).and_then(|contents| reading::read(contents, game).ok_or(RecordError::Damaged));
    if saved.is_err() {
        game.clear();
    }
    saved
}

/// Whether a device would carry on from these bytes.
pub fn check_record(bytes: &[u8]) -> Result<(), RecordError> {
    decode(bytes, &mut MatchSlot::new()).map(drop)
}

/// The contents of a record with the right checksum.
fn check(bytes: &[u8]) -> Result<&[u8], RecordError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(RecordError::Foreign);
    }
    let (contents, sum) = bytes.split_last_chunk().ok_or(RecordError::Damaged)?;
    if CHECKSUM.checksum(contents) != u32::from_le_bytes(*sum) {
        return Err(RecordError::Damaged);
    }
    match contents.get(MAGIC.len()..) {
        Some([VERSION, contents @ ..]) => Ok(contents),
        Some([_, ..]) => Err(RecordError::Version),
        _ => Err(RecordError::Damaged),
    }
}

/// The language of a record that may be damaged, for the sentence that says so. A wrong guess
/// costs nothing.
pub(super) fn language(bytes: &[u8]) -> Option<Language> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    Choice::from_number(*rest.get(1)?)
}
