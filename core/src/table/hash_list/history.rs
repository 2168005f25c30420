//! The positions of the current game, as one hash list.
//!
//! A position with its side to move is 61 bits, two atoms, one cell; the game is the list
//! `(now . (before . (… . start)))`. The whole game is therefore one handle: a move costs at
//! most two cells of 8 bytes, a position that returns costs one, undo takes the tail, and how
//! often a position has arisen is how often its handle stands in the list.

use super::{Atom, HashList, HashListError, Link, List};
use crate::game::{Position, Side};

/// Half of a position: 30 bits of it, and in the first half whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half(u32);

const HALF_BITS: u32 = 30;
const HALF: u64 = (1 << HALF_BITS) - 1;

impl Atom for Half {
    const BITS: u32 = HALF_BITS + 1;

    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits >> Self::BITS == 0).then_some(Half(bits))
    }
}

/// The positions of a game, newest first, in `CELLS` cells; two cells a move are always enough.
///
/// RAM: 8 bytes a cell, `INDEX` entries of `L`, and 16 bytes.
///
/// ```
/// use dobutsu_core::game::{Position, Side};
/// use dobutsu_core::table::hash_list::History;
///
/// let mut game: History<64, 85> = History::new();
/// assert_eq!(game.push(Position::START, Side::Sente), Ok(1));
/// assert_eq!(game.now(), Some((Position::START, Side::Sente)));
/// game.undo();
/// assert_eq!(game.now(), None);
/// ```
#[derive(Clone, Debug)]
pub struct History<const CELLS: usize, const INDEX: usize, L = u16> {
    lists: HashList<Half, CELLS, INDEX, L>,
    game: Option<List>,
    plies: usize,
}

impl<const CELLS: usize, const INDEX: usize, L: Link> Default for History<CELLS, INDEX, L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const CELLS: usize, const INDEX: usize, L: Link> History<CELLS, INDEX, L> {
    /// A game without positions, fit for a `static`.
    pub const fn new() -> Self {
        Self {
            lists: HashList::new(),
            game: None,
            plies: 0,
        }
    }

    /// Adds the next position, and returns how often it has arisen, this time included. If
    /// there is no room, the history is as it was.
    pub fn push(&mut self, position: Position, side: Side) -> Result<usize, HashListError> {
        let before = self.lists.cells();
        let grown = self.grow(position, side);
        match grown {
            Ok(game) => {
                self.game = Some(game);
                self.plies += 1;
                Ok(self.times_seen())
            }
            Err(error) => {
                self.lists.release(before);
                Err(error)
            }
        }
    }

    fn grow(&mut self, position: Position, side: Side) -> Result<List, HashListError> {
        let (first, second) = halves(position, side);
        let now = self.lists.cons(List::atom(first.0), List::atom(second.0))?;
        // The first position ends the list with itself.
        self.lists.cons(now, self.game.unwrap_or(now))
    }

    /// Takes back the newest position and returns it.
    pub fn undo(&mut self) -> Option<(Position, Side)> {
        let (newest, earlier) = self.lists.halves(self.game?)?;
        let position = self.position(newest);
        self.plies -= 1;
        self.game = (self.plies > 0).then_some(earlier);
        // A game's own cell was the last one made when it was pushed: all after it is newer.
        let keep = self
            .game
            .and_then(List::number)
            .map_or(0, |number| number + 1);
        self.lists.release(keep);
        position
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        self.lists.release(0);
        self.game = None;
        self.plies = 0;
    }

    /// The newest position.
    pub fn now(&self) -> Option<(Position, Side)> {
        self.positions().next()
    }

    /// All positions, newest first.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Side)> {
        self.handles().filter_map(|list| self.position(list))
    }

    /// How often the newest position, with the same side to move, has arisen.
    pub fn times_seen(&self) -> usize {
        let mut handles = self.handles();
        let Some(now) = handles.next() else { return 0 };
        1 + handles.filter(|&list| list == now).count()
    }

    /// How often a position, with this side to move, has arisen; creates nothing.
    pub fn times(&self, position: Position, side: Side) -> usize {
        let (first, second) = halves(position, side);
        match self.lists.find(List::atom(first.0), List::atom(second.0)) {
            Some(wanted) => self.handles().filter(|&list| list == wanted).count(),
            None => 0,
        }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.plies
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.plies == 0
    }

    /// Bytes of the cells in use.
    pub fn bytes(&self) -> usize {
        self.lists.bytes()
    }

    fn handles(&self) -> impl Iterator<Item = List> {
        let mut rest = self.game;
        (0..self.plies).map_while(move |_| {
            let (first, earlier) = self.lists.halves(rest?)?;
            rest = Some(earlier);
            Some(first)
        })
    }

    fn position(&self, list: List) -> Option<(Position, Side)> {
        let (first, second) = self.lists.halves(list)?;
        let (first, second) = (first.0 >> 1, second.0 >> 1);
        let side = if first >> HALF_BITS == 0 {
            Side::Sente
        } else {
            Side::Gote
        };
        let packed = (first as u64 & HALF) | (second as u64) << HALF_BITS;
        // Only `push` puts positions here, so these eight bytes were one.
        Some((Position::unpack_unchecked(packed), side))
    }
}

fn halves(position: Position, side: Side) -> (Half, Half) {
    let packed = position.pack();
    let first = (packed & HALF) as u32 | (side as u32) << HALF_BITS;
    (Half(first), Half((packed >> HALF_BITS) as u32))
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
            let mut history: History<96, 128> = History::new();
            let mut model: Vec<(Position, Side)> = Vec::new();
            let go_on = |history: &mut History<96, 128>, model: &mut Vec<_>, position, side| {
                match history.push(position, side) {
                    Ok(times) => {
                        model.push((position, side));
                        let same = model.iter().filter(|&&entry| entry == (position, side));
                        assert_eq!(times, same.count());
                    }
                    Err(error) => {
                        assert_eq!(error, HashListError::Full);
                        assert!(model.len() >= 48, "two cells a position are enough");
                    }
                }
            };
            go_on(&mut history, &mut model, Position::START, Side::Sente);
            for (undo, choice) in choices {
                let Some(&(position, side)) = model.last() else {
                    go_on(&mut history, &mut model, Position::START, Side::Sente);
                    continue;
                };
                let moves = position.moves();
                if undo && choice % 3 == 0 || moves.is_empty() {
                    prop_assert_eq!(history.undo(), model.pop());
                } else if let After::Position(next) = position.play(moves[choice % moves.len().min(3)]) {
                    go_on(&mut history, &mut model, next, side.other());
                }
                prop_assert_eq!(history.len(), model.len());
                prop_assert_eq!(history.now(), model.last().copied());
                for &(seen, by) in model.iter().take(4) {
                    for by in [by, by.other()] {
                        let times = model.iter().filter(|&&entry| entry == (seen, by)).count();
                        prop_assert_eq!(history.times(seen, by), times);
                    }
                }
            }
            prop_assert!(history.positions().eq(model.iter().rev().copied()));
            prop_assert!(history.bytes() <= model.len() * 16);
            while let Some(entry) = history.undo() {
                prop_assert_eq!(Some(entry), model.pop());
            }
            prop_assert!(model.is_empty() && history.is_empty() && history.bytes() == 0);
        }
    }

    #[test]
    fn the_same_board_with_the_other_side_to_move_is_another_position() {
        let mut history: History<16, 20> = History::new();
        assert_eq!(history.push(Position::START, Side::Sente), Ok(1));
        assert_eq!(history.push(Position::START, Side::Gote), Ok(1));
        assert_eq!(history.push(Position::START, Side::Sente), Ok(2));
        assert_eq!(history.bytes(), (2 + 3) * 8);
        history.clear();
        assert_eq!(history.push(Position::START, Side::Sente), Ok(1));
    }
}
