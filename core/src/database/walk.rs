//! Exact distances: along the best moves to the end, remembering what is learnt on the way.

use core::task::Poll;

use heapless::Vec;

use super::deduction::{Deduction, Standing};
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Database, ImageWitness};
use super::ribbon::mix;
use super::survey::Survey;
use crate::game::{Position, Value};
use crate::table::OverwriteTable;

/// No game is longer with best play; a damaged image may send a walk in circles.
pub const LONGEST: u8 = 173;

/// Numbers from here on are standings; no value has so many plies.
const STANDINGS: i16 = 1000;

/// Values and standings of positions asked before, in an overwrite table: neighbours' lines soon meet.
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

    pub(super) fn recall_standing(&self, position: Position) -> Option<Standing> {
        let code = self.0.get(mix(position.pack()))?;
        let known = Standing::ALL.get(usize::from(code.checked_sub(STANDINGS)? as u16));
        known.copied().or_else(|| match Value::from_plies(code)? {
            Value::Loss(_) => Some(Standing::Lost),
            Value::Win(_) => Some(Standing::Won),
            Value::Draw => Some(Standing::Drawn),
        })
    }

    pub(super) fn remember_standing(&mut self, position: Position, standing: Standing) {
        self.0
            .put(mix(position.pack()), STANDINGS + standing as i16);
    }
}

/// The way to the exact value of a position, one child of one position a step.
///
/// RAM: 8 bytes for each of 174 positions, and a survey.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The positions gone through, the present one last; never empty.
    path: Vec<Position, { LONGEST as usize + 1 }>,
    /// Whether the present position is lost, once that is known.
    lost: Option<bool>,
    stage: Stage,
}

/// What is being found out about the present position.
#[derive(Clone, Debug)]
enum Stage {
    /// Is its value known already?
    Look,
    /// Is it lost?
    Standing(Deduction),
    /// Which move is best?
    Survey(Survey),
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
            stage: Stage::Look,
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

    /// Goes at most so many steps further; the value of where the walk began, if it is done.
    pub fn step<F: Flash, const SLOTS: usize>(
        &mut self,
        database: &Database<F>,
        memory: &mut Memory<SLOTS>,
        steps: u32,
    ) -> Result<Option<Value>, ImageError> {
        for _ in 0..steps {
            let Some(&position) = self.path.last() else {
                return Err(ImageError::Contradiction);
            };
            let next = match &mut self.stage {
                Stage::Look => {
                    if let Some(value) = memory.recall(position).or_else(|| look_ahead(position)) {
                        return Ok(Some(self.end(memory, value)));
                    }
                    self.stage = match self.lost {
                        Some(true) => Stage::Survey(Survey::delay(position)),
                        Some(false) => Stage::Survey(Survey::haste(position)),
                        None => Stage::Standing(Deduction::new(position)),
                    };
                    continue;
                }
                Stage::Standing(deduction) => {
                    let mut witness = ImageWitness { database, memory };
                    let Poll::Ready(standing) = deduction.step(&mut witness)? else {
                        continue;
                    };
                    self.stage = match standing {
                        Standing::Drawn => return Ok(Some(self.end(memory, Value::Draw))),
                        Standing::Lost => Stage::Survey(Survey::delay(position)),
                        _ => Stage::Survey(Survey::haste(position)),
                    };
                    // Whether it is won is known only after the survey.
                    self.lost = match standing {
                        Standing::Lost => Some(true),
                        Standing::Won => Some(false),
                        _ => None,
                    };
                    continue;
                }
                Stage::Survey(survey) => match survey.step(database, memory)? {
                    Poll::Ready(next) => next,
                    Poll::Pending => continue,
                },
            };
            self.stage = Stage::Look;
            match next {
                Some(next) => {
                    let lost = self.lost.unwrap_or(false);
                    self.path.push(next).map_err(|_| ImageError::Contradiction)?;
                    self.lost = Some(!lost);
                }
                None if self.lost.is_none() => {
                    return Ok(Some(self.end(memory, Value::Draw)));
                }
                None => return Err(ImageError::Contradiction),
            }
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
