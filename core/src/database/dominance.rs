//! Positions that are at least as good for the side to move, or at most.
//!
//! Three steps make a position better for one side, whoever is to move, and the reverse of each
//! makes it worse:
//! 1. a piece in the other side's hand goes to its own hand;
//! 2. one of its chicks on the board becomes a hen;
//! 3. one of the other side's hens on the board becomes a chick.
//!
//! The value never falls with such a step, neither the result nor the distance: a win does not take
//! longer, and a loss does not come sooner.
//!
//! # Why
//! Let `q` be better than `p` for side A by any number of steps. Whatever A achieves from `p`, it
//! achieves from `q` in as many plies: it plays in `q` the moves of its strategy for `p`, and the
//! positions stay related in the same way. Compare the rules one by one:
//! - *The squares are the same.* A step changes neither which squares are occupied nor by which
//!   side, so the same squares are free for drops, blocked by own pieces, or open to captures.
//! - *A's moves in `p` exist in `q`.* A hen moves wherever a chick does, and A's hand in `q` holds
//!   at least what it holds in `p`. If the moving chick of `p` is a hen in `q`, it promotes in `p`
//!   at the far rank at the latest, and stays a hen in `q`: still related.
//! - *B's moves in `q` exist in `p`*, for the same reasons with the sides exchanged.
//! - *A captured hen is a chick* in the hand, as a captured chick is. So capturing a piece that
//!   differs between `p` and `q` makes that difference vanish, whichever side captures.
//! - *The extra piece in A's hand is never needed.* A need not drop it, as the game never obliges a
//!   side to drop, and the differences in the hands stay as they are.
//! - *Catching the lion and tries.* All pieces move one step, so no piece blocks another's attack,
//!   and a square that A attacks in `p` it attacks in `q`; the reverse holds for B. So A's lion is
//!   caught, or its try stopped, in `q` only if in `p`; B's lion if in `p`, then in `q`.
//! - *No move.* A side without a safe move loses its lion. If A has a safe move in `p`, it has one
//!   in `q`; if B has none in `p`, it has none in `q`.
//! - *Draws* are endless play, which stays endless.
//!
//! # Exceptions
//! - Repetition: a game is drawn at the third occurrence of a position, and related positions have
//!   different histories. The values here are those of positions without a history.
//! - Positions that the rules decide: a better position may be one in which the other lion can be
//!   caught at once. It is won, as it should be, but it is no open position, so a deduction skips it.
//! - Stalemate would be an exception if a side without a move drew. It loses in this game.
//!
//! The long test `dominance_holds_for_all_positions` compares the solved values of all related pairs.

use crate::game::{HandKind, Kind, Owner, Piece, Position, Square};

/// A direction of dominance, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// At most as good.
    Worse,
    /// At least as good.
    Better,
}

/// How many steps in one direction there may be: three kinds of pieces in a hand, and a piece on
/// each square.
pub const STEPS: u8 = (HandKind::ALL.len() + Square::ALL.len()) as u8;

/// The position one step from this one: the step with this number below [`STEPS`], if the position
/// has it. The result is not canonical, and the lion may be in reach.
pub fn neighbour(position: Position, direction: Direction, step: u8) -> Option<Position> {
    let step = usize::from(step);
    if let Some(&kind) = HandKind::ALL.get(step) {
        let (from, to) = match direction {
            Direction::Better => (Owner::Theirs, Owner::Mine),
            Direction::Worse => (Owner::Mine, Owner::Theirs),
        };
        let is_held = position.hand(from, kind) > 0;
        return is_held.then(|| position.given(from, kind).taken(to, kind));
    }
    let &square = Square::ALL.get(step - HandKind::ALL.len())?;
    let piece = position.piece_at(square)?;
    let kind = match (piece.owner, piece.kind, direction) {
        (Owner::Mine, Kind::Chick, Direction::Better)
        | (Owner::Theirs, Kind::Chick, Direction::Worse) => Kind::Hen,
        (Owner::Mine, Kind::Hen, Direction::Worse)
        | (Owner::Theirs, Kind::Hen, Direction::Better) => Kind::Chick,
        _ => return None,
    };
    let owner = piece.owner;
    let changed = position
        .lifted(square)
        .placed(square, Piece { owner, kind });
    Some(changed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::tests::arrangement::positions;

    proptest! {
        #[test]
        fn every_step_can_be_undone(position in positions()) {
            for step in 0..STEPS {
                let Some(better) = neighbour(position, Direction::Better, step) else {
                    continue;
                };
                prop_assert_eq!(Position::unpack(better.pack()), Ok(better));
                let back = neighbour(better, Direction::Worse, step);
                prop_assert_eq!(back, Some(position));
            }
            prop_assert_eq!(neighbour(position, Direction::Worse, STEPS), None);
        }
    }
}
