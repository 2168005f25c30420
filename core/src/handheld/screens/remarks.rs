//! The texts and clocks beside the board of a match.

use embedded_graphics::prelude::*;

use super::board::{hint, value_needed};
use super::board_view::{BESIDE, TEXT_TOP, WIDTH_BESIDE};
use super::ink::{LINE, highlight, width, write, write_right};
use super::list::{at_least_line, move_line, verdict_line};
use super::{Context, Moment};
use crate::game::Side;
use crate::handheld::opponents::numbered;
use crate::handheld::text::line;
use crate::handheld::{Finish, Frame, Line, Match, Mode, Phrase, Reason, Task, Worth};
use crate::player::{Advice, Need};

/// The three lines between the hands.
pub(super) fn remarks(context: Context<'_>, is_offering: bool) -> [Line; 3] {
    let Context {
        played,
        moment,
        shown,
        ..
    } = context;
    let plain = |phrase: Phrase| phrase.line(moment.language);
    if let Some(finish) = played.finish() {
        let [who, why] = finish_phrases(finish, played.mode());
        return [plain(who), plain(why), Line::new()];
    }
    let value = match value_needed(shown) {
        Some(need) if played.awaits_person() => {
            let verdict = context.advice(need).and_then(Advice::verdict);
            let at_least = || context.advice(Need::Move)?.at_least();
            match verdict {
                Some(verdict) => verdict_line(verdict, shown, moment.language),
                None => at_least().map_or(moment.thinking(), |value| {
                    at_least_line(value, moment.language)
                }),
            }
        }
        _ => Line::new(),
    };
    if let Some(mv) = hint(context) {
        let mv = move_line(played.diagram(), mv, moment.language);
        let how = match is_offering {
            true => plain(Phrase::Accept),
            false => state_line(played, moment),
        };
        // A drop needs the whole line.
        let hint = Phrase::HintMove.with(moment.language, &mv);
        let hint = if width(&hint) > WIDTH_BESIDE {
            mv
        } else {
            hint
        };
        return [hint, how, value];
    }
    if played.clock().is_some() {
        // The clocks are above and below.
        let state = match value.is_empty() || context.position().in_check() {
            true => state_line(played, moment),
            false => value,
        };
        return [Line::new(), state, Line::new()];
    }
    [turn_line(played, moment), state_line(played, moment), value]
}

/// The side to move, or the task of a puzzle.
fn turn_line(played: &Match, moment: Moment) -> Line {
    let phrase = match (played.mode(), played.diagram().side) {
        _ if played.awaits_device() => return moment.thinking(),
        (Mode::Puzzle { task, .. }, _) => match task {
            Task::Find(Worth::Win) => Phrase::FindAWin,
            Task::Find(Worth::Draw) => Phrase::FindADraw,
            Task::WinIn(plies) => {
                let left = usize::from(plies).saturating_sub(played.game().plies());
                return Phrase::FindWin.with(moment.language, left);
            }
        },
        (Mode::Solo { .. }, _) => Phrase::YourMove,
        (_, Side::Sente) => Phrase::FirstMoves,
        (_, Side::Gote) => Phrase::SecondMoves,
    };
    phrase.line(moment.language)
}

/// A warning, the opponent or the number of the ply.
fn state_line(played: &Match, moment: Moment) -> Line {
    let phrase = match (played.mode(), played.task()) {
        _ if played.awaits_person() && played.diagram().position.in_check() => Phrase::Check,
        _ if played.game().times_seen() == 2 => Phrase::SeenTwice,
        (Mode::Solo { level, .. }, _) => return numbered(level, moment.language),
        (_, Some(Task::Find(_))) => Phrase::YouMissed,
        (_, Some(_)) => return Phrase::PuzzlePly.with(moment.language, played.game().plies() + 1),
        _ => return Phrase::Ply.with(moment.language, played.game().plies() + 1),
    };
    phrase.line(moment.language)
}

/// The result of a match and its reason.
pub(super) fn finish_phrases(finish: Finish, mode: Mode) -> [Phrase; 2] {
    let who = match (finish.winner, mode) {
        (None, _) => Phrase::Draw,
        (Some(_), Mode::Puzzle { .. }) => Phrase::Solved,
        (Some(side), Mode::Solo { you, .. }) if side == you => Phrase::YouWin,
        (Some(_), Mode::Solo { .. }) => Phrase::YouLose,
        (Some(Side::Sente), _) => Phrase::FirstWins,
        (Some(Side::Gote), _) => Phrase::SecondWins,
    };
    let why = match finish.reason {
        Reason::Catch => Phrase::ByCatch,
        Reason::Try => Phrase::ByTry,
        Reason::NoMove => Phrase::ByNoMove,
        Reason::Repetition => Phrase::Repeating,
        Reason::Resigned => Phrase::ByResigning,
        Reason::Agreed => Phrase::ByAgreement,
        Reason::TimeUp => Phrase::ByTime,
        Reason::Found => Phrase::FoundIt,
        Reason::TooLong => Phrase::ByLength,
    };
    [who, why]
}

/// Draws the players' times above and below the texts, that of the side to move dark on light. A hint leaves
/// room for one clock only.
pub(super) fn draw_clocks(context: Context<'_>, frame: &mut Frame) {
    let played = context.played;
    let (Some(clock), None) = (played.clock(), played.finish()) else {
        return;
    };
    let mover = played.diagram().side;
    for (side, name, y) in [
        (Side::Gote, Phrase::TheSecond, TEXT_TOP),
        (Side::Sente, Phrase::TheFirst, TEXT_TOP + 2 * LINE),
    ] {
        let y = match (context.is_hinted, side == mover) {
            (true, true) => TEXT_TOP + 2 * LINE,
            (true, false) => continue,
            (false, _) => y,
        };
        let ink = highlight(side == mover, Point::new(BESIDE, y), WIDTH_BESIDE, frame);
        write(context.text(name), Point::new(BESIDE + 2, y), ink, frame);
        let seconds = clock.seconds(side);
        let time = line(format_args!("{}:{:02}", seconds / 60, seconds % 60));
        write_right(&time, Point::new(126, y), ink, frame);
    }
}
