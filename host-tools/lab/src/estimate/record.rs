//! A run's results: what a checkpoint keeps and what merging adds up.
//!
//! A checkpoint is one line, `dobutsu-estimate 3 crc32:…`, and then JSON. The checksum covers
//! the JSON; the number is the format's version. It is written to a temporary file beside the
//! target and renamed, so an interruption leaves the old one or the new one.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, bail, ensure};
use dobutsu_core::estimate::{Contribution, Large, SquareSum, Statistics, Sum};
use serde::{Deserialize, Serialize};

use super::{
    coverage::Coverage,
    distribution::{Distribution, Series},
    spec::Spec,
};
use dobutsu::files;

const MAGIC: &str = "dobutsu-estimate";
const VERSION: &str = "3";

/// Everything known about a set of trials under one specification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// How the trials were made.
    pub spec: Spec,
    /// Which they were.
    pub coverage: Coverage,
    /// What they found.
    #[serde(with = "plain")]
    pub statistics: Statistics,
    /// How it is spread.
    pub distribution: Distribution,
    /// How the estimate went.
    pub series: Series,
    /// CPU time spent, in microseconds.
    pub cpu_micros: u64,
}

impl Record {
    /// No trial yet.
    pub(super) fn new(spec: Spec) -> Self {
        Self {
            spec,
            coverage: Coverage::default(),
            statistics: Statistics::default(),
            distribution: Distribution::default(),
            series: Series::default(),
            cpu_micros: 0,
        }
    }

    /// Adds the trials of `other`; refuses unlike settings and trials that are already there.
    pub(super) fn merge(&mut self, other: &Self) -> Result<()> {
        ensure!(
            self.spec == other.spec,
            "runs of different settings do not add up: [{}] and [{}]",
            self.spec,
            other.spec
        );
        let mut coverage = self.coverage.clone();
        coverage.merge(&other.coverage)?;
        self.coverage = coverage;
        self.statistics.merge(&other.statistics);
        self.distribution.merge(&other.distribution);
        self.series.merge(&other.series);
        self.cpu_micros += other.cpu_micros;
        Ok(())
    }

    /// Reads a checkpoint.
    pub(super) fn load(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&bytes).with_context(|| format!("{} cannot be used", path.display()))
    }

    /// Reads a checkpoint from its bytes.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let foreign = "it is not a checkpoint of an estimate";
        let newline = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .context(foreign)?;
        let (line, body) = (&bytes[..newline], &bytes[newline + 1..]);
        let line = std::str::from_utf8(line).ok().context(foreign)?;
        let [magic, version, checksum] = line.split(' ').collect::<Vec<_>>()[..] else {
            bail!(foreign);
        };
        ensure!(magic == MAGIC, foreign);
        ensure!(
            version == VERSION,
            "it has format {version}, and this program reads {VERSION}"
        );
        ensure!(
            checksum == format!("crc32:{:08x}", files::CRC.checksum(body)),
            "it is damaged: its checksum does not match"
        );
        let record: Self = serde_json::from_slice(body)
            .ok()
            .context("its contents make no sense")?;
        ensure!(record.is_sound(), "its counts contradict each other");
        Ok(record)
    }

    /// Whether the parts agree, and no count is so large that a sum of some hundred could
    /// overflow.
    fn is_sound(&self) -> bool {
        let s = &self.statistics;
        let counts = [
            s.trials,
            s.dead_ends,
            s.barren,
            s.successes,
            self.cpu_micros,
        ];
        let visits = [
            s.descent_nodes,
            s.descent_leaves,
            s.search_nodes,
            s.search_leaves,
        ];
        let all = [&counts[..], &visits, &s.start_levels].concat();
        all.iter().all(|&count| count < 1 << 56)
            && s.dead_ends + s.barren + s.successes == s.trials
            && s.largest
                .is_sorted_by(|a, b| a > b || *b == Large::default())
            && self.coverage.is_sound()
            && self.coverage.trials() == s.trials
            && self.series.is_sound()
            && self.series.trials() == s.trials
            && self.distribution.contribution.count() == s.successes
            && self.distribution.product.count() == s.successes
            && self.distribution.found.count() == s.successes
    }

    /// The checkpoint's bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let body = serde_json::to_vec(self).expect("a record is plain data");
        let mut bytes = format!(
            "{MAGIC} {VERSION} crc32:{:08x}\n",
            files::CRC.checksum(&body)
        )
        .into_bytes();
        bytes.extend(body);
        bytes
    }

    /// Writes a checkpoint, whole or not at all.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        files::write_whole(path, |file| file.write_all(&self.to_bytes()))
    }

    /// CPU time in seconds.
    pub(super) fn cpu_seconds(&self) -> f64 {
        self.cpu_micros as f64 / 1e6
    }
}

/// Statistics as JSON: wide numbers as their limbs, lowest first.
mod plain {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Plain {
        trials: u64,
        dead_ends: u64,
        barren: u64,
        successes: u64,
        descent_nodes: u64,
        descent_leaves: u64,
        search_nodes: u64,
        search_leaves: u64,
        sum: [u32; 17],
        squares: [u32; 32],
        start_levels: Vec<u64>,
        largest: Vec<(u64, u64, [u32; 15])>,
    }

    pub(super) fn serialize<S: Serializer>(
        statistics: &Statistics,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let s = statistics;
        let kept = s
            .largest
            .iter()
            .filter(|large| !large.contribution.is_zero());
        Plain {
            trials: s.trials,
            dead_ends: s.dead_ends,
            barren: s.barren,
            successes: s.successes,
            descent_nodes: s.descent_nodes,
            descent_leaves: s.descent_leaves,
            search_nodes: s.search_nodes,
            search_leaves: s.search_leaves,
            sum: *s.sum.limbs(),
            squares: *s.squares.limbs(),
            start_levels: s.start_levels.to_vec(),
            largest: kept
                .map(|large| (large.seed, large.number, *large.contribution.limbs()))
                .collect(),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Statistics, D::Error> {
        let plain = Plain::deserialize(deserializer)?;
        let mut statistics = Statistics {
            trials: plain.trials,
            dead_ends: plain.dead_ends,
            barren: plain.barren,
            successes: plain.successes,
            descent_nodes: plain.descent_nodes,
            descent_leaves: plain.descent_leaves,
            search_nodes: plain.search_nodes,
            search_leaves: plain.search_leaves,
            sum: Sum::from_limbs(plain.sum),
            squares: SquareSum::from_limbs(plain.squares),
            ..Statistics::default()
        };
        statistics.start_levels = plain
            .start_levels
            .try_into()
            .map_err(|_| D::Error::custom("not as many levels as there are"))?;
        if plain.largest.len() > statistics.largest.len() {
            return Err(D::Error::custom("too many large contributions"));
        }
        for (place, (seed, number, limbs)) in statistics.largest.iter_mut().zip(plain.largest) {
            *place = Large {
                contribution: Contribution::from_limbs(limbs),
                seed,
                number,
            };
        }
        Ok(statistics)
    }
}

#[cfg(test)]
mod fuzz {
    use super::*;

    /// Reads `body` under a right checksum, as if it were a checkpoint: it may be refused but
    /// must not panic, and what is accepted must be written back as it was and add up.
    pub(super) fn fuzz_checkpoint(body: &[u8]) {
        let mut bytes = format!(
            "{MAGIC} {VERSION} crc32:{:08x}\n",
            files::CRC.checksum(body)
        )
        .into_bytes();
        bytes.extend(body);
        if let Ok(record) = Record::parse(&bytes) {
            assert!(Record::parse(&record.to_bytes()).unwrap() == record);
            let mut doubled = record.clone();
            assert_eq!(
                doubled.merge(&record).is_ok(),
                record.statistics.trials == 0
            );
        }
        let _ = Record::parse(body);
    }
}

#[cfg(test)]
mod tests {
    use super::{fuzz::fuzz_checkpoint, *};
    use crate::estimate::runner::{Limits, Runner};
    use proptest::prelude::*;
    use std::sync::{LazyLock, atomic::AtomicBool};

    /// The body of a real checkpoint.
    static BODY: LazyLock<String> = LazyLock::new(|| {
        let spec = Spec::plain("queens:9".parse().unwrap(), "product:1e2".parse().unwrap());
        let mut record = Record::new(spec);
        let limits = Limits {
            trials: Some(50),
            cpu: None,
        };
        let runner = Runner {
            seed: 3,
            limits,
            threads: 1,
            checkpoint: None,
            stop: &AtomicBool::new(false),
            watch: &mut |_| (),
        };
        runner.run(&mut record).unwrap();
        let text = String::from_utf8(record.to_bytes()).unwrap();
        text.split_once('\n').unwrap().1.into()
    });

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        fuzz_checkpoint(BODY.as_bytes());
        assert!(BODY.contains("queens:9"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            fuzz_checkpoint(&bytes);
        }

        /// Numbers of a real checkpoint replaced by others.
        #[test]
        fn any_numbers_are_read_or_refused(place: usize, number in prop_oneof![any::<u64>(), 0u64..100]) {
            let mut parts: Vec<String> = Vec::new();
            for character in BODY.chars() {
                match parts.last_mut() {
                    Some(last) if character.is_ascii_digit() && last.ends_with(|c: char| c.is_ascii_digit()) => {
                        last.push(character);
                    }
                    _ => parts.push(character.into()),
                }
            }
            let numbers: Vec<usize> = (0..parts.len())
                .filter(|&part| parts[part].starts_with(|c: char| c.is_ascii_digit()))
                .collect();
            parts[numbers[place % numbers.len()]] = number.to_string();
            fuzz_checkpoint(parts.concat().as_bytes());
        }
    }
}
