//! Whether any move wins.

use core::task::Poll;

use super::candidates::{Candidate, Candidates, sort_candidates};
use super::deduction::{Standing, Witness};
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Database, ImageWitness};
use super::workspace::Workspace;
use crate::game::{Position, Value, safe_children};

/// A search for a move to a lost position, among the moves of a position that is not won within four
/// plies. It finds no distances, and the first such move ends it.
///
/// The likeliest loss is asked about first. RAM: 24 bytes for each of 40 children.
#[derive(Clone, Debug)]
pub(super) struct AnyWin {
    position: Position,
    stage: Stage,
    /// The children that may be lost.
    children: Candidates,
}

/// What the next step does.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Look at the child with this number.
    Look(u8),
    /// Evaluate this candidate.
    Judge(u8),
    /// Find out whether this one is lost.
    Ask(u8),
}

impl AnyWin {
    /// A search from a position that does not end within four plies.
    pub(super) const fn new(position: Position) -> AnyWin {
        AnyWin {
            position,
            stage: Stage::Look(0),
            children: Candidates::new(),
        }
    }

    /// Starts again with another position, once the search is done.
    pub(super) fn begin(&mut self, position: Position) {
        self.position = position;
        self.stage = Stage::Look(0);
        self.children.clear();
    }

    /// Makes one step: at most one look, one evaluation or one question.
    pub(super) fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<Poll<bool>, ImageError> {
        let deduction = &mut workspace.deduction;
        let cache = &mut workspace.cache;
        match self.stage {
            Stage::Look(number) => {
                let Some(child) = safe_children(self.position).nth(usize::from(number)) else {
                    self.stage = Stage::Judge(0);
                    return Ok(Poll::Pending);
                };
                self.stage = Stage::Look(number + 1);
                let child = child.canonical();
                let is_lost = match look_ahead(child) {
                    Some(value) => Some(matches!(value, Value::Loss(_))),
                    None => cache.recall_lost(child),
                };
                match is_lost {
                    Some(true) => return Ok(Poll::Ready(true)),
                    Some(false) => {}
                    None => {
                        // There are no more children than moves.
                        let _ = self.children.push(Candidate::new(child));
                    }
                }
            }
            Stage::Judge(number) => {
                let mut witness = ImageWitness { database, cache };
                self.stage = match self.children.get_mut(usize::from(number)) {
                    Some(candidate) => {
                        candidate.score = i32::from(witness.opinion(candidate.child)?.lost);
                        Stage::Judge(number + 1)
                    }
                    None => {
                        sort_candidates(&mut self.children);
                        Stage::Ask(0)
                    }
                };
            }
            Stage::Ask(number) => {
                let Some(candidate) = self.children.get(usize::from(number)) else {
                    return Ok(Poll::Ready(false));
                };
                if deduction.depth() == 0 {
                    deduction.begin(candidate.child);
                }
                let mut witness = ImageWitness { database, cache };
                match deduction.step(&mut witness)? {
                    Poll::Ready(Standing::Lost) => return Ok(Poll::Ready(true)),
                    Poll::Ready(_) => self.stage = Stage::Ask(number + 1),
                    Poll::Pending => {}
                }
            }
        }
        Ok(Poll::Pending)
    }
}
