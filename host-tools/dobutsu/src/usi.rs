//! `dobutsu usi`: the engine of `core`, on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dobutsu_core::usi::Engine;

use crate::image::ImageFile;
use crate::play::thinker::Thinker;

/// Play over USI: commands on standard input, answers on standard output.
///
/// Options: Level (1 to 10, perfect), MultiPV, USI_Variant, Letters and Seed. Positions and moves are
/// read in the animals' letters (gle/1c1/1C1/ELG, C*2b) and in lishogi's (rkb/1p1/1P1/BKR, P*2b), and
/// answered in those of the question. Lishogi's rules differ in two corners, which best play never
/// enters: there a try in check does not stand even if it is not caught, and two standing tries are a
/// draw.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the full one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
}

/// Runs `dobutsu usi`.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open(args.image.as_deref())?;
    let mut shell = Shell::new(Thinker::probing(image)?, real_time());
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    while !shell.is_over() {
        let bytes = input.fill_buf().context("cannot read standard input")?;
        // One line at a time: whatever it asks for is done before the next is looked at.
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(bytes.len(), |end| end + 1);
        // A last line may have no end.
        let ended = length == 0;
        let answer = shell.answer(if ended { b"\n" } else { &bytes[..length] });
        input.consume(length);
        let written = output.write_all(answer.as_bytes());
        written
            .and_then(|()| output.flush())
            .context("cannot write the answer")?;
        if ended {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the milliseconds that have passed since its previous call.
pub type Clock = Box<dyn FnMut() -> u32>;

/// The time that passes outside the program.
fn real_time() -> Clock {
    let mut counted = Instant::now();
    Box::new(move || {
        let passed = counted.elapsed().as_millis() as u32;
        counted += Duration::from_millis(passed.into());
        passed
    })
}

/// The engine with its adviser and a clock.
pub struct Shell {
    engine: Engine,
    adviser: Thinker,
    clock: Clock,
}

impl Shell {
    /// A shell with this adviser, whose time limits follow this clock.
    pub const fn new(adviser: Thinker, clock: Clock) -> Shell {
        Shell {
            engine: Engine::new(),
            adviser,
            clock,
        }
    }

    /// Whether `quit` has come.
    pub fn is_over(&self) -> bool {
        self.engine.is_over()
    }

    /// Everything that answers these bytes, thinking included.
    pub fn answer(&mut self, mut bytes: &[u8]) -> String {
        let mut answer = String::new();
        loop {
            let taken = self.engine.read(bytes, &mut answer);
            bytes = &bytes[taken..];
            // The time before a command does not count.
            let _ = (self.clock)();
            while self.engine.is_busy() {
                self.step(&mut answer);
                self.engine.elapse((self.clock)(), &mut answer);
            }
            if bytes.is_empty() {
                return answer;
            }
        }
    }

    fn step(&mut self, answer: &mut String) {
        if (self.engine.step(&mut self.adviser, u32::MAX, answer)).is_err() {
            // The engine has said why; it goes on by search, as the device does.
            self.adviser = Thinker::searching();
        }
    }
}
