//! One ply of looking ahead, without making the moves.

use super::bitboards::Bitboards;
use super::position::Position;

/// Counts of the moves of a position, without making any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// The lion can be caught, or a try stands: won in one ply.
    pub wins_now: bool,
    /// How many steps of the lion are safe.
    pub lion_steps: u8,
    /// How many moves of all pieces leave the lion safe.
    pub safe_moves: u8,
    /// How many pieces attack the mover's lion.
    pub attackers: u8,
}

impl Mobility {
    /// Looks at a position that is not over.
    ///
    /// Every piece moves one step, so no move uncovers an attack. If the lion is attacked once,
    /// only taking the attacker or a lion step is safe; if twice, only a lion step; otherwise every
    /// move of another piece is safe.
    pub fn of(position: Position) -> Mobility {
        Bitboards::of(position).mobility()
    }
}
