//! One task: a problem, its settings and a seed, and the file of its result.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::task::Poll;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, ensure};
use cpu_time::ThreadTime;
use dobutsu::files;
use dobutsu_core::estimate::{self, Composite, Problem, Settings, Statistics, Trial, Windows};
use serde::{Deserialize, Serialize};
use std::io::Write;

use super::problem::{Name, Visitor};

/// Room for the deepest problem, 64 queens.
pub(super) const DEPTH: usize = 64;

/// When a descent turns into a search, as written: `level:35` or `product:1e38`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cutoff {
    Level(u8),
    Product(f64),
}

impl fmt::Display for Cutoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cutoff::Level(level) => write!(f, "level:{level}"),
            Cutoff::Product(product) => write!(f, "product:{product:e}"),
        }
    }
}

impl FromStr for Cutoff {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let unclear = || anyhow!("unclear cutoff '{text}': write level:35 or product:1e38");
        match text.split_once(':').ok_or_else(unclear)? {
            ("level", level) => Ok(Cutoff::Level(level.parse().map_err(|_| unclear())?)),
            ("product", product) => {
                let product: f64 = product.parse().map_err(|_| unclear())?;
                ensure!(
                    (1.0..=estimate::LARGEST_PRODUCT).contains(&product),
                    "a threshold lies between 1 and 1e125, not '{text}'"
                );
                Ok(Cutoff::Product(product))
            }
            _ => Err(unclear()),
        }
    }
}

/// Everything that decides the trials, apart from the seed: results can be merged if it is equal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spec {
    #[serde(with = "spelled")]
    pub(super) problem: Name,
    #[serde(with = "spelled")]
    pub(super) cutoff: Cutoff,
    /// Paths followed at once; 1 is the paper's single path.
    pub(super) width: u32,
    /// Whether nodes with islands have children.
    pub(super) keep_islands: bool,
    /// Whether all leaves are counted instead of solutions.
    pub(super) leaves: bool,
}

/// Values stored as they are written on the command line.
mod spelled {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(d: D) -> Result<T, D::Error>
    where
        T: FromStr<Err = anyhow::Error>,
        D: Deserializer<'de>,
    {
        String::deserialize(d)?.parse().map_err(D::Error::custom)
    }
}

/// When a task ends: no trial is started beyond either, and one that was started is finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) trials: u64,
    pub(super) time: Option<Duration>,
}

/// The result of one or more tasks, as it is stored in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) spec: Spec,
    pub(super) seeds: Vec<u64>,
    #[serde(with = "Sums")]
    pub(super) statistics: Statistics,
}

/// The statistics as a file has them.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Statistics", deny_unknown_fields)]
struct Sums {
    trials: u64,
    successes: u64,
    nodes: u64,
    mean: f64,
    squares: f64,
}

impl Record {
    /// Writes the file, whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        files::write_whole(path, |file| writeln!(file, "{text}"))
    }

    fn read(path: &Path) -> Result<Record> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        serde_json::from_str(&text).with_context(|| format!("{name} is not the file of a task"))
    }

    /// Adds up the files, in the order of their seeds, so that the result does not depend on the
    /// order of the arguments.
    ///
    /// # Errors
    /// If a file cannot be read, if settings differ, or if a seed occurs twice.
    pub(super) fn merge(paths: &[PathBuf]) -> Result<Record> {
        let records = paths.iter().map(|path| Record::read(path));
        let mut records = records.collect::<Result<Vec<_>>>()?;
        records.sort_by(|a, b| a.seeds.cmp(&b.seeds));
        let spec = records.first().context("there is no file to merge")?.spec;
        ensure!(
            records.iter().all(|record| record.spec == spec),
            "the files are of different problems or settings"
        );
        let mut seeds: Vec<u64> = Vec::new();
        let mut all = Statistics::default();
        for record in &records {
            all.merge(&record.statistics);
            seeds.extend(&record.seeds);
        }
        let mut sorted = seeds.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            anyhow::bail!("seed {} is in two of the files", pair[0]);
        }
        Ok(Record {
            spec,
            seeds,
            statistics: all,
        })
    }
}

/// Runs a task; `each` is given every trial and the nodes visited so far.
pub(super) fn run(
    spec: Spec,
    seed: u64,
    limits: Limits,
    each: impl FnMut(&Trial, u64),
) -> Result<Record> {
    let visitor = Run {
        spec,
        seed,
        limits,
        each,
    };
    let statistics = spec.problem.build(spec.keep_islands, visitor)??;
    Ok(Record {
        spec,
        seeds: vec![seed],
        statistics,
    })
}

struct Run<F> {
    spec: Spec,
    seed: u64,
    limits: Limits,
    each: F,
}

impl<F: FnMut(&Trial, u64)> Visitor for Run<F> {
    type Output = Result<Statistics>;

    fn visit<P: Problem>(mut self, problem: &P) -> Result<Statistics> {
        let begin = ThreadTime::now();
        let mut settings = Settings {
            cutoff: match self.spec.cutoff {
                Cutoff::Level(level) => estimate::Cutoff::Level(level),
                Cutoff::Product(product) => estimate::Cutoff::Product(product),
            },
            goal: match self.spec.leaves {
                true => estimate::Goal::Leaves,
                false => estimate::Goal::Solutions,
            },
            windows: None,
            seed: self.seed,
        };
        if self.spec.width != 1 {
            let windows = Windows::for_width::<P, DEPTH>(problem, &settings, self.spec.width)?;
            settings.windows = Some(windows);
        }
        let mut composite = Composite::<P, DEPTH>::new(problem, settings)?;
        let trials = self.limits.trials;
        let mut is_over = false;
        // The trial in progress is finished: one cut short would lose just the trials with many solutions.
        while composite.statistics().trials < trials && (!is_over || composite.is_in_trial()) {
            // The clock is not read after every trial, because most are short.
            for _ in 0..64 {
                if let Poll::Ready(trial) = composite.step(10_000) {
                    (self.each)(&trial, composite.statistics().nodes);
                    if is_over || composite.statistics().trials == trials {
                        break;
                    }
                }
            }
            is_over = self.limits.time.is_some_and(|time| begin.elapsed() >= time);
        }
        Ok(*composite.statistics())
    }
}

/// Reads `30s`, `5m` or `1.5h`.
pub(super) fn parse_duration(text: &str) -> Result<Duration> {
    let unclear = || anyhow!("unclear time '{text}': write 30s, 5m or 1h");
    let unit = match text.chars().last() {
        Some('s') => 1.0,
        Some('m') => 60.0,
        Some('h') => 3600.0,
        _ => return Err(unclear()),
    };
    let number: f64 = text[..text.len() - 1].parse().map_err(|_| unclear())?;
    Duration::try_from_secs_f64(unit * number).map_err(|_| unclear())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_cutoffs_are_read_as_they_are_written() {
        for name in ["queens:45", "hexomino", "pentomino:6x10"] {
            assert_eq!(name.parse::<Name>().unwrap().to_string(), name);
        }
        for cutoff in ["level:0", "level:35", "product:1e38", "product:2.5e1"] {
            assert_eq!(cutoff.parse::<Cutoff>().unwrap().to_string(), cutoff);
        }
        for name in [
            "",
            "queens",
            "queens:x",
            "hexomino:3",
            "pentomino:6",
            "chess:8",
        ] {
            let error = name.parse::<Name>().unwrap_err().to_string();
            assert!(error.starts_with("unknown problem"), "{error}");
        }
        for cutoff in [
            "",
            "level",
            "level:x",
            "product:",
            "product:1e200",
            "product:nan",
            "depth:3",
        ] {
            assert!(cutoff.parse::<Cutoff>().is_err(), "{cutoff}");
        }
        assert_eq!(parse_duration("1.5m").unwrap(), Duration::from_secs(90));
        for time in ["", "s", "5", "-1s", "nans", "5d"] {
            assert!(parse_duration(time).is_err(), "{time}");
        }
    }
}
