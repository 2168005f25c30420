//! How a game ends.

use core::fmt;

use super::{Owner, Position, Side, SquareSet};

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum After {
    /// The lion was caught: the mover has won, and there is no position after it.
    Caught,
    /// The next position, which may be [over](Position::ending) too.
    Position(Position),
}

/// Why there is nothing to move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ending {
    /// This side's lion stands on its far rank and was not, or cannot be, caught: it has won.
    Try(Owner),
    /// The side to move has no move and has lost. It does not arise in play.
    NoMove,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Try(Owner::Theirs) => "a lion stands on the far rank and cannot be caught",
            Ending::Try(Owner::Mine) => {
                "a lion on the far rank could be caught and was not, which wins (not on lishogi)"
            }
            Ending::NoMove => "there is no move left",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// This side caught the other lion.
    Catch(Side),
    /// This side's lion reached the far rank and stood.
    Try(Side),
    /// This side won because the other had no move.
    NoMove(Side),
    /// The same position, with the same side to move, for the third time: a draw.
    Repetition,
}

impl Outcome {
    /// Who won; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Catch(side) | Outcome::Try(side) | Outcome::NoMove(side) => Some(side),
            Outcome::Repetition => None,
        }
    }
}

impl Position {
    /// Whether the game is over in this position, and why.
    ///
    /// A lion on its far rank wins unless it can be caught at once; if the catch was missed, the
    /// try stands.
    ///
    /// ```
    /// use dobutsu_core::game::{Diagram, Ending, Owner, Position};
    ///
    /// assert_eq!(Position::START.ending(), None);
    /// let tried: Diagram = "L2/3/2l/3 w 2G2E2C 1".parse().unwrap();
    /// assert_eq!(tried.position.ending(), Some(Ending::Try(Owner::Theirs)));
    /// ```
    pub fn ending(self) -> Option<Ending> {
        if SquareSet::FAR_RANK.contains(self.lion(Owner::Mine)) {
            return Some(Ending::Try(Owner::Mine));
        }
        let tried = SquareSet::HOME_RANK.contains(self.lion(Owner::Theirs));
        if tried && !self.can_catch() {
            return Some(Ending::Try(Owner::Theirs));
        }
        if !self.has_move() {
            return Some(Ending::NoMove);
        }
        None
    }
}
