//! Exact distances: along the best moves to the end, remembering what is learnt on the way.

use core::task::Poll;

use heapless::Vec;

use super::child_scan::ChildScan;
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::Database;
use super::ribbon::mix;
use crate::game::{Position, Value};
use crate::table::OverwriteTable;

/// No game is longer with best play; a damaged image may send a walk in circles.
pub const LONGEST: u8 = 173;

/// Values of positions asked before, in an overwrite table: neighbours' lines soon meet.
///
/// The marks verify 56 bits of a key that is different for every position, so from 256 slots on
/// no answer is ever another position's. RAM: 16 bytes a slot.
#[derive(Clone, Debug, Default)]
pub struct ValueCache<const SLOTS: usize>(OverwriteTable<i16, SLOTS, u64>);

impl<const SLOTS: usize> ValueCache<SLOTS> {
    /// Remembers nothing yet.
    pub const fn new() -> ValueCache<SLOTS> {
        ValueCache(OverwriteTable::new())
    }

    fn recall(&self, position: Position) -> Option<Value> {
        Value::from_plies(self.0.get(mix(position.pack()))?)
    }

    fn remember(&mut self, position: Position, value: Value) {
        self.0.put(mix(position.pack()), value.plies());
    }

    /// The table, for experiments.
    #[cfg(feature = "counters")]
    pub fn table(&mut self) -> &mut OverwriteTable<i16, SLOTS, u64> {
        &mut self.0
    }
}

/// The way to the exact value of a position, one child of one position a step.
///
/// RAM: 8 bytes for each of 174 positions, and a scan.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The positions gone through, the present one last; never empty.
    path: Vec<Position, { LONGEST as usize + 1 }>,
    /// Whether the present position is lost, once that is known.
    lost: Option<bool>,
    scan: Option<ChildScan>,
}

impl Walk {
    /// A walk from a position that is not over.
    pub fn new(position: Position) -> Walk {
        let mut path = Vec::new();
        // There is room for one.
        let _ = path.push(position.canonical());
        Walk {
            path,
            lost: None,
            scan: None,
        }
    }

    /// The positions gone through so far, canonical, the present one last.
    pub fn path(&self) -> &[Position] {
        &self.path
    }

    /// Whether the position where the walk began is lost; `None` if that is not known yet.
    pub fn is_lost(&self) -> Option<bool> {
        Some(self.lost? == (self.path.len() % 2 == 1))
    }

    /// Goes at most this many steps further; the value of where the walk began, if it is done.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        cache: &mut ValueCache<SLOTS>,
        steps: u32,
    ) -> Result<Poll<Value>, ImageError> {
        for _ in 0..steps {
            let Some(&position) = self.path.last() else {
                return Err(ImageError::Contradiction);
            };
            let Some(scan) = &mut self.scan else {
                let known = cache.recall(position).or_else(|| look_ahead(position));
                if let Some(value) = known {
                    return Ok(Poll::Ready(self.end(cache, value)));
                }
                let lost = match self.lost {
                    Some(lost) => lost,
                    None => database.is_lost_later(position)?,
                };
                self.scan = Some(if lost {
                    ChildScan::longest_delay(position)
                } else {
                    ChildScan::quickest_win(position)
                });
                // Of the first position it is known only now, and a win only after the scan.
                self.lost = (lost || self.path.len() > 1).then_some(lost);
                continue;
            };
            let Poll::Ready(next) = scan.step(database)? else {
                continue;
            };
            self.scan = None;
            match next {
                Some(next) => {
                    let lost = self.lost.unwrap_or(false);
                    self.path
                        .push(next)
                        .map_err(|_| ImageError::Contradiction)?;
                    self.lost = Some(!lost);
                }
                None if self.lost.is_none() => {
                    return Ok(Poll::Ready(self.end(cache, Value::Draw)));
                }
                None => return Err(ImageError::Contradiction),
            }
        }
        Ok(Poll::Pending)
    }

    /// Gives every position of the path its value, from the last one's.
    fn end<const SLOTS: usize>(&mut self, cache: &mut ValueCache<SLOTS>, value: Value) -> Value {
        let mut value = value;
        while let Some(position) = self.path.pop() {
            cache.remember(position, value);
            if self.path.is_empty() {
                break;
            }
            value = value.before();
        }
        value
    }
}
