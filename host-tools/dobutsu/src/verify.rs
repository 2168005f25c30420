//! `dobutsu verify`: the image against the solver, every position through the shipping reader.
//!
//! The reader looks a few plies ahead, deduces whether a position is lost, and follows the best
//! moves. So it is exact everywhere if, at every position, looking ahead is right, the standing
//! that the reader deduces is right, and each chosen move leads to the right value: the rest is
//! induction on the distance. A sample is walked to the end besides.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Result;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::look::{ThreePlies, is_open, look_ahead, three_plies};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, Standing, ValueCache};
use dobutsu_core::game::{Diagram, Position, Side, Value};
use dobutsu_core::player::{Adviser, DatabaseAdviser, Need, Verdict};
use indicatif::ProgressBar;

use crate::build::{Predictions, Wins};
use crate::image::ImageFile;
use crate::parallel::{POSITIONS, all_cores, in_chunks};
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Check the image against the solved game.
#[derive(clap::Args)]
pub struct Args {
    /// The image [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Only walk this many random positions to the end
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
}

/// Positions that a full check walks to the end.
const WALKS: u32 = 100_000;

/// Runs `dobutsu verify`.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open_or_build(args.image.as_deref())?;
    let database = image.database()?;
    let solved = open_or_solve(args.from.as_deref())?;
    let walks = args.sample.unwrap_or(WALKS);
    let positions = u64::from(solved.index().count());
    let steps = if args.sample.is_some() { 0 } else { positions };
    let bar = progress::bar("verifying", steps + u64::from(walks));
    let check = Verification {
        solved: &solved,
        database: &database,
        threads: all_cores(),
        bar: &bar,
        differences: AtomicU64::new(0),
    };
    if args.sample.is_none() {
        check.every_position();
    }
    check.walk(walks);
    bar.finish_and_clear();
    let differences = check.differences.into_inner();
    if args.sample.is_none() {
        println!("{positions} positions checked");
    }
    println!("{walks} positions walked to the end");
    println!("{differences} differences");
    Ok(if differences == 0 {
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
    differences: AtomicU64,
}

impl Verification<'_> {
    fn every_position(&self) {
        let predictions = Predictions::new(self.solved, *self.database);
        let wins = Wins::Quickest;
        let count = self.solved.index().count();
        in_chunks(self.threads, count, POSITIONS, |numbers, (): &mut ()| {
            let steps = u64::from(numbers.end - numbers.start);
            self.solved.index().for_each(numbers, |number, position| {
                let value = self.solved.value_of(number);
                let seen = match value {
                    Value::Win(1 | 3) => ThreePlies::Won(value),
                    Value::Loss(2) => ThreePlies::Lost,
                    _ => ThreePlies::Open,
                };
                if three_plies(position) != seen {
                    self.differs(position, "looking ahead");
                }
                if !is_open(value) {
                    return;
                }
                let ask = |question: &Question| self.database.ask(question);
                let standing = predictions.deduce(number, position, ask, |_, _| {});
                if !standing.is_ok_and(|standing| agrees(standing, value)) {
                    self.differs(position, "whether it is lost");
                }
                let chosen =
                    predictions.ask_choices(number, position, &wins, |question, answer| {
                        if self.database.ask(question) != Ok(answer) {
                            self.differs(position, "an answer");
                        }
                    });
                if chosen.is_err() {
                    self.differs(position, "an evaluation");
                }
            });
            self.bar.inc(steps);
        });
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
                // Nothing learnt from one walk may hide a mistake in another.
                let mut fresh = ValueCache::<256>::new();
                let mut adviser = DatabaseAdviser::new(*self.database, &mut fresh);
                if (look_ahead(position) == Some(value)) == is_open(value) {
                    self.differs(position, "looking four plies ahead");
                }
                let advice = adviser.ask(position, Need::Value);
                if advice.map(|advice| advice.verdict()) != Ok(Some(Verdict::Exact(value))) {
                    self.differs(position, "the value at the end of its line");
                }
                self.bar.inc(1);
            }
        });
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

/// Whether what was deduced is true.
fn agrees(standing: Standing, value: Value) -> bool {
    match standing {
        Standing::Lost => matches!(value, Value::Loss(_)),
        Standing::Won => matches!(value, Value::Win(_)),
        Standing::Drawn => value == Value::Draw,
        Standing::NotLost => !matches!(value, Value::Loss(_)),
    }
}
