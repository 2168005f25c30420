//! The save record: settings, puzzles solved, the game and the puzzle begun, in a few hundred bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `DBTS` |
//! | 1 | version, now 2 |
//! | 5 | language, values shown, undo, seat, level |
//! | 14 | puzzles solved, 2 bytes for each of the seven kinds |
//! | 4 | seed of the dice |
//! | 1 | whether a game follows: 0 none, 1 against the device, 2 two people |
//! | 2 | the person's side, the device's level (0 with two people) |
//! | 1 | who resigned: 0 nobody, 1 the first player, 2 the second |
//! | 8 + 1 + 2 | packed start position, side to move, move number |
//! | 2 + n | number of moves, and a byte for each |
//! | 1 | whether a puzzle follows: 0 none, otherwise how many plies its win takes |
//! | 1 | whether it was helped along |
//! | 8 + 1 | packed start position, side to move |
//! | 1 + n | number of moves, and a byte for each |
//! | 4 | CRC-32 (ISO-HDLC) of all before |
//!
//! Numbers are little-endian. Without a game or a puzzle, only the byte that says so is there.
//! Version 1 knew no puzzle, and is still read; any other version is refused by a sentence. A
//! move is its [code](Move::code). Positions of the game are not stored: replaying the moves by
//! the rules restores them, with undo and repetition, and refuses a record that no game could
//! have left.

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

use super::matches::{Match, MatchSlot, Mode};
use super::puzzle::{GOALS, LONGEST, Tally, Unfinished};
use super::settings::{Choice, Language, Settings};
use crate::game::{Diagram, Move, Position, Side};
use crate::player::{Level, PLIES};

/// The most bytes a record can have.
pub const RECORD_MAX: usize = 49 + PLIES + 12 + LONGEST;

/// A record as it is stored.
pub type Record = Vec<u8, RECORD_MAX>;

/// What goes into a record.
pub(super) struct Kept<'a> {
    pub(super) settings: Settings,
    pub(super) tally: Tally,
    pub(super) seed: u32,
    pub(super) game: Option<&'a Match>,
    pub(super) puzzle: Option<&'a Unfinished>,
}

/// What comes out of a record besides the game.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub(super) settings: Settings,
    pub(super) tally: Tally,
    pub(super) seed: u32,
    pub(super) puzzle: Option<Unfinished>,
}

/// Why bytes are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordError {
    /// They are not a record of this device, or of a version it does not know.
    Foreign,
    /// They were one once: the checksum or the contents are wrong.
    Damaged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordError::Foreign => "the save is not one of this version",
            RecordError::Damaged => "the save is damaged",
        })
    }
}

impl core::error::Error for RecordError {}

const MAGIC: [u8; 4] = *b"DBTS";
const VERSION: u8 = 2;

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
    ]);
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
            let resigned = game.resigned().map_or(0, |side| 1 + side as u8);
            put(&[kind, you as u8, level, resigned]);
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
    let sum = CHECKSUM.checksum(record);
    let _ = record.extend_from_slice(&sum.to_le_bytes());
}

/// Reads a record, its game into its place.
pub(super) fn decode(bytes: &[u8], game: &mut MatchSlot) -> Result<Saved, RecordError> {
    game.clear();
    let saved = check(bytes)
        .and_then(|(version, contents)| read(version, contents, game).ok_or(RecordError::Damaged));
    if saved.is_err() {
        game.clear();
    }
    saved
}

/// The version and the contents of a record with the right checksum.
fn check(bytes: &[u8]) -> Result<(u8, &[u8]), RecordError> {
    let version = match bytes.strip_prefix(&MAGIC) {
        Some([version @ 1..=VERSION, ..]) => *version,
        _ => return Err(RecordError::Foreign),
    };
    let (contents, sum) = bytes.split_last_chunk().ok_or(RecordError::Damaged)?;
    if CHECKSUM.checksum(contents) != u32::from_le_bytes(*sum) {
        return Err(RecordError::Damaged);
    }
    match contents.get(MAGIC.len() + 1..) {
        Some(contents) => Ok((version, contents)),
        None => Err(RecordError::Damaged),
    }
}

/// The language of a record that may be damaged, for the sentence that says so. A wrong guess
/// costs nothing.
pub(super) fn language(bytes: &[u8]) -> Option<Language> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    Choice::from_number(*rest.get(1)?)
}

fn read(version: u8, mut rest: &[u8], game: &mut MatchSlot) -> Option<Saved> {
    let rest = &mut rest;
    let [language, shown, undo, seat, level] = take(rest)?;
    let settings = Settings {
        language: Choice::from_number(language)?,
        shown: Choice::from_number(shown)?,
        undo: Choice::from_number(undo)?,
        seat: Choice::from_number(seat)?,
        level: Level::new(level)?,
    };
    let mut tally = [0; GOALS.len()];
    for solved in &mut tally {
        *solved = u16::from_le_bytes(take(rest)?);
    }
    let seed = u32::from_le_bytes(take(rest)?);
    let [kind] = take(rest)?;
    match kind {
        0 => {}
        1 | 2 => read_game(kind, rest, game)?,
        _ => return None,
    }
    let puzzle = match version {
        1 => None,
        _ => read_puzzle(rest)?,
    };
    rest.is_empty().then_some(Saved {
        settings,
        tally: Tally::from_counts(tally),
        seed,
        puzzle,
    })
}

/// The outer `None` is a puzzle that nobody can have begun.
fn read_puzzle(rest: &mut &[u8]) -> Option<Option<Unfinished>> {
    let [plies] = take(rest)?;
    if plies == 0 {
        return Some(None);
    }
    let [helped] = take(rest)?;
    let position = Position::unpack(u64::from_le_bytes(take(rest)?)).ok()?;
    let [mover, count] = take(rest)?;
    let start = Diagram::new(position, side(mover)?);
    let mut moves = Vec::new();
    for _ in 0..count {
        let [byte] = take(rest)?;
        moves.push(Move::from_code(byte)?).ok()?;
    }
    let is_helped = Choice::from_number(helped)?;
    Unfinished::new(start, plies, is_helped, moves).map(Some)
}

fn read_game(kind: u8, rest: &mut &[u8], game: &mut MatchSlot) -> Option<()> {
    let [you, level, resigned] = take(rest)?;
    let mode = match kind {
        1 => Mode::Solo {
            you: side(you)?,
            level: Level::new(level)?,
        },
        _ => Mode::Pair,
    };
    let position = Position::unpack(u64::from_le_bytes(take(rest)?)).ok()?;
    let [mover] = take(rest)?;
    let number = u16::from_le_bytes(take(rest)?);
    let start = Diagram {
        position,
        side: side(mover)?,
        number,
    };
    let played = game.lay(start, mode);
    let moves = u16::from_le_bytes(take(rest)?);
    for _ in 0..moves {
        let [byte] = take(rest)?;
        played.play(Move::from_code(byte)?).ok()?;
    }
    if resigned > 0 {
        played.resign(side(resigned - 1)?);
    }
    Some(())
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

const fn side(byte: u8) -> Option<Side> {
    match byte {
        0 => Some(Side::Sente),
        1 => Some(Side::Gote),
        _ => None,
    }
}
