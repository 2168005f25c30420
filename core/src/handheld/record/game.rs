//! A game in a save record.

use super::{choice, number, position, take};
use crate::game::{Diagram, Move, Side};
use crate::handheld::clock::Left;
use crate::handheld::matches::{Decree, Status};
use crate::handheld::settings::Choice;
use crate::handheld::{Clock, GOALS, Match, MatchSlot, Mode, Task, Timing};
use crate::player::Level;

/// The bytes of a game without its clock and its moves.
pub(crate) const GAME_BYTES: usize = 19;

/// Writes a game of one or two people, or a puzzle.
pub(crate) fn write_game(game: &Match, put: &mut dyn FnMut(&[u8])) {
    let (kind, you, level) = match game.mode() {
        Mode::Solo { you, level } => (1, you, level.number()),
        Mode::Puzzle {
            task: Task::WinIn(plies),
            ..
        } => (3, Side::Sente, plies),
        _ => (2, Side::Sente, 0),
    };
    let decree = match game.status.decree {
        None | Some(Decree::Found) => 0,
        Some(Decree::Resigned(side)) => 1 + side.index(),
        Some(Decree::Agreed) => 3,
        Some(Decree::TimeUp(side)) => 4 + side.index(),
    };
    let notes = [
        game.status.is_helped,
        game.status.is_counted,
        game.status.is_searched,
    ];
    let notes = (0..).zip(notes).map(|(bit, is)| is.index() << bit);
    put(&[kind, you.index(), level, decree, notes.sum()]);
    match game.clock() {
        None => put(&[0]),
        Some(clock) => {
            put(&[clock.timing.index()]);
            for left in clock.left {
                put(&left.ticks.to_le_bytes());
                put(&[left.is_period.index()]);
            }
        }
    }
    let start = game.diagram_at(0);
    put(&start.position.pack().to_le_bytes());
    put(&[start.side.index()]);
    put(&start.number.to_le_bytes());
    put(&(game.game().plies() as u16).to_le_bytes());
    for &mv in game.game().moves() {
        put(&[mv.code()]);
    }
}

/// Reads a game or a puzzle into its place; `None` if the rules do not allow it.
pub(crate) fn read_game<'a>(rest: &mut &[u8], slot: &'a mut MatchSlot) -> Option<&'a Match> {
    let [kind, you, level, decree, notes] = take(rest)?;
    if notes >= 8 {
        return None;
    }
    let clock = read_clock(rest)?;
    let start = Diagram {
        position: position(rest)?,
        side: choice(rest)?,
        number: number(rest)?,
    };
    let mode = match (kind, you) {
        (1, _) => Mode::Solo {
            you: Side::from_index(you)?,
            level: Level::new(level)?,
        },
        // Two people have neither a side of their own nor a level.
        (2, 0) if level == 0 => Mode::Pair,
        // The solver is the side to move.
        (3, 0) if GOALS.contains(&level) => Mode::Puzzle {
            you: start.side,
            task: Task::WinIn(level),
        },
        _ => return None,
    };
    let played = slot.lay(start, mode);
    for _ in 0..number(rest)? {
        let [byte] = take(rest)?;
        played.play(Move::from_code(byte)?).ok()?;
    }
    let decree = match decree {
        0 => None,
        1 | 2 => Some(Decree::Resigned(Side::from_index(decree - 1)?)),
        3 => Some(Decree::Agreed),
        4 | 5 => Some(Decree::TimeUp(Side::from_index(decree - 4)?)),
        _ => return None,
    };
    let is_up = |side| clock.is_some_and(|clock| clock.is_up(side));
    let lost = |side| decree == Some(Decree::TimeUp(side));
    let is_sound = Side::ALL.iter().all(|&side| is_up(side) == lost(side));
    if !is_sound || (clock.is_some() && mode != Mode::Pair) {
        return None;
    }
    played.status = Status {
        decree,
        clock,
        is_helped: notes & 1 != 0,
        is_counted: notes & 2 != 0,
        is_searched: notes & 4 != 0,
        is_draw_offered: false,
    };
    Some(played)
}

/// The outer `None` is an invalid clock.
fn read_clock(rest: &mut &[u8]) -> Option<Option<Clock>> {
    let timing = choice(rest)?;
    if timing == Timing::OFF {
        return Some(None);
    }
    let mut left = || {
        Some(Left {
            ticks: number(rest)?,
            is_period: choice(rest)?,
        })
    };
    Clock::from_left(timing, [left()?, left()?]).map(Some)
}
