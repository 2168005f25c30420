//! Exact distances: along the best moves to the end, remembering what is learnt on the way.

use heapless::Vec;

use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::Database;
use super::ribbon::mix;
use crate::game::{Position, Value};
use crate::table::OverwriteTable;

/// No game is longer with best play; a damaged image may send a walk in circles.
const LONGEST: usize = 173;

/// Values of positions asked before, in an overwrite table: neighbours' lines soon meet.
///
/// The marks verify 56 bits of a key that is different for every position, so from 256 slots on
/// no answer is ever another position's. RAM: 16 bytes a slot.
#[derive(Clone, Debug, Default)]
pub struct Memory<const SLOTS: usize>(OverwriteTable<i16, SLOTS, u64>);

impl<const SLOTS: usize> Memory<SLOTS> {
    /// Remembers nothing yet.
    pub const fn new() -> Memory<SLOTS> {
        Memory(OverwriteTable::new())
    }

    fn recall(&self, position: Position) -> Option<Value> {
        Value::from_plies(self.0.get(mix(position.pack()))?)
    }

    fn remember(&mut self, position: Position, value: Value) {
        self.0.put(mix(position.pack()), value.plies());
    }
}

/// The way to the exact value of a position, a few plies at a time.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The positions gone through, the present one last; never empty.
    path: Vec<Position, { LONGEST + 1 }>,
    lost: Option<bool>,
}

impl Walk {
    /// A walk from a position that is not over.
    pub fn new(position: Position) -> Walk {
        let mut path = Vec::new();
        // There is room for one.
        let _ = path.push(position.canonical());
        Walk { path, lost: None }
    }

    /// Goes at most so many plies further; the value of where the walk began, if it is done.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        memory: &mut Memory<SLOTS>,
        plies: u32,
    ) -> Result<Option<Value>, ImageError> {
        for _ in 0..plies {
            let Some(&position) = self.path.last() else {
                return Err(ImageError::Section(3));
            };
            let known = memory.recall(position).or_else(|| look_ahead(position));
            if let Some(value) = known {
                return Ok(Some(self.end(memory, value)));
            }
            let lost = match self.lost {
                Some(lost) => lost,
                None => database.is_lost_later(position)?,
            };
            let next = if lost {
                database.delay(position)?
            } else {
                database.haste(position)?
            };
            match next {
                Some(next) => self.path.push(next).map_err(|_| ImageError::Section(3))?,
                None if self.lost.is_none() && !lost => {
                    return Ok(Some(self.end(memory, Value::Draw)));
                }
                None => return Err(ImageError::Section(3)),
            }
            self.lost = Some(!lost);
        }
        Ok(None)
    }

    /// Gives every position of the path its value, from the last one's.
    fn end<const SLOTS: usize>(&mut self, memory: &mut Memory<SLOTS>, value: Value) -> Value {
        let mut value = value;
        while let Some(position) = self.path.pop() {
            memory.remember(position, value);
            if self.path.is_empty() {
                break;
            }
            value = value.before();
        }
        value
    }
}
