//! Rows under a heading, and moves and verdicts in words.

use embedded_graphics::prelude::*;

use super::flight::animal;
use super::ink::{LINE, fill, highlight, write, write_right};
use super::{OFF, ON};
use crate::game::{Diagram, Kind, Move, Value};
use crate::handheld::text::line;
use crate::handheld::{Frame, Language, Line, Phrase, Shown};
use crate::player::Verdict;

/// The number of lines that fit under a heading.
pub(crate) const ROWS: usize = 5;
pub(crate) const TOP: i32 = 13;

/// The rows to show so that the chosen one is among them.
pub(crate) fn window(at: usize, count: usize, rows: usize) -> core::ops::Range<usize> {
    let first = at.saturating_sub(rows / 2).min(count.saturating_sub(rows));
    first..(first + rows).min(count)
}

/// The heading, light on dark under a line.
pub(crate) fn draw_heading(text: &str, frame: &mut Frame) {
    write(text, Point::new(2, 0), ON, frame);
    fill(Point::new(0, 11), Size::new(128, 1), ON, frame)
}

/// One line of a list; the chosen one is dark on light.
pub(crate) fn draw_row(
    row: usize,
    chosen: bool,
    left: &str,
    right: Option<&str>,
    frame: &mut Frame,
) {
    let y = TOP + row as i32 * LINE;
    let ink = highlight(chosen, Point::new(0, y), 124, frame);
    write(left, Point::new(4, y), ink, frame);
    if let Some(right) = right {
        write_right(right, Point::new(121, y), ink, frame);
    }
}

/// Dims a line that cannot be chosen now: every third pixel is dark.
pub(crate) fn dim_row(row: usize, frame: &mut Frame) {
    let top = TOP + row as i32 * LINE;
    let every_third = (0..124 * LINE)
        .map(|at| Point::new(at % 124, top + at / 124))
        .filter(|at| (at.x + at.y) % 3 == 0);
    frame.set(every_third, OFF)
}

/// A bar at the right that shows which part of a long list is shown.
pub(crate) fn draw_bar(
    shown: core::ops::Range<usize>,
    count: usize,
    rows: usize,
    frame: &mut Frame,
) {
    if count <= rows {
        return;
    }
    let height = rows * LINE as usize;
    let from = shown.start * height / count;
    let to = (shown.end * height).div_ceil(count);
    let corner = Point::new(126, TOP + from as i32);
    fill(corner, Size::new(2, (to - from) as u32), ON, frame)
}

/// A move as players write it: `B3-B2`, `B2xB1+`, `Chick*A2`.
pub(crate) fn move_line(diagram: Diagram, mv: Move, language: Language) -> Line {
    written(diagram, mv, |kind| animal(kind).text(language))
}

/// The same for a narrow column: English names are cut to three letters.
pub(crate) fn short_move_line(diagram: Diagram, mv: Move, language: Language) -> Line {
    written(diagram, mv, |kind| {
        let name = animal(kind).text(language);
        match language {
            Language::English => name.get(..3).unwrap_or(name),
            Language::Kana => name,
        }
    })
}

fn written(diagram: Diagram, mv: Move, name: impl Fn(Kind) -> &'static str) -> Line {
    let printed = |square| diagram.side.printed(square);
    match mv {
        Move::Step { from, to } => {
            let takes = diagram.position.piece_at(to).is_some();
            let sign = if takes { 'x' } else { '-' };
            let promotes = diagram.position.promotes(mv);
            let plus = if promotes { "+" } else { "" };
            let (from, to) = (printed(from), printed(to));
            line(format_args!("{from}{sign}{to}{plus}"))
        }
        Move::Drop { kind, to } => line(format_args!("{}*{}", name(kind.kind()), printed(to))),
    }
}

/// A verdict for the side to move in words.
pub(crate) fn verdict_line(verdict: Verdict, shown: Shown, language: Language) -> Line {
    let plain = |phrase: Phrase| phrase.line(language);
    match (verdict, shown) {
        (Verdict::Unclear(_), _) => plain(Phrase::Unclear),
        (Verdict::Exact(Value::Draw), _) => plain(Phrase::Drawn),
        (Verdict::Won, _) | (Verdict::Exact(Value::Win(_)), Shown::Result) => {
            plain(Phrase::Winning)
        }
        (Verdict::Lost, _) | (Verdict::Exact(Value::Loss(_)), Shown::Result) => {
            plain(Phrase::Losing)
        }
        (Verdict::Exact(Value::Win(plies)), _) => Phrase::WinIn.with(language, plies),
        (Verdict::Exact(Value::Loss(plies)), _) => Phrase::LossIn.with(language, plies),
    }
}

/// The least distance to an end, while it is being counted.
pub(crate) fn at_least_line(value: Value, language: Language) -> Line {
    match value {
        Value::Win(plies) => Phrase::WinInAtLeast.with(language, plies),
        Value::Draw => Phrase::Drawn.line(language),
        Value::Loss(plies) => Phrase::LossInAtLeast.with(language, plies),
    }
}

/// The same in fewer words, with distances.
pub(crate) fn short_verdict_line(verdict: Verdict, language: Language) -> Line {
    match verdict {
        Verdict::Exact(Value::Win(plies)) => Phrase::ShortWin.with(language, plies),
        Verdict::Exact(Value::Loss(plies)) => Phrase::ShortLoss.with(language, plies),
        _ => verdict_line(verdict, Shown::Distance, language),
    }
}
