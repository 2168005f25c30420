//! The board of a game, puzzle or analysis, with a description beside it.

use embedded_graphics::prelude::*;
use heapless::Vec;

use super::board_view::{BESIDE, BoardView, TEXT_TOP, WIDTH_BESIDE, places};
use super::flight::Flight;
use super::ink::{LINE, lines, write_lines, write_right};
use super::pointer::{Pointed, Pointer, Seen};
use super::remarks::{draw_clocks, remarks};
use super::{Button, Context, ON, TICKS_PER_SECOND};
use crate::game::{Move, Value};
use crate::handheld::text::line;
use crate::handheld::{Frame, Line, Match, Mode, Next, Place, Question, Shown};
use crate::player::{Advice, Need, Verdict};

/// The device waits at least this long before it moves, so that the person's move is seen first.
const PACE: u16 = TICKS_PER_SECOND / 2;

/// The pointer, and the time since the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardScreen {
    pointer: Pointer,
    /// Ticks since the last move, or since the board was opened.
    still: u16,
    /// Whether the pointer was moved since. Until then the last move of the device is described, and a
    /// hint can be accepted, with the pointer out of its way.
    is_touched: bool,
}

impl BoardScreen {
    pub(crate) const fn new() -> BoardScreen {
        BoardScreen {
            pointer: Pointer::HOME,
            still: 0,
            is_touched: false,
        }
    }

    /// Where the pointer is.
    pub(crate) const fn pointer(&self) -> Pointer {
        self.pointer
    }

    pub(crate) fn tick(&mut self) {
        self.still = self.still.saturating_add(1);
    }

    /// Handles a press; sets the move to be shown, if it makes one.
    pub(crate) fn press(
        &mut self,
        button: Button,
        context: Context<'_>,
        flight: &mut Option<Flight>,
    ) -> Next {
        let played = context.played;
        let before = played.diagram();
        if played.is_over() && matches!(button, Button::A | Button::B) {
            return Next::BoardMenu(None);
        }
        if button == Button::A && self.is_offering(context) {
            let Some(mv) = hint(context) else {
                return Next::Stay;
            };
            *flight = Some(Flight::new(before, mv));
            return Next::Play(mv);
        }
        self.is_touched |= !matches!(button, Button::A | Button::B);
        let seen = match played.awaits_person() {
            true => Seen::of(played),
            // The pointer can be moved while the device thinks.
            false if button == Button::A => return Next::Stay,
            false => Seen::of(played).turned(),
        };
        match self.pointer.press(button, seen) {
            Pointed::Nothing => Next::Stay,
            Pointed::Move(mv) => {
                *flight = Flight::landed(before, mv);
                Next::Play(mv)
            }
            Pointed::Menu => Next::BoardMenu(None),
        }
    }

    /// Whether A accepts the hint.
    fn is_offering(&self, context: Context<'_>) -> bool {
        context.is_hinted && context.played.awaits_person() && !self.is_touched
    }

    /// Whether a draw is to be offered now: the position is known to be one and has occurred before. A
    /// person who carries a piece is not interrupted.
    pub(crate) fn offers_draw(&self, context: Context<'_>) -> bool {
        let known = || context.advice(Need::Result);
        let is_draw = |advice: &Advice| advice.verdict() == Some(Verdict::Exact(Value::Draw));
        self.still >= PACE
            && context.flight.is_none()
            && self.pointer.held.is_none()
            && context.played.invites_draw()
            && known().is_some_and(is_draw)
    }

    /// Shows the board after a move or its rejection.
    pub(crate) fn show_move(&mut self, played: &Match) {
        self.still = 0;
        self.is_touched = false;
        self.pointer.settle(Seen::of(played));
    }

    /// The advice that the device needs for its own move, if that is due.
    pub(crate) fn need_due(&self, context: Context<'_>) -> Option<Need> {
        context.need_of_device().filter(|_| self.still >= PACE)
    }

    pub(crate) fn draw(&self, context: Context<'_>, frame: &mut Frame) {
        let Context { played, moment, .. } = context;
        let (bottom, diagram) = (played.bottom(), played.diagram());
        let is_offering = self.is_offering(context);
        let view = match context.flight {
            Some(flight) => flight.view(bottom),
            None => {
                let mut view = BoardView::of_match(played, played.game().plies());
                if !played.is_over() && !is_offering {
                    // With movement dots on, a piece shows where it could go before it is picked up.
                    let has_dots = context.has_dots && played.awaits_person();
                    self.pointer.show(Seen::of(played), has_dots, &mut view);
                    // The pointer does not blink while a press is expected.
                    if !played.awaits_person() && !moment.blinks() {
                        view.pointer = None;
                    }
                }
                if let (Some(mv), true) = (hint(context), moment.blinks()) {
                    view.advised = places(bottom, diagram.side, mv).map(Some);
                }
                view
            }
        };
        view.draw(frame);
        let answer = self.answer(context);
        let remarks = remarks(context, is_offering);
        let remarks = remarks.iter().map(|line| line.as_str());
        let mut shown: Vec<&str, 6> = match &answer {
            // There is room for three lines; a check and the value matter more than who has moved.
            Some(answer) => {
                let rest = remarks.clone().skip(1).filter(|line| !line.is_empty());
                lines(answer, WIDTH_BESIDE).chain(rest).collect()
            }
            None => remarks.collect(),
        };
        let spare = shown.len().saturating_sub(3);
        write_lines(shown.drain(spare..), Point::new(BESIDE, TEXT_TOP), frame);
        draw_clocks(context, frame);
        view.draw_lifted(frame);
        // The name of the square pointed at, as printed on the board.
        let is_named = played.awaits_person() && !is_offering && answer.is_none();
        if let (Place::Square(square), true) = (self.pointer.at, is_named) {
            let name = line(format_args!("{}", bottom.printed(square)));
            write_right(&name, Point::new(127, TEXT_TOP + LINE), ON, frame);
        }
    }

    /// The last move of the device in a sentence, until the person does something.
    fn answer(&self, context: Context<'_>) -> Option<Line> {
        let played = context.played;
        let is_shown = !self.is_touched && !context.is_hinted;
        let against_device = matches!(played.mode(), Mode::Solo { .. } | Mode::Puzzle { .. });
        let (before, mv) = played.last_move()?;
        // Once the move has been shown, the result takes the place of the sentence.
        let is_replaced = played.is_over() && context.flight.is_none();
        let is_answer = against_device && before.side != played.bottom();
        (is_shown && is_answer && !is_replaced)
            .then(|| Flight::sentence(before, mv, context.moment.language))
    }
}

/// The advice that the board needs.
pub(crate) fn question(context: Context<'_>) -> Option<Question> {
    let played = context.played;
    if played.is_over() {
        return None;
    }
    let needs = match context.need_of_device() {
        Some(need) => [Some(need), None, None],
        // A hint is shown at once, its value when it is known.
        None => [
            context.is_hinted.then_some(Need::Move),
            value_needed(context.shown),
            played.invites_draw().then_some(Need::Result),
        ],
    };
    let needs = needs.into_iter().flatten();
    context
        .consultation
        .open_question(context.position(), needs)
}

/// The advice that a value shown like this needs.
pub(super) const fn value_needed(shown: Shown) -> Option<Need> {
    match shown {
        Shown::Nothing => None,
        Shown::Result => Some(Need::Result),
        Shown::Distance => Some(Need::Value),
    }
}

/// The move that is shown as a hint, if one is.
pub(crate) fn hint(context: Context<'_>) -> Option<Move> {
    let best = context.advice(Need::Move)?.best().first()?;
    context.is_hinted.then_some(best.mv)
}
