//! The game once more: the board at a ply, and a graph of the value over all plies.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::board::{BESIDE, TEXT_TOP};
use super::game::{places, seen_from, squares, verdict_line};
use super::ink::{LINE, fill, write};
use super::lists::move_line;
use crate::game::{Side, Value};
use crate::handheld::bout::Bout;
use crate::handheld::settings::Shown;
use crate::handheld::text::{Line, Phrase};
use crate::handheld::{Aspect, Handheld};
use crate::player::{Need, Verdict};

const ON: BinaryColor = BinaryColor::On;

/// The graph lies between the lines of text: its middle, and how far it reaches up and down.
const MIDDLE: i32 = 37;
const REACH: i32 = 13;
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
        _ => 0,
    }
}

impl Handheld {
    pub(super) fn draw_review<D: DrawTarget<Color = BinaryColor>>(
        &self,
        ply: usize,
        aspect: Aspect,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let Some(bout) = self.bout() else {
            return Ok(());
        };
        let language = self.settings.language;
        let bottom = bout.bottom();
        let mut view = seen_from(bottom, bout.diagram_at(ply));
        let mut heading = Line::new();
        let before = ply.checked_sub(1).map(|before| bout.diagram_at(before));
        match (before, bout.game().moves().get(ply.wrapping_sub(1))) {
            (Some(before), Some(&mv)) => {
                view.last = squares(places(bottom, before.side, mv));
                // Six characters for the move after at most four for its number.
                let _ = write!(heading, "{ply} {}", move_line(before, mv));
            }
            _ => heading = Phrase::Opening.with(language, ""),
        }
        let value = match self.graph.at(ply) {
            Some(verdict) => verdict_line(verdict, Shown::Distance, language),
            None => self.thinking_line(),
        };
        let top = match aspect {
            Aspect::Graph => {
                view.hands = [[0; 3]; 2];
                self.draw_graph(bout, ply, target)?;
                [0, LINE, 54]
            }
            Aspect::Hands => [TEXT_TOP, TEXT_TOP + LINE, TEXT_TOP + 2 * LINE],
        };
        view.draw(target)?;
        for (y, line) in top
            .into_iter()
            .zip([heading, value, self.better(bout, ply)])
        {
            write(&line, Point::new(BESIDE, y), ON, target)?;
        }
        Ok(())
    }

    /// The best move where the one that was played is worse.
    fn better(&self, bout: &Bout, ply: usize) -> Line {
        let diagram = bout.diagram_at(ply);
        let mut line = Line::new();
        if let Some(&played) = bout.game().moves().get(ply)
            && let Some(advice) = self.advice_on(diagram.position, Need::Value)
            && let Some(best) = advice.best().first()
            && let Some(worth) = advice.on(played).or(self.worth_of(bout, ply))
            && advice.verdict() != Some(worth)
        {
            let best = move_line(diagram, best.mv);
            // A short word and at most six characters.
            let _ = write!(
                line,
                "{}{best}",
                Phrase::Better.text(self.settings.language)
            );
        }
        line
    }

    /// What a move that was not the best was worth, from the position it led to.
    fn worth_of(&self, bout: &Bout, ply: usize) -> Option<Verdict> {
        let &played = bout.game().moves().get(ply)?;
        let by_rule = bout.diagram_at(ply).position.play(played).value_by_rule();
        let later = self.graph.at(ply + 1).and_then(Verdict::value);
        by_rule.or(later.map(Value::before)).map(Verdict::Exact)
    }

    /// Up is good for the player at the bottom. A foot under the graph shows the present ply.
    fn draw_graph<D: DrawTarget<Color = BinaryColor>>(
        &self,
        bout: &Bout,
        at: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let bottom: Side = bout.bottom();
        let last = bout.game().plies();
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
            let upward = bout.game().side_at(ply) == bottom;
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
        // A foot under the present one.
        let foot = Point::new(BESIDE + column(at), MIDDLE + REACH + 1);
        let wide = (column(at + 1) - column(at)).max(2);
        fill(foot, Size::new(wide as u32, 2), ON, target)
    }
}
