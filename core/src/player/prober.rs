//! Advice from the database: exact, and no more of it than is needed.

use core::task::Poll;

use super::advice::{Advice, Adviser, AdviserError, Need, Verdict};
use super::ties::Ties;
use crate::database::{Database, Decision, Extent, Flash, ImageError, Memory, Outlook, Walk};
use crate::game::{After, Position};
use crate::search::Progress;

/// A step of the database, a child looked at, takes as long as about so many positions of a
/// search.
const POSITIONS_A_STEP: u32 = 100;

/// An adviser that asks the database: a few questions for the result and a best move, a walk
/// along best moves to the end for an exact distance.
///
/// RAM: its memory, which it borrows, and 5 KB.
#[derive(Debug)]
pub struct Prober<'m, F, const SLOTS: usize> {
    database: Database<F>,
    memory: &'m mut Memory<SLOTS>,
    need: Need,
    advice: Advice,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// The result and a best move.
    Deciding(Decision),
    /// Other best moves.
    Comparing(Ties),
    /// The distance, from where the best move leads.
    Counting(Walk),
    /// The move with this number, and the walk from where it leads.
    Moves(usize, Option<Walk>),
    /// Nothing.
    Done,
}

impl<'m, F: Flash, const SLOTS: usize> Prober<'m, F, SLOTS> {
    /// An adviser with this database, which remembers the values it has found.
    pub const fn new(database: Database<F>, memory: &'m mut Memory<SLOTS>) -> Self {
        Prober {
            database,
            memory,
            need: Need::Result,
            advice: Advice::blank(Position::START, Need::Result),
            work: Work::Done,
        }
    }

    fn work(&mut self) -> Result<Progress, ImageError> {
        match &mut self.work {
            Work::Done => return Ok(Progress::Done),
            Work::Deciding(decision) => {
                if let Poll::Ready(outlook) = decision.step(&self.database, self.memory)? {
                    let verdict = match outlook {
                        Outlook::Exact(value) => Verdict::Exact(value),
                        Outlook::Won => Verdict::Won,
                        Outlook::Lost => Verdict::Lost,
                    };
                    let candidates = decision.candidates();
                    self.advice.set_best(verdict, decision.best());
                    self.work = match (self.need, outlook) {
                        (Need::Choice, Outlook::Won | Outlook::Lost) => {
                            let best = self.advice.best_child();
                            match best
                                .zip(candidates)
                                .and_then(|(best, all)| Ties::new(best, all))
                            {
                                Some(ties) => Work::Comparing(ties),
                                None => Work::Done,
                            }
                        }
                        (Need::Value, Outlook::Won | Outlook::Lost) => {
                            let next = self.advice.best_child();
                            next.map_or(Work::Done, |next| Work::Counting(Walk::new(next)))
                        }
                        _ => Work::Done,
                    };
                }
            }
            Work::Comparing(ties) => {
                if ties.step(&self.database, self.memory)?.is_ready() {
                    self.advice.add_best(ties.equal());
                    self.work = Work::Done;
                }
            }
            Work::Counting(walk) => {
                if let Some(value) = walk.step(&self.database, self.memory, 1)? {
                    self.advice.set_value(value.before());
                    self.work = Work::Done;
                }
            }
            Work::Moves(number, walk) => {
                let position = self.advice.position();
                let Some(advised) = self.advice.at_mut(*number) else {
                    self.advice.sort();
                    self.work = Work::Done;
                    return Ok(Progress::Done);
                };
                let After::Position(next) = position.play(advised.mv) else {
                    *number += 1;
                    return Ok(Progress::Working);
                };
                if advised.verdict.value().is_some() {
                    *number += 1;
                    return Ok(Progress::Working);
                }
                let walking = walk.get_or_insert_with(|| Walk::new(next));
                let value = walking.step(&self.database, self.memory, 1)?;
                let verdict = match (value, self.need) {
                    (Some(value), _) => Verdict::Exact(value.before()),
                    (None, Need::Within(plies)) if walking.path().len() > usize::from(plies) => {
                        // The other's loss is one's own win.
                        match walking.is_lost() {
                            Some(true) => Verdict::Won,
                            _ => Verdict::Lost,
                        }
                    }
                    _ => return Ok(Progress::Working),
                };
                advised.verdict = verdict;
                *number += 1;
                *walk = None;
            }
        }
        Ok(Progress::Working)
    }
}

impl<F: Flash, const SLOTS: usize> Adviser for Prober<'_, F, SLOTS> {
    fn begin(&mut self, position: Position, need: Need) {
        self.need = need;
        let extent = match need {
            Need::Result => Extent::Result,
            Need::Move | Need::Value => Extent::Move,
            Need::Choice => Extent::Choice,
            Need::Within(_) => {
                self.advice = Advice::by_rule(position, need);
                self.work = Work::Moves(0, None);
                return;
            }
        };
        self.advice = Advice::blank(position, need);
        self.work = Work::Deciding(Decision::new(position, extent));
    }

    fn step(&mut self, budget: u32) -> Result<Progress, AdviserError> {
        for _ in 0..(budget / POSITIONS_A_STEP).max(1) {
            if self.work().map_err(|_| AdviserError::Damaged)? == Progress::Done {
                return Ok(Progress::Done);
            }
        }
        Ok(Progress::Working)
    }

    fn advice(&self) -> Advice {
        let mut advice = self.advice.clone();
        if matches!(self.need, Need::Within(_)) {
            advice.sort();
        }
        advice
    }

    fn is_perfect(&self) -> bool {
        true
    }
}
