//! Menus, the list of all moves, and the two screens that report on work under way.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::game::verdict_line;
use super::ink::{LINE, fill, write, write_centred, write_right};
use crate::estimate::Figure;
use crate::game::{Diagram, Move};
use crate::handheld::Handheld;
use crate::handheld::menu::Menu;
use crate::handheld::settings::Shown;
use crate::handheld::text::{Line, Phrase};
use crate::player::Need;

const ON: BinaryColor = BinaryColor::On;
const OFF: BinaryColor = BinaryColor::Off;

/// How many lines fit under a heading.
const ROWS: usize = 5;
const TOP: i32 = 13;

/// The rows to show so that the chosen one is among them.
fn window(at: usize, count: usize) -> core::ops::Range<usize> {
    let first = at.saturating_sub(ROWS / 2).min(count.saturating_sub(ROWS));
    first..(first + ROWS).min(count)
}

/// The heading, light on dark under a line.
pub(super) fn draw_heading<D: DrawTarget<Color = BinaryColor>>(
    text: &str,
    target: &mut D,
) -> Result<(), D::Error> {
    write(text, Point::new(2, 0), ON, target)?;
    fill(Point::new(0, 11), Size::new(128, 1), ON, target)
}

/// One line of a list; the chosen one is dark on light.
fn draw_row<D: DrawTarget<Color = BinaryColor>>(
    row: usize,
    chosen: bool,
    left: &str,
    right: Option<&str>,
    target: &mut D,
) -> Result<(), D::Error> {
    let y = TOP + row as i32 * LINE;
    let ink = if chosen {
        fill(Point::new(0, y), Size::new(124, LINE as u32), ON, target)?;
        OFF
    } else {
        ON
    };
    write(left, Point::new(4, y), ink, target)?;
    if let Some(right) = right {
        write_right(right, Point::new(121, y), ink, target)?;
    }
    Ok(())
}

/// A bar at the right that shows which part of a long list is in sight.
fn draw_bar<D: DrawTarget<Color = BinaryColor>>(
    shown: core::ops::Range<usize>,
    count: usize,
    target: &mut D,
) -> Result<(), D::Error> {
    if count <= ROWS {
        return Ok(());
    }
    let height = ROWS * LINE as usize;
    let from = shown.start * height / count;
    let to = (shown.end * height).div_ceil(count);
    let corner = Point::new(126, TOP + from as i32);
    fill(corner, Size::new(2, (to - from) as u32), ON, target)
}

/// A move as players write it: `B3-B2`, `B2xB1+`, `Chick*A2` by its first letter.
pub(super) fn move_line(diagram: Diagram, mv: Move) -> Line {
    let mut line = Line::new();
    let printed = |square| diagram.side.printed(square);
    let _ = match mv {
        Move::Step { from, to } => {
            let takes = diagram.position.piece_at(to).is_some();
            let sign = if takes { 'x' } else { '-' };
            let plus = if diagram.position.promotes(mv) {
                "+"
            } else {
                ""
            };
            write!(line, "{}{sign}{}{plus}", printed(from), printed(to))
        }
        Move::Drop { kind, to } => {
            let letter = ["C", "E", "G"][kind as usize];
            write!(line, "{letter}*{}", printed(to))
        }
    };
    line
}

impl Handheld {
    pub(super) fn draw_menu<D: DrawTarget<Color = BinaryColor>>(
        &self,
        menu: Menu,
        at: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        draw_heading(menu.title().text(self.settings.language), target)?;
        let items = self.items(menu);
        let at = at.min(items.len().saturating_sub(1));
        let shown = window(at, items.len());
        for (row, index) in shown.clone().enumerate() {
            let item = items[index];
            let setting = self.setting(item);
            let setting = setting.as_deref();
            let label = self.label(item, self.settings.language);
            draw_row(row, index == at, &label, setting, target)?;
        }
        draw_bar(shown, items.len(), target)
    }

    pub(super) fn draw_moves<D: DrawTarget<Color = BinaryColor>>(
        &self,
        at: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let language = self.settings.language;
        draw_heading(Phrase::Moves.text(language), target)?;
        let Some(bout) = self.bout() else {
            return Ok(());
        };
        let diagram = bout.diagram();
        let Some(advice) = self.advice_on(diagram.position, Need::EVERY) else {
            return write_centred(&self.thinking_line(), 32, ON, target);
        };
        let moves = advice.moves();
        let at = at.min(moves.len().saturating_sub(1));
        let shown = window(at, moves.len());
        for (row, index) in shown.clone().enumerate() {
            let advised = moves[index];
            let left = move_line(diagram, advised.mv);
            let right = verdict_line(advised.verdict, Shown::Distance, language);
            draw_row(row, index == at, &left, Some(&right), target)?;
        }
        draw_bar(shown, moves.len(), target)
    }

    pub(super) fn draw_quest<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let language = self.settings.language;
        let plies = self.quest.as_ref().map_or(0, |quest| quest.plies);
        draw_heading(&Phrase::FindWin.with(language, plies), target)?;
        write_centred(Phrase::Seeking.text(language), 28, ON, target)?;
        let step = i32::from(self.clock % 40) * 3;
        fill(Point::new(step, 46), Size::new(8, 3), ON, target)
    }

    pub(super) fn draw_lab<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let language = self.settings.language;
        let board = self.lab.board();
        draw_heading(&Phrase::Queens.with(language, board.size), target)?;
        let mut rows: [(Phrase, Line); 4] = [
            (Phrase::Trials, Line::new()),
            (Phrase::Estimate, Line::new()),
            (Phrase::Error, Line::new()),
            (Phrase::Exact, Line::new()),
        ];
        // Every figure has at most fourteen characters, and a line has room for more.
        let statistics = self.lab.composite().map(|composite| composite.statistics());
        if let Some(statistics) = statistics.filter(|statistics| statistics.trials > 0) {
            let trials = statistics.trials;
            let _ = write!(rows[0].1, "{trials}");
            let _ = write!(rows[1].1, "{:.4}", statistics.mean());
            if trials > 1 {
                let _ = write!(rows[2].1, "{:.1}", statistics.standard_error());
            }
        }
        let _ = match board.count {
            Some(count) => write!(rows[3].1, "{:.4}", Figure::from_u64(count)),
            None => write!(rows[3].1, "?"),
        };
        for (row, (name, figure)) in rows.iter().enumerate() {
            draw_row(row, false, name.text(language), Some(figure), target)?;
        }
        let hint = Phrase::OtherBoard.text(language);
        write(hint, Point::new(4, TOP + 4 * LINE), ON, target).map(|_| ())
    }
}
