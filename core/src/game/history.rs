//! A game with its history, which undo and threefold repetition need.

use core::fmt;

use heapless::Vec;

use super::diagram::{Diagram, Side};
use super::ending::{After, Ending, Outcome};
use super::moves::Move;
use super::position::Position;

/// A game of at most `N` plies: where it started, and the position before each move.
#[derive(Clone, Debug)]
pub struct Game<const N: usize> {
    now: Diagram,
    before: Vec<(Position, Move), N>,
    outcome: Option<Outcome>,
}

/// Why a move could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GameError {
    /// The game is over.
    Over,
    /// The move is not legal.
    Illegal,
    /// There is no room for more moves.
    Full,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameError::Over => "the game is over",
            GameError::Illegal => "the move is not legal in this position",
            GameError::Full => "the game is too long to go on",
        })
    }
}

impl core::error::Error for GameError {}

impl<const N: usize> Game<N> {
    /// A game that starts from any diagram; it may be over at once.
    pub fn new(start: Diagram) -> Game<N> {
        Game {
            now: start,
            before: Vec::new(),
            outcome: ended(&start),
        }
    }

    /// The present position; after a catch, the one in which the lion was caught.
    pub const fn diagram(&self) -> Diagram {
        self.now
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The moves made so far, each with the position it was made in.
    pub fn played(&self) -> &[(Position, Move)] {
        &self.before
    }

    /// Makes a move.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        if self.outcome.is_some() {
            return Err(GameError::Over);
        }
        if !self.now.position.is_legal(mv) {
            return Err(GameError::Illegal);
        }
        self.before
            .push((self.now.position, mv))
            .map_err(|_| GameError::Full)?;
        match self.now.position.play(mv) {
            After::Caught => self.outcome = Some(Outcome::Catch(self.now.side)),
            After::Position(position) => {
                self.now = self.now.next(position);
                self.outcome = ended(&self.now);
                if self.outcome.is_none() && self.times_seen() >= 3 {
                    self.outcome = Some(Outcome::Repetition);
                }
            }
        }
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.before.pop()?;
        // A catch leaves the diagram as it was; anything else has turned it over.
        if !matches!(self.outcome, Some(Outcome::Catch(_))) {
            self.now.side = self.now.side.other();
            self.now.number = self.now.number.saturating_sub(1);
        }
        self.now.position = position;
        self.outcome = None;
        Some(mv)
    }

    /// How often the present position, with the same side to move, has arisen, this time included.
    pub fn times_seen(&self) -> usize {
        // Positions are seen from the side to move, so every second one has the same mover.
        let earlier = self.before.iter().rev().skip(1).step_by(2);
        1 + earlier
            .filter(|(position, _)| *position == self.now.position)
            .count()
    }
}

/// How the game ended if this diagram is over in itself.
fn ended(diagram: &Diagram) -> Option<Outcome> {
    let side: Side = diagram.side;
    Some(match diagram.position.ending()? {
        Ending::Try(owner) => Outcome::Try(side.of(owner)),
        Ending::NoMove => Outcome::NoMove(side.other()),
    })
}
