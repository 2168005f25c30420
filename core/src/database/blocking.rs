//! Probing in one call, for programs that can wait for the answer.

use core::fmt;
use core::task::Poll;

use heapless::Vec;

use super::decision::{Decision, Finding, Goal};
use super::flash::Flash;
use super::image::ImageError;
use super::probe::Database;
use super::walk::Walk;
use super::workspace::Workspace;
use crate::game::{After, MAX_MOVES, Move, Position, Value};

/// The result of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameResult {
    /// The opponent wins.
    Lost,
    /// Neither side can win by force.
    Drawn,
    /// The side to move wins.
    Won,
}

impl From<Value> for GameResult {
    fn from(value: Value) -> GameResult {
        match value {
            Value::Loss(_) => GameResult::Lost,
            Value::Draw => GameResult::Drawn,
            Value::Win(_) => GameResult::Won,
        }
    }
}

/// Why a position cannot be probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ProbeError {
    /// The image cannot be read.
    Image(ImageError),
    /// The position lacks a piece: the database holds games without a handicap only.
    Handicap,
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Image(error) => error.fmt(f),
            ProbeError::Handicap => write!(f, "the database does not hold handicap games"),
        }
    }
}

impl core::error::Error for ProbeError {}

impl From<ImageError> for ProbeError {
    fn from(error: ImageError) -> ProbeError {
        ProbeError::Image(error)
    }
}

/// Slots that a call remembers values in.
const SLOTS: usize = 1 << 10;

/// Probing in one call: about 45 KB of stack, and as long as it takes, up to some seconds for the
/// longest distances. [`DatabaseAdviser`](crate::player::DatabaseAdviser) does the same in small
/// steps and remembers what it has found from one position to the next.
///
/// ```no_run
/// use dobutsu_core::database::{Database, GameResult};
/// use dobutsu_core::game::{Diagram, Position, Value};
///
/// let image = std::fs::read("dobutsu.image").unwrap();
/// let database = Database::open(&image[..]).unwrap();
/// assert_eq!(database.result(Position::START), Ok(GameResult::Lost));
/// assert_eq!(database.value(Position::START), Ok(Value::Loss(78)));
/// let best = database.best_moves(Position::START).unwrap();
/// assert!(best.contains(&Diagram::START.parse_move("2c2b").unwrap()));
/// ```
impl<F: Flash> Database<F> {
    /// Whether a position is won, drawn or lost.
    ///
    /// # Errors
    /// [`ProbeError::Handicap`] if a piece is missing, [`ProbeError::Image`] if the image is
    /// damaged.
    pub fn result(&self, position: Position) -> Result<GameResult, ProbeError> {
        let mut workspace = Workspace::<SLOTS>::new();
        self.decide(position, &mut workspace)
    }

    /// The exact value of a position.
    ///
    /// # Errors
    /// As [`result`](Database::result).
    pub fn value(&self, position: Position) -> Result<Value, ProbeError> {
        self.walk(position, &mut Workspace::<SLOTS>::new())
    }

    /// All moves that lead to the best possible value; none if the game is over.
    ///
    /// # Errors
    /// As [`result`](Database::result).
    pub fn best_moves(&self, position: Position) -> Result<Vec<Move, MAX_MOVES>, ProbeError> {
        let mut best = Vec::new();
        if position.ending().is_some() {
            return Ok(best);
        }
        let mut workspace = Workspace::<SLOTS>::new();
        let value = self.walk(position, &mut workspace)?;
        for mv in position.moves() {
            let after = position.play(mv);
            let worth = match (after.value_by_rule(), after) {
                (None, After::Position(child)) => {
                    // A result takes much less time than a distance. In a lost position all moves lose.
                    let wanted = match value {
                        Value::Win(_) => Some(GameResult::Lost),
                        Value::Draw => Some(GameResult::Drawn),
                        Value::Loss(_) => None,
                    };
                    if let Some(wanted) = wanted
                        && self.decide(child, &mut workspace)? != wanted
                    {
                        continue;
                    }
                    match value {
                        Value::Draw => Some(value),
                        _ => Some(self.walk(child, &mut workspace)?.before()),
                    }
                }
                (worth, _) => worth,
            };
            if worth == Some(value) {
                // There are no more best moves than moves.
                let _ = best.push(mv);
            }
        }
        Ok(best)
    }

    /// Runs a decision to its end.
    fn decide<const SLOTS: usize>(
        &self,
        position: Position,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<GameResult, ProbeError> {
        if position.missing().is_some() {
            return Err(ProbeError::Handicap);
        }
        let mut decision = Decision::new(position, Goal::Result);
        loop {
            if let Poll::Ready(finding) = decision.step(self, workspace)? {
                return Ok(match finding {
                    Finding::Exact(value) => GameResult::from(value),
                    Finding::Won => GameResult::Won,
                    Finding::Lost => GameResult::Lost,
                });
            }
        }
    }

    /// Runs a walk to its end.
    fn walk<const SLOTS: usize>(
        &self,
        position: Position,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<Value, ProbeError> {
        if position.missing().is_some() {
            return Err(ProbeError::Handicap);
        }
        if let Some(value) = position.value_by_rule() {
            return Ok(value);
        }
        let mut walk = Walk::new(position);
        loop {
            if let Poll::Ready(value) = walk.step(self, workspace, u32::MAX)? {
                return Ok(value);
            }
        }
    }
}
