//! The review of a game: the board at a ply, and a graph of the value over all plies.

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, BoardView, TEXT_TOP, WIDTH_BESIDE};
use super::ink::{LINE, fill, highlight, write};
use super::list::{short_move_line, verdict_line, window};
use super::remarks::finish_phrases;
use super::{Button, Context, ON};
use crate::game::{Hands, Position, Value};
use crate::handheld::text::line;
use crate::handheld::turning::result;
use crate::handheld::{Frame, Graph, Language, Line, Match, Next, Phrase, Question, Shown};
use crate::player::{Need, Verdict};

/// The ply before which the board is shown, and what is beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReviewScreen {
    ply: u16,
    beside: Beside,
}

/// What the review shows beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    /// The value over all plies.
    Graph,
    /// The pieces in hand.
    Hands,
    /// The moves.
    List,
}

/// The graph lies between the lines of text: its middle, and how far it reaches up and down.
const MIDDLE: i32 = 37;
const REACH: i32 = 13;
/// The mark of the last ply is a pixel wider than its column.
const GRAPH_WIDTH: usize = WIDTH_BESIDE as usize - 1;

/// The height of a bar for the player who is to move: the nearer the end, the higher. It falls by three halves
/// for each doubling of the distance, to 2 at least. A result without a distance has the height of the
/// longest.
fn height(verdict: Verdict) -> i32 {
    let tall = |plies: u8| {
        let halvings = (u32::from(plies) + 1).ilog2() as i32;
        (REACH + 2 - halvings * 3 / 2).clamp(2, REACH)
    };
    match verdict {
        Verdict::Exact(Value::Win(plies)) => tall(plies),
        Verdict::Exact(Value::Loss(plies)) => -tall(plies),
        Verdict::Won => tall(u8::MAX),
        Verdict::Lost => -tall(u8::MAX),
        _ => 0,
    }
}

/// The number of moves of the list that fit the screen.
const ROWS: usize = 6;

impl ReviewScreen {
    /// A match, before this ply.
    pub(crate) fn at(ply: usize) -> ReviewScreen {
        ReviewScreen {
            ply: ply as u16,
            beside: Beside::Graph,
        }
    }

    /// The ply before which the board is shown.
    pub(crate) fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    pub(crate) fn press(&mut self, button: Button, context: Context<'_>) -> Next {
        let last = context.played.game().plies() as u16;
        // Left and Right move along the graph, Up and Down along the list; the others go to its ends.
        let (back, on, first) = match self.beside {
            Beside::Graph | Beside::Hands => (Button::Left, Button::Right, Button::Up),
            Beside::List => (Button::Up, Button::Down, Button::Left),
        };
        match button {
            Button::A => {
                self.beside = match self.beside {
                    Beside::Graph => Beside::Hands,
                    Beside::Hands => Beside::List,
                    Beside::List => Beside::Graph,
                };
            }
            Button::B => return Next::BoardMenu(Some(Phrase::Review)),
            _ if button == back => self.ply = self.ply.saturating_sub(1),
            _ if button == on => self.ply = (self.ply + 1).min(last),
            _ if button == first => self.ply = 0,
            _ => self.ply = last,
        }
        Next::Stay
    }

    /// The advice that the review needs: on the position on the screen, then on those that the graph lacks, the next
    /// ply first.
    pub(crate) fn question(&self, context: Context<'_>) -> Option<Question> {
        let Context {
            played,
            consultation,
            ..
        } = context;
        let shown = played.diagram_at(self.ply()).position;
        let askable = |position: &Position| position.ending().is_none();
        if let Some(question) = consultation.open_question(shown, [Need::Value])
            && askable(&shown)
        {
            return Some(question);
        }
        let (graph, last) = (consultation.graph(), played.game().plies());
        let next = self.ply() + 1;
        let next = match graph.is_settled(next) {
            false if next <= last => next,
            _ => graph.first_unsettled(last)?,
        };
        Some((played.diagram_at(next).position, Need::Value))
    }

    pub(crate) fn draw(&self, context: Context<'_>, frame: &mut Frame) {
        let Context { played, moment, .. } = context;
        let (ply, language) = (self.ply(), moment.language);
        let graph = context.consultation.graph();
        let mut view = BoardView::of_match(played, ply);
        if self.beside != Beside::Hands {
            view.layout.hands = Hands::EMPTY;
            view.caught = None;
        }
        view.draw(frame);
        let top = match self.beside {
            Beside::Graph => {
                draw_graph(played, graph, ply, frame);
                [0, LINE, 54]
            }
            Beside::Hands => [TEXT_TOP, TEXT_TOP + LINE, TEXT_TOP + 2 * LINE],
            Beside::List => return draw_list(played, ply, language, frame),
        };
        // Where the game is over, there is nothing to count.
        let end = played.finish().filter(|_| ply == played.game().plies());
        let value = match (end, graph.at(ply)) {
            (Some(finish), _) => finish_phrases(finish, played.mode())[1].line(language),
            (None, Some(verdict)) => verdict_line(verdict, Shown::Distance, language),
            (None, None) => moment.thinking(),
        };
        let turned = |(ply, _)| Phrase::TurnedAt.with(language, ply + 1);
        let remark = match end {
            Some(_) => context.turning_point().map(turned),
            None => better(context, ply),
        };
        let lines = [
            ply_line(played, ply, language),
            value,
            remark.unwrap_or_default(),
        ];
        for (y, line) in top.into_iter().zip(lines) {
            write(&line, Point::new(BESIDE, y), ON, frame);
        }
    }
}

/// The number of a ply and its move, or a text for the start.
fn ply_line(played: &Match, ply: usize, language: Language) -> Line {
    let Some((before, mv)) = played.move_to(ply) else {
        return Phrase::Opening.line(language);
    };
    let mv = short_move_line(before, mv, language);
    line(format_args!("{ply} {mv}"))
}

/// The moves of the game, the present one dark on light.
fn draw_list(played: &Match, at: usize, language: Language, frame: &mut Frame) {
    let last = played.game().plies();
    for (row, ply) in window(at, last + 1, ROWS).enumerate() {
        let y = 2 + row as i32 * LINE;
        let ink = highlight(ply == at, Point::new(BESIDE, y), WIDTH_BESIDE, frame);
        let line = ply_line(played, ply, language);
        write(&line, Point::new(BESIDE + 2, y), ink, frame);
    }
}

/// Whether a move is worse than the best, by distance if both are known, otherwise by result.
fn is_worse(worth: Verdict, best: Verdict) -> bool {
    match (worth.value(), best.value()) {
        (Some(worth), Some(best)) => worth != best,
        _ => result(worth) != result(best),
    }
}

/// The best move where the one that was played is worse.
fn better(context: Context<'_>, ply: usize) -> Option<Line> {
    let Context {
        played,
        consultation,
        ..
    } = context;
    let diagram = played.diagram_at(ply);
    let &mv = played.game().moves().get(ply)?;
    let advice = consultation.advice_on(diagram.position, Need::Value)?;
    let best = advice.best().first()?;
    let worth = advice.on(mv);
    let worth = worth.or_else(|| worth_of(played, consultation.graph(), ply))?;
    is_worse(worth, advice.verdict()?).then(|| {
        let best = short_move_line(diagram, best.mv, context.moment.language);
        line(format_args!("{}{best}", context.text(Phrase::Better)))
    })
}

/// The verdict on a move that was not the best, from the position it led to.
fn worth_of(played: &Match, graph: &Graph, ply: usize) -> Option<Verdict> {
    let &mv = played.game().moves().get(ply)?;
    let by_rule = played.diagram_at(ply).position.play(mv).value_by_rule();
    let later = || graph.at(ply + 1).map(Verdict::before);
    let worth = by_rule.map(Verdict::Exact).or_else(later)?;
    result(worth).is_some().then_some(worth)
}

/// Draws the graph; bars above the axis are good for the player at the bottom. A mark under the graph shows the
/// current ply.
fn draw_graph(played: &Match, graph: &Graph, at: usize, frame: &mut Frame) {
    let last = played.game().plies();
    let axis = Size::new(GRAPH_WIDTH as u32, 1);
    fill(Point::new(BESIDE, MIDDLE), axis, ON, frame);
    let column = |ply: usize| (ply * GRAPH_WIDTH / (last + 1)) as i32;
    for ply in 0..=last {
        let Some(verdict) = graph.at(ply) else {
            continue;
        };
        let upward = played.game().side_at(ply) == played.bottom();
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
        fill(Point::new(BESIDE + left, top), size, ON, frame);
    }
    let foot = Point::new(BESIDE + column(at), MIDDLE + REACH + 1);
    let wide = (column(at + 1) - column(at)).max(2);
    fill(foot, Size::new(wide as u32, 2), ON, frame)
}
