//! A game in a save record.

use super::{side, take};
use crate::game::{Diagram, Move, Position, Side};
use crate::handheld::clock::{Clock, Left, Timing};
use crate::handheld::matches::{Decree, Match, MatchSlot, Mode};
use crate::handheld::settings::Choice;
use crate::player::Level;

/// Writes a game of one or two people.
pub(in crate::handheld) fn write_game(game: &Match, put: &mut dyn FnMut(&[u8])) {
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

/// Reads a game into its place; `None` if the rules do not allow it.
pub(in crate::handheld) fn read_game(rest: &mut &[u8], slot: &mut MatchSlot) -> Option<()> {
    let [kind, you, level, decree, notes] = take(rest)?;
    let mode = match kind {
        1 => Mode::Solo {
            you: side(you)?,
            level: Level::new(level)?,
        },
        // Two people have neither a side of their own nor a level.
        2 if (you, level) == (0, 0) => Mode::Pair,
        _ => return None,
    };
    if notes >= 8 {
        return None;
    }
    let clock = read_clock(rest)?;
    let position = Position::unpack(u64::from_le_bytes(take(rest)?)).ok()?;
    let [mover] = take(rest)?;
    let number = u16::from_le_bytes(take(rest)?);
    let start = Diagram {
        position,
        side: side(mover)?,
        number,
    };
    let played = slot.lay(start, mode);
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
    let sides = [Side::Sente, Side::Gote];
    let is_sound = sides.into_iter().all(|side| is_up(side) == lost(side));
    if !is_sound || (clock.is_some() && mode != Mode::Pair) {
        return None;
    }
    played.set_clock(clock);
    played.set_helped(notes & 1 != 0);
    played.set_counted(notes & 2 != 0);
    played.set_searched(notes & 4 != 0);
    Some(())
}

/// The outer `None` is a clock that cannot have come to this.
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
