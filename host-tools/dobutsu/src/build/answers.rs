//! The stored answers of each class: how many filter bits, which shards, what they hold.

use std::fmt;

use dobutsu_core::database::answers::{Answers, Part, ShardRange};
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::database::ribbon::{Equation, Shard, scale};

use super::questions::Asked;
use super::ribbon::{Solution, solve};
use crate::parallel::in_chunks;

/// Keys in a shard: more of them waste less on the ends, but take longer to make independent.
const SHARD_KEYS: usize = 1 << 14;

/// The answers about one topic, as a section of the image holds them.
pub(super) struct StoredAnswers {
    topic: &'static str,
    ranges: Vec<ShardRange>,
    shards: Vec<Shard>,
    words: Vec<u32>,
    statistics: Vec<Statistics>,
}

/// What one class holds and costs.
struct Statistics {
    questions: u64,
    unexpected: u64,
    filter_bits: u16,
    bits: u64,
}

impl StoredAnswers {
    /// Stores the answers of all classes of a topic; `progress` is told how many questions are
    /// done.
    pub(super) fn build(
        topic: &'static str,
        asked: Vec<Asked>,
        threads: usize,
        progress: &dyn Fn(usize),
    ) -> StoredAnswers {
        let mut stored = StoredAnswers {
            topic,
            ranges: Vec::new(),
            shards: Vec::new(),
            words: Vec::new(),
            statistics: Vec::new(),
        };
        for asked in asked {
            let questions = asked.len();
            stored.add_class(asked, threads);
            progress(questions);
        }
        stored
    }

    fn add_class(&mut self, asked: Asked, threads: usize) {
        let Asked { yes, no } = asked;
        let yes_expected = yes.len() > no.len();
        let (expected, unexpected) = if yes_expected { (yes, no) } else { (no, yes) };
        let filter_bits = filter_bits(expected.len(), unexpected.len());
        let mut statistics = Statistics {
            questions: (expected.len() + unexpected.len()) as u64,
            unexpected: unexpected.len() as u64,
            filter_bits,
            bits: 0,
        };
        let before = self.words.len();
        let mut answers: Vec<(u64, bool)> = Vec::new();
        let keyed = |question, unexpected| (Part::Answer.hash(question), unexpected);
        if filter_bits == 0 {
            self.ranges.push(ShardRange {
                expected: yes_expected,
                ..ShardRange::default()
            });
            // Where nothing is unexpected, the reader needs no shard at all.
            if !unexpected.is_empty() {
                answers.extend(expected.iter().map(|&question| keyed(question, false)));
            }
        } else {
            let keys = unexpected
                .iter()
                .map(|&question| (Part::Filter.hash(question), true));
            let filter = Shards::solve(keys.collect(), filter_bits, threads, |_, equation| {
                equation.fingerprint
            });
            let bytes = filter.to_bytes();
            let place = Answers {
                class: Class::first(Topic::Loss),
                ranges: 0,
                directory: 0,
                planes: filter.directory_bytes(),
            };
            let range = filter.range(0, yes_expected);
            let passes =
                |&&question: &&u64| place.passes(&&bytes[..], range, question) == Some(true);
            answers.extend(
                expected
                    .iter()
                    .filter(passes)
                    .map(|&question| keyed(question, false)),
            );
            self.add(filter, yes_expected);
        }
        answers.extend(unexpected.iter().map(|&question| keyed(question, true)));
        let shards = Shards::solve(answers, 1, threads, |unexpected, _| u32::from(unexpected));
        self.add(shards, yes_expected);
        statistics.bits = 32 * (self.words.len() - before) as u64;
        self.statistics.push(statistics);
    }

    /// The section's bytes: ranges, directory and planes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let before = ShardRange::BYTES as usize * self.ranges.len()
            + Shard::BYTES as usize * self.shards.len();
        let moved = |shard: &Shard| Shard {
            first: shard.first + before as u32 / 4,
            ..*shard
        };
        let ranges = self.ranges.iter().copied().flat_map(ShardRange::to_bytes);
        let directory = self.shards.iter().map(moved).flat_map(Shard::to_bytes);
        let planes = self.words.iter().copied().flat_map(u32::to_le_bytes);
        ranges.chain(directory).chain(planes).collect()
    }

    fn add(&mut self, part: Shards, expected: bool) {
        self.ranges
            .push(part.range(self.shards.len() as u32, expected));
        let first = self.words.len() as u32;
        let moved = |shard: Shard| Shard {
            first: first + shard.first,
            ..shard
        };
        self.shards.extend(part.shards.into_iter().map(moved));
        self.words.extend(part.words);
    }
}

/// How many filter bits make a class smallest.
fn filter_bits(expected: usize, unexpected: usize) -> u16 {
    let bits = |filter: &u16| bits(expected, unexpected, *filter);
    (0..=20)
        .min_by(|a, b| bits(a).total_cmp(&bits(b)))
        .unwrap_or(0)
}

/// How many bits a class takes with so many filter bits, without what shards waste.
fn bits(expected: usize, unexpected: usize, filter: u16) -> f64 {
    if unexpected == 0 {
        return 0.0;
    }
    let through = expected as f64 / f64::from(1u32 << filter);
    unexpected as f64 * (f64::from(filter) + 1.0) + through
}

/// How many bits a class takes at least.
pub(super) fn least_bits(expected: usize, unexpected: usize) -> f64 {
    bits(expected, unexpected, filter_bits(expected, unexpected))
}

/// The shards of one part of a class, their planes one after another.
struct Shards {
    planes: u16,
    shards: Vec<Shard>,
    words: Vec<u32>,
}

impl Shards {
    /// Shares the keys out among shards and solves each, so that every key reads as its value.
    fn solve(
        mut keys: Vec<(u64, bool)>,
        planes: u16,
        threads: usize,
        value: impl Fn(bool, &Equation) -> u32 + Sync,
    ) -> Shards {
        keys.sort_unstable();
        let count = keys.len().div_ceil(SHARD_KEYS) as u32;
        let of_shard = |number: u32| {
            let first = keys.partition_point(|&(key, _)| scale(key, count) < number);
            let end = keys.partition_point(|&(key, _)| scale(key, count) <= number);
            &keys[first..end]
        };
        let mut solved: Vec<(u32, Solution)> =
            in_chunks(threads, count, 1, |numbers, solved: &mut Vec<_>| {
                for number in numbers {
                    let (keys, bits): (Vec<u64>, Vec<bool>) =
                        of_shard(number).iter().copied().unzip();
                    let value = |at: usize, equation: &Equation| value(bits[at], equation);
                    let solution = solve(&keys, planes.into(), value);
                    solved.push((number, solution.expect("hashes differ")));
                }
            })
            .into_iter()
            .flatten()
            .collect();
        solved.sort_unstable_by_key(|&(number, _)| number);
        let mut shards = Shards {
            planes,
            shards: Vec::new(),
            words: Vec::new(),
        };
        for (_, Solution { bits, seed, words }) in solved {
            shards.shards.push(Shard {
                first: shards.words.len() as u32,
                bits,
                seed,
            });
            shards.words.extend(words);
        }
        shards
    }

    fn range(&self, first: u32, expected: bool) -> ShardRange {
        ShardRange {
            first,
            shards: self.shards.len() as u16,
            planes: self.planes,
            expected,
        }
    }

    fn directory_bytes(&self) -> u32 {
        Shard::BYTES * self.shards.len() as u32
    }

    /// The directory, then the planes.
    fn to_bytes(&self) -> Vec<u8> {
        let directory = self.shards.iter().copied().flat_map(Shard::to_bytes);
        directory
            .chain(self.words.iter().copied().flat_map(u32::to_le_bytes))
            .collect()
    }
}

/// What each class costs beside its entropy.
impl fmt::Display for StoredAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>8} {:>10} {:>10} {:>6} {:>10} {:>10}",
            "class", "questions", "against", "filter", "bytes", "entropy"
        )?;
        let topic = self.topic;
        let mut total = (0, 0, 0.0);
        for (number, class) in self.statistics.iter().enumerate() {
            let entropy = entropy(class) / 8.0;
            total.0 += class.questions;
            total.1 += class.bits / 8;
            total.2 += entropy;
            writeln!(
                f,
                "{topic:>5}{number:>3} {:>10} {:>10} {:>6} {:>10} {entropy:>10.0}",
                class.questions,
                class.unexpected,
                class.filter_bits,
                class.bits / 8,
            )?;
        }
        let (questions, bytes, entropy) = total;
        writeln!(
            f,
            "{topic:>8} {questions:>10} {:>17} {bytes:>10} {entropy:>10.0}",
            ""
        )
    }
}

/// The least number of bits that could hold a class's answers.
fn entropy(class: &Statistics) -> f64 {
    let (all, against) = (class.questions as f64, class.unexpected as f64);
    let part = |part: f64| {
        if part > 0.0 {
            -part * (part / all).log2()
        } else {
            0.0
        }
    };
    part(against) + part(all - against)
}
