//! The result of a position and a best move, from a few questions and without a walk.

use core::task::Poll;

use heapless::Vec;

use super::any_win::AnyWin;
use super::candidates::{Candidate, Candidates, sort_candidates};
use super::child_scan::ChildScan;
use super::deduction::{Standing, Witness};
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Database, ImageWitness};
use super::value_cache::ValueCache;
use super::workspace::Workspace;
use crate::game::{After, MAX_MOVES, Move, Position, Value, safe_children};

/// What a [`Decision`] has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The result.
    Result,
    /// The result and a best move.
    Move,
    /// The result and all best moves that are found without a walk.
    Moves,
    /// The result and a best move; or the value with a best move if the cache has both.
    Value,
}

/// What a [`Decision`] has found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The value.
    Exact(Value),
    /// It is won, at an unknown distance.
    Won,
    /// It is lost, at an unknown distance.
    Lost,
}

/// Stepper that decides a position that is not over: one step looks at one child of the position,
/// or at one child of a child.
///
/// It finds no distances beyond those that looking ahead shows or the cache holds.
#[derive(Debug)]
pub(crate) struct Decision {
    position: Position,
    goal: Goal,
    stage: Stage,
    best: Vec<Move, MAX_MOVES>,
}

#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and no heap to put a part of it on"
)]
enum Stage {
    /// Does it end within four plies?
    Look,
    /// It does: which moves lead to the end? The number of the next one.
    Near(Value, u8),
    /// Is it lost?
    Far,
    /// Which move delays, or wins?
    Scan { lost: bool, scan: ChildScan },
    /// Does any move win?
    Win(AnyWin),
    /// It is drawn: which children may be drawn? The number of the next one.
    Weigh(u8, Candidates),
    /// Which of these is not won, the likeliest draw first? The number of the present one.
    Hold(u8, Candidates, AnyWin),
    /// Done.
    Decided(Finding),
}

impl Decision {
    /// A decision about a position that is not over.
    pub(crate) const fn new(position: Position, goal: Goal) -> Decision {
        Decision {
            position,
            goal,
            stage: Stage::Look,
            best: Vec::new(),
        }
    }

    /// The best moves found.
    pub(crate) fn best(&self) -> &[Move] {
        &self.best
    }

    /// The children that came into question in a longer win or loss, the likeliest first.
    pub(crate) fn candidates<'w, const SLOTS: usize>(
        &self,
        workspace: &'w Workspace<SLOTS>,
    ) -> Option<&'w Candidates> {
        match &self.stage {
            Stage::Scan { .. } => Some(workspace.lines.candidates()),
            _ => None,
        }
    }

    /// Goes one step further.
    pub(crate) fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<Poll<Finding>, ImageError> {
        match &mut self.stage {
            Stage::Look => {
                let position = self.position;
                let near = position.value_by_rule().or_else(|| look_ahead(position));
                self.stage = match near {
                    Some(value) if self.goal == Goal::Result => {
                        Stage::Decided(Finding::Exact(value))
                    }
                    Some(value) => Stage::Near(value, 0),
                    None => match self.remembered(&workspace.cache) {
                        Some(value) => Stage::Decided(Finding::Exact(value)),
                        None => {
                            workspace.begin();
                            workspace.deduction.begin(position);
                            Stage::Far
                        }
                    },
                };
            }
            &mut Stage::Near(value, number) => self.try_near(value, number),
            Stage::Far => {
                let mut witness = ImageWitness {
                    database,
                    cache: &mut workspace.cache,
                };
                if let Poll::Ready(standing) = workspace.deduction.step(&mut witness)? {
                    self.stage = self.after(standing);
                }
            }
            Stage::Scan { lost, scan } => {
                let lost = *lost;
                if let Poll::Ready(next) = scan.step(database, workspace)? {
                    match next {
                        Some(next) => {
                            self.add(next);
                            let verdict = if lost { Finding::Lost } else { Finding::Won };
                            return Ok(Poll::Ready(verdict));
                        }
                        None if lost => return Err(ImageError::Contradiction),
                        None => self.stage = Stage::Weigh(0, Candidates::new()),
                    }
                }
            }
            Stage::Win(any_win) => {
                if let Poll::Ready(wins) = any_win.step(database, workspace)? {
                    let draw = Finding::Exact(Value::Draw);
                    self.stage = Stage::Decided(if wins { Finding::Won } else { draw });
                }
            }
            Stage::Weigh(number, children) => {
                match safe_children(self.position).nth(usize::from(*number)) {
                    Some(child) => {
                        *number += 1;
                        let child = child.canonical();
                        let is_new = !children.iter().any(|known| known.child == child);
                        if is_new && look_ahead(child).is_none() {
                            let cache = &mut workspace.cache;
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
                            None => Stage::Decided(Finding::Exact(Value::Draw)),
                        };
                    }
                }
            }
            Stage::Hold(number, children, any_win) => {
                if let Poll::Ready(refuted) = any_win.step(database, workspace)? {
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
                    let enough = self.goal != Goal::Moves && !self.best.is_empty();
                    if enough || next.is_none() {
                        self.stage = Stage::Decided(Finding::Exact(Value::Draw));
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

    /// The value of a position that a walk went through before, if that is the goal. Adds the
    /// move that the walk made there.
    fn remembered<const SLOTS: usize>(&mut self, cache: &ValueCache<SLOTS>) -> Option<Value> {
        if self.goal != Goal::Value {
            return None;
        }
        let value = cache.recall(self.position.canonical())?;
        let next = safe_children(self.position)
            .map(Position::canonical)
            .find(|&child| cache.recall(child).map(Value::before) == Some(value))?;
        self.add(next);
        Some(value)
    }

    /// The stage after the standing is known.
    fn after(&self, standing: Standing) -> Stage {
        let result = self.goal == Goal::Result;
        let scan = match standing {
            Standing::Lost if result => return Stage::Decided(Finding::Lost),
            Standing::Won if result => return Stage::Decided(Finding::Won),
            Standing::Drawn if result => return Stage::Decided(Finding::Exact(Value::Draw)),
            Standing::Drawn => return Stage::Weigh(0, Candidates::new()),
            Standing::Lost => ChildScan::longest_delay(self.position),
            Standing::NotLost if result => return Stage::Win(AnyWin::new(self.position)),
            Standing::Won | Standing::NotLost => ChildScan::quickest_win(self.position),
        };
        let lost = standing == Standing::Lost;
        Stage::Scan { lost, scan }
    }

    /// Tries one move of a position that ends within four plies.
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
        let enough = self.goal != Goal::Moves && !self.best.is_empty();
        self.stage = if mv.is_none() || enough {
            Stage::Decided(Finding::Exact(value))
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

/// The first move from a position that leads to a canonical one, or to its mirror image.
pub(crate) fn leading_to(position: Position, next: Position) -> Option<Move> {
    let leads_there = |mv: &Move| match position.play(*mv) {
        After::Position(child) => child.canonical() == next,
        After::Caught => false,
    };
    position.moves().into_iter().find(leads_there)
}
