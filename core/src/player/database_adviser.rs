//! Advice from the database: exact, and no more of it than is needed.

use core::ops::DerefMut;
use core::task::Poll;

use super::advice::{Advice, Adviser, AdviserError, Need, Verdict};
use crate::database::{Database, Decision, Flash, Goal, ImageError, Ties, Walk, Workspace};
use crate::game::{After, Position, Value};

/// A step of the database takes as long as about this many positions of a search: 12,000 cycles of the chip on
/// average, since five of six steps evaluate no network.
const POSITIONS_A_STEP: u32 = 4;

/// An adviser that asks the database: a few questions for the result and a best move, a walk
/// along best moves to the end for an exact distance.
///
/// `C` is whatever holds the [`Workspace`]: a reference on the chip, a box on a PC.
#[derive(Debug)]
pub struct DatabaseAdviser<F, C> {
    database: Database<F>,
    workspace: C,
    need: Need,
    advice: Advice,
    work: Work,
    nodes: u32,
}

#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is no heap to put a decision on"
)]
enum Work {
    /// The result and a best move.
    Deciding(Decision),
    /// Other best moves.
    Comparing(Ties),
    /// The distance, from where the best move leads.
    Counting(Walk),
    /// The move with this number, and the distance from where it leads.
    Moves(usize, Option<Walk>),
    /// Nothing.
    Done,
}

impl<F: Flash, C: DerefMut<Target = Workspace<SLOTS>>, const SLOTS: usize> DatabaseAdviser<F, C> {
    /// An adviser with this database, which remembers the values it has found.
    pub const fn new(database: Database<F>, workspace: C) -> Self {
        DatabaseAdviser {
            database,
            workspace,
            need: Need::Result,
            advice: Advice::blank(Position::START, Need::Result),
            work: Work::Done,
            nodes: 0,
        }
    }

    /// Looks at one child of one position.
    fn work(&mut self) -> Result<Poll<()>, ImageError> {
        self.nodes = self.nodes.saturating_add(1);
        match &mut self.work {
            Work::Deciding(decision) => {
                if let Poll::Ready(finding) = decision.step(&self.database, &mut self.workspace)? {
                    let verdict = Verdict::from(finding);
                    self.advice.set_best(verdict, decision.best());
                    self.work =
                        after_decision(decision, verdict, self.need, &self.advice, &self.workspace);
                }
            }
            Work::Comparing(ties) => {
                if ties.step(&self.database, &mut self.workspace)?.is_ready() {
                    self.advice.add_best(ties.equal());
                    self.work = Work::Done;
                }
            }
            Work::Counting(walk) => {
                if let Poll::Ready(value) = walk.step(&self.database, &mut self.workspace, 1)? {
                    self.advice.set_value(value.before());
                    self.work = Work::Done;
                }
            }
            Work::Moves(..) => self.judge_moves()?,
            Work::Done => {}
        }
        Ok(match self.work {
            Work::Done => Poll::Ready(()),
            _ => Poll::Pending,
        })
    }

    /// Goes a step further from where the present move leads, or on to the next move.
    fn judge_moves(&mut self) -> Result<(), ImageError> {
        let Work::Moves(number, walk) = &mut self.work else {
            return Ok(());
        };
        let position = self.advice.position();
        let Some(advised) = self.advice.at_mut(*number) else {
            self.advice.sort();
            self.work = Work::Done;
            return Ok(());
        };
        let next = match position.play(advised.mv) {
            After::Position(next) if advised.verdict.value().is_none() => next,
            // The rules have said it.
            _ => {
                *number += 1;
                return Ok(());
            }
        };
        let walking = walk.get_or_insert_with(|| Walk::new(next));
        let verdict = match walking.step(&self.database, &mut self.workspace, 1)? {
            Poll::Ready(value) => Poll::Ready(Verdict::Exact(value)),
            Poll::Pending => far_enough(walking.at_least(&self.workspace), self.need),
        };
        if let Poll::Ready(verdict) = verdict {
            advised.verdict = verdict.before();
            *number += 1;
            *walk = None;
        }
        Ok(())
    }
}

/// The result of where a walk began, once it has gone further than is needed.
fn far_enough(at_least: Option<Value>, need: Need) -> Poll<Verdict> {
    match (need, at_least) {
        (Need::Within(plies), Some(Value::Loss(least))) if least > plies => {
            Poll::Ready(Verdict::Lost)
        }
        (Need::Within(plies), Some(Value::Win(least))) if least > plies => {
            Poll::Ready(Verdict::Won)
        }
        _ => Poll::Pending,
    }
}

/// What is left to do once a result and a best move are known.
fn after_decision<const SLOTS: usize>(
    decision: &Decision,
    verdict: Verdict,
    need: Need,
    advice: &Advice,
    workspace: &Workspace<SLOTS>,
) -> Work {
    if !matches!(verdict, Verdict::Won | Verdict::Lost) {
        return Work::Done;
    }
    let work = match (need, advice.best_child()) {
        (Need::Choice, Some(best)) => decision
            .candidates(workspace)
            .and_then(|candidates| Ties::new(best, candidates))
            .map(Work::Comparing),
        (Need::Value, Some(best)) => Some(Work::Counting(Walk::new(best))),
        _ => None,
    };
    work.unwrap_or(Work::Done)
}

impl<F: Flash, C: DerefMut<Target = Workspace<SLOTS>>, const SLOTS: usize> Adviser
    for DatabaseAdviser<F, C>
{
    fn begin(&mut self, position: Position, need: Need) {
        self.need = need;
        self.nodes = 0;
        if let Need::Within(_) = need {
            self.advice = Advice::by_rule(position, need);
            self.work = Work::Moves(0, None);
        } else {
            self.advice = Advice::blank(position, need);
            let goal = match need {
                Need::Result => Goal::Result,
                Need::Choice => Goal::Moves,
                Need::Value => Goal::Value,
                _ => Goal::Move,
            };
            self.work = Work::Deciding(Decision::new(position, goal));
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        for _ in 0..(budget / POSITIONS_A_STEP).max(1) {
            if self.work()?.is_ready() {
                return Ok(Poll::Ready(()));
            }
        }
        Ok(Poll::Pending)
    }

    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn at_least(&self) -> Option<Value> {
        match &self.work {
            Work::Counting(walk) => walk.at_least(&self.workspace).map(Value::before),
            _ => None,
        }
    }

    fn advice(&self) -> Advice {
        let mut advice = self.advice.clone();
        match self.work {
            Work::Moves(..) => advice.sort(),
            Work::Counting(_) => advice.set_at_least(self.at_least()),
            _ => {}
        }
        advice
    }
}
