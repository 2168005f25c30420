//! A match: a game with its players and its end.

mod slot;

pub(super) use slot::MatchSlot;

use super::{Clock, Worth};
use crate::game::{Diagram, Move, Outcome, Side};
use crate::player::{Dice, Game, GameError, Level, Need, PLIES};

/// The players of a match and their purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person against the device.
    Solo {
        /// The person's side.
        you: Side,
        /// How well the device plays.
        level: Level,
    },
    /// Two people.
    Pair,
    /// One person moves both sides to see what happens.
    Study,
    /// A person solves a task.
    Puzzle {
        /// The solver's side.
        you: Side,
        /// What is to be done.
        task: Task,
    },
}

/// The task of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Win in this number of plies, while the device defends as long as possible.
    WinIn(u8),
    /// Find a move that keeps the win or draw that was missed in a game.
    Find(Worth),
}

/// An end of a game that the board does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decree {
    /// This side has given up.
    Resigned(Side),
    /// Both sides have agreed to a draw.
    Agreed,
    /// This side's time is up.
    TimeUp(Side),
    /// The solver of a puzzle has found the move.
    Found,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A lion was caught.
    Catch,
    /// A lion reached the far rank and stood.
    Try,
    /// A side could not move.
    NoMove,
    /// The same position for the third time.
    Repetition,
    /// A side gave up.
    Resigned,
    /// Both sides agreed to a draw.
    Agreed,
    /// A side's time was up.
    TimeUp,
    /// The move that a puzzle asked for was found.
    Found,
    /// There is no room for more moves.
    TooLong,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

/// A game with its players.
#[derive(Clone, Debug)]
pub struct Match {
    game: Game,
    mode: Mode,
    pub(super) status: Status,
}

/// What is known about a match besides its moves and its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Status {
    /// How it ended, if the board does not decide that.
    pub(super) decree: Option<Decree>,
    pub(super) clock: Option<Clock>,
    /// Whether a person was helped: by a hint, by values, or by taking a move back.
    pub(super) is_helped: bool,
    /// Whether its end was counted; it is counted once, even if moves are taken back.
    pub(super) is_counted: bool,
    /// Whether the game was searched for a win or draw that the person missed.
    pub(super) is_searched: bool,
    /// Whether a draw was offered; that happens once.
    pub(super) is_draw_offered: bool,
}

impl Status {
    /// The status at the beginning of a match.
    const NONE: Status = Status {
        decree: None,
        clock: None,
        is_helped: false,
        is_counted: false,
        is_searched: false,
        is_draw_offered: false,
    };
}

impl Match {
    /// The present position.
    pub fn diagram(&self) -> Diagram {
        self.game.diagram()
    }

    /// The game itself.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) const fn mode(&self) -> Mode {
        self.mode
    }

    /// The side at the bottom of the screen, whose pieces stand upright.
    pub(super) const fn bottom(&self) -> Side {
        match self.person() {
            Some(you) => you,
            None => Side::Sente,
        }
    }

    /// The side of the person who plays against the device or solves a puzzle.
    pub const fn person(&self) -> Option<Side> {
        match self.mode {
            Mode::Solo { you, .. } | Mode::Puzzle { you, .. } => Some(you),
            Mode::Pair | Mode::Study => None,
        }
    }

    /// Whether this is a puzzle.
    pub const fn is_puzzle(&self) -> bool {
        self.task().is_some()
    }

    pub(super) const fn task(&self) -> Option<Task> {
        match self.mode {
            Mode::Puzzle { task, .. } => Some(task),
            _ => None,
        }
    }

    /// Whether the side to move sits at the bottom of the screen.
    pub(super) fn is_upright(&self) -> bool {
        self.diagram().side == self.bottom()
    }

    /// Whether a person is to move.
    pub fn awaits_person(&self) -> bool {
        let side = self.diagram().side;
        !self.is_over() && self.person().is_none_or(|you| you == side)
    }

    /// Whether the device is to move.
    pub fn awaits_device(&self) -> bool {
        !self.is_over() && !self.awaits_person()
    }

    /// The advice that the device needs for its own move, if it is to move; it depends on the level and the dice.
    pub(super) fn need_of_device(&self, dice: Dice) -> Option<Need> {
        if !self.awaits_device() {
            return None;
        }
        Some(match (self.mode, self.task()) {
            (Mode::Solo { level, .. }, _) => level.need(self.diagram().position, dice),
            (_, Some(Task::Find(_))) => Need::Result,
            _ => Need::Value,
        })
    }

    /// How the game ended, if it has.
    pub fn finish(&self) -> Option<Finish> {
        if let Some(decree) = self.status.decree {
            let (winner, reason) = match decree {
                Decree::Resigned(loser) => (Some(loser.other()), Reason::Resigned),
                Decree::Agreed => (None, Reason::Agreed),
                Decree::TimeUp(loser) => (Some(loser.other()), Reason::TimeUp),
                Decree::Found => (Some(self.bottom()), Reason::Found),
            };
            return Some(Finish { winner, reason });
        }
        let reason = match self.game.outcome() {
            Some(Outcome::Catch(_)) => Reason::Catch,
            Some(Outcome::Try(_)) => Reason::Try,
            Some(Outcome::NoMove(_)) => Reason::NoMove,
            Some(Outcome::Repetition) => Reason::Repetition,
            None if self.game.plies() == PLIES => Reason::TooLong,
            None => return None,
        };
        Some(Finish {
            winner: self.game.outcome().and_then(Outcome::winner),
            reason,
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.finish().is_some()
    }

    /// The last move, and the diagram in which it was made.
    pub fn last_move(&self) -> Option<(Diagram, Move)> {
        self.move_to(self.game.plies())
    }

    /// The move before ply number `ply`, counted from 0, and the diagram in which it was made.
    pub(super) fn move_to(&self, ply: usize) -> Option<(Diagram, Move)> {
        let before = ply.checked_sub(1)?;
        let &mv = self.game.moves().get(before)?;
        Some((self.diagram_at(before), mv))
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), GameError> {
        if self.is_over() {
            return Err(GameError::Over);
        }
        let mover = self.diagram().side;
        self.game.play(mv)?;
        if let Some(clock) = &mut self.status.clock {
            clock.moved(mover);
        }
        Ok(())
    }

    /// Turns it into an analysis that is not over.
    pub(super) fn become_study(&mut self) {
        self.mode = Mode::Study;
        (self.status.decree, self.status.clock) = (None, None);
    }

    pub(super) const fn clock(&self) -> Option<&Clock> {
        self.status.clock.as_ref()
    }

    /// Whether the clock is running: from the first move on, to the end.
    pub(super) fn is_timed(&self) -> bool {
        self.status.clock.is_some() && self.game.plies() > 0 && !self.is_over()
    }

    /// A tick passes on the clock; returns the side that has lost on time.
    pub(super) fn tick(&mut self) -> Option<Side> {
        if !self.is_timed() {
            return None;
        }
        let mover = self.diagram().side;
        let clock = self.status.clock.as_mut()?;
        clock.tick(mover);
        clock.is_up(mover).then_some(mover)
    }

    /// Whether this is the time to offer a draw, if the position is one: when two players have
    /// reached it for the second time and no draw was offered before.
    pub(super) fn invites_draw(&self) -> bool {
        matches!(self.mode, Mode::Solo { .. } | Mode::Pair)
            && !self.status.is_draw_offered
            && self.awaits_person()
            && self.game.times_seen() == 2
    }

    /// Goes back to the last position in which a person had to move; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        match self.status.decree {
            // A loss on time cannot be taken back.
            Some(Decree::TimeUp(_)) => return false,
            Some(Decree::Resigned(_) | Decree::Agreed) => {
                self.status.decree = None;
                return true;
            }
            Some(Decree::Found) | None => self.status.decree = None,
        }
        // The first move may be the device's, which the person cannot take back.
        let device_opened = self.person().is_some_and(|you| self.game.side_at(0) != you);
        let decided = self.game.plies() > usize::from(device_opened);
        if decided {
            while self.game.undo().is_some() && !self.awaits_person() {}
        }
        decided
    }

    /// The diagram before ply number `ply`, counted from 0; the present one beyond the end.
    pub(super) fn diagram_at(&self, ply: usize) -> Diagram {
        self.game.diagram_at(ply)
    }

    /// The same diagram as the first of another match.
    pub(super) fn start_at(&self, ply: usize) -> Diagram {
        let Diagram { position, side, .. } = self.diagram_at(ply);
        Diagram::new(position, side)
    }
}
