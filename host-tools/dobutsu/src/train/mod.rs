//! `dobutsu train`: the weights of the predictor, from the solved game.
//!
//! Two networks of the same shape. One predicts whether a position is lost; the other gives
//! positions a length, so that of several children the one farthest from the end, or nearest to
//! it, is likely the one that is asked for first. Training is a matter of minutes and gives the
//! same weights for the same seed, whatever the number of cores.

mod lesson;
mod network;
mod quantize;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use dobutsu_core::database::network::FIRST;
use indicatif::ProgressBar;

use self::lesson::{Lesson, Random, Subject, lesson};
use self::network::{Adam, Pass, Weights};
use self::quantize::{ROW_LIMIT, SECOND_LIMIT, quantize};
use crate::files;
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Train the predictor's two networks and write their weights.
#[derive(clap::Args)]
pub struct Args {
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many million positions the loss network sees; the other sees a third as many choices
    #[arg(long, value_name = "N", default_value_t = 12)]
    millions: u64,
    /// What the weights start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Exercises between two steps of the weights.
const BATCH: u64 = 256;

/// Runs `dobutsu train`.
pub fn run(args: Args) -> Result<ExitCode> {
    let solved = open_or_solve(args.from.as_deref())?;
    let batches = args.millions * 1_000_000 / BATCH;
    let bar = progress::bar("training", batches + batches / 3);
    let (loss, distance) = thread::scope(|scope| {
        let distance = scope
            .spawn(|| Trainer::new(&solved, Subject::Distance, args.seed).train(batches / 3, &bar));
        let loss = Trainer::new(&solved, Subject::Loss, args.seed).train(batches, &bar);
        // A thread can only fail by panicking, and then so do we.
        (loss, distance.join().expect("training panicked"))
    });
    bar.finish_and_clear();
    files::write_whole(&args.out, |file| {
        file.write_all(&quantize(&loss.0))?;
        file.write_all(&quantize(&distance.0))
    })?;
    println!("bits an exercise over the last tenth, coded in order of likelihood:");
    println!("  is it lost   {:.4}", loss.1);
    println!("  which child  {:.4}", distance.1);
    println!("weights written to {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// A network being trained on one subject.
struct Trainer<'a> {
    solved: &'a Solved,
    subject: Subject,
    random: Random,
    weights: Weights,
}

impl Trainer<'_> {
    fn new(solved: &Solved, subject: Subject, seed: u64) -> Trainer<'_> {
        let mut random = Random(seed);
        let mut weights = Weights::zero();
        for weight in weights.rows.iter_mut().flatten() {
            *weight = 0.1 * random.around_nought();
        }
        for bias in &mut weights.first_bias {
            *bias = 0.1 + 0.1 * random.around_nought();
        }
        // He initialisation, as far as clipped units are rectifiers.
        let spread = (2.0 / FIRST as f32).sqrt();
        for weight in weights.second.iter_mut().flatten() {
            *weight = spread * random.around_nought();
        }
        weights.second_bias.fill(0.2);
        for weight in &mut weights.output {
            *weight = 0.5 * random.around_nought();
        }
        Trainer {
            solved,
            subject,
            random,
            weights,
        }
    }

    /// Trains for this many batches; returns the weights and the cost over the last tenth.
    fn train(mut self, batches: u64, bar: &ProgressBar) -> (Weights, f64) {
        let mut gradient = Weights::zero();
        let mut adam = Adam::new();
        let mut bits = 0.0;
        let mut counted = 0;
        for batch in 0..batches {
            for _ in 0..BATCH {
                let lesson = lesson(self.solved, self.subject, &mut self.random);
                let cost = self.weights.learn(&lesson, &mut gradient);
                if batch * 10 >= batches * 9 {
                    bits += f64::from(cost);
                    counted += 1;
                }
            }
            let left = 1.0 - batch as f32 / batches as f32;
            adam.update(&mut self.weights, &mut gradient, 0.002 * left + 0.000_01);
            self.weights.clip(ROW_LIMIT, SECOND_LIMIT);
            bar.inc(1);
        }
        (self.weights, bits / f64::from(counted.max(1)))
    }
}

impl Weights {
    /// Adds the gradient of one exercise, and returns its cost in bits.
    fn learn(&self, lesson: &Lesson, gradient: &mut Weights) -> f32 {
        match lesson {
            Lesson::IsLost(rows, is_lost) => {
                let pass = self.forward(rows);
                let lost = 1.0 / (1.0 + (-pass.output).exp());
                let truth = f32::from(u8::from(*is_lost));
                self.backward(rows, &pass, (lost - truth) / BATCH as f32, gradient);
                -(1.0 - (lost - truth).abs()).max(1e-7).log2()
            }
            Lesson::Which(candidates, sign) => {
                let passes: Vec<Pass> = candidates
                    .iter()
                    .map(|(rows, _)| self.forward(rows))
                    .collect();
                let top = passes
                    .iter()
                    .map(|pass| sign * pass.output)
                    .fold(f32::MIN, f32::max);
                let weigh = |pass: &Pass| (sign * pass.output - top).exp();
                let weights: Vec<f32> = passes.iter().map(weigh).collect();
                let all: f32 = weights.iter().sum();
                let graded = || weights.iter().zip(candidates);
                let right: f32 = graded()
                    .filter(|(_, (_, best))| *best)
                    .map(|(w, _)| w)
                    .sum();
                let right = right.max(1e-9);
                for ((pass, weight), (rows, best)) in passes.iter().zip(&weights).zip(candidates) {
                    let slope = weight / all - if *best { weight / right } else { 0.0 };
                    if slope.abs() > 1e-5 {
                        self.backward(rows, pass, sign * slope / BATCH as f32, gradient);
                    }
                }
                cost_in_order(
                    graded()
                        .map(|(&weight, &(_, best))| (weight, best))
                        .collect(),
                )
            }
        }
    }

    fn clip(&mut self, row_limit: f32, second_limit: f32) {
        for weight in self.rows.iter_mut().flatten() {
            *weight = weight.clamp(-row_limit, row_limit);
        }
        for weight in self.second.iter_mut().flatten() {
            *weight = weight.clamp(-second_limit, second_limit);
        }
    }
}

/// The bits it takes to ask the candidates in order of weight until one is right.
fn cost_in_order(mut candidates: Vec<(f32, bool)>) -> f32 {
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut rest: f32 = candidates.iter().map(|(weight, _)| weight).sum();
    let mut bits = 0.0;
    // The last needs no question.
    candidates.pop();
    for (weight, best) in candidates {
        let share = (weight / rest.max(1e-20)).clamp(1e-6, 1.0 - 1e-6);
        if best {
            return bits - share.log2();
        }
        bits -= (1.0 - share).log2();
        rest -= weight;
    }
    bits
}
