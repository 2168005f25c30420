//! The parameters and combiners of deductions, taught with what the reader's own deductions see.
//!
//! The network for results is used as it will ship. The first combiner sees deductions of one stage;
//! how those of all stages go on depends on it, but not on the others, so these see the deductions
//! that the image will be asked about.

use std::fmt;
use std::sync::Mutex;

use anyhow::Result;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::combiner::Combiner;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::Class;
use dobutsu_core::database::parameters::Parameters;
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, GameResult, ImageError};
use dobutsu_core::game::{Position, Value};

use super::combiner::teach;
use crate::build::{Networks, Oracle, Predictions, without_answers};
use crate::parallel::{POSITIONS, all_cores, in_chunks};
use crate::solve::Solved;

/// Teaches the combiners for deductions with these parameters. `networks` are the bytes of all
/// parts, with the parameters and combiners at `at`, where the new ones are written.
pub(super) fn teach_all(
    solved: &Solved,
    networks: &mut [u8],
    at: usize,
    parameters: Parameters,
    seed: u64,
) -> Result<Measured> {
    let combiners = at + Parameters::BYTES as usize;
    let put = |networks: &mut [u8], at: usize, bytes: &[u8]| {
        networks[at..at + bytes.len()].copy_from_slice(bytes);
    };
    let bare = |networks: &[u8]| anyhow::Ok(without_answers(Networks::read(networks)?));
    let learn = |networks: &mut [u8], combiner: Combiner, predictions: &Predictions| {
        let examples = Examples::collect(combiner, predictions, ONE_IN, seed)?;
        let (bytes, cost) = teach(combiner, &examples, seed);
        let place = combiners + combiner.start() as usize;
        put(networks, place, &bytes);
        println!("{combiner:?}: {} examples, {cost:.4} bits", examples.len());
        anyhow::Ok(())
    };
    put(networks, combiners, &[0; Combiner::ALL_BYTES as usize]);
    put(
        networks,
        at,
        &Parameters {
            refine: 0,
            ..parameters
        }
        .to_bytes(),
    );
    let image = bare(networks)?;
    let predictions = Predictions::new(solved, Database::open(&image[..])?);
    learn(networks, Combiner::First, &predictions)?;
    put(networks, at, &parameters.to_bytes());
    let image = bare(networks)?;
    let mut predictions = predictions.with(Database::open(&image[..])?);
    predictions.forget_deduced();
    learn(networks, Combiner::Child, &predictions)?;
    let image = bare(networks)?;
    let predictions = predictions.with(Database::open(&image[..])?);
    learn(networks, Combiner::Second, &predictions)?;
    let image = bare(networks)?;
    let predictions = predictions.with(Database::open(&image[..])?);
    Measured::new(&predictions, !seed)
}

/// Of so many open positions one is an example.
const ONE_IN: u64 = 24;
/// Of so many open positions one is measured.
const MEASURED: u64 = 200;

/// What deductions cost, on a sample.
#[derive(Default)]
pub(super) struct Measured {
    positions: u64,
    /// Answers no and yes in each class.
    answers: Vec<[u64; 2]>,
    work: Vec<u16>,
}

impl Measured {
    fn new(predictions: &Predictions, seed: u64) -> Result<Measured> {
        let parts = sample(
            predictions,
            MEASURED,
            seed,
            |position, part: &mut Measured| {
                let mut asked = None;
                let mut oracle = Asked {
                    solved: predictions.solved,
                    position,
                    asked: &mut asked,
                };
                let work = predictions.deduce_again(position, &mut oracle)?.work;
                part.answers.resize(Class::PER_TOPIC, [0; 2]);
                if let Some((class, is_lost)) = asked {
                    part.answers[class][usize::from(is_lost)] += 1;
                }
                part.positions += 1;
                part.work.push(work + 1);
                Ok(())
            },
        )?;
        let mut all = Measured {
            answers: vec![[0; 2]; Class::PER_TOPIC],
            ..Measured::default()
        };
        for part in parts {
            all.positions += part.positions;
            all.work.extend(part.work);
            for (sums, counts) in all.answers.iter_mut().zip(part.answers) {
                sums[0] += counts[0];
                sums[1] += counts[1];
            }
        }
        all.work.sort_unstable();
        Ok(all)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = |&[no, yes]: &[u64; 2]| {
            let part = |count: u64| match count {
                0 => 0.0,
                count => -(count as f64) * (count as f64 / (no + yes) as f64).log2(),
            };
            part(no) + part(yes)
        };
        let entropy = self.answers.iter().map(bits).sum::<f64>() / self.positions.max(1) as f64;
        let asked: u64 = self.answers.iter().flatten().sum();
        let quantile = |share: usize| {
            let last = self.work.len().saturating_sub(1);
            self.work.get(last * share / 1000).copied().unwrap_or(0)
        };
        let work: u64 = self.work.iter().map(|&work| u64::from(work)).sum();
        write!(
            f,
            "is it lost, {} open positions: {entropy:.4} bits each, {:.1} % asked about; evaluations \
             {:.1}, 99 % {}, 99.9 % {}, most {}",
            self.positions,
            100.0 * asked as f64 / self.positions.max(1) as f64,
            work as f64 / self.positions.max(1) as f64,
            quantile(990),
            quantile(999),
            quantile(1000)
        )
    }
}

/// The solved game, as it answers deductions, and what was asked about one position.
struct Asked<'a> {
    solved: &'a Solved,
    position: Position,
    asked: &'a mut Option<(usize, bool)>,
}

impl Oracle for Asked<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        let is_lost = Truth(self.solved).is_lost(question)?;
        if question.position == self.position {
            *self.asked = Some((question.class().index(), is_lost));
        }
        Ok(is_lost)
    }
}

/// Calls `each` with one open position in `one_in`, after its deduction is known; returns what was
/// gathered, in the order of the positions.
fn sample<T: Default + Send>(
    predictions: &Predictions,
    one_in: u64,
    seed: u64,
    each: impl Fn(Position, &mut T) -> Result<(), ImageError> + Sync,
) -> Result<Vec<T>> {
    let solved = predictions.solved;
    let failed = Mutex::new(None);
    let found = in_chunks(
        all_cores(),
        0..solved.index().count(),
        POSITIONS,
        |numbers, found: &mut Vec<(u32, T)>| {
            let start = numbers.start;
            let mut gathered = T::default();
            solved.index().for_each(numbers, |number, position| {
                let dice = mix(u64::from(number) ^ seed << 40);
                if !is_open(solved.value_of(number)) || !dice.is_multiple_of(one_in) {
                    return;
                }
                // What is found out on the way down is no part of this position's example.
                let below = predictions.deduce(number, position, &mut Truth(solved));
                let done = below.and_then(|_| each(position, &mut gathered));
                if let Err(error) = done {
                    *failed.lock().expect("no thread panics") = Some(error);
                }
            });
            found.push((start, gathered));
        },
    );
    if let Some(error) = failed.into_inner().expect("no thread panics") {
        return Err(error.into());
    }
    let mut found: Vec<(u32, T)> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|&(start, _)| start);
    Ok(found.into_iter().map(|(_, gathered)| gathered).collect())
}

/// What a combiner saw of some positions, and their results.
#[derive(Default)]
pub(super) struct Examples {
    pub(super) inputs: Vec<i16>,
    pub(super) results: Vec<GameResult>,
}

impl Examples {
    /// What a combiner sees in the deductions of one open position in `one_in`.
    fn collect(
        combiner: Combiner,
        predictions: &Predictions,
        one_in: u64,
        seed: u64,
    ) -> Result<Examples> {
        let parts = sample(predictions, one_in, seed, |position, examples| {
            let mut listener = Listener {
                solved: predictions.solved,
                combiner,
                examples,
            };
            predictions.deduce_again(position, &mut listener).map(drop)
        })?;
        let mut all = Examples::default();
        for part in parts {
            all.inputs.extend(part.inputs);
            all.results.extend(part.results);
        }
        Ok(all)
    }

    pub(super) fn len(&self) -> usize {
        self.results.len()
    }
}

/// The solved game, as it answers deductions.
struct Truth<'a>(&'a Solved);

impl Oracle for Truth<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        let value = self.0.exact(question.position);
        Ok(matches!(value, Value::Loss(_)))
    }
}

/// The same, which also takes down what a combiner sees.
struct Listener<'a> {
    solved: &'a Solved,
    combiner: Combiner,
    examples: &'a mut Examples,
}

impl Oracle for Listener<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        Truth(self.solved).is_lost(question)
    }

    fn combined(&mut self, combiner: Combiner, position: Position, inputs: &[i16]) {
        if combiner == self.combiner {
            let result = GameResult::from(self.solved.exact(position));
            self.examples.inputs.extend_from_slice(inputs);
            self.examples.results.push(result);
        }
    }
}
