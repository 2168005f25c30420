//! Exact distances: along the best moves to the end, remembering what is learnt on the way.

use core::task::Poll;

use heapless::Vec;

use super::child_scan::ChildScan;
use super::deduction::Standing;
use super::flash::Flash;
use super::image::ImageError;
use super::look::look_ahead;
use super::probe::{Database, ImageWitness};
use super::value_cache::ValueCache;
use crate::game::{Position, Value};

/// No game is longer with best play; a damaged image may send a walk in circles.
pub const LONGEST: u8 = 173;

/// The way to the exact value of a position, one child of one position a step.
///
/// RAM: 8 bytes for each of 174 positions, and a scan.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The positions gone through, the present one last; never empty.
    path: Vec<Position, { LONGEST as usize + 1 }>,
    /// Whether the present position is lost, once that is known.
    lost: Option<bool>,
    stage: Stage,
    scan: ChildScan,
}

/// What is being found out about the present position.
#[derive(Clone, Copy, Debug)]
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
        let mut path = Vec::new();
        // There is room for one.
        let _ = path.push(position.canonical());
        Walk {
            path,
            lost: None,
            stage: Stage::Look,
            scan: ChildScan::quickest_win(position),
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
            let next = match self.stage {
                Stage::Look => {
                    if let Some(value) = cache.recall(position).or_else(|| look_ahead(position)) {
                        return Ok(Poll::Ready(self.end(cache, value)));
                    }
                    self.scan = match self.lost {
                        Some(true) => ChildScan::longest_delay(position),
                        _ => ChildScan::quickest_win(position),
                    };
                    self.stage = Stage::Scan;
                    // Of the first position only: the others follow from it.
                    if self.lost.is_none() {
                        self.scan.deduction.begin(position);
                        self.stage = Stage::Standing;
                    }
                    continue;
                }
                Stage::Standing => {
                    let mut witness = ImageWitness { database, cache };
                    let Poll::Ready(standing) = self.scan.deduction.step(&mut witness)? else {
                        continue;
                    };
                    self.lost = match standing {
                        Standing::Lost => Some(true),
                        Standing::Won => Some(false),
                        // Whether it is won is known only after the scan.
                        Standing::NotLost => None,
                        Standing::Drawn => {
                            return Ok(Poll::Ready(self.end(cache, Value::Draw)));
                        }
                    };
                    if standing == Standing::Lost {
                        self.scan = ChildScan::longest_delay(position);
                    }
                    self.stage = Stage::Scan;
                    continue;
                }
                Stage::Scan => match self.scan.step(database, cache)? {
                    Poll::Ready(next) => next,
                    Poll::Pending => continue,
                },
            };
            self.stage = Stage::Look;
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
