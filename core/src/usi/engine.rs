//! The protocol: who may speak when, and what is owed.

use core::fmt;
use core::task::Poll;

use super::command::{Command, Order, UsiPosition};
use super::line::Line;
use super::options::{Options, introduce};
use super::refusal::Refusal;
use super::thinking::Thinking;
use crate::player::{Adviser, AdviserError};

/// An engine that speaks USI; see [the module](super) for what it says.
///
/// RAM: 2 KB for a line, 1 KB for what is being thought about.
#[derive(Debug)]
pub struct Engine {
    line: Line,
    /// The line is complete and waits until the answer that is owed has been given.
    waiting: bool,
    session: Session,
}

/// What is known between lines.
#[derive(Debug)]
struct Session {
    options: Options,
    now: UsiPosition,
    thinking: Thinking,
    /// `isready` is yet to be answered, by [`Engine::step`]: then there is an adviser.
    asked_if_ready: bool,
    over: bool,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine at the start of a game.
    pub const fn new() -> Engine {
        Engine {
            line: Line::new(),
            waiting: false,
            session: Session {
                options: Options::new(),
                now: UsiPosition::START,
                thinking: Thinking::new(),
                asked_if_ready: false,
                over: false,
            },
        }
    }

    /// Takes bytes as they come and writes what can be answered at once.
    ///
    /// Returns how many it took: fewer than there are while a `go` waits for the answer to the one
    /// before, which [`Engine::step`] brings about. At most two kilobytes are written for a line. A
    /// writer that fails is not told again what it missed.
    pub fn read(&mut self, bytes: &[u8], out: &mut impl fmt::Write) -> usize {
        for (taken, &byte) in bytes.iter().enumerate() {
            if self.waiting {
                return taken;
            }
            match byte {
                // A terminal sends one of them for a line's end, a program the other or both.
                b'\n' | b'\r' => self.obey(out),
                _ => self.line.push(byte),
            }
        }
        bytes.len()
    }

    /// Thinks on about as long as a search of `budget` positions takes, if there is something to
    /// think about, and writes what is found; ready when there is nothing left to do.
    ///
    /// After an error the same thoughts are begun again, so it is time for another adviser.
    pub fn step(
        &mut self,
        adviser: &mut (impl Adviser + ?Sized),
        budget: u32,
        out: &mut impl fmt::Write,
    ) -> Result<Poll<()>, AdviserError> {
        let session = &mut self.session;
        if core::mem::take(&mut session.asked_if_ready) {
            let _ = writeln!(out, "readyok");
        }
        let dice = &mut session.options.dice;
        if let Err(error) = session.thinking.step(adviser, budget, dice, out) {
            let _ = writeln!(out, "info string {error}");
            return Err(error);
        }
        if self.waiting && !self.session.thinking.is_under_way() {
            self.waiting = false;
            self.obey(out);
        }
        Ok(if self.is_busy() {
            Poll::Pending
        } else {
            Poll::Ready(())
        })
    }

    /// Takes note that so many milliseconds have passed since it was told last, or since the line
    /// that it thinks about was read: where time is limited, it answers before it is over. Whoever
    /// has no clock need not tell.
    pub fn elapse(&mut self, millis: u32, out: &mut impl fmt::Write) {
        self.session.thinking.elapse(millis, out);
    }

    /// Whether there is something to do for [`Engine::step`], and so for an adviser.
    pub fn is_busy(&self) -> bool {
        self.session.asked_if_ready || self.session.thinking.is_under_way()
    }

    /// Whether `quit` has come.
    pub const fn is_over(&self) -> bool {
        self.session.over
    }

    /// Whoever was at the other end is gone: a line that has begun, a game and an answer that is
    /// owed are forgotten; options stay.
    pub fn reset(&mut self) {
        self.line.clear();
        self.waiting = false;
        self.session.asked_if_ready = false;
        self.session.over = false;
        self.session.begin_game();
    }

    /// Obeys the line that is complete, or lets it wait.
    fn obey(&mut self, out: &mut impl fmt::Write) {
        let command = self.line.text().and_then(Command::read);
        if matches!(command, Ok(Command::Go(..))) && self.session.thinking.is_under_way() {
            self.session.thinking.hurry(out);
            if self.session.thinking.is_under_way() {
                self.waiting = true;
                return;
            }
        }
        if let Err(refusal) = command.and_then(|command| self.session.obey(command, out)) {
            let _ = writeln!(out, "info string {refusal}");
        }
        self.line.clear();
    }
}

impl Session {
    fn begin_game(&mut self) {
        self.now = UsiPosition::START;
        self.thinking.forget();
    }

    fn obey(&mut self, command: Command<'_>, out: &mut impl fmt::Write) -> Result<(), Refusal> {
        match command {
            Command::Nothing => {}
            Command::Usi => drop(introduce(out)),
            Command::IsReady => self.asked_if_ready = true,
            Command::SetOption(name, value) => self.options.set(name, value)?,
            Command::NewGame => self.begin_game(),
            Command::Position(text) => {
                let (standing, letters) = UsiPosition::read(text)?;
                self.now = standing;
                if let Some(letters) = letters {
                    self.options.asked_in(letters);
                }
            }
            Command::Go(order, times) => {
                // An answer that was kept back is not lost.
                self.thinking.hurry(out);
                let limit = times.limit(self.now.diagram.side);
                self.thinking
                    .begin(self.now, order, limit, &self.options, out);
            }
            Command::Stop => self.thinking.hurry(out),
            Command::PonderHit => {
                if self.thinking.order() == Some(Order::Ponder) {
                    self.thinking.release(out);
                }
            }
            Command::Quit => {
                self.thinking.forget();
                self.over = true;
            }
        }
        Ok(())
    }
}
