//! Advice by search, for when there is no database.

use core::task::Poll;

use super::advice::{Advice, Advised, Adviser, AdviserError, Need, Verdict};
use crate::game::{After, Position};
use crate::search::Search;
use crate::table::TranspositionTable;

/// The deepest search below a move.
const PLIES: usize = 20;

/// An adviser that looks ahead: every move to the same depth, then all of them one ply deeper,
/// until the end is proven or its share of positions is used up.
///
/// Ends it has seen are exact, distance included; the rest is opinion. All moves share one table,
/// so that a deeper round finds the way quickly.
///
/// Whatever is needed, it has an opinion on every move.
///
/// RAM: the table, the search's stack of 20 frames (about 2.1 KB) and the advice.
#[derive(Clone, Debug)]
pub struct SearchAdviser<T> {
    table: T,
    /// How many positions to look at for one advice.
    share: u32,
    /// The moves in the order of the rules.
    advice: Advice,
    search: Search<PLIES>,
    /// The move being searched, and how deep.
    at: usize,
    depth: u8,
    used: u32,
}

impl<T: TranspositionTable> SearchAdviser<T> {
    /// An adviser that looks at about `share` positions before it answers.
    pub fn new(table: T, share: u32) -> SearchAdviser<T> {
        SearchAdviser {
            table,
            share,
            advice: Advice::blank(Position::START, Need::EVERY),
            search: Search::new(Position::START),
            at: 0,
            depth: 0,
            used: 0,
        }
    }

    /// Whether nothing would change by going on.
    fn is_settled(&self) -> bool {
        let open = |advised: &Advised| advised.verdict.value().is_none();
        usize::from(self.depth) >= PLIES
            || self.used >= self.share
            || !self.advice.moves().iter().any(open)
    }

    /// Goes to the next move that is not settled, in the next round if need be.
    fn advance(&mut self) {
        loop {
            self.at += 1;
            if self.at >= self.advice.moves().len() {
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
        let position = self.advice.position();
        let next = match self.advice.moves().get(self.at) {
            Some(advised) if advised.verdict.value().is_none() => position.play(advised.mv),
            _ => return false,
        };
        let After::Position(next) = next else {
            return false;
        };
        self.search = Search::new(next).to_depth(self.depth);
        true
    }
}

impl<T: TranspositionTable> Adviser for SearchAdviser<T> {
    fn begin(&mut self, position: Position, _: Need) {
        self.table.begin();
        self.advice = Advice::by_rule(position, Need::EVERY);
        (self.at, self.depth, self.used) = (0, 1, 0);
        if !self.take_up() {
            self.advance();
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        let mut left = budget;
        while left > 0 {
            if self.is_settled() {
                return Ok(Poll::Ready(()));
            }
            let before = self.search.report().nodes;
            // The share ends at the same position however the work is sliced.
            let slice = left.min(self.share - self.used);
            let searched = self.search.step(&mut self.table, slice);
            let report = self.search.report();
            let spent = (report.nodes - before) as u32;
            self.used = self.used.saturating_add(spent);
            // A search that ends without a node, on a settled position, still costs its turn.
            left = left.saturating_sub(spent.max(1));
            if searched.is_ready() {
                if let Some(advised) = self.advice.at_mut(self.at) {
                    advised.verdict = match report.value() {
                        Some(value) => Verdict::Exact(value.before()),
                        None => Verdict::Unclear(report.score.points().saturating_neg()),
                    };
                }
                self.advance();
            }
        }
        Ok(Poll::Pending)
    }

    fn advice(&self) -> Advice {
        let mut advice = self.advice.clone();
        advice.sort();
        advice
    }
}
