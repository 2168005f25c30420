//! The protocol: which command is carried out when, and which answers are still to come.

use core::fmt;
use core::task::Poll;

use super::command::{Command, Order, Refusal, UsiPosition};
use super::line::Line;
use super::options::{Options, introduce};
use super::thinking::Thinking;
use crate::player::{Adviser, AdviserError};

/// An engine that speaks USI; see [the module](super) for its commands and answers.
///
/// RAM: half a kilobyte for a line, 1 KB for the position under analysis.
#[derive(Debug)]
pub struct Engine {
    line: Line,
    /// The line is complete and is carried out once the `go` before it is answered.
    waiting: bool,
    session: Session,
}

/// The state that is kept from one line to the next.
#[derive(Debug)]
struct Session {
    options: Options,
    /// The position, or why the last `position` command was refused.
    position: Result<UsiPosition, Refusal>,
    thinking: Thinking,
    /// `isready` is to be answered by [`Engine::step`], which has an adviser.
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
                position: Ok(UsiPosition::START),
                thinking: Thinking::new(),
                asked_if_ready: false,
                over: false,
            },
        }
    }

    /// Reads bytes and writes what can be answered at once, at most two kilobytes for a line.
    ///
    /// Returns how many bytes it read: not all of them while a line waits for the answer to the `go`
    /// before it, which [`Engine::step`] finds. Nothing is written again if the writer fails.
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

    /// Continues the analysis for about as long as a search of `budget` positions takes, and writes
    /// at most two kilobytes of results; ready when there is nothing left to do.
    ///
    /// # Errors
    /// If the adviser fails. The analysis then starts again, which needs another adviser.
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

    /// Adds the milliseconds since the previous call, or since `go` was read, to the time of the
    /// analysis, and ends it when its time is over. Without these calls nothing is limited by time
    /// and `info` has no time.
    pub fn elapse(&mut self, millis: u32, out: &mut impl fmt::Write) {
        self.session.thinking.elapse(millis, out);
    }

    /// Whether [`Engine::step`] has something to do.
    pub fn is_busy(&self) -> bool {
        self.session.asked_if_ready || self.session.thinking.is_under_way()
    }

    /// Whether `quit` has come.
    pub const fn is_over(&self) -> bool {
        self.session.over
    }

    /// Prepares for another client: drops the incomplete line, the game and the pending answer, and
    /// keeps the options.
    pub fn reset(&mut self) {
        self.line.clear();
        self.waiting = false;
        self.session.asked_if_ready = false;
        self.session.over = false;
        self.session.begin_game();
    }

    /// Carries out the line, which is complete, or postpones it.
    fn obey(&mut self, out: &mut impl fmt::Write) {
        let command = self.line.command();
        let thinking = &mut self.session.thinking;
        if matches!(command, Ok(Command::Go(..))) && thinking.is_open_ended() {
            thinking.hurry(out);
        }
        let can_wait = matches!(
            command,
            Ok(Command::Go(..) | Command::NewGame | Command::Quit)
        );
        if can_wait && thinking.is_under_way() && !thinking.is_open_ended() {
            self.waiting = true;
            return;
        }
        if let Err(refusal) = command.and_then(|command| self.session.obey(command, out)) {
            let _ = writeln!(out, "info string {refusal}");
        }
        self.line.clear();
    }
}

impl Session {
    fn begin_game(&mut self) {
        self.position = Ok(UsiPosition::START);
        self.thinking.forget();
    }

    fn obey(&mut self, command: Command<'_>, out: &mut impl fmt::Write) -> Result<(), Refusal> {
        match command {
            Command::Nothing => {}
            Command::Usi => drop(introduce(out)),
            Command::IsReady => self.asked_if_ready = true,
            Command::SetOption(name, value) => self.options.set(name, value)?,
            Command::NewGame | Command::GameOver => self.begin_game(),
            Command::Position(setup) => {
                self.position = setup.position;
                if let Some(letters) = setup.letters {
                    self.options.asked_in(letters);
                }
                self.position?;
            }
            Command::Go(order, times) => {
                // An answer that is held back comes first.
                self.thinking.hurry(out);
                self.thinking
                    .begin(self.position, order, times, &self.options, out);
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
