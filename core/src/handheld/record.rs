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
//! | 1 | 1 if an unfinished puzzle follows |
//! | n | the puzzle, as a game |
//! | 1 + 9n | missed wins: packed position, and side to move (0, 1) + 2 if it was a draw |
//! | 1 + (2 + n)… | number of the last games; the length of each and the game, the oldest first |
//! | 4 | CRC-32 (ISO-HDLC) of everything before |
//!
//! A game:
//!
//! | bytes | contents |
//! |---|---|
//! | 1 | 1 against the device, 2 two people, 3 a puzzle |
//! | 2 | the person's side, the device's level; 0 with two people; 0 and the plies of the win for a puzzle |
//! | 1 | how it ended, if not by the board: 0 not, 1 the first player resigned, 2 the second, 3 draw by agreement, 4 the first player's time was up, 5 the second's |
//! | 1 | 1 if a person was helped, 2 if the end was counted, 4 if it was searched for missed wins |
//! | 1 + 6 | its clock, 0 if none; for each player the ticks left, 2 bytes, and whether they are for the present move |
//! | 8 + 1 + 2 | packed start position, side to move, move number |
//! | 2 + n | number of moves, and a byte for each |
//!
//! Numbers are little-endian. Without a game, a puzzle or a clock, there is only its first byte, 0.
//! A move is its [code](crate::game::Move::code). Positions of a game are not stored: playing the moves by
//! the rules restores them, and rejects a record with an illegal move.

mod game;

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;

pub(super) use game::{GAME_BYTES, read_game, write_game};

use super::history::{GAMES, HISTORY_BYTES, History};
use super::opponents::OPPONENTS;
use super::puzzle::{MISSED, Missed, MissedChances};
use super::puzzle::{PUZZLE_BYTES, Unfinished};
use super::settings::Choice;
use super::{
    AllTotals, Desk, GOALS, Language, Learned, Match, MatchSlot, Settings, Tally, Totals, Worth,
};
use crate::game::{Diagram, Position, Side};
use crate::player::{Level, PLIES};

/// The most bytes a record can have.
pub const RECORD_MAX: usize = 5
    + 12
    + 2
    + 7 * OPPONENTS
    + 2 * GOALS.len()
    + 4
    + (1 + GAME_BYTES + 6 + PLIES)
    + (1 + PUZZLE_BYTES)
    + (1 + 9 * MISSED)
    + (1 + HISTORY_BYTES)
    + 4;

/// A record as it is stored.
pub(super) type Record = Vec<u8, RECORD_MAX>;

errors! {
    /// Why bytes are not a record.
    pub enum RecordError {
        Foreign => "that is no save of this device",
        Version => "the save is of another version",
        Damaged => "the save is damaged",
    }
}

const MAGIC: [u8; 4] = *b"DBTS";
const VERSION: u8 = 1;

/// Without a table: a record is short, and flash is better spent.
const CHECKSUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Writes a record of what is on the desk, with the settings, the lessons done and a seed.
pub(super) fn encode(
    desk: &Desk,
    mut settings: Settings,
    learned: Learned,
    seed: u32,
    record: &mut Record,
) {
    record.clear();
    // `RECORD_MAX` counts every byte put here, so none is refused.
    let mut put = |bytes: &[u8]| {
        let _ = record.extend_from_slice(bytes);
    };
    put(&MAGIC);
    put(&[VERSION]);
    put(&settings.all().map(|setting| setting.saved()));
    put(&learned.0.to_le_bytes());
    for level in Level::ALL {
        let totals = desk.all_totals.against(level);
        for count in [totals.won, totals.drawn, totals.lost] {
            put(&count.to_le_bytes());
        }
        put(&[totals.is_unaided.index()]);
    }
    for solved in desk.tally.0 {
        put(&solved.to_le_bytes());
    }
    put(&seed.to_le_bytes());
    put(&[desk.game().is_some().index()]);
    if let Some(game) = desk.game() {
        write_game(game, &mut put);
    }
    put(&[(!desk.puzzle.is_empty()).index()]);
    put(&desk.puzzle);
    let missed = desk.missed.all();
    put(&[missed.len() as u8]);
    for Missed { start, worth } in missed {
        put(&start.position.pack().to_le_bytes());
        put(&[start.side.index() + 2 * u8::from(*worth == Worth::Draw)]);
    }
    put(&[desk.history.len() as u8]);
    put(desk.history.bytes());
    let sum = CHECKSUM.checksum(record);
    let _ = record.extend_from_slice(&sum.to_le_bytes());
}

/// Restores the desk from a record, and returns the settings, the lessons done and the seed. Games are read
/// into their places, because the chip's stack has no room for another one.
pub(super) fn decode(
    bytes: &[u8],
    desk: &mut Desk,
) -> Result<(Settings, Learned, u32), RecordError> {
    desk.game.clear();
    desk.history.clear();
    let saved = read(check(bytes)?, desk).ok_or(RecordError::Damaged);
    saved.inspect_err(|_| {
        desk.game.clear();
        desk.history.clear();
    })
}

/// Whether a device would continue from these bytes.
///
/// # Errors
/// [`RecordError`] if the device would refuse them.
pub fn check_record(bytes: &[u8]) -> Result<(), RecordError> {
    decode(bytes, &mut Desk::new()).map(drop)
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

/// The language of a record that may be damaged, for the notice about the damage.
pub(super) fn language(bytes: &[u8]) -> Option<Language> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    Choice::from_index(*rest.get(1)?)
}

/// Reads the contents of a record; `None` if no device has written them. Everything but the games is put on
/// the desk only when all of it is valid.
fn read(mut rest: &[u8], desk: &mut Desk) -> Option<(Settings, Learned, u32)> {
    let rest = &mut rest;
    let mut settings = Settings::FRESH;
    for setting in settings.all() {
        let [saved] = take(rest)?;
        setting.restore(saved)?;
    }
    let learned = Learned::from_bits(number(rest)?)?;
    let mut all_totals = AllTotals::NONE;
    for level in Level::ALL {
        *all_totals.against_mut(level) = Totals {
            won: number(rest)?,
            drawn: number(rest)?,
            lost: number(rest)?,
            is_unaided: choice(rest)?,
        };
    }
    let mut tally = Tally::NONE;
    for solved in &mut tally.0 {
        *solved = number(rest)?;
    }
    let seed = u32::from_le_bytes(take(rest)?);
    let has_game: bool = choice(rest)?;
    let game = *rest;
    if has_game {
        read_whole_game(rest, &mut desk.game)?;
    }
    // The place of the game serves to check the puzzle and the last games; then the game is read again.
    let puzzle = read_puzzle(rest, &mut desk.game)?;
    let missed = read_missed(rest)?;
    read_history(rest, &mut desk.game, &mut desk.history)?;
    desk.game.clear();
    if has_game {
        read_whole_game(&mut { game }, &mut desk.game)?;
    }
    if !rest.is_empty() {
        return None;
    }
    (desk.all_totals, desk.tally) = (all_totals, tally);
    (desk.puzzle, desk.missed) = (puzzle, missed);
    Some((settings, learned, seed))
}

/// Reads a game of one or two people.
fn read_whole_game<'a>(rest: &mut &[u8], slot: &'a mut MatchSlot) -> Option<&'a Match> {
    read_game(rest, slot).filter(|played| played.task().is_none())
}

/// Reads the unfinished puzzle through `slot`; it is empty if there is none.
fn read_puzzle(rest: &mut &[u8], slot: &mut MatchSlot) -> Option<Unfinished> {
    let has_puzzle: bool = choice(rest)?;
    let puzzle = *rest;
    if has_puzzle {
        let played = read_game(rest, slot)?;
        (played.task().is_some() && !played.is_over()).then_some(())?;
    }
    Vec::from_slice(&puzzle[..puzzle.len() - rest.len()]).ok()
}

fn read_missed(rest: &mut &[u8]) -> Option<MissedChances> {
    let mut chances = MissedChances::new();
    let [count] = take(rest)?;
    if usize::from(count) > MISSED {
        return None;
    }
    for _ in 0..count {
        let position = position(rest)?;
        let [mover] = take(rest)?;
        let worth = match mover / 2 {
            0 => Worth::Win,
            1 => Worth::Draw,
            _ => return None,
        };
        let start = Diagram::new(position, Side::from_index(mover % 2)?);
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
        let len = number(rest)?;
        let (mut game, after) = rest.split_at_checked(usize::from(len))?;
        let played = read_whole_game(&mut game, slot)?;
        (played.game().plies() > 0).then(|| history.add(played))?;
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

fn number(rest: &mut &[u8]) -> Option<u16> {
    take(rest).map(u16::from_le_bytes)
}

fn choice<C: Choice>(rest: &mut &[u8]) -> Option<C> {
    take(rest).and_then(|[byte]| C::from_index(byte))
}

fn position(rest: &mut &[u8]) -> Option<Position> {
    Position::unpack(u64::from_le_bytes(take(rest)?)).ok()
}
