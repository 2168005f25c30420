//! The stored answers of each class: how many filter bits, which shards, what they hold.

use std::fmt;

use dobutsu_core::database::answers::{Answers, Part, ShardRange};
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::database::ribbon::{Shard, WIDTH, scale};

use super::beam;
use super::questions::Asked;
use super::ribbon::{Solution, solve, solve_filter};
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
    filter: FilterSize,
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
        let filter = FilterSize::best(expected.len(), unexpected.len());
        let mut statistics = Statistics {
            questions: (expected.len() + unexpected.len()) as u64,
            unexpected: unexpected.len() as u64,
            filter,
            bits: 0,
        };
        let before = self.words.len();
        let mut answers: Vec<(u64, bool)> = Vec::new();
        let keyed = |question, unexpected| (Part::Answer.hash(question), unexpected);
        if filter.planes == 0 {
            self.ranges.push(ShardRange {
                expected: yes_expected,
                ..ShardRange::default()
            });
            // Where nothing is unexpected, the reader needs no shard at all.
            if !unexpected.is_empty() {
                answers.extend(expected.iter().map(|&question| keyed(question, false)));
            }
        } else {
            let keys = |questions: &[u64]| {
                let keys = questions.iter();
                keys.map(|&question| Part::Filter.hash(question)).collect()
            };
            let filter = Shards::filter(keys(&unexpected), keys(&expected), filter, threads);
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
        let shards = Shards::answers(answers, threads);
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

/// How large a filter is.
#[derive(Clone, Copy, Default)]
struct FilterSize {
    /// Bits for each key.
    planes: u16,
    /// Bits of each plane that are free, for 64 keys.
    slack: u32,
}

impl FilterSize {
    /// The size that makes a class smallest.
    fn best(expected: usize, unexpected: usize) -> FilterSize {
        let slacks = |planes: u16| match u32::from(planes) {
            1..=beam::PLANES => 0..=64,
            _ => 0..=0,
        };
        let sizes = (0..=20).flat_map(|planes| {
            slacks(planes)
                .step_by(2)
                .map(move |slack| FilterSize { planes, slack })
        });
        let bits = |size: &FilterSize| size.bits(expected, unexpected);
        sizes
            .min_by(|a, b| bits(a).total_cmp(&bits(b)))
            .unwrap_or_default()
    }

    /// How many bits a class takes.
    fn bits(self, expected: usize, unexpected: usize) -> f64 {
        if unexpected == 0 {
            return 0.0;
        }
        let (expected, unexpected) = (expected as f64, unexpected as f64);
        let planes = f64::from(self.planes);
        let free = unexpected * planes * f64::from(self.slack) / 64.0;
        let chance = 0.5f64.powi(self.planes.into());
        let efficiency = EFFICIENCY[usize::from(self.planes.max(1) - 1).min(EFFICIENCY.len() - 1)];
        let answers = unexpected + expected * share(chance, efficiency * free / expected);
        let filter = match self.planes {
            0 => 0.0,
            _ => shard_waste(unexpected, planes),
        };
        unexpected * planes + free + filter + answers + shard_waste(answers, 1.0)
    }
}

/// The bits that the shards of this many keys take besides those of the keys: a window and a word
/// at the end of each plane, and an entry in the directory.
fn shard_waste(keys: f64, planes: f64) -> f64 {
    let shards = (keys / SHARD_KEYS as f64).ceil();
    shards * (planes * f64::from(WIDTH + 32) + f64::from(8 * Shard::BYTES))
}

/// The part of the free bits that the search makes use of, by the number of planes; measured on
/// shards of 8,192 keys with the slacks that are chosen.
const EFFICIENCY: [f64; beam::PLANES as usize] = [0.86, 0.69, 0.57, 0.38, 0.38];

/// The least share of keys that pass a filter by chance, where their own share of so many bits can
/// be chosen: as unlikely as these bits.
fn share(chance: f64, bits: f64) -> f64 {
    let unlikely = |share: f64| {
        let part = |a: f64, b: f64| if a > 0.0 { a * (a / b).log2() } else { 0.0 };
        part(share, chance) + part(1.0 - share, 1.0 - chance)
    };
    let (mut low, mut high) = (0.0, chance);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if unlikely(middle) > bits {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The shards of one part of a class, their planes one after another.
struct Shards {
    planes: u16,
    shards: Vec<Shard>,
    words: Vec<u32>,
}

impl Shards {
    /// Distributes the keys among shards and solves each, so that every key reads as its bit.
    fn answers(mut keys: Vec<(u64, bool)>, threads: usize) -> Shards {
        keys.sort_unstable();
        let count = keys.len().div_ceil(SHARD_KEYS) as u32;
        Shards::solve(1, count, threads, |number| {
            let of_shard = of_shard(&keys, |&(key, _)| key, number, count);
            let hashes: Vec<u64> = of_shard.iter().map(|&(key, _)| key).collect();
            solve(&hashes, 1, |at, _| u32::from(of_shard[at].1))
        })
    }

    /// The same for a filter of this size: every key passes, and few of the others.
    fn filter(
        mut keys: Vec<u64>,
        mut others: Vec<u64>,
        size: FilterSize,
        threads: usize,
    ) -> Shards {
        keys.sort_unstable();
        others.sort_unstable();
        let count = keys.len().div_ceil(SHARD_KEYS) as u32;
        Shards::solve(size.planes, count, threads, |number| {
            let [keys, others] =
                [&keys, &others].map(|keys| of_shard(keys, |&key| key, number, count));
            let slack = keys.len() as u32 * size.slack / 64;
            solve_filter(keys, others, size.planes.into(), slack)
        })
    }

    /// Solves each shard.
    fn solve(
        planes: u16,
        count: u32,
        threads: usize,
        solve: impl Fn(u32) -> Option<Solution> + Sync,
    ) -> Shards {
        let mut solved: Vec<(u32, Solution)> =
            in_chunks(threads, 0..count, 1, |numbers, solved: &mut Vec<_>| {
                for number in numbers {
                    solved.push((number, solve(number).expect("hashes differ")));
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

/// The keys in a shard, of sorted ones.
fn of_shard<T>(keys: &[T], key: impl Fn(&T) -> u64, number: u32, count: u32) -> &[T] {
    let first = keys.partition_point(|item| scale(key(item), count) < number);
    let end = keys.partition_point(|item| scale(key(item), count) <= number);
    &keys[first..end]
}

/// What each class costs beside its entropy.
impl fmt::Display for StoredAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>8} {:>10} {:>10} {:>6} {:>5} {:>10} {:>10}",
            "class", "questions", "against", "filter", "slack", "bytes", "entropy"
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
                "{topic:>5}{number:>3} {:>10} {:>10} {:>6} {:>3} % {:>10} {entropy:>10.0}",
                class.questions,
                class.unexpected,
                class.filter.planes,
                class.filter.slack * 100 / 64,
                class.bits / 8,
            )?;
        }
        let (questions, bytes, entropy) = total;
        writeln!(
            f,
            "{topic:>8} {questions:>10} {:>23} {bytes:>10} {entropy:>10.0}, {:.1} % above it",
            "",
            100.0 * (bytes as f64 / entropy.max(1.0) - 1.0)
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
