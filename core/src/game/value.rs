//! The value of a position.

use core::cmp::Ordering;
use core::fmt;

use super::{After, Ending, Owner, Position, SquareSet};

/// The exact value of a position for the side to move, counted in plies to the end.
///
/// The last ply catches the lion or is a try that stands. A win is an odd number of plies away,
/// a loss an even one; `Loss(0)` is a position that is lost already. As a number, and in print,
/// a win is positive, a loss negative and a draw 0.
///
/// Greater is better: a quick win, a slow win, a draw, a slow loss, a quick loss.
///
/// ```
/// use dobutsu_core::game::Value;
///
/// assert!(Value::Win(3) > Value::Win(5) && Value::Draw > Value::Loss(78));
/// assert!(Value::Loss(78) > Value::Loss(2));
/// assert_eq!(Value::Loss(78).before(), Value::Win(79));
/// assert_eq!(Value::Loss(78).plies(), -78);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Value {
    /// Lost in this many plies against the best defence.
    Loss(u8),
    /// Neither side can force the end.
    Draw,
    /// Won in this many plies against the best defence.
    Win(u8),
}

impl Value {
    /// The value for the player whose move led to a position of this value.
    pub const fn before(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        }
    }

    /// The signed number of plies.
    pub const fn plies(self) -> i16 {
        match self {
            Value::Loss(plies) => -(plies as i16),
            Value::Draw => 0,
            Value::Win(plies) => plies as i16,
        }
    }

    /// The value with this signed number of plies: 0, odd and positive, or even and negative.
    pub fn from_plies(plies: i16) -> Option<Value> {
        let distance = u8::try_from(plies.unsigned_abs()).ok()?;
        match (plies, distance % 2) {
            (0, _) => Some(Value::Draw),
            (1.., 1) => Some(Value::Win(distance)),
            (..=-1, 0) => Some(Value::Loss(distance)),
            _ => None,
        }
    }

    const fn preference(self) -> i16 {
        match self {
            Value::Loss(plies) => plies as i16 - 256,
            Value::Draw => 0,
            Value::Win(plies) => 256 - plies as i16,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.plies(), f)
    }
}

impl Position {
    /// Whether the rules alone give a value: a quick [`value_by_rule`](Position::value_by_rule).
    #[inline]
    pub fn is_decided(self) -> bool {
        SquareSet::HOME_RANK.contains(self.lion(Owner::Theirs))
            || SquareSet::FAR_RANK.contains(self.lion(Owner::Mine))
            || self.can_catch()
    }

    /// The value that the rules alone give: for a position in which a try stands, or the lion can
    /// be caught now.
    ///
    /// A position without a move is not decided here: to the solver it is one in which no move saves
    /// the lion, lost in two plies.
    pub fn value_by_rule(self) -> Option<Value> {
        match self.ending() {
            // The try stood one ply ago; no position has a shorter win.
            Some(Ending::Try(Owner::Mine)) => Some(Value::Win(1)),
            Some(Ending::Try(Owner::Theirs)) => Some(Value::Loss(0)),
            Some(Ending::NoMove) => None,
            None if self.can_catch() => Some(Value::Win(1)),
            None => None,
        }
    }
}

impl After {
    /// The value, for the player who has just moved, that the rules alone give.
    pub fn value_by_rule(self) -> Option<Value> {
        match self {
            After::Caught => Some(Value::Win(1)),
            After::Position(position) => position.value_by_rule().map(Value::before),
        }
    }
}
