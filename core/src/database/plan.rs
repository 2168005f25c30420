//! How far to look along the lines of a choice: the settings of an image, and what weighs the
//! looks.
//!
//! A plan follows the network that it belongs to. It is the number of stages (`u32`), the stages,
//! a ranker for what is known after each number of stages, from none to all, and the asker:
//! [perceptrons](super::perceptron). An image without a plan has the network's opinions alone.

use super::flash::{Flash, word};
use super::perceptron::{perceptron_bytes, weigh};

/// The most stages a plan may have.
pub const MAX_STAGES: usize = 8;
/// The most lines that are followed.
pub const MAX_LINES: usize = 8;

/// Numbers about a candidate before any look.
const BEFORE: usize = 4;
/// Numbers that a stage adds.
const A_STAGE: usize = 5;
/// Numbers about a question itself.
const ABOUT: usize = 8;

/// How many numbers a ranker sees after so many stages.
pub const fn ranker_inputs(stages: usize) -> usize {
    BEFORE + A_STAGE * stages
}

/// How many numbers an asker sees in a plan of so many stages.
pub const fn asker_inputs(stages: usize) -> usize {
    ABOUT + 2 * ranker_inputs(stages)
}

/// One half step along the lines of some candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Only where the odds of the first candidate are below this, in 1/256 of a bit.
    pub sure: u16,
    /// Of the third and later candidates only those that score at most this much less.
    pub gap: u16,
    /// No further line once the choice has cost so much: an evaluation counts one, a question
    /// whether a position is lost [eight](super::lines::LOSS_COST).
    pub cap: u16,
    /// At most so many lines.
    pub lines: u8,
}

impl Stage {
    /// Bytes in an image.
    pub const BYTES: u32 = 8;

    /// Its bytes.
    pub fn to_bytes(self) -> [u8; Stage::BYTES as usize] {
        let ([a, b], [c, d], [e, f]) = (
            self.sure.to_le_bytes(),
            self.gap.to_le_bytes(),
            self.cap.to_le_bytes(),
        );
        [a, b, c, d, e, f, self.lines, 0]
    }

    fn from_bytes([a, b, c, d, e, f, lines, _]: [u8; Stage::BYTES as usize]) -> Stage {
        Stage {
            sure: u16::from_le_bytes([a, b]),
            gap: u16::from_le_bytes([c, d]),
            cap: u16::from_le_bytes([e, f]),
            lines,
        }
    }
}

/// A plan, by where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    at: u32,
    stages: u8,
}

impl Plan {
    /// The plan that starts here; `None` if it is not all there or has too many stages.
    pub fn read<F: Flash>(flash: &F, at: u32) -> Option<Plan> {
        let stages = word(flash, at)?;
        let plan = Plan {
            at,
            stages: u8::try_from(stages).ok()?,
        };
        (usize::from(plan.stages) <= MAX_STAGES).then_some(plan)
    }

    /// The size in bytes of a plan with so many stages, in whole words: what follows it is read by
    /// them.
    pub const fn bytes(stages: usize) -> u32 {
        let bytes = asker(stages) + perceptron_bytes(asker_inputs(stages) as u32);
        bytes.next_multiple_of(4)
    }

    /// How many stages it has.
    pub const fn stages(&self) -> usize {
        self.stages as usize
    }

    /// The stage with this number.
    pub fn stage<F: Flash>(&self, flash: &F, number: usize) -> Option<Stage> {
        flash
            .read(self.at + 4 + number as u32 * Stage::BYTES)
            .map(Stage::from_bytes)
    }

    /// What the ranker after so many stages makes of what was seen.
    pub fn rank<F: Flash>(&self, flash: &F, after: usize, seen: &[i16]) -> Option<i32> {
        weigh(flash, self.at + ranker(self.stages(), after), seen)
    }

    /// The odds that the asker gives.
    pub fn odds<F: Flash>(&self, flash: &F, seen: &[i16]) -> Option<i32> {
        weigh(flash, self.at + asker(self.stages()), seen)
    }
}

const fn ranker(stages: usize, after: usize) -> u32 {
    let mut at = 4 + stages as u32 * Stage::BYTES;
    let mut before = 0;
    while before < after {
        at += perceptron_bytes(ranker_inputs(before) as u32);
        before += 1;
    }
    at
}

const fn asker(stages: usize) -> u32 {
    ranker(stages, stages + 1)
}
