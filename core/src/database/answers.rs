//! Answers to yes-or-no questions, stored by how surely they were predicted.
//!
//! A question whose answer is predicted with probability 1 − p costs little more than its entropy.
//! A filter of f bits holds the questions of the class that are answered against the prediction; it
//! also passes one in 2^f of the others by chance. A plain bit separates the two. That is
//! pf + p + (1 − p)2^−f bits a question; each class has the f that minimises it.

use super::flash::{Flash, word};
use super::odds::{Class, Topic};
use super::ribbon::{Equation, Shard, mix, scale};
use crate::game::Position;

/// One question about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What it is about.
    pub topic: Topic,
    /// The position, in canonical form.
    pub position: Position,
    /// Which of the questions about this position.
    pub number: u8,
    /// The predicted odds of a yes, as a binary logarithm in 1/256.
    pub odds: i32,
}

impl Question {
    /// Whether an open position in canonical form is lost.
    pub const fn loss(position: Position, odds: i32) -> Question {
        Question {
            topic: Topic::Loss,
            position,
            number: 0,
            odds,
        }
    }

    /// The hash that stands for the question.
    pub const fn hash(&self) -> u64 {
        let which = (self.topic as u64) << 8 | self.number as u64;
        mix(mix(self.position.pack()).wrapping_add(which))
    }

    /// The class it is stored in.
    pub fn class(&self) -> Class {
        Class::of(self.topic, self.odds)
    }
}

/// The two sets of keys of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Passes all questions that are not answered as expected, and some of the others.
    Filter = 0,
    /// Whether the answer is not the expected one, for all questions that the filter passes.
    Answer = 1,
}

impl Part {
    /// A question's hash in this part, independent of its hash in the other.
    pub const fn hash(self, question: u64) -> u64 {
        mix(question ^ (self as u64 + 1) << 62)
    }
}

/// The shards of one part of a class: some consecutive ones of the directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShardRange {
    /// The first of them.
    pub first: u32,
    /// How many there are.
    pub shards: u16,
    /// How many bits they hold for each key, below 2^15.
    pub planes: u16,
    /// The answer that is expected in the class: that of most of its questions.
    pub expected: bool,
}

impl ShardRange {
    /// Bytes in the image's list.
    pub const BYTES: u32 = 8;

    /// Its bytes.
    pub fn to_bytes(self) -> [u8; 8] {
        let [a, b, c, d] = self.first.to_le_bytes();
        let [e, f] = self.shards.to_le_bytes();
        let [g, h] = (self.planes | u16::from(self.expected) << 15).to_le_bytes();
        [a, b, c, d, e, f, g, h]
    }
}

/// Where stored answers to questions of one topic lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The first class they are about.
    pub class: Class,
    /// Where the ranges of shards are listed, the filter of each class before its answers.
    pub ranges: u32,
    /// Where the shards of all ranges are listed.
    pub directory: u32,
    /// From where the shards' places are counted.
    pub planes: u32,
}

impl Answers {
    /// Bytes of the ranges.
    pub const RANGES_BYTES: u32 = Class::PER_TOPIC as u32 * 2 * ShardRange::BYTES;

    /// The answers about this topic in a section that starts here: ranges, directory and planes
    /// follow each other.
    pub const fn new(at: u32, topic: Topic) -> Answers {
        Answers {
            class: Class::first(topic),
            ranges: at,
            directory: at + Answers::RANGES_BYTES,
            planes: at,
        }
    }

    /// The answer to a question that was built in; `None` if the image ends too soon.
    pub fn ask<F: Flash>(&self, flash: &F, question: &Question) -> Option<bool> {
        let class = question.class();
        let filter = self.range(flash, class, Part::Filter)?;
        if filter.planes > 0 && !self.passes(flash, filter, question.hash())? {
            return Some(filter.expected);
        }
        let answers = self.range(flash, class, Part::Answer)?;
        if answers.shards == 0 {
            return Some(answers.expected);
        }
        let (shard, equation) = self.find(flash, answers, Part::Answer.hash(question.hash()))?;
        let unexpected = shard.read(flash, self.planes, 0, &equation)?;
        Some(answers.expected != unexpected)
    }

    /// Whether a filter passes the question with this hash.
    pub fn passes<F: Flash>(&self, flash: &F, filter: ShardRange, question: u64) -> Option<bool> {
        if filter.shards == 0 {
            return Some(false);
        }
        let (shard, equation) = self.find(flash, filter, Part::Filter.hash(question))?;
        for plane in 0..u32::from(filter.planes.min(32)) {
            let stored = shard.read(flash, self.planes, plane, &equation)?;
            if stored != (equation.fingerprint >> plane & 1 == 1) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn range<F: Flash>(&self, flash: &F, class: Class, part: Part) -> Option<ShardRange> {
        let number = class.index().checked_sub(self.class.index())?;
        let number = 2 * number as u32 + part as u32;
        let at = self.ranges.checked_add(number * ShardRange::BYTES)?;
        let counts = word(flash, at.checked_add(4)?)?;
        Some(ShardRange {
            first: word(flash, at)?,
            shards: counts as u16,
            planes: (counts >> 16 & 0x7FFF) as u16,
            expected: counts >> 31 == 1,
        })
    }

    fn find<F: Flash>(&self, flash: &F, range: ShardRange, hash: u64) -> Option<(Shard, Equation)> {
        let number = range
            .first
            .checked_add(scale(hash, u32::from(range.shards)))?;
        let at = self
            .directory
            .checked_add(number.checked_mul(Shard::BYTES)?)?;
        let shard = Shard::from_bytes(flash.read(at)?);
        let equation = Equation::new(hash, shard.seed, u32::from(shard.bits));
        Some((shard, equation))
    }
}
