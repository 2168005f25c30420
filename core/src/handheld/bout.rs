//! A game on the board: who plays it, how it stands, and how it ended.

use crate::game::{Diagram, Move, Outcome, Side};
use crate::player::{Game, GameError, Level, PLIES};

/// Who moves the pieces, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Mode {
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
    /// A person finds the quickest win, and the device delays it.
    Puzzle {
        /// The solver's side.
        you: Side,
        /// How many plies the win takes.
        plies: u8,
    },
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
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
    /// There is no room for more moves.
    TooLong,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Finish {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

/// A game with its players.
#[derive(Clone, Debug)]
pub struct Bout {
    pub(super) game: Game,
    pub(super) mode: Mode,
    pub(super) resigned: Option<Side>,
}

/// A board, on which there may be a game. Games are begun and restored in their place: the chip's
/// stack has no room for one more.
#[derive(Clone, Debug)]
pub(super) struct Board {
    bout: Bout,
    is_laid: bool,
}

impl Board {
    /// A board without a game.
    pub(super) const fn new() -> Board {
        Board {
            bout: Bout {
                game: Game::unset(),
                mode: Mode::Study,
                resigned: None,
            },
            is_laid: false,
        }
    }

    /// Begins a game on it.
    pub(super) fn lay(&mut self, start: Diagram, mode: Mode) -> &mut Bout {
        self.is_laid = true;
        self.bout.game.restart(start);
        self.bout.mode = mode;
        self.bout.resigned = None;
        &mut self.bout
    }

    /// Takes the game away.
    pub(super) fn clear(&mut self) {
        self.is_laid = false;
    }

    /// The game, if there is one.
    pub(super) const fn bout(&self) -> Option<&Bout> {
        if self.is_laid { Some(&self.bout) } else { None }
    }

    pub(super) fn bout_mut(&mut self) -> Option<&mut Bout> {
        self.is_laid.then_some(&mut self.bout)
    }
}

impl Bout {
    /// The present position.
    pub fn diagram(&self) -> Diagram {
        self.game.diagram()
    }

    /// The game itself.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Whose pieces stand upright at the bottom of the screen.
    pub const fn bottom(&self) -> Side {
        match self.mode {
            Mode::Solo { you, .. } | Mode::Puzzle { you, .. } => you,
            Mode::Pair | Mode::Study => Side::Sente,
        }
    }

    /// Whether a person is to move.
    pub fn awaits_person(&self) -> bool {
        self.finish().is_none()
            && match self.mode {
                Mode::Solo { you, .. } | Mode::Puzzle { you, .. } => self.diagram().side == you,
                Mode::Pair | Mode::Study => true,
            }
    }

    /// Whether the device is to move.
    pub fn awaits_device(&self) -> bool {
        self.finish().is_none() && !self.awaits_person()
    }

    /// How the game ended, if it has.
    pub fn finish(&self) -> Option<Finish> {
        if let Some(loser) = self.resigned {
            return Some(Finish {
                winner: Some(loser.other()),
                reason: Reason::Resigned,
            });
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

    /// The last move, on squares as its player saw them, and that player.
    pub fn last_move(&self) -> Option<(Move, Side)> {
        let &mv = self.game.moves().last()?;
        // A catch leaves the diagram with the player who made it.
        let side = match self.game.outcome() {
            Some(Outcome::Catch(side)) => side,
            _ => self.diagram().side.other(),
        };
        Some((mv, side))
    }

    /// Makes a move.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        match self.finish() {
            None => self.game.play(mv),
            Some(_) => Err(GameError::Over),
        }
    }

    /// Goes back to the last position in which a person had to decide; whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        // The device may have opened the game: that is nobody's decision.
        let decided = self.game.plies() > usize::from(self.device_opened());
        if decided {
            while self.game.undo().is_some() && !self.awaits_person() {}
        }
        decided
    }

    fn device_opened(&self) -> bool {
        match self.mode {
            Mode::Solo { you, .. } | Mode::Puzzle { you, .. } => self.game.side_at(0) != you,
            Mode::Pair | Mode::Study => false,
        }
    }

    /// The diagram before ply number `ply`, counted from 0; the present one beyond the end.
    pub fn diagram_at(&self, ply: usize) -> Diagram {
        self.game.diagram_at(ply)
    }
}
