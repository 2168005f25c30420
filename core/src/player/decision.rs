//! A best move and the result, by a handful of questions and without a walk.

use core::task::Poll;

use heapless::Vec;

use super::advice::{Need, Verdict, leading_to};
use crate::database::candidates::{Candidate, Candidates, sort_candidates};
use crate::database::deduction::Witness;
use crate::database::look::look_ahead;
use crate::database::{
    AnyWin, ChildScan, Database, Deduction, Flash, ImageError, ImageWitness, Standing, ValueCache,
};
use crate::game::{After, MAX_MOVES, Move, Position, Value, safe_children};

/// The way to a best move of a position that is not over, a child of it or of one child a step.
///
/// It finds what is [needed](Need) but no distances: a value or every move takes more than this.
#[derive(Debug)]
pub(super) struct Decision {
    position: Position,
    need: Need,
    stage: Stage,
    best: Vec<Move, MAX_MOVES>,
}

#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and no heap to put a part of it on"
)]
enum Stage {
    /// Is the end near?
    Look,
    /// It is: which moves lead to it? The number of the next one.
    Near(Value, u8),
    /// Is it lost?
    Far(Deduction),
    /// Which move delays, or wins?
    Scan { lost: bool, scan: ChildScan },
    /// Does any move win?
    Win(AnyWin),
    /// It is drawn: after which moves may the other be without a win? The number of the next child.
    Weigh(u8, Candidates),
    /// After which of these is it so? Whether the other wins there is being found out, the
    /// likeliest draw first.
    Hold(u8, Candidates, AnyWin),
    /// Done.
    Decided(Verdict),
}

impl Decision {
    /// A decision about a position that is not over.
    pub(super) const fn new(position: Position, need: Need) -> Decision {
        Decision {
            position,
            need,
            stage: Stage::Look,
            best: Vec::new(),
        }
    }

    /// The best moves found.
    pub(super) fn best(&self) -> &[Move] {
        &self.best
    }

    /// The children that came into question in a longer win or loss, the likeliest first.
    pub(super) fn candidates(&self) -> Option<&Candidates> {
        match &self.stage {
            Stage::Scan { scan, .. } => Some(scan.candidates()),
            _ => None,
        }
    }

    /// Goes one step further.
    pub(super) fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        cache: &mut ValueCache<SLOTS>,
    ) -> Result<Poll<Verdict>, ImageError> {
        match &mut self.stage {
            Stage::Look => {
                let position = self.position;
                let near = position.value_by_rule().or_else(|| look_ahead(position));
                self.stage = match near {
                    Some(value) if self.need == Need::Result => {
                        Stage::Decided(Verdict::Exact(value))
                    }
                    Some(value) => Stage::Near(value, 0),
                    None => match self.remembered(cache) {
                        Some(value) => Stage::Decided(Verdict::Exact(value)),
                        None => Stage::Far(Deduction::new(position)),
                    },
                };
            }
            &mut Stage::Near(value, number) => self.try_near(value, number),
            Stage::Far(deduction) => {
                let mut witness = ImageWitness { database, cache };
                if let Poll::Ready(standing) = deduction.step(&mut witness)? {
                    self.stage = self.after(standing);
                }
            }
            Stage::Scan { lost, scan } => {
                let lost = *lost;
                if let Poll::Ready(next) = scan.step(database, cache)? {
                    match next {
                        Some(next) => {
                            self.add(next);
                            let verdict = if lost { Verdict::Lost } else { Verdict::Won };
                            return Ok(Poll::Ready(verdict));
                        }
                        None if lost => return Err(ImageError::Contradiction),
                        None => self.stage = Stage::Weigh(0, Candidates::new()),
                    }
                }
            }
            Stage::Win(any_win) => {
                if let Poll::Ready(wins) = any_win.step(database, cache)? {
                    let draw = Verdict::Exact(Value::Draw);
                    self.stage = Stage::Decided(if wins { Verdict::Won } else { draw });
                }
            }
            Stage::Weigh(number, children) => {
                match safe_children(self.position).nth(usize::from(*number)) {
                    Some(child) => {
                        *number += 1;
                        let child = child.canonical();
                        let is_new = !children.iter().any(|known| known.child == child);
                        if is_new && look_ahead(child).is_none() {
                            let opinion = ImageWitness { database, cache }.opinion(child)?;
                            let mut candidate = Candidate::new(child);
                            candidate.score = i32::from(opinion.drawn);
                            // There are no more children than moves.
                            let _ = children.push(candidate);
                        }
                    }
                    None => {
                        sort_candidates(children);
                        let children = core::mem::take(children);
                        self.stage = match children.first() {
                            Some(&Candidate { child, .. }) => {
                                Stage::Hold(0, children, AnyWin::new(child))
                            }
                            None => Stage::Decided(Verdict::Exact(Value::Draw)),
                        };
                    }
                }
            }
            Stage::Hold(number, children, any_win) => {
                if let Poll::Ready(refuted) = any_win.step(database, cache)? {
                    let held = children
                        .get(usize::from(*number))
                        .filter(|_| !refuted)
                        .copied();
                    *number += 1;
                    let next = children.get(usize::from(*number)).copied();
                    if let Some(next) = next {
                        any_win.begin(next.child);
                    }
                    if let Some(held) = held {
                        self.add(held.child);
                    }
                    let enough = self.need != Need::Choice && !self.best.is_empty();
                    if enough || next.is_none() {
                        self.stage = Stage::Decided(Verdict::Exact(Value::Draw));
                    }
                }
            }
            Stage::Decided(_) => {}
        }
        Ok(match self.stage {
            Stage::Decided(verdict) => Poll::Ready(verdict),
            _ => Poll::Pending,
        })
    }

    /// The value of a position that a walk has gone through, with the move that it took there: all
    /// that is asked for when a distance is. A line that was walked once is followed for nothing.
    fn remembered<const SLOTS: usize>(&mut self, cache: &ValueCache<SLOTS>) -> Option<Value> {
        if self.need != Need::Value {
            return None;
        }
        let value = cache.recall(self.position.canonical())?;
        let next = safe_children(self.position)
            .map(Position::canonical)
            .find(|&child| cache.recall(child).map(Value::before) == Some(value))?;
        self.add(next);
        Some(value)
    }

    /// What to find out next of a position with this standing.
    fn after(&self, standing: Standing) -> Stage {
        let result = self.need == Need::Result;
        let scan = match standing {
            Standing::Lost if result => return Stage::Decided(Verdict::Lost),
            Standing::Won if result => return Stage::Decided(Verdict::Won),
            Standing::Drawn if result => return Stage::Decided(Verdict::Exact(Value::Draw)),
            Standing::Drawn => return Stage::Weigh(0, Candidates::new()),
            Standing::Lost => ChildScan::longest_delay(self.position),
            Standing::NotLost if result => return Stage::Win(AnyWin::new(self.position)),
            Standing::Won | Standing::NotLost => ChildScan::quickest_win(self.position),
        };
        let lost = standing == Standing::Lost;
        Stage::Scan { lost, scan }
    }

    /// Looks where one move of a position that is soon over leads.
    fn try_near(&mut self, value: Value, number: u8) {
        let mv = self.position.moves().get(usize::from(number)).copied();
        if let Some(mv) = mv {
            let worth = match self.position.play(mv) {
                After::Caught => Some(Value::Win(1)),
                After::Position(child) => child
                    .value_by_rule()
                    .or_else(|| look_ahead(child))
                    .map(Value::before),
            };
            if worth == Some(value) {
                // There are no more best moves than moves.
                let _ = self.best.push(mv);
            }
        }
        let enough = self.need != Need::Choice && !self.best.is_empty();
        self.stage = if mv.is_none() || enough {
            Stage::Decided(Verdict::Exact(value))
        } else {
            Stage::Near(value, number + 1)
        };
    }

    /// Adds the first move that leads to a canonical position.
    fn add(&mut self, next: Position) {
        if let Some(mv) = leading_to(self.position, next)
            && !self.best.contains(&mv)
        {
            let _ = self.best.push(mv);
        }
    }
}
