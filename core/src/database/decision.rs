//! A best move and the result, by a handful of questions and without a walk.

use core::task::Poll;

use heapless::Vec;

use super::deduction::{Deduction, Standing};
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Candidates, Database, ImageWitness};
use super::survey::Survey;
use super::walk::Memory;
use crate::game::{After, MAX_MOVES, Move, Position, Value, safe_children};

/// How much a [`Decision`] finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Whether the position is won, drawn or lost.
    Result,
    /// A best move as well.
    Move,
    /// Every best move where looking finds it; every move that holds a draw. Of a longer win or
    /// loss one, with the others that came into question.
    Choice,
}

/// What is known of a position's end without counting plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The exact value: it ends within four plies, or is drawn.
    Exact(Value),
    /// Won, in more than four plies.
    Won,
    /// Lost, in more than four plies.
    Lost,
}

/// The way to a best move of a position that is not over, a child of it or of one child a step.
#[derive(Clone, Debug)]
pub struct Decision {
    position: Position,
    extent: Extent,
    stage: Stage,
    best: Vec<Move, MAX_MOVES>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Is the end near?
    Look,
    /// It is: which moves lead to it? The number of the next one.
    Near(Value, u8),
    /// Is it lost?
    Far(Deduction),
    /// Which move delays, or wins?
    Survey { lost: bool, survey: Survey },
    /// Which moves leave the other without a win? The number of the child, and whether the
    /// other wins there.
    Hold(u8, Option<Survey>),
    /// Done.
    Decided(Outlook),
}

impl Decision {
    /// A decision about a position that is not over.
    pub const fn new(position: Position, extent: Extent) -> Decision {
        Decision {
            position,
            extent,
            stage: Stage::Look,
            best: Vec::new(),
        }
    }

    /// The best moves found.
    pub fn best(&self) -> &[Move] {
        &self.best
    }

    /// The children that came into question in a longer win or loss, the likeliest first.
    pub fn candidates(&self) -> Option<&Candidates> {
        match &self.stage {
            Stage::Survey { survey, .. } => Some(survey.candidates()),
            _ => None,
        }
    }

    /// Goes one step further.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        memory: &mut Memory<SLOTS>,
    ) -> Result<Poll<Outlook>, ImageError> {
        match &mut self.stage {
            Stage::Look => {
                let position = self.position;
                let near = position.value_by_rule().or_else(|| look_ahead(position));
                self.stage = match near {
                    Some(value) if self.extent == Extent::Result => {
                        Stage::Decided(Outlook::Exact(value))
                    }
                    Some(value) => Stage::Near(value, 0),
                    None => Stage::Far(Deduction::new(position)),
                };
            }
            &mut Stage::Near(value, number) => self.try_near(value, number),
            Stage::Far(deduction) => {
                let mut witness = ImageWitness { database, memory };
                if let Poll::Ready(standing) = deduction.step(&mut witness)? {
                    self.stage = self.after(standing);
                }
            }
            Stage::Survey { lost, survey } => {
                let lost = *lost;
                if let Poll::Ready(next) = survey.step(database, memory)? {
                    match next {
                        Some(next) => {
                            // Any winning move gives the result; it need not be a best one.
                            if self.extent > Extent::Result {
                                self.add(next);
                            }
                            let outlook = if lost { Outlook::Lost } else { Outlook::Won };
                            return Ok(Poll::Ready(outlook));
                        }
                        None if lost => return Err(ImageError::Contradiction),
                        None if self.extent == Extent::Result => {
                            self.stage = Stage::Decided(Outlook::Exact(Value::Draw));
                        }
                        None => self.stage = Stage::Hold(0, None),
                    }
                }
            }
            Stage::Hold(..) => self.hold(database, memory)?,
            Stage::Decided(_) => {}
        }
        Ok(match self.stage {
            Stage::Decided(outlook) => Poll::Ready(outlook),
            _ => Poll::Pending,
        })
    }

    /// What to find out next of a position with this standing.
    fn after(&self, standing: Standing) -> Stage {
        let result = self.extent == Extent::Result;
        let survey = match standing {
            Standing::Lost if result => return Stage::Decided(Outlook::Lost),
            Standing::Won if result => return Stage::Decided(Outlook::Won),
            Standing::Drawn if result => return Stage::Decided(Outlook::Exact(Value::Draw)),
            Standing::Drawn => return Stage::Hold(0, None),
            Standing::Lost => Survey::delay(self.position),
            Standing::NotLost if result => Survey::win(self.position),
            Standing::Won | Standing::NotLost => Survey::haste(self.position),
        };
        let lost = standing == Standing::Lost;
        Stage::Survey { lost, survey }
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
        let enough = self.extent < Extent::Choice && !self.best.is_empty();
        self.stage = if mv.is_none() || enough {
            Stage::Decided(Outlook::Exact(value))
        } else {
            Stage::Near(value, number + 1)
        };
    }

    /// Looks for moves of a drawn position after which the other does not win.
    fn hold<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        memory: &mut Memory<SLOTS>,
    ) -> Result<(), ImageError> {
        let Stage::Hold(number, survey) = &mut self.stage else {
            return Ok(());
        };
        if let Some(searched) = survey {
            if let Poll::Ready(refuted) = searched.step(database, memory)? {
                let child = safe_children(self.position).nth(usize::from(*number));
                *number += 1;
                *survey = None;
                if let (None, Some(child)) = (refuted, child) {
                    self.add(child.canonical());
                    if self.extent < Extent::Choice {
                        self.stage = Stage::Decided(Outlook::Exact(Value::Draw));
                    }
                }
            }
            return Ok(());
        }
        match safe_children(self.position).nth(usize::from(*number)) {
            Some(child) if look_ahead(child).is_none() => *survey = Some(Survey::win(child)),
            Some(_) => *number += 1,
            None => self.stage = Stage::Decided(Outlook::Exact(Value::Draw)),
        }
        Ok(())
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
pub fn leading_to(position: Position, next: Position) -> Option<Move> {
    let leads_there = |mv: &Move| match position.play(*mv) {
        After::Position(child) => child.canonical() == next,
        After::Caught => false,
    };
    position.moves().into_iter().find(leads_there)
}
