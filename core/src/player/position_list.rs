//! The positions of a game, as an array.

use heapless::Vec;

use crate::game::{Position, Side};

/// The bit of a packed position, which has 60, for the side to move.
const GOTE: u64 = 1 << 63;

/// The positions of a game with their sides to move, in the order of play, at most `POSITIONS`.
///
/// RAM: 8 bytes a position and the length. A hash list takes 16 bytes and 5 of index, and shares so
/// little that one list for two games would still be larger than two arrays; see the lab's
/// `docs/hash-lists.md`.
///
/// ```
/// use dobutsu_core::game::{Position, Side};
/// use dobutsu_core::player::PositionList;
///
/// let mut game: PositionList<64> = PositionList::new();
/// assert_eq!(game.push(Position::START, Side::Sente), Some(1));
/// assert_eq!(game.undo(), Some((Position::START, Side::Sente)));
/// assert!(game.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct PositionList<const POSITIONS: usize>(Vec<u64, POSITIONS>);

impl<const POSITIONS: usize> PositionList<POSITIONS> {
    /// An empty list, fit for a `static`.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the next position and returns how often it has occurred, this time included; `None` if
    /// there is no room.
    pub fn push(&mut self, position: Position, side: Side) -> Option<usize> {
        self.0.push(packed(position, side)).ok()?;
        Some(self.times(position, side))
    }

    /// Removes the newest position and returns it.
    pub fn undo(&mut self) -> Option<(Position, Side)> {
        self.0.pop().map(unpacked)
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All positions, newest first.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Side)> {
        self.0.iter().rev().copied().map(unpacked)
    }

    /// How often the newest position, with the same side to move, has occurred.
    pub fn times_seen(&self) -> usize {
        self.positions()
            .next()
            .map_or(0, |(position, side)| self.times(position, side))
    }

    /// How often a position, with this side to move, has occurred.
    pub fn times(&self, position: Position, side: Side) -> usize {
        let wanted = packed(position, side);
        self.0.iter().filter(|&&other| other == wanted).count()
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn packed(position: Position, side: Side) -> u64 {
    match side {
        Side::Sente => position.pack(),
        Side::Gote => position.pack() | GOTE,
    }
}

fn unpacked(packed: u64) -> (Position, Side) {
    let side = match packed & GOTE {
        0 => Side::Sente,
        _ => Side::Gote,
    };
    // Only `push` stores positions, so the other bits are one.
    (Position::unpack_unchecked(packed & !GOTE), side)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::game::After;

    proptest! {
        /// The slow twin is a vector of positions.
        #[test]
        fn agrees_with_a_vector(choices in prop::collection::vec((any::<bool>(), 0usize..40), 0..300)) {
            let mut list: PositionList<48> = PositionList::new();
            let mut model: Vec<(Position, Side)> = Vec::new();
            let grow = |list: &mut PositionList<48>, model: &mut Vec<_>, position, side| {
                match list.push(position, side) {
                    Some(times) => {
                        model.push((position, side));
                        let same = model.iter().filter(|&&entry| entry == (position, side));
                        assert_eq!(times, same.count());
                        assert_eq!(times, list.times_seen());
                    }
                    None => assert_eq!(model.len(), 48),
                }
            };
            grow(&mut list, &mut model, Position::START, Side::Sente);
            for (undo, choice) in choices {
                let Some(&(position, side)) = model.last() else {
                    grow(&mut list, &mut model, Position::START, Side::Gote);
                    continue;
                };
                let moves = position.moves();
                if undo && choice % 3 == 0 || moves.is_empty() {
                    prop_assert_eq!(list.undo(), model.pop());
                } else if let After::Position(next) = position.play(moves[choice % moves.len().min(3)]) {
                    grow(&mut list, &mut model, next, side.other());
                }
                prop_assert_eq!(list.len(), model.len());
                for &(seen, by) in model.iter().take(4) {
                    for by in [by, by.other()] {
                        let times = model.iter().filter(|&&entry| entry == (seen, by)).count();
                        prop_assert_eq!(list.times(seen, by), times);
                    }
                }
            }
            prop_assert!(list.positions().eq(model.iter().rev().copied()));
        }
    }
}
