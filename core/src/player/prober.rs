//! Advice from the database: exact, and perfect.

use heapless::Vec;

use super::advice::{Advice, Adviser, AdviserError, Progress, Verdict};
use crate::database::{Database, Flash, Memory, Walk};
use crate::game::{After, MAX_MOVES, Move, Position};

/// Positions looked at in one ply of a walk, about: what a budget is divided by.
const PLY: u32 = 256;

/// An adviser that walks every move to the end of its line in the database.
///
/// RAM: the memory of 16 bytes a slot, 12 bytes a move, and the walk of 1.4 KB.
#[derive(Clone, Debug)]
pub struct Prober<F, const SLOTS: usize> {
    database: Database<F>,
    memory: Memory<SLOTS>,
    position: Position,
    moves: Vec<(Move, Verdict), MAX_MOVES>,
    /// The move being walked.
    at: usize,
    walk: Option<Walk>,
}

impl<F: Flash, const SLOTS: usize> Prober<F, SLOTS> {
    /// An adviser on this database.
    pub fn new(database: Database<F>) -> Prober<F, SLOTS> {
        let mut prober = Prober {
            database,
            memory: Memory::new(),
            position: Position::START,
            moves: Vec::new(),
            at: 0,
            walk: None,
        };
        prober.begin(Position::START);
        prober
    }

    /// Turns to the next move that the rules do not settle.
    fn advance(&mut self) {
        self.walk = None;
        while let Some(&(mv, verdict)) = self.moves.get(self.at) {
            match (verdict, self.position.play(mv)) {
                (Verdict::Unclear(_), After::Position(next)) => {
                    self.walk = Some(Walk::new(next));
                    return;
                }
                _ => self.at += 1,
            }
        }
    }
}

impl<F: Flash, const SLOTS: usize> Adviser for Prober<F, SLOTS> {
    fn begin(&mut self, position: Position) {
        self.position = position;
        self.moves.clear();
        for mv in position.moves() {
            let verdict = match position.play(mv).value_by_rule() {
                Some(value) => Verdict::Exact(value),
                None => Verdict::Unclear(0),
            };
            // Never full: there are no more than `MAX_MOVES` moves.
            let _ = self.moves.push((mv, verdict));
        }
        self.at = 0;
        self.advance();
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        for _ in 0..budget.div_ceil(PLY) {
            let Some(walk) = &mut self.walk else {
                return Ok(Progress::Done);
            };
            let value = walk.step(&self.database, &mut self.memory, 1);
            if let Some(value) = value.map_err(|_| AdviserError::Damaged)? {
                if let Some((_, verdict)) = self.moves.get_mut(self.at) {
                    *verdict = Verdict::Exact(value.before());
                }
                self.at += 1;
                self.advance();
            }
        }
        Ok(if self.walk.is_none() {
            Progress::Done
        } else {
            Progress::Working
        })
    }

    fn advice(&self) -> Advice {
        Advice::of(self.position, |mv, _| {
            let known = self.moves.iter().find(|(known, _)| *known == mv);
            known.map_or(Verdict::Unclear(0), |&(_, verdict)| verdict)
        })
    }

    fn is_perfect(&self) -> bool {
        true
    }
}
