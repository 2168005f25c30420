//! A lesson: a small position, a task, and a response to every move.

use embedded_graphics::prelude::*;

use super::board_view::{BESIDE, BoardView, WIDTH_BESIDE};
use super::flight::Flight;
use super::ink::{lines, write_lines};
use super::pointer::{Pointed, Pointer, Seen};
use super::{Button, Moment, Screen};
use crate::game::{After, Diagram, HandKind, Move, Owner, Position, Side, SquareSet};
use crate::handheld::lessons::{ALL, LESSONS, Lesson, Step};
use crate::handheld::{Frame, Menu, Next, Phrase, Place};

/// A lesson and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LessonScreen {
    number: u8,
    step: u8,
    /// Where the learner is to move, or has caught the lion.
    position: Position,
    pointer: Pointer,
    /// The learner's last move.
    last: Option<Move>,
}

impl LessonScreen {
    /// A lesson from its beginning.
    pub(crate) fn new(number: u8) -> LessonScreen {
        let number = number.min(LESSONS - 1);
        let start: Option<Diagram> = ALL[usize::from(number)].start.parse().ok();
        LessonScreen {
            number,
            step: 0,
            // Every lesson can be read: a test does so.
            position: start.map_or(Position::START, |start| start.position),
            pointer: Pointer::HOME,
            last: None,
        }
    }

    /// Where the pointer is.
    pub(crate) const fn pointer(&self) -> Pointer {
        self.pointer
    }

    /// The diagram on the board, with the learner as the first player and to move.
    pub(crate) const fn diagram(&self) -> Diagram {
        Diagram::new(self.position, Side::Sente)
    }

    fn lesson(&self) -> &'static Lesson {
        &ALL[usize::from(self.number)]
    }

    /// The next step; `None` once the lesson is done.
    fn step(&self) -> Option<&'static Step> {
        self.lesson().steps.get(usize::from(self.step))
    }

    fn seen(&self) -> Seen {
        Seen {
            position: self.position,
            upright: true,
        }
    }

    /// Handles a press; sets the move to be shown, if it makes one.
    pub(crate) fn press(&mut self, button: Button, flight: &mut Option<Flight>) -> Next {
        let Some(step) = self.step() else {
            return match button {
                Button::A if self.number + 1 < LESSONS => {
                    Next::Open(Screen::Lesson(LessonScreen::new(self.number + 1)))
                }
                Button::A => Next::Menu(Menu::Main, Some(Phrase::NewGame)),
                Button::B => Next::Menu(Menu::Lessons, Some(self.lesson().title)),
                _ => Next::Stay,
            };
        };
        match self.pointer.press(button, self.seen()) {
            Pointed::Nothing => Next::Stay,
            Pointed::Menu => Next::Menu(Menu::Lessons, Some(self.lesson().title)),
            Pointed::Move(mv) if mv == step.goal => {
                *flight = self.complete(mv, step);
                match self.step() {
                    Some(_) => Next::Stay,
                    None => Next::Learned(self.number),
                }
            }
            Pointed::Move(mv) => match step.trap {
                Some((trap, why)) if trap == mv => Next::Tell(why),
                _ => Next::Tell(Phrase::NotThere),
            },
        }
    }

    /// Plays the move of the task and the other side's reply; returns the move to be shown.
    fn complete(&mut self, mv: Move, step: &Step) -> Option<Flight> {
        self.last = Some(mv);
        self.step += 1;
        let mut flight = Flight::landed(self.diagram(), mv);
        if let After::Position(next) = self.position.play(mv) {
            if let Some(reply) = step.reply {
                flight = Some(Flight::new(Diagram::new(next, Side::Gote), reply));
            }
            self.position = match step.reply.map(|reply| next.play(reply)) {
                Some(After::Position(next)) => next,
                // There is no reply: the learner moves again.
                Some(After::Caught) | None => next.rotated(),
            };
        }
        self.pointer.settle(self.seen());
        flight
    }

    pub(crate) fn draw(&self, moment: Moment, flight: Option<Flight>, frame: &mut Frame) {
        let mut view = match flight {
            Some(flight) => flight.view(Side::Sente),
            None => BoardView::seen_from(Side::Sente, self.diagram()),
        };
        for kind in HandKind::ALL {
            view.layout.hands[(Owner::Theirs, kind)] = 0;
        }
        if flight.is_some() {
            // Nothing else is shown until the piece has landed.
        } else if let Some(step) = self.step() {
            self.pointer.show(self.seen(), true, &mut view);
            let goal = step.goal.to();
            if self.position.piece_at(goal).is_some() {
                // A dot would hide the piece to be caught.
                view.targets = view.targets & !SquareSet::of(goal);
            }
            if moment.blinks() {
                view.advised = [None, Some(Place::Square(goal))];
            }
        } else if let Some(mv) = self.last
            && self.position.play(mv) == After::Caught
        {
            view.show_catch(self.diagram(), mv);
        }
        view.draw(frame);
        let (title, text) = match self.step() {
            Some(step) => (None, step.task),
            None if self.number + 1 < LESSONS => (Some(Phrase::WellDone), Phrase::NextLesson),
            None => (Some(Phrase::WellDone), Phrase::AllLearned),
        };
        let phrases = title.into_iter().chain([text]);
        let lines = phrases.flat_map(|phrase| lines(phrase.text(moment.language), WIDTH_BESIDE));
        write_lines(lines, Point::new(BESIDE, 0), frame);
        view.draw_lifted(frame);
    }
}
