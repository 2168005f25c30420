//! A match: a game with its players, how it stands, and how it ended.

use crate::game::{Diagram, Move, Outcome, Side};
use crate::player::{Dice, Game, GameError, Level, Need, PLIES};

/// Games are to begin differently: so many plies long the device looks for more than one best
/// move, which takes five times as long.
const OPENING: usize = 16;

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
pub struct Match {
    game: Game,
    mode: Mode,
    resigned: Option<Side>,
}

/// The place of a match, which may be empty. Games are begun and restored in their place: the
/// chip's stack has no room for one more.
#[derive(Clone, Debug)]
pub(super) struct MatchSlot {
    place: Match,
    is_laid: bool,
}

impl MatchSlot {
    /// An empty place.
    pub(super) const fn new() -> MatchSlot {
        MatchSlot {
            place: Match {
                game: Game::unset(),
                mode: Mode::Study,
                resigned: None,
            },
            is_laid: false,
        }
    }

    /// Begins a match in it.
    pub(super) fn lay(&mut self, start: Diagram, mode: Mode) -> &mut Match {
        self.is_laid = true;
        self.place.game.restart(start);
        self.place.mode = mode;
        self.place.resigned = None;
        &mut self.place
    }

    /// Takes the match away.
    pub(super) fn clear(&mut self) {
        self.is_laid = false;
    }

    /// The match, if there is one.
    pub(super) const fn get(&self) -> Option<&Match> {
        if self.is_laid {
            Some(&self.place)
        } else {
            None
        }
    }

    pub(super) fn get_mut(&mut self) -> Option<&mut Match> {
        self.is_laid.then_some(&mut self.place)
    }
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

    /// Whether the side to move sits at the bottom of the screen.
    pub fn is_upright(&self) -> bool {
        self.diagram().side == self.bottom()
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

    /// What the device needs to know for its own move, if it is to move; a level looks at the dice.
    pub(super) fn need_of_device(&self, dice: Dice) -> Option<Need> {
        if !self.awaits_device() {
            return None;
        }
        Some(match self.mode {
            Mode::Solo { level, .. } => match level.need(dice) {
                Need::Choice if self.game.plies() >= OPENING => Need::Move,
                need => need,
            },
            // Whether the solver is on course.
            Mode::Pair | Mode::Study | Mode::Puzzle { .. } => Need::Value,
        })
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

    /// Who has resigned.
    pub(super) const fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// Lets a side give up.
    pub(super) fn resign(&mut self, loser: Side) {
        self.resigned = Some(loser);
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
