//! The game once more: the board at a ply, and a graph of the value over all plies.

use core::fmt::Write;

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::board::{BESIDE, TEXT_TOP};
use super::game::{finish_phrases, places, seen_from, squares, verdict_line};
use super::ink::{LINE, fill, write};
use super::lists::move_line;
use crate::game::{Diagram, Move, Side, Value};
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

/// How many moves of the list fit the screen.
const ROWS: usize = 6;

/// The move that led to a ply, and the diagram it was made in.
fn move_to(bout: &Bout, ply: usize) -> Option<(Diagram, Move)> {
    let before = ply.checked_sub(1)?;
    let &mv = bout.game().moves().get(before)?;
    Some((bout.diagram_at(before), mv))
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
        if let Some((before, mv)) = move_to(bout, ply) {
            view.last = squares(places(bottom, before.side, mv));
        }
        // Where the game is over, there is nothing to count.
        let end = bout.finish().filter(|_| ply == bout.game().plies());
        let value = match (end, self.graph.at(ply)) {
            (Some(finish), _) => finish_phrases(finish, bout.mode())[1].with(language, ""),
            (None, Some(verdict)) => verdict_line(verdict, Shown::Distance, language),
            (None, None) => self.thinking_line(),
        };
        let top = match aspect {
            Aspect::Graph => {
                view.hands = [[0; 3]; 2];
                self.draw_graph(bout, ply, target)?;
                [0, LINE, 54]
            }
            Aspect::Hands => [TEXT_TOP, TEXT_TOP + LINE, TEXT_TOP + 2 * LINE],
            Aspect::List => {
                view.hands = [[0; 3]; 2];
                view.draw(target)?;
                return self.draw_list(bout, ply, target);
            }
        };
        view.draw(target)?;
        for (y, line) in
            top.into_iter()
                .zip([self.ply_line(bout, ply), value, self.better(bout, ply)])
        {
            write(&line, Point::new(BESIDE, y), ON, target)?;
        }
        Ok(())
    }

    /// The number of a ply and its move, or that it is the start.
    fn ply_line(&self, bout: &Bout, ply: usize) -> Line {
        let Some((before, mv)) = move_to(bout, ply) else {
            return Phrase::Opening.with(self.settings.language, "");
        };
        let mut line = Line::new();
        // Six characters for the move after at most four for its number.
        let _ = write!(line, "{ply} {}", move_line(before, mv));
        line
    }

    /// The moves of the game, the present one dark on light.
    fn draw_list<D: DrawTarget<Color = BinaryColor>>(
        &self,
        bout: &Bout,
        at: usize,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let last = bout.game().plies();
        let first = at
            .saturating_sub(ROWS / 2)
            .min((last + 1).saturating_sub(ROWS));
        for (row, ply) in (first..=last).take(ROWS).enumerate() {
            let y = 2 + row as i32 * LINE;
            let mut ink = ON;
            if ply == at {
                let room = Size::new((128 - BESIDE) as u32, LINE as u32);
                fill(Point::new(BESIDE, y), room, ON, target)?;
                ink = BinaryColor::Off;
            }
            let corner = Point::new(BESIDE + 2, y);
            write(&self.ply_line(bout, ply), corner, ink, target)?;
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
