//! Exact distances: along the best moves to the end, remembering what is learnt on the way.

use core::task::Poll;

use super::child_scan::ChildScan;
use super::deduction::Standing;
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Database, ImageWitness};
use super::workspace::Workspace;
use crate::game::{Position, Value};

/// No game is longer with best play; a damaged image may send a walk in circles.
pub const LONGEST: u8 = 173;

/// The way to the exact value of a position, one child of one position a step.
///
/// The path lies in the [workspace](Workspace). A walk from the same position as the last one that
/// was not finished goes on where that one stopped, whatever else used the workspace meanwhile.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where it begins, canonical.
    root: Position,
    /// Its number in the workspace, 0 before the first step.
    turn: u32,
    /// Whether the present position is lost, once that is known.
    lost: Option<bool>,
    stage: Stage,
    scan: ChildScan,
}

/// What is being found out about the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Is its value known already?
    Look,
    /// Is it lost?
    Standing,
    /// Which move is best?
    Scan,
}

impl Walk {
    /// A walk from a position that is not over.
    pub fn new(position: Position) -> Walk {
        Walk {
            root: position.canonical(),
            turn: 0,
            lost: None,
            stage: Stage::Look,
            scan: ChildScan::quickest_win(position),
        }
    }

    /// The positions gone through so far, canonical, the present one last.
    pub fn path<'w, const SLOTS: usize>(&self, workspace: &'w Workspace<SLOTS>) -> &'w [Position] {
        match self.is_under_way(workspace) {
            true => &workspace.path.positions,
            false => &[],
        }
    }

    /// The value with the least number of plies that the walk so far allows; `None` if nothing is
    /// known yet.
    pub fn at_least<const SLOTS: usize>(&self, workspace: &Workspace<SLOTS>) -> Option<Value> {
        if !self.is_under_way(workspace) {
            return None;
        }
        let path = &workspace.path;
        let is_present_lost = self.lost?;
        // The present position does not end within four plies, unless that is still to be seen.
        // Then the one before it does not.
        let rest = match (is_present_lost, self.stage) {
            (false, _) => 5,
            (true, Stage::Look) => 4,
            (true, _) => 6,
        };
        let plies = path.plies() as u8 + rest;
        Some(match is_present_lost == path.plies().is_multiple_of(2) {
            true => Value::Loss(plies),
            false => Value::Win(plies),
        })
    }

    fn is_under_way<const SLOTS: usize>(&self, workspace: &Workspace<SLOTS>) -> bool {
        self.turn != 0 && self.turn == workspace.turn()
    }

    /// Goes at most this many steps further; the value of where the walk began, if it is done.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        workspace: &mut Workspace<SLOTS>,
        steps: u32,
    ) -> Result<Poll<Value>, ImageError> {
        if !self.is_under_way(workspace) {
            self.turn = workspace.begin();
            workspace.path.begin(self.root);
            let is_even = workspace.path.plies().is_multiple_of(2);
            self.lost = workspace.path.is_lost().map(|is_lost| is_lost == is_even);
            self.stage = Stage::Look;
        }
        for _ in 0..steps {
            let Some(&position) = workspace.path.positions.last() else {
                return Err(ImageError::Contradiction);
            };
            match self.stage {
                Stage::Look => {
                    let known = workspace.cache.recall(position);
                    if let Some(value) = known.or_else(|| look_ahead(position)) {
                        return Ok(Poll::Ready(end(workspace, value)));
                    }
                    self.scan = match self.lost {
                        Some(true) => ChildScan::longest_delay(position),
                        _ => ChildScan::quickest_win(position),
                    };
                    self.stage = Stage::Scan;
                    // Of the first position only: the others follow from it.
                    if self.lost.is_none() {
                        workspace.deduction.begin(position);
                        self.stage = Stage::Standing;
                    }
                }
                Stage::Standing => {
                    let mut witness = ImageWitness {
                        database,
                        cache: &mut workspace.cache,
                    };
                    let Poll::Ready(standing) = workspace.deduction.step(&mut witness)? else {
                        continue;
                    };
                    self.lost = match standing {
                        Standing::Lost => Some(true),
                        Standing::Won => Some(false),
                        // Whether it is won is known only after the scan.
                        Standing::NotLost => None,
                        Standing::Drawn => {
                            return Ok(Poll::Ready(end(workspace, Value::Draw)));
                        }
                    };
                    if standing == Standing::Lost {
                        self.scan = ChildScan::longest_delay(position);
                    }
                    self.stage = Stage::Scan;
                }
                Stage::Scan => {
                    let Poll::Ready(next) = self.scan.step(database, workspace)? else {
                        continue;
                    };
                    let Some(next) = next else {
                        return match self.lost {
                            None => Ok(Poll::Ready(end(workspace, Value::Draw))),
                            Some(_) => Err(ImageError::Contradiction),
                        };
                    };
                    let is_lost = self.lost.unwrap_or(false);
                    if !workspace.path.push(next, is_lost) {
                        return Err(ImageError::Contradiction);
                    }
                    self.lost = Some(!is_lost);
                    self.stage = Stage::Look;
                }
            }
        }
        Ok(Poll::Pending)
    }
}

/// Gives every position of the path its value, from the last one's; returns the first one's.
fn end<const SLOTS: usize>(workspace: &mut Workspace<SLOTS>, value: Value) -> Value {
    let mut value = value;
    while let Some(position) = workspace.path.positions.pop() {
        workspace.cache.remember(position, value);
        if workspace.path.positions.is_empty() {
            break;
        }
        value = value.before();
    }
    value
}
