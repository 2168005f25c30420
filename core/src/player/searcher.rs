//! Advice by search, for when there is no database.

use heapless::Vec;

use super::advice::{Advice, Adviser, AdviserError, Verdict};
use crate::game::{After, MAX_MOVES, Move, Position};
use crate::search::{Progress, Search};
use crate::table::Table;

/// The deepest search below a move.
const PLIES: usize = 20;

/// An adviser that looks ahead: every move to the same depth, then all of them one ply deeper,
/// until the end is proven or its share of positions is used up.
///
/// Ends it has seen are exact, distance included; the rest is opinion. All moves share one table,
/// so that a deeper round finds the way quickly.
///
/// RAM: the table, the search's stack of 20 frames (about 2.1 KB) and 12 bytes a move.
#[derive(Clone, Debug)]
pub struct Searcher<T> {
    table: T,
    /// How many positions to look at for one advice.
    share: u32,
    position: Position,
    moves: Vec<(Move, Verdict), MAX_MOVES>,
    search: Search<PLIES>,
    /// The move being searched, and how deep.
    at: usize,
    depth: u8,
    used: u32,
}

impl<T: Table> Searcher<T> {
    /// A searcher that looks at about `share` positions before it answers.
    pub fn new(table: T, share: u32) -> Searcher<T> {
        let mut searcher = Searcher {
            table,
            share,
            position: Position::START,
            moves: Vec::new(),
            search: Search::new(Position::START),
            at: 0,
            depth: 0,
            used: 0,
        };
        searcher.begin(Position::START);
        searcher
    }

    /// Whether nothing would change by going on.
    fn is_settled(&self) -> bool {
        let open = |(_, verdict): &(Move, Verdict)| verdict.value().is_none();
        usize::from(self.depth) >= PLIES || self.used >= self.share || !self.moves.iter().any(open)
    }

    /// Goes to the next move that is not settled, in the next round if need be.
    fn advance(&mut self) {
        loop {
            self.at += 1;
            if self.at >= self.moves.len() {
                self.at = 0;
                self.depth += 1;
            }
            if self.is_settled() || self.take_up() {
                return;
            }
        }
    }

    /// Starts on the present move; false if it is settled.
    fn take_up(&mut self) -> bool {
        match self.moves.get(self.at) {
            Some(&(mv, Verdict::Unclear(_))) => match self.position.play(mv) {
                After::Position(next) => {
                    self.search = Search::new(next).to_depth(self.depth);
                    true
                }
                After::Caught => false,
            },
            _ => false,
        }
    }
}

impl<T: Table> Adviser for Searcher<T> {
    fn begin(&mut self, position: Position) {
        self.position = position;
        self.moves.clear();
        self.table.begin();
        for mv in position.moves() {
            let verdict = match position.play(mv).value_by_rule() {
                Some(value) => Verdict::Exact(value),
                None => Verdict::Unclear(0),
            };
            // Never full: there are no more than `MAX_MOVES` moves.
            let _ = self.moves.push((mv, verdict));
        }
        (self.at, self.depth, self.used) = (0, 1, 0);
        if !self.take_up() {
            self.advance();
        }
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        let mut left = budget;
        while left > 0 {
            if self.is_settled() {
                return Ok(Progress::Done);
            }
            let before = self.search.report().nodes;
            // The share ends at the same position however the work is sliced.
            let slice = left.min(self.share - self.used);
            let progress = self.search.step(&mut self.table, slice);
            let report = self.search.report();
            let spent = (report.nodes - before) as u32;
            self.used = self.used.saturating_add(spent);
            // A search that ends without a node, on a settled position, still costs its turn.
            left = left.saturating_sub(spent.max(1));
            if progress == Progress::Done {
                if let Some((_, verdict)) = self.moves.get_mut(self.at) {
                    *verdict = match report.value() {
                        Some(value) => Verdict::Exact(value.before()),
                        None => Verdict::Unclear(report.score.points().saturating_neg()),
                    };
                }
                self.advance();
            }
        }
        Ok(Progress::Working)
    }

    fn advice(&self) -> Advice {
        Advice::of(self.position, |mv, _| {
            let known = self.moves.iter().find(|(known, _)| *known == mv);
            known.map_or(Verdict::Unclear(0), |&(_, verdict)| verdict)
        })
    }

    fn is_perfect(&self) -> bool {
        false
    }
}
