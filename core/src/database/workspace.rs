//! The memory that the steppers of the database share.

use heapless::Vec;

use super::deduction::Deduction;
use super::lines::{Lines, Memo};
use super::value_cache::ValueCache;
use super::walk::LONGEST;
use crate::game::Position;

/// What a [`Walk`](super::Walk) or an [adviser](crate::player::DatabaseAdviser) needs beside the
/// image: a cache of what was found out, and the state of whatever is being found out.
///
/// One stepper uses it at a time. The chip has no room for two, and none on its stack.
///
/// RAM: 12 bytes a slot, and 30 KB: 9 for the choice under way, 6 for its memo, 6 for the deduction
/// under way, 6 for scores and 1.4 for the path of a walk.
#[derive(Clone, Debug)]
pub struct Workspace<const SLOTS: usize> {
    pub(super) cache: ValueCache<SLOTS>,
    /// What the present choice has found out.
    pub(super) memo: Memo,
    /// The present choice.
    pub(super) lines: Lines,
    /// The present deduction, at depth 0 if there is none.
    pub(super) deduction: Deduction,
    /// Where the present walk has got to, or the last one that was not finished.
    pub(super) path: Path,
    /// The number of steppers that have begun.
    turn: u32,
}

impl<const SLOTS: usize> Workspace<SLOTS> {
    /// A workspace that holds nothing: all zero bits, so that a `static` of it takes no flash.
    pub const fn new() -> Workspace<SLOTS> {
        Workspace {
            cache: ValueCache::new(),
            memo: Memo::new(),
            lines: Lines::idle(),
            deduction: Deduction::idle(),
            path: Path {
                positions: Vec::new(),
                is_lost: false,
            },
            turn: 0,
        }
    }

    /// Turns to another stepper. Returns its number, which is not 0.
    pub(super) fn begin(&mut self) -> u32 {
        self.deduction.stop();
        self.turn = self.turn.wrapping_add(1).max(1);
        self.turn
    }

    /// The number of the stepper that has begun last.
    pub(super) const fn turn(&self) -> u32 {
        self.turn
    }
}

impl<const SLOTS: usize> Default for Workspace<SLOTS> {
    fn default() -> Workspace<SLOTS> {
        Workspace::new()
    }
}

/// The positions that a walk has gone through, the present one last, canonical.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) positions: Vec<Position, { LONGEST as usize + 1 }>,
    /// Whether the first one is lost; meaningful once there is a second.
    is_lost: bool,
}

impl Path {
    /// Turns to a position: stays as it is if it begins there.
    pub(super) fn begin(&mut self, position: Position) {
        if self.positions.first() != Some(&position) {
            self.positions.clear();
            // There is room for one.
            let _ = self.positions.push(position);
        }
    }

    /// Adds the next position, given whether the present one is lost; `false` if there is no room.
    pub(super) fn push(&mut self, next: Position, is_lost: bool) -> bool {
        self.is_lost = is_lost == (self.positions.len() % 2 == 1);
        self.positions.push(next).is_ok()
    }

    /// Whether the first position is lost, if the path shows that.
    pub(super) fn is_lost(&self) -> Option<bool> {
        (self.positions.len() > 1).then_some(self.is_lost)
    }

    /// Half moves from the first position to the present one.
    pub(super) fn plies(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }
}
