//! Moves that are as good as the best one, found without counting to the end.
//!
//! Two moves are equally good if best play from both comes to the same position after as many
//! plies. Of 1,128 opening positions 211 have several best moves; in 104 of these a choice is
//! seen three plies deep among the two likeliest others, for five times the work of one best
//! move. Eight plies and four others find 150, for fourteen times the work. Equals that are not
//! found cost some variety and no strength.

use core::task::Poll;

use heapless::Vec;

use super::candidates::Candidates;
use super::flash::Flash;
use super::image::ImageError;
use super::probe::Database;
use super::walk::Walk;
use super::workspace::Workspace;
use crate::game::{Position, Value};

/// How many candidates beside the best one are tried.
const TRIED: usize = 2;

/// How far they are followed.
const PLIES: usize = 3;

/// Stepper that finds other children as good as the best one.
#[derive(Debug)]
pub(crate) struct Ties {
    /// Best play from the best child.
    trail: Vec<Position, PLIES>,
    /// Its value, if the walk ended within [`PLIES`].
    value: Option<Value>,
    /// Those still to be tried, the likeliest last.
    waiting: Vec<Position, TRIED>,
    equal: Vec<Position, { TRIED }>,
    /// The one being tried; `None` while the trail is laid.
    tried: Option<Position>,
    walk: Walk,
    /// Where it starts, canonical.
    start: Position,
}

impl Ties {
    /// `None` if there is no other candidate.
    pub(crate) fn new(best: Position, candidates: &Candidates) -> Option<Ties> {
        let others = candidates.iter().map(|candidate| candidate.child);
        let mut waiting: Vec<Position, TRIED> = others
            .filter(|&child| child != best.canonical())
            .take(TRIED)
            .collect();
        waiting.reverse();
        (!waiting.is_empty()).then(|| Ties {
            trail: Vec::new(),
            value: None,
            waiting,
            equal: Vec::new(),
            tried: None,
            walk: Walk::new(best),
            start: best.canonical(),
        })
    }

    /// The children that are as good as the best one, canonical.
    pub(crate) fn equal(&self) -> &[Position] {
        &self.equal
    }

    /// Looks at one more child.
    pub(crate) fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        workspace: &mut Workspace<SLOTS>,
    ) -> Result<Poll<()>, ImageError> {
        let path = self.walk.path(workspace);
        let place = path.len().saturating_sub(1);
        let at = *path.last().unwrap_or(&self.start);
        if place >= PLIES {
            return Ok(self.next());
        }
        match self.tried {
            None if self.trail.len() == place => {
                // There is room: the place is below `PLIES`.
                let _ = self.trail.push(at);
            }
            Some(tried) if self.trail.get(place) == Some(&at) => {
                let _ = self.equal.push(tried);
                return Ok(self.next());
            }
            _ => {}
        }
        let Poll::Ready(value) = self.walk.step(database, workspace, 1)? else {
            return Ok(Poll::Pending);
        };
        match self.tried {
            None => self.value = Some(value),
            Some(tried) if self.value == Some(value) => {
                let _ = self.equal.push(tried);
            }
            Some(_) => {}
        }
        Ok(self.next())
    }

    fn next(&mut self) -> Poll<()> {
        self.tried = self.waiting.pop();
        match self.tried {
            Some(tried) => {
                self.walk = Walk::new(tried);
                self.start = tried;
                Poll::Pending
            }
            None => Poll::Ready(()),
        }
    }
}
