//! The children of a position: those that are open, in the order of a network's scores.

use heapless::Vec;

use super::guide::{Guide, Paid};
use crate::database::candidates::sort_few;
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::game::{Position, safe_children};

/// A child, its network's score, and the number of the safe move to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) position: Position,
    pub(super) score: i16,
    number: u8,
}

/// The children of a lost or a won position, at the end of a list that others may share.
pub(super) struct Children<'a, const ROOM: usize> {
    pub(super) list: &'a mut Vec<Child, ROOM>,
    /// Where they start.
    pub(super) first: usize,
    pub(super) parent: Position,
    pub(super) is_lost: bool,
}

impl<const ROOM: usize> Children<'_, ROOM> {
    /// The children themselves.
    fn here(&mut self) -> &mut [Child] {
        self.list.get_mut(self.first..).unwrap_or(&mut [])
    }

    /// Lists all children, each once; `false` if there is no room.
    pub(super) fn fill(&mut self) -> bool {
        let children = safe_children(self.parent).map(Position::canonical);
        for (number, position) in children.enumerate() {
            if self.here().iter().any(|known| known.position == position) {
                continue;
            }
            let child = Child {
                position,
                score: 0,
                number: number as u8,
            };
            if self.list.push(child).is_err() {
                return false;
            }
        }
        true
    }

    /// Leaves out the child with this number if it is not open, or all that are not if the memo
    /// holds that. Returns the number of the next one, `None` after the last.
    pub(super) fn open<G: Guide>(&mut self, number: u8, guide: &mut G) -> Option<u8> {
        let at = self.first + usize::from(number);
        if number == 0
            && let Some(open) = guide.memo().open(self.parent, self.is_lost)
        {
            let is_open =
                |child: &Child| open.checked_shr(child.number.into()).unwrap_or(0) & 1 == 1;
            let mut at = at;
            while let Some(child) = self.list.get(at) {
                if is_open(child) {
                    at += 1;
                } else {
                    self.list.swap_remove(at);
                }
            }
            return None;
        }
        if let Some(child) = self.list.get(at) {
            if guide.paid_open(self.is_lost, child.position) {
                return Some(number + 1);
            }
            self.list.swap_remove(at);
            return Some(number);
        }
        // The memo has room for the numbers of 32 moves.
        let bits = self
            .here()
            .iter()
            .map(|child| 1u32.checked_shl(child.number.into()));
        let open = bits.into_iter().try_fold(0, |open, bit| Some(open | bit?));
        if let Some(open) = open {
            guide.memo().remember_open(self.parent, self.is_lost, open);
        }
        None
    }

    /// Scores the child with this number; the number of the next one. After the last puts them
    /// in order, the best score first, and returns `None`.
    pub(super) fn score<G: Guide>(
        &mut self,
        number: u8,
        guide: &mut G,
    ) -> Result<Option<u8>, ImageError> {
        let topic = match self.is_lost {
            true => Topic::LongestDelay,
            false => Topic::QuickestWin,
        };
        if let Some(child) = self.here().get_mut(usize::from(number)) {
            child.score = guide.paid_score(topic, child.position)?;
            return Ok(Some(number + 1));
        }
        sort_few(self.here(), |child| {
            (-i32::from(child.score), child.position)
        });
        Ok(None)
    }
}
