//! `dobutsu verify`: the image against the solver, every position through the shipping reader.
//!
//! The reader looks a few plies ahead, deduces whether a position is lost, and follows the best
//! moves. So it is exact everywhere if, at every position, looking ahead is right, the standing
//! that the reader deduces is right, and each chosen move leads to the right value: the rest is
//! induction on the distance. A sample is walked to the end besides.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Result;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::look::{ThreePlies, is_open, look_ahead, three_plies};
use dobutsu_core::database::ribbon::mix;
use dobutsu_core::database::{Database, ImageError};
use dobutsu_core::game::{Diagram, Position, Side, Value};
use indicatif::ProgressBar;

use crate::build::{Oracle, Predictions};
use crate::image::ImageFile;
use crate::parallel::{POSITIONS, Part, all_cores, in_chunks};
use crate::progress;
use crate::solve::{Solved, open_or_solve};

/// Check the image against the solved game.
#[derive(clap::Args)]
pub struct Args {
    /// The image [default: the one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Only walk this many random positions to the end
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
    /// Only check this part, 2/8 for the second of eight, so that several tasks share the work
    #[arg(long, value_name = "I/N", default_value_t = Part::ALL)]
    part: Part,
}

/// Positions that a full check walks to the end.
const WALKS: u32 = 20_000;

/// Runs `dobutsu verify`.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open(args.image.as_deref())?;
    let database = image.database()?;
    let solved = open_or_solve(args.from.as_deref())?;
    let numbers = match args.sample {
        Some(_) => 0..0,
        None => args.part.of(solved.index().count()),
    };
    let walks = args.part.of(args.sample.unwrap_or(WALKS));
    let positions = numbers.len();
    let bar = progress::bar("verifying", (positions + walks.len()) as u64);
    let check = Verification {
        solved: &solved,
        database: &database,
        threads: all_cores(),
        bar: &bar,
        differences: AtomicU64::new(0),
    };
    if args.sample.is_none() {
        check.every_position(numbers);
    }
    check.walk(walks.clone());
    bar.finish_and_clear();
    let differences = check.differences.into_inner();
    if args.sample.is_none() {
        println!("{positions} positions checked");
    }
    println!("{} positions walked to the end", walks.len());
    println!("{differences} differences");
    Ok(match differences {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
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
    /// Checks what is stored about the positions with these numbers.
    fn every_position(&self, numbers: Range<u32>) {
        let predictions = Predictions::new(self.solved, *self.database);
        in_chunks(self.threads, numbers, POSITIONS, |numbers, (): &mut ()| {
            let steps = numbers.len() as u64;
            self.solved.index().for_each(numbers, |number, position| {
                let value = self.solved.value_of(number);
                self.look(position, value);
                if !is_open(value) {
                    return;
                }
                let deduced = predictions.deduce(number, position, &mut Reader(self.database));
                if !deduced.is_ok_and(|deduced| deduced.standing.agrees(value)) {
                    self.differs(position, "whether it is lost");
                }
                self.choices(&predictions, number, position);
            });
            self.bar.inc(steps);
        });
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
        let chosen = predictions.ask_choices(number, position, |question, answer| {
            if self.database.ask(question) != Ok(answer) {
                self.differs(position, "an answer");
            }
        });
        if chosen.is_err() {
            self.differs(position, "an evaluation");
        }
    }

    /// Walks these random positions to the end.
    fn walk(&self, walks: Range<u32>) {
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
                if self.database.value(position) != Ok(value) {
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

/// The image, as it answers deductions.
struct Reader<'a>(&'a Database<&'a [u8]>);

impl Oracle for Reader<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        self.0.ask(question)
    }
}
