//! The save record: settings, lessons done, totals, puzzles solved, the game, the puzzle that was begun and
//! the last games.
//!
//! | bytes | contents |
//! |---|---|
//! | 4 | `DBTS` |
//! | 1 | version, 1 |
//! | 8 | language, values shown, undo, seat, level, movement dots, clock, handicap |
//! | 4 | volume, brightness, whether the device is held upside down, the display's controller |
//! | 2 | lessons done, a bit for each |
//! | 70 | games won, drawn and lost, 2 bytes each, and whether one was won without help, for each of the ten opponents |
//! | 14 | puzzles solved, 2 bytes for each of the seven kinds |
//! | 4 | seed of the dice |
//! | 1 | 1 if a game follows |
//! | n | the game |
//! | 1 | 0, or the plies that the win of the puzzle takes, which follows |
//! | 1 | whether the puzzle's solver was helped |
//! | 8 + 1 | packed start position, side to move |
//! | 1 + n | number of moves, and a byte for each |
//! | 1 + 9n | missed wins: packed position, and side to move (0, 1) + 2 if it was a draw |
//! | 1 + (2 + n)… | number of the last games; the length of each and the game, the oldest first |
//! | 4 | CRC-32 (ISO-HDLC) of everything before |
//!
//! A game:
//!
//! | bytes | contents |
//! |---|---|
//! | 1 | 1 against the device, 2 two people |
//! | 2 | the person's side, the device's level; 0 with two people |
//! | 1 | how it ended without the board: 0 it did not, 1 the first player resigned, 2 the second, 3 draw by agreement, 4 the first player's time was up, 5 the second's |
//! | 1 | 1 if a person was helped, 2 if the end was counted, 4 if it was searched for missed wins |
//! | 1 + 6 | its clock, 0 if none; for each player the ticks left, 2 bytes, and whether they are for the present move |
//! | 8 + 1 + 2 | packed start position, side to move, move number |
//! | 2 + n | number of moves, and a byte for each |
//!
//! Numbers are little-endian. Without a game, a clock or a puzzle, only the byte that says so is there.
//! A move is its [code](crate::game::Move::code). Positions of a game are not stored: replaying the moves by
//! the rules restores them, and rejects a record that no game could have left.

mod game;

use core::fmt;

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

pub(super) use game::{read_game, write_game};

use super::history::{GAMES, HISTORY_BYTES, History};
use super::lessons::Learned;
use super::matches::{Match, MatchSlot};
use super::missed::{MISSED, Missed, MissedChances};
use super::opponents::{AllTotals, OPPONENTS, Totals};
use super::puzzle::{GOALS, LONGEST, Tally, Unfinished};
use super::settings::{Choice, Language, Settings};
use super::turning::Worth;
use crate::game::{Diagram, Move, Position, Side};
use crate::player::{Level, PLIES};

/// The most bytes a record can have.
pub const RECORD_MAX: usize = 5
    + 12
    + 2
    + 7 * OPPONENTS
    + 2 * GOALS.len()
    + 4
    + (1 + 25 + PLIES)
    + (12 + LONGEST)
    + (1 + 9 * MISSED)
    + (1 + HISTORY_BYTES)
    + 4;

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
    pub(super) history: &'a History,
}

/// What comes out of a record besides the games.
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
        settings.clock.number(),
        settings.handicap.number(),
        settings.volume.number(),
        settings.brightness.number(),
        settings.is_upside_down.number(),
        settings.controller.number(),
    ]);
    put(&kept.learned.bits().to_le_bytes());
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
            put(&[1]);
            write_game(game, &mut put);
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
    put(&[kept.history.len() as u8]);
    put(kept.history.bytes());
    let sum = CHECKSUM.checksum(record);
    let _ = record.extend_from_slice(&sum.to_le_bytes());
}

/// Reads a record, its games into their places: the chip's stack has no room for one more.
pub(super) fn decode(
    bytes: &[u8],
    game: &mut MatchSlot,
    history: &mut History,
) -> Result<Saved, RecordError> {
    game.clear();
    history.clear();
    let saved = read(check(bytes)?, game, history).ok_or(RecordError::Damaged);
    saved.inspect_err(|_| {
        game.clear();
        history.clear();
    })
}

/// Whether a device would carry on from these bytes.
pub fn check_record(bytes: &[u8]) -> Result<(), RecordError> {
    decode(bytes, &mut MatchSlot::new(), &mut History::new()).map(drop)
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

/// What the contents of a record say, its games in their places; `None` if no device has written them.
fn read(mut rest: &[u8], game: &mut MatchSlot, history: &mut History) -> Option<Saved> {
    let rest = &mut rest;
    let [language, shown, undo, seat, level, dots, clock, handicap] = take(rest)?;
    let [volume, brightness, is_upside_down, controller] = take(rest)?;
    let settings = Settings {
        language: Choice::from_number(language)?,
        shown: Choice::from_number(shown)?,
        undo: Choice::from_number(undo)?,
        dots: Choice::from_number(dots)?,
        seat: Choice::from_number(seat)?,
        level: Level::new(level)?,
        clock: Choice::from_number(clock)?,
        handicap: Choice::from_number(handicap)?,
        volume: Choice::from_number(volume)?,
        brightness: Choice::from_number(brightness)?,
        is_upside_down: Choice::from_number(is_upside_down)?,
        controller: Choice::from_number(controller)?,
    };
    let learned = Learned::from_bits(u16::from_le_bytes(take(rest)?))?;
    let mut all_totals = AllTotals::NONE;
    for level in Level::all() {
        *all_totals.against_mut(level) = Totals {
            won: u16::from_le_bytes(take(rest)?),
            drawn: u16::from_le_bytes(take(rest)?),
            lost: u16::from_le_bytes(take(rest)?),
            is_unaided: take(rest).and_then(|[byte]| Choice::from_number(byte))?,
        };
    }
    let mut tally = [0; GOALS.len()];
    for solved in &mut tally {
        *solved = u16::from_le_bytes(take(rest)?);
    }
    let seed = u32::from_le_bytes(take(rest)?);
    let [has_game] = take(rest)?;
    let game_bytes = *rest;
    if bool::from_number(has_game)? {
        read_game(rest, game)?;
    }
    let puzzle = read_puzzle(rest)?;
    let missed = read_missed(rest)?;
    // The slot serves to check the last games; then the game is read again.
    read_history(rest, game, history)?;
    game.clear();
    if bool::from_number(has_game)? {
        read_game(&mut { game_bytes }, game)?;
    }
    rest.is_empty().then_some(Saved {
        settings,
        learned,
        tally: Tally::from_counts(tally),
        all_totals,
        missed,
        seed,
        puzzle,
    })
}

/// The outer `None` is an invalid puzzle.
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

fn read_missed(rest: &mut &[u8]) -> Option<MissedChances> {
    let mut chances = MissedChances::new();
    let [count] = take(rest)?;
    if usize::from(count) > MISSED {
        return None;
    }
    for _ in 0..count {
        let position = Position::unpack(u64::from_le_bytes(take(rest)?)).ok()?;
        let [mover] = take(rest)?;
        let worth = match mover / 2 {
            0 => Worth::Win,
            1 => Worth::Draw,
            _ => return None,
        };
        let start = Diagram::new(position, side(mover % 2)?);
        // No result can be missed where the game is over, and no position is stored twice.
        let is_sound = position.ending().is_none() && chances.add(Missed { start, worth });
        is_sound.then_some(())?;
    }
    Some(chances)
}

/// Reads the last games, one after the other through `slot`.
fn read_history(rest: &mut &[u8], slot: &mut MatchSlot, history: &mut History) -> Option<()> {
    let [count] = take(rest)?;
    let all = *rest;
    for _ in 0..count {
        let len = u16::from_le_bytes(take(rest)?);
        let (mut game, after) = rest.split_at_checked(usize::from(len))?;
        read_game(&mut game, slot)?;
        let played = slot.get().filter(|played| played.game().plies() > 0)?;
        history.add(played);
        *rest = after;
    }
    let is_whole = usize::from(count) <= GAMES && all.starts_with(history.bytes());
    (is_whole && history.bytes().len() + rest.len() == all.len()).then_some(())
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
