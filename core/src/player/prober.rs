//! Advice from the database: exact, on every move.

use heapless::Vec;

use super::advice::{Advice, Adviser, AdviserError, Verdict};
use crate::database::{Database, Flash, Memory, Walk};
use crate::game::{After, MAX_MOVES, Move, Position, Value};
use crate::search::Progress;

/// A ply of a walk looks at about so many positions: the children of one, and what their moves
/// lead to.
const POSITIONS_A_PLY: u32 = 64;

/// An adviser that walks from every move along the database's best moves to the end.
///
/// RAM: 16 bytes a slot of its memory, 8 bytes a move and the walk in hand, 1.4 KB.
#[derive(Clone, Debug)]
pub struct Prober<F, const SLOTS: usize> {
    database: Database<F>,
    memory: Memory<SLOTS>,
    position: Position,
    /// The moves settled so far, in the order of the rules.
    settled: Vec<(Move, Value), MAX_MOVES>,
    walk: Option<Walk>,
}

impl<F: Flash, const SLOTS: usize> Prober<F, SLOTS> {
    /// An adviser with this database.
    pub const fn new(database: Database<F>) -> Prober<F, SLOTS> {
        Prober {
            database,
            memory: Memory::new(),
            position: Position::START,
            settled: Vec::new(),
            walk: None,
        }
    }

    /// The value of the next move, if the rules know it or the walk has come to its end.
    fn settle(&mut self, mv: Move, plies: u32) -> Result<Option<Value>, AdviserError> {
        let after = self.position.play(mv);
        if let Some(value) = after.value_by_rule() {
            return Ok(Some(value));
        }
        let After::Position(next) = after else {
            return Ok(None);
        };
        let walk = self.walk.get_or_insert_with(|| Walk::new(next));
        let value = walk
            .step(&self.database, &mut self.memory, plies)
            .map_err(|_| AdviserError::Damaged)?;
        Ok(value.map(Value::before))
    }
}

impl<F: Flash, const SLOTS: usize> Adviser for Prober<F, SLOTS> {
    fn begin(&mut self, position: Position) {
        self.position = position;
        self.settled.clear();
        self.walk = None;
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        let moves = self.position.moves();
        for _ in 0..(budget / POSITIONS_A_PLY).max(1) {
            let Some(&mv) = moves.get(self.settled.len()) else {
                return Ok(Progress::Done);
            };
            if let Some(value) = self.settle(mv, 1)? {
                self.walk = None;
                // Never full: there are no more than `MAX_MOVES` moves.
                let _ = self.settled.push((mv, value));
            }
        }
        Ok(Progress::Working)
    }

    fn advice(&self) -> Advice {
        Advice::of(self.position, |mv, _| {
            let known = self.settled.iter().find(|(settled, _)| *settled == mv);
            known.map_or(Verdict::Unclear(0), |&(_, value)| Verdict::Exact(value))
        })
    }

    fn is_perfect(&self) -> bool {
        true
    }
}
