//! `dobutsu verify`: the image against the solver, every position through the shipping reader.
//!
//! The reader looks a few plies ahead, deduces whether a position is lost, and follows the best
//! moves. So it is exact everywhere if, at every position, looking ahead is right, the standing
//! that the reader deduces is right, and each chosen move leads to the right value: the rest is
//! induction on the distance. A sample is walked to the end besides.
//!
//! A small image stores no distances but a policy. Its move is read in every won position, and all
//! of them are followed to every end that the other side can choose: that is its [`Proof`]. A
//! sample of lines is played to the end by the adviser that plays on the device.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Result;
use clap::ValueEnum;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::look::{ThreePlies, is_open, look_ahead, three_plies};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, Edition, ImageError, Workspace};
use dobutsu_core::game::{After, Diagram, Position, Side, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Need, Verdict};
use indicatif::ProgressBar;

use crate::build::proof::{BOUND, Proof};
use crate::build::{Oracle, Predictions, Wins};
use crate::image::ImageFile;
use crate::parallel::{POSITIONS, all_cores, in_chunks};
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Check the image against the solved game.
#[derive(clap::Args)]
pub struct Args {
    /// The image [default: the full one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Only walk this many random positions to the end
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
    /// Only check these answers, as one of two tasks that can run apart
    #[arg(long, value_enum, value_name = "PART", conflicts_with = "sample")]
    only: Option<Part>,
}

/// What can be checked by itself.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Which positions are lost
    Losses,
    /// Which moves win and which delay a loss, what looking ahead finds, and walks to the end
    Moves,
}

/// Positions that a full check walks to the end.
const WALKS: u32 = 20_000;

/// Runs `dobutsu verify`.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open(args.image.as_deref())?;
    let database = image.database()?;
    let solved = open_or_solve(args.from.as_deref())?;
    let walks = match args.only {
        Some(Part::Losses) => 0,
        _ => args.sample.unwrap_or(WALKS),
    };
    let positions = u64::from(solved.index().count());
    let passes = match (args.sample, args.only, database.edition()) {
        (Some(_), ..) => 0,
        // And the proof.
        (None, None | Some(Part::Moves), Edition::Small) => 2,
        _ => 1,
    };
    let steps = passes * positions;
    let bar = progress::bar("verifying", steps + u64::from(walks));
    let check = Verification {
        solved: &solved,
        database: &database,
        threads: all_cores(),
        bar: &bar,
        only: args.only,
        differences: AtomicU64::new(0),
    };
    let proof = match args.sample {
        None => check.every_position(),
        Some(_) => None,
    };
    check.walk(walks);
    bar.finish_and_clear();
    let differences = check.differences.into_inner();
    if args.sample.is_none() {
        println!("{positions} positions checked");
    }
    if let Some(proof) = proof {
        println!("{proof}");
    }
    println!("{walks} positions walked to the end");
    println!("{differences} differences");
    let proven = proof.is_none_or(|proof| proof.holds());
    Ok(if differences == 0 && proven {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

struct Verification<'a> {
    solved: &'a Solved,
    database: &'a Database<&'a [u8]>,
    threads: usize,
    bar: &'a ProgressBar,
    only: Option<Part>,
    differences: AtomicU64,
}

impl Verification<'_> {
    /// Checks what is stored about every position; the proof of a small image's policy.
    fn every_position(&self) -> Option<Proof> {
        let predictions = Predictions::new(self.solved, *self.database);
        let is_exact = self.database.edition().knows_distances();
        let (losses, moves) = (
            self.only != Some(Part::Moves),
            self.only != Some(Part::Losses),
        );
        let count = self.solved.index().count();
        in_chunks(self.threads, count, POSITIONS, |numbers, (): &mut ()| {
            let steps = u64::from(numbers.end - numbers.start);
            self.solved.index().for_each(numbers, |number, position| {
                let value = self.solved.value_of(number);
                if losses && is_open(value) {
                    let deduced = predictions.deduce(number, position, &mut Reader(self.database));
                    if !deduced.is_ok_and(|deduced| deduced.standing.agrees(value)) {
                        self.differs(position, "whether it is lost");
                    }
                }
                if moves {
                    self.look(position, value);
                }
                if moves && is_exact && is_open(value) {
                    self.choices(&predictions, number, position);
                }
            });
            self.bar.inc(steps);
        });
        if is_exact || !moves {
            return None;
        }
        let progress = |steps| self.bar.inc(steps);
        let proof = Proof::find(&predictions, BOUND, self.threads, &progress);
        if proof.is_err() {
            self.differs(Position::START, "the policy");
        }
        proof.ok()
    }

    /// Checks what looking three plies ahead finds.
    fn look(&self, position: Position, value: Value) {
        let seen = match value {
            Value::Win(1 | 3) => ThreePlies::Won(value),
            Value::Loss(2) => ThreePlies::Lost,
            _ => ThreePlies::Open,
        };
        if three_plies(position) != seen {
            self.differs(position, "looking ahead");
        }
    }

    /// Checks the answers to every question about the best move of a position.
    fn choices(&self, predictions: &Predictions, number: u32, position: Position) {
        let wins = Wins::Quickest;
        let chosen = predictions.ask_choices(number, position, &wins, |question, answer| {
            if self.database.ask(question) != Ok(answer) {
                self.differs(position, "an answer");
            }
        });
        if chosen.is_err() {
            self.differs(position, "an evaluation");
        }
    }

    fn walk(&self, walks: u32) {
        let count = u64::from(self.solved.index().count());
        in_chunks(self.threads, walks, 64, |walks, (): &mut ()| {
            for walk in walks {
                let number = (mix(u64::from(walk) + 1) % count) as u32;
                let Some(position) = self.solved.index().position(number) else {
                    continue;
                };
                let value = self.solved.value_of(number);
                if (look_ahead(position) == Some(value)) == is_open(value) {
                    self.differs(position, "looking four plies ahead");
                }
                // Each with an empty cache: no walk hides an error of another.
                let is_right = if self.database.edition().knows_distances() {
                    self.database.value(position) == Ok(value)
                } else {
                    let mut workspace = Workspace::<256>::new();
                    let mut adviser = DatabaseAdviser::new(*self.database, &mut workspace);
                    self.play_out(&mut adviser, position, value)
                };
                if !is_right {
                    self.differs(position, "the value at the end of its line");
                }
                self.bar.inc(1);
            }
        });
    }

    /// Whether an adviser knows a position's result and wins it, if it is won, in time against the
    /// defence that is longest with best play.
    fn play_out(&self, adviser: &mut dyn Adviser, mut position: Position, value: Value) -> bool {
        let advice = adviser.ask(position, Need::Result);
        let result = advice.ok().and_then(|advice| advice.verdict());
        let is_right = match value {
            Value::Win(_) => matches!(result, Some(Verdict::Won | Verdict::Exact(Value::Win(_)))),
            Value::Draw => result == Some(Verdict::Exact(Value::Draw)),
            Value::Loss(_) => {
                matches!(result, Some(Verdict::Lost | Verdict::Exact(Value::Loss(_))))
            }
        };
        let Value::Win(exact) = value else {
            return is_right;
        };
        for _ in 0..=BOUND.limit(exact) / 2 {
            let advice = adviser.ask(position, Need::Move);
            let Some(advised) = advice
                .ok()
                .and_then(|advice| advice.best().first().copied())
            else {
                return false;
            };
            let After::Position(next) = position.play(advised.mv) else {
                return is_right;
            };
            if next.ending().is_some() {
                return is_right && matches!(next.value_by_rule(), Some(Value::Loss(_)));
            }
            let defence = self.solved.advice(next);
            let Some(After::Position(reply)) =
                defence.best().first().map(|best| next.play(best.mv))
            else {
                return false;
            };
            position = reply;
        }
        false
    }

    fn differs(&self, position: Position, what: &str) {
        // Say which the first few are; the count says the rest.
        if self.differences.fetch_add(1, Relaxed) < 10 {
            let diagram = Diagram::new(position, Side::Sente);
            self.bar
                .suspend(|| eprintln!("dobutsu: {diagram}: {what} is wrong"));
        }
    }
}

/// The image, as it answers deductions.
struct Reader<'a>(&'a Database<&'a [u8]>);

impl Oracle for Reader<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        self.0.ask(question)
    }
}
