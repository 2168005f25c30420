//! The game once more: the board at a ply, and a graph of the value over all plies.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::board::BESIDE;
use super::game::{places, seen_from, squares, verdict_line};
use super::ink::{LINE, fill, write};
use super::lists::move_line;
use crate::game::{Side, Value};
use crate::handheld::Handheld;
use crate::handheld::bout::Bout;
use crate::handheld::settings::Shown;
use crate::handheld::text::{Line, Phrase};
use crate::player::Verdict;

const ON: BinaryColor = BinaryColor::On;

/// The graph lies between the lines of text: its middle, and how far it reaches up and down.
const MIDDLE: i32 = 40;
const REACH: i32 = 11;
const GRAPH_WIDTH: usize = 70;

/// How high a bar stands for the player who is to move: the nearer the end, the higher. The
/// height falls by one for each doubling of half the distance, and never to nothing.
fn height(verdict: Verdict) -> i32 {
    let tall = |plies: u8| {
        let halvings = (u32::from(plies) + 1).ilog2() as i32;
        (REACH + 2 - halvings * 3 / 2).clamp(2, REACH)
    };
    match verdict {
        Verdict::Exact(Value::Win(plies)) => tall(plies),
        Verdict::Exact(Value::Loss(plies)) => -tall(plies),
        Verdict::Exact(Value::Draw) | Verdict::Unclear(_) => 0,
    }
}

impl Handheld {
    pub(super) fn draw_review<D: DrawTarget<Color = BinaryColor>>(
        &self,
        ply: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let Some(bout) = self.bout() else {
            return Ok(());
        };
        let language = self.settings.language;
        let diagram = bout.diagram_at(ply);
        let bottom = bout.bottom();
        // The hands lie under the text here, so only the board is shown with them empty.
        let mut view = seen_from(bottom, diagram);
        view.hands = [[0; 3]; 2];
        let played = bout.game().played();
        let mut heading = Line::new();
        if let Some(&(_, mv)) = ply.checked_sub(1).and_then(|before| played.get(before)) {
            let before = bout.diagram_at(ply - 1);
            view.last = squares(places(bottom, before.side, mv));
            // Seven characters for the move after at most four for its number.
            let _ = write!(heading, "{ply} {}", move_line(before, mv));
        } else {
            let _ = heading.push_str(Phrase::Opening.text(language));
        }
        view.draw(target)?;
        write(&heading, Point::new(BESIDE, 0), ON, target)?;
        let verdict = self.graph.at(ply);
        let line = match verdict {
            Some(verdict) => verdict_line(verdict, Shown::Distance, language),
            None => self.thinking_line(),
        };
        write(&line, Point::new(BESIDE, LINE), ON, target)?;
        self.draw_graph(bout, ply, target)?;
        self.draw_better(bout, ply, target)
    }

    /// The best move where the one that was played is worse.
    fn draw_better<D: DrawTarget<Color = BinaryColor>>(
        &self,
        bout: &Bout,
        ply: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let diagram = bout.diagram_at(ply);
        let (Some(advice), Some(&(_, played))) = (
            self.advice_on(diagram.position),
            bout.game().played().get(ply),
        ) else {
            return Ok(());
        };
        let Some(best) = advice.best().first() else {
            return Ok(());
        };
        if advice.on(played) == advice.verdict() {
            return Ok(());
        }
        let at = write(
            Phrase::Better.text(self.settings.language),
            Point::new(BESIDE, 54),
            ON,
            target,
        )?;
        write(&move_line(diagram, best.mv), at, ON, target).map(|_| ())
    }

    /// Up is good for the player at the bottom. A mark under the graph shows the present ply.
    fn draw_graph<D: DrawTarget<Color = BinaryColor>>(
        &self,
        bout: &Bout,
        at: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let bottom: Side = bout.bottom();
        let last = bout.game().played().len();
        fill(
            Point::new(BESIDE, MIDDLE),
            Size::new(GRAPH_WIDTH as u32, 1),
            ON,
            target,
        )?;
        let column = |ply: usize| (ply * GRAPH_WIDTH / (last + 1)) as i32;
        for ply in 0..=last {
            let Some(verdict) = self.graph.at(ply) else {
                continue;
            };
            let upward = bout.diagram_at(ply).side == bottom;
            let height = if upward {
                height(verdict)
            } else {
                -height(verdict)
            };
            let (left, right) = (column(ply), column(ply + 1));
            // Wide bars are set apart by a dark column.
            let wide = (right - left).max(1);
            let wide = if wide > 2 { wide - 1 } else { wide };
            let top = if height > 0 { MIDDLE - height } else { MIDDLE };
            let size = Size::new(wide as u32, height.unsigned_abs() + 1);
            fill(Point::new(BESIDE + left, top), size, ON, target)?;
        }
        let mark = BESIDE + column(at);
        fill(
            Point::new(mark, MIDDLE + REACH + 1),
            Size::new(1, 2),
            ON,
            target,
        )?;
        fill(
            Point::new(mark, MIDDLE - REACH - 2),
            Size::new(1, 2),
            ON,
            target,
        )
    }
}
