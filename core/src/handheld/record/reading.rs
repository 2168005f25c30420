//! Reading the contents of a record.

use heapless::Vec;

use super::Saved;
use crate::game::{Diagram, Move, Position, Side};
use crate::handheld::clock::{Clock, Left, Timing};
use crate::handheld::lessons::Learned;
use crate::handheld::matches::{Decree, MatchSlot, Mode};
use crate::handheld::missed::{MISSED, Missed, MissedChances};
use crate::handheld::opponents::{AllTotals, Totals};
use crate::handheld::puzzle::{GOALS, Tally, Unfinished};
use crate::handheld::settings::{Choice, Settings};
use crate::handheld::turning::Worth;
use crate::player::Level;

/// What the contents of a sound record say, its game in its place; `None` if no device has written it.
pub(super) fn read(mut rest: &[u8], game: &mut MatchSlot) -> Option<Saved> {
    let rest = &mut rest;
    let [language, shown, undo, seat, level, dots] = take(rest)?;
    let learned = Learned::from_bits(u16::from_le_bytes(take(rest)?))?;
    let [clock, volume, brightness, is_upside_down, controller] = take(rest)?;
    let settings = Settings {
        language: Choice::from_number(language)?,
        shown: Choice::from_number(shown)?,
        undo: Choice::from_number(undo)?,
        dots: Choice::from_number(dots)?,
        seat: Choice::from_number(seat)?,
        level: Level::new(level)?,
        clock: Choice::from_number(clock)?,
        volume: Choice::from_number(volume)?,
        brightness: Choice::from_number(brightness)?,
        is_upside_down: Choice::from_number(is_upside_down)?,
        controller: Choice::from_number(controller)?,
    };
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
    let [kind] = take(rest)?;
    match kind {
        0 => {}
        1 | 2 => read_game(kind, rest, game)?,
        _ => return None,
    }
    let puzzle = read_puzzle(rest)?;
    let missed = read_missed(rest)?;
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
        // Nothing can be thrown away where the game is over, and no chance is kept twice.
        let is_sound = position.ending().is_none() && chances.add(Missed { start, worth });
        is_sound.then_some(())?;
    }
    Some(chances)
}

fn read_clock(rest: &mut &[u8]) -> Option<Option<Clock>> {
    let [timing] = take(rest)?;
    let timing = Timing::from_number(timing)?;
    if timing == Timing::OFF {
        return Some(None);
    }
    let mut left = || {
        Some(Left {
            ticks: u16::from_le_bytes(take(rest)?),
            is_period: take(rest).and_then(|[byte]| Choice::from_number(byte))?,
        })
    };
    Clock::from_left(timing, [left()?, left()?]).map(Some)
}

fn read_game(kind: u8, rest: &mut &[u8], game: &mut MatchSlot) -> Option<()> {
    let [you, level, decree] = take(rest)?;
    let mode = match kind {
        1 => Mode::Solo {
            you: side(you)?,
            level: Level::new(level)?,
        },
        // Two people have neither a side of their own nor a level.
        _ if (you, level) != (0, 0) => return None,
        _ => Mode::Pair,
    };
    let [notes] = take(rest)?;
    (notes < 8).then_some(())?;
    let clock = read_clock(rest)?;
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
    let decree = match decree {
        0 => None,
        1 | 2 => Some(Decree::Resigned(side(decree - 1)?)),
        3 => Some(Decree::Agreed),
        4 | 5 => Some(Decree::TimeUp(side(decree - 4)?)),
        _ => return None,
    };
    if let Some(decree) = decree {
        played.end_by(decree);
    }
    let is_up = |side| clock.is_some_and(|clock| clock.is_up(side));
    let lost = |side| decree == Some(Decree::TimeUp(side));
    if (clock.is_some() && kind == 1)
        || [Side::Sente, Side::Gote]
            .into_iter()
            .any(|side| is_up(side) != lost(side))
    {
        return None;
    }
    played.set_clock(clock);
    played.set_helped(notes & 1 != 0);
    played.set_counted(notes & 2 != 0);
    played.set_searched(notes & 4 != 0);
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
