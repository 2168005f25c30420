//! The texts beside the board of a match.

use super::Moment;
use super::board::{hint, value_needed};
use super::board_view::WIDTH_BESIDE;
use super::ink::width;
use super::list::{move_line, verdict_line};
use crate::game::Side;
use crate::handheld::consultation::Consultation;
use crate::handheld::desk::BoardContext;
use crate::handheld::matches::{Finish, Match, Mode, Reason, Task};
use crate::handheld::opponents::numbered;
use crate::handheld::text::{Line, Phrase};
use crate::handheld::turning::Worth;
use crate::player::Advice;

/// Three lines between the hands.
pub(super) fn remarks(
    board_context: BoardContext<'_>,
    is_offering: bool,
    consultation: &Consultation,
    moment: Moment,
) -> [Line; 3] {
    let played = board_context.played;
    if let Some(finish) = played.finish() {
        let [who, why] = finish_phrases(finish, played.mode());
        let plain = |phrase: Phrase| phrase.with(moment.language, "");
        return [plain(who), plain(why), Line::new()];
    }
    let value = match value_needed(board_context.shown) {
        Some(need) if played.awaits_person() => {
            let advice = consultation.advice_on(played.diagram().position, need);
            match advice.and_then(Advice::verdict) {
                Some(verdict) => verdict_line(verdict, board_context.shown, moment.language),
                None => moment.thinking(),
            }
        }
        _ => Line::new(),
    };
    if let Some(mv) = hint(board_context, consultation) {
        let mv = move_line(played.diagram(), mv, moment.language);
        let how = if is_offering {
            Phrase::Accept.with(moment.language, "")
        } else {
            state_line(played, moment)
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
        // Above and below are the clocks.
        let state = match value.is_empty() || played.diagram().position.in_check() {
            true => state_line(played, moment),
            false => value,
        };
        return [Line::new(), state, Line::new()];
    }
    [turn_line(played, moment), state_line(played, moment), value]
}

/// Whose turn it is, and what for.
fn turn_line(played: &Match, moment: Moment) -> Line {
    let phrase = match (played.mode(), played.diagram().side) {
        _ if played.awaits_device() => return moment.thinking(),
        (
            Mode::Puzzle {
                task: Task::Find(worth),
                ..
            },
            _,
        ) => match worth {
            Worth::Win => Phrase::FindAWin,
            Worth::Draw => Phrase::FindADraw,
        },
        (
            Mode::Puzzle {
                task: Task::WinIn(plies),
                ..
            },
            _,
        ) => {
            let left = usize::from(plies).saturating_sub(played.game().plies());
            return Phrase::FindWin.with(moment.language, left);
        }
        (Mode::Solo { .. }, _) => Phrase::YourMove,
        (_, Side::Sente) => Phrase::FirstMoves,
        (_, Side::Gote) => Phrase::SecondMoves,
    };
    phrase.with(moment.language, "")
}

/// A warning, or else what game this is.
fn state_line(played: &Match, moment: Moment) -> Line {
    let phrase = match played.mode() {
        _ if played.awaits_person() && played.diagram().position.in_check() => Phrase::Check,
        _ if played.game().times_seen() == 2 => Phrase::SeenTwice,
        Mode::Solo { level, .. } => return numbered(level, moment.language),
        Mode::Puzzle {
            task: Task::Find(_),
            ..
        } => Phrase::YouMissed,
        Mode::Puzzle { .. } => {
            return Phrase::PuzzlePly.with(moment.language, played.game().plies() + 1);
        }
        _ => return Phrase::Ply.with(moment.language, played.game().plies() + 1),
    };
    phrase.with(moment.language, "")
}

/// How it ended.
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
        Reason::Repetition => Phrase::ByRepetition,
        Reason::Resigned => Phrase::ByResigning,
        Reason::Agreed => Phrase::ByAgreement,
        Reason::TimeUp => Phrase::ByTime,
        Reason::Found => Phrase::FoundIt,
        Reason::TooLong => Phrase::ByLength,
    };
    [who, why]
}
