//! Advice by search, for a device without a database and for weaker levels.

use core::task::Poll;

use super::advice::{Advice, Advised, Adviser, AdviserError, Need, Verdict};
use crate::game::{After, Position};
use crate::search::{Report, Search};
use crate::table::TranspositionTable;

/// The deepest search.
const PLIES: usize = 20;

/// An adviser that looks ahead, until the end is proven or its share of positions is used up.
///
/// Asked for every move, it searches all of them to the same depth, then all of them one ply
/// deeper; asked for less, it searches the position itself, which is much deeper. Ends it has seen
/// are exact, distance included; the rest is opinion. Whatever is searched for one piece of advice
/// shares the table, and the table may [remember](TranspositionTable::begin) the one before.
///
/// RAM: the table, the search's stack of 20 frames (about 2.1 KB) and the advice.
#[derive(Clone, Debug)]
pub struct SearchAdviser<T> {
    table: T,
    /// The number of positions to search for one piece of advice, unless the need gives another.
    share: u32,
    limit: u32,
    used: u32,
    advice: Advice,
    search: Search<PLIES>,
    work: Work,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    /// The position itself.
    Position,
    /// The move with this number in the order of the rules, to this depth.
    Moves(usize, u8),
    /// Nothing.
    Done,
}

impl<T: TranspositionTable> SearchAdviser<T> {
    /// An adviser that looks at about `share` positions before it answers.
    pub fn new(table: T, share: u32) -> SearchAdviser<T> {
        SearchAdviser {
            table,
            share,
            limit: 0,
            used: 0,
            advice: Advice::blank(Position::START, Need::Result),
            search: Search::new(Position::START),
            work: Work::Done,
        }
    }

    /// Stores the result of the search, and begins the next one.
    fn take_in(&mut self) {
        let report = self.search.report();
        match self.work {
            Work::Position => {
                self.advice = judged(self.advice.position(), self.advice.need(), report);
                self.work = Work::Done;
            }
            Work::Moves(number, depth) => {
                if let Some(advised) = self.advice.at_mut(number) {
                    advised.verdict = verdict(report).before();
                }
                self.take_up(number + 1, depth);
            }
            Work::Done => {}
        }
    }

    /// Begins to search the next move from this one on that is not settled, in the next round if there is none.
    fn take_up(&mut self, from: usize, depth: u8) {
        let open = |advised: &Advised| advised.verdict.value().is_none();
        let moves = self.advice.moves();
        let rest = moves.iter().enumerate().skip(from);
        let this_round = rest.clone().find(|(_, advised)| open(advised));
        let next_round = moves.iter().enumerate().find(|(_, advised)| open(advised));
        self.work = Work::Done;
        for (next, depth) in [(this_round, depth), (next_round, depth.saturating_add(1))] {
            if let Some((number, advised)) = next
                && usize::from(depth) < PLIES
                && let After::Position(child) = self.advice.position().play(advised.mv)
            {
                self.search = Search::new(child).to_depth(depth);
                self.work = Work::Moves(number, depth);
                return;
            }
        }
    }
}

/// The verdict of a search, finished or not, on its position.
fn verdict(report: Report) -> Verdict {
    match (report.value(), report.score.value()) {
        (Some(value), _) => Verdict::Exact(value),
        // An end beyond the horizon is certain, its distance is not.
        (None, Some(end)) if end.plies() > 0 => Verdict::Won,
        (None, Some(_)) => Verdict::Lost,
        (None, None) => Verdict::Unclear(report.score.points()),
    }
}

/// The advice that a search of the position itself comes to.
fn judged(position: Position, need: Need, report: Report) -> Advice {
    let mut advice = Advice::blank(position, need);
    advice.set_best(verdict(report), report.best.as_slice());
    advice
}

impl<T: TranspositionTable> Adviser for SearchAdviser<T> {
    fn begin(&mut self, position: Position, need: Need) {
        self.table.begin();
        self.used = 0;
        self.limit = self.share;
        match need {
            Need::Within(_) => {
                self.advice = Advice::by_rule(position, Need::EVERY);
                self.take_up(0, 1);
            }
            _ => {
                self.search = match need {
                    Need::QuickSearch(quick) => {
                        self.limit = u32::from(quick.positions);
                        Search::new(position).with_scatter(quick.scatter, quick.seed)
                    }
                    _ => Search::new(position),
                };
                self.advice = judged(position, need, self.search.report());
                self.work = Work::Position;
            }
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        let mut left = budget;
        while left > 0 {
            if let Work::Done = self.work {
                return Ok(Poll::Ready(()));
            }
            if self.used >= self.limit {
                // An unfinished search of a move is dropped; one of the position itself is used.
                if let Work::Position = self.work {
                    self.take_in();
                }
                self.work = Work::Done;
                continue;
            }
            let before = self.search.report().nodes;
            // The share ends at the same position however the work is sliced.
            let slice = left.min(self.limit - self.used);
            let searched = self.search.step(&mut self.table, slice);
            let spent = (self.search.report().nodes - before) as u32;
            self.used = self.used.saturating_add(spent);
            // A search of a settled position takes no node, but counts as one.
            left = left.saturating_sub(spent.max(1));
            if searched.is_ready() {
                self.take_in();
            }
        }
        Ok(Poll::Pending)
    }

    fn nodes(&self) -> u32 {
        self.used
    }

    fn advice(&self) -> Advice {
        match self.work {
            Work::Position => judged(
                self.advice.position(),
                self.advice.need(),
                self.search.report(),
            ),
            Work::Moves(..) | Work::Done => {
                let mut advice = self.advice.clone();
                if let Need::Within(_) = advice.need() {
                    advice.sort();
                }
                advice
            }
        }
    }
}
