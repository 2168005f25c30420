//! The board of a game, puzzle or analysis, with a description beside it.

use core::fmt::Write;

use embedded_graphics::prelude::*;
use heapless::Vec;

use super::board_view::{BESIDE, BoardView, Spot, TEXT_TOP, WIDTH_BESIDE, places};
use super::clocks::draw_clocks;
use super::flight::Flight;
use super::ink::{LINE, lines, write, write_right};
use super::pointer::{Place, Pointed, Pointer, Seen};
use super::remarks::remarks;
use super::{Button, Moment, ON, TICKS_PER_SECOND};
use crate::handheld::next::Next;

use crate::game::{Move, Owner, Value};
use crate::handheld::Frame;
use crate::handheld::consultation::{Consultation, Question};
use crate::handheld::desk::BoardContext;
use crate::handheld::matches::{Match, Mode};
use crate::handheld::settings::{Language, Shown};
use crate::handheld::text::Line;
use crate::player::{Advice, Need, Verdict};

/// The device does not answer sooner than this, so that a person sees the own move first.
const PACE: u16 = TICKS_PER_SECOND / 2;

/// The pointer, and how long the match has stood still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardScreen {
    pointer: Pointer,
    /// Ticks since the last move, or since the board was opened.
    still: u16,
    /// Whether the pointer was moved since. Until then the last move of the device is described, and a
    /// hint can be accepted, with the pointer out of its way.
    is_touched: bool,
    /// The move that is being shown.
    flight: Option<Flight>,
}

impl BoardScreen {
    /// The board, opened.
    pub(crate) const fn new() -> BoardScreen {
        BoardScreen {
            pointer: Pointer::HOME,
            still: 0,
            is_touched: false,
            flight: None,
        }
    }

    /// Where the pointer is.
    pub const fn pointer(&self) -> Pointer {
        self.pointer
    }

    pub(crate) fn tick(&mut self) {
        self.still = self.still.saturating_add(1);
        self.flight = self.flight.and_then(Flight::after_tick);
    }

    /// The move that is being shown.
    pub(crate) const fn flight(&self) -> Option<Flight> {
        self.flight
    }

    pub(crate) fn press(
        &mut self,
        button: Button,
        board_context: Option<BoardContext<'_>>,
        consultation: &Consultation,
    ) -> Next {
        let Some(board_context) = board_context else {
            return Next::Stay;
        };
        let played = board_context.played;
        let before = played.diagram();
        self.flight = None;
        if played.is_over() && matches!(button, Button::A | Button::B) {
            return Next::BoardMenu(None);
        }
        if button == Button::A && self.is_offering(board_context) {
            let Some(mv) = hint(board_context, consultation) else {
                return Next::Stay;
            };
            self.flight = Some(Flight::new(before, mv));
            return Next::Play(mv);
        }
        self.is_touched |= !matches!(button, Button::A | Button::B);
        let seen = Seen::of(played);
        if played.awaits_person() {
            return match self.pointer.press(button, seen) {
                Pointed::Nothing => Next::Stay,
                Pointed::Move(mv) => {
                    self.flight = Flight::landed(before, mv);
                    Next::Play(mv)
                }
                Pointed::Menu => Next::BoardMenu(None),
            };
        }
        match button {
            Button::A => {}
            Button::B if self.pointer.held.is_none() => return Next::BoardMenu(None),
            Button::B => {}
            // While the device thinks, the pointer can already go where it will be wanted.
            _ => _ = self.pointer.press(button, seen.turned()),
        }
        Next::Stay
    }

    /// Whether A accepts the hint.
    fn is_offering(&self, board_context: BoardContext<'_>) -> bool {
        board_context.is_hinted && board_context.played.awaits_person() && !self.is_touched
    }

    /// Whether a draw is to be offered now: the position invites it and is known to be one. A
    /// person who carries a piece is not interrupted.
    pub(crate) fn offers_draw(&self, played: &Match, consultation: &Consultation) -> bool {
        let known = || consultation.advice_on(played.diagram().position, Need::Result);
        let is_draw = |advice: &Advice| advice.verdict() == Some(Verdict::Exact(Value::Draw));
        self.still >= PACE
            && self.flight.is_none()
            && self.pointer.held.is_none()
            && played.invites_draw()
            && known().is_some_and(is_draw)
    }

    /// Shows the board after a move or its rejection, which shows no move.
    pub(crate) fn show_move(&mut self, played: &Match, flight: Option<Flight>) {
        self.still = 0;
        self.is_touched = false;
        self.flight = flight;
        self.pointer.settle(Seen::of(played));
    }

    /// The advice by which the device makes its own move, if it is its turn and time.
    pub(crate) fn advice_due<'a>(
        &self,
        board_context: BoardContext<'_>,
        consultation: &'a Consultation,
    ) -> Option<&'a Advice> {
        let need = board_context
            .need_of_device()
            .filter(|_| self.still >= PACE)?;
        consultation.advice_on(board_context.played.diagram().position, need)
    }

    pub(crate) fn draw(
        &self,
        board_context: Option<BoardContext<'_>>,
        consultation: &Consultation,
        moment: Moment,
        frame: &mut Frame,
    ) {
        let Some(board_context) = board_context else {
            return;
        };
        let played = board_context.played;
        let (bottom, diagram) = (played.bottom(), played.diagram());
        let is_offering = self.is_offering(board_context);
        let view = match self.flight {
            Some(flight) => flight.view(bottom),
            None => {
                let mut view = BoardView::of_match(played, played.game().plies());
                if !played.is_over() && !is_offering {
                    self.point(board_context, moment, &mut view);
                }
                if let (Some(mv), true) = (hint(board_context, consultation), moment.blinks()) {
                    view.advised = places(bottom, diagram.side, mv);
                }
                view
            }
        };
        view.draw(frame);
        let answer = self.answer(board_context, moment.language);
        let remarks = remarks(board_context, is_offering, consultation, moment);
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
        let mut at = Point::new(BESIDE, TEXT_TOP);
        for line in shown.drain(spare..) {
            write(line, at, ON, frame);
            at.y += LINE;
        }
        draw_clocks(board_context, moment.language, frame);
        view.draw_lifted(frame);
        // The name of the square pointed at, as printed on the board.
        let is_named = played.awaits_person() && !is_offering && answer.is_none();
        if let (Place::Square(square), true) = (self.pointer.at, is_named) {
            let mut name = Line::new();
            // A name has two characters.
            let _ = write!(name, "{}", bottom.printed(square));
            write_right(&name, Point::new(127, TEXT_TOP + LINE), ON, frame);
        }
    }

    /// What the device has done, until the person does something.
    fn answer(&self, board_context: BoardContext<'_>, language: Language) -> Option<Line> {
        let played = board_context.played;
        let is_shown = !self.is_touched && !board_context.is_hinted;
        let against_device = matches!(played.mode(), Mode::Solo { .. } | Mode::Puzzle { .. });
        let (mv, side) = played.last_move()?;
        if !(is_shown && against_device && side != played.bottom()) {
            return None;
        }
        // The end is said when it is there to be seen.
        if played.is_over() && self.flight.is_none() {
            return None;
        }
        let before = played.diagram_at(played.game().plies().checked_sub(1)?);
        Some(Flight::sentence(before, mv, language))
    }

    /// Shows the pointer, what it holds and where that can go.
    fn point(&self, board_context: BoardContext<'_>, moment: Moment, view: &mut BoardView) {
        let played = board_context.played;
        let seen = Seen::of(played);
        let owner = if seen.upright == played.awaits_person() {
            Owner::Mine
        } else {
            Owner::Theirs
        };
        let spot = |place| match place {
            Place::Square(square) => Spot::Square(square),
            Place::Hand(kind) => Spot::Hand(owner, kind),
        };
        // The pointer does not blink while a press is expected.
        let is_board_context = played.awaits_person() || moment.blinks();
        view.pointer = is_board_context.then(|| spot(self.pointer.at));
        view.held = self.pointer.held.map(spot);
        // With movement dots on, a piece shows where it could go before it is picked up.
        let pointed = board_context.has_dots && played.awaits_person();
        if let Some(from) = self.pointer.held.or(pointed.then_some(self.pointer.at)) {
            view.targets = seen.targets(from);
        }
    }
}

/// What the board needs to know and does not.
pub(crate) fn question(
    board_context: BoardContext<'_>,
    consultation: &Consultation,
) -> Option<Question> {
    let played = board_context.played;
    if played.is_over() {
        return None;
    }
    let needs = match board_context.need_of_device() {
        Some(need) => [Some(need), None, None],
        // A hint is shown at once, its value when it is known.
        None => [
            board_context.is_hinted.then_some(Need::Move),
            value_needed(board_context.shown),
            played.invites_draw().then_some(Need::Result),
        ],
    };
    consultation.open_question(played.diagram().position, needs.into_iter().flatten())
}

/// What has to be known for so much of a value.
pub(super) const fn value_needed(shown: Shown) -> Option<Need> {
    match shown {
        Shown::Nothing => None,
        Shown::Result => Some(Need::Result),
        Shown::Distance => Some(Need::Value),
    }
}

/// The move that is shown as a hint, if one is.
pub(crate) fn hint(board_context: BoardContext<'_>, consultation: &Consultation) -> Option<Move> {
    let position = board_context.played.diagram().position;
    let advice = consultation.advice_on(position, Need::Move)?;
    let best = advice.best().first()?;
    board_context.is_hinted.then_some(best.mv)
}
