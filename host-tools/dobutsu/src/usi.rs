//! `dobutsu usi` and `dobutsu-usi`: the engine of `core` on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use dobutsu_core::usi::Engine;

use crate::image::ImageFile;
use crate::play::thinker::Thinker;

/// Play over USI: commands on standard input, answers on standard output.
///
/// Options: Level (1 to 10, perfect), MultiPV, USI_Variant, Letters and Seed. Positions and moves are
/// read in the animals' letters (gle/1c1/1C1/ELG, C*2b) and in lishogi's (rkb/1p1/1P1/BKR, P*2b), and
/// answered in the letters of the position. Lishogi's rules differ in two cases that best play never
/// reaches: there a lion on the far rank that is attacked, and not caught, has not won yet; and of two
/// lions on their far ranks the first player's wins.
#[derive(clap::Args)]
pub struct Args {
    /// The database image [default: the one that is built in]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
}

/// Runs `dobutsu usi`.
pub fn run(args: Args) -> Result<ExitCode> {
    let image = ImageFile::open(args.image.as_deref())?;
    let mut shell = Shell::new(Thinker::probing(image)?, real_time());
    let input = read_input();
    let mut output = io::stdout().lock();
    let mut ended = false;
    while !shell.engine.is_over() {
        // While the engine is busy, only `stop` and the like are read, without waiting for them.
        let received = match shell.is_idle() {
            true if ended => break,
            true => input.recv().map_err(|_| TryRecvError::Disconnected),
            false if ended || !shell.input.is_empty() => Err(TryRecvError::Empty),
            false => input.try_recv(),
        };
        match received {
            Ok(bytes) => {
                let bytes = bytes.context("cannot read standard input")?;
                shell.input.extend(bytes);
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                ended = true;
                // The last line may have no line break.
                shell.input.push(b'\n');
            }
        }
        let answer = shell.step();
        if !answer.is_empty() {
            let written = output.write_all(answer.as_bytes());
            written
                .and_then(|()| output.flush())
                .context("cannot write the answer")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads standard input in another thread, up to its end or an error.
fn read_input() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let read = input.fill_buf().map(<[u8]>::to_vec);
            let length = read.as_ref().map_or(0, Vec::len);
            if sender.send(read).is_err() || length == 0 {
                return;
            }
            input.consume(length);
        }
    });
    receiver
}

/// Returns the milliseconds that have passed since its previous call.
pub type Clock = Box<dyn FnMut() -> u32>;

/// The clock of the system.
fn real_time() -> Clock {
    let mut counted = Instant::now();
    Box::new(move || {
        let passed = counted.elapsed().as_millis() as u32;
        counted += Duration::from_millis(passed.into());
        passed
    })
}

/// Positions of a search that take about as long as one step: a few milliseconds.
const SLICE: u32 = 8_000;

/// The engine with its adviser, its clock and unread input.
pub struct Shell {
    engine: Engine,
    adviser: Thinker,
    clock: Clock,
    input: Vec<u8>,
}

impl Shell {
    /// An engine with this adviser, whose time limits use this clock.
    pub const fn new(adviser: Thinker, clock: Clock) -> Shell {
        Shell {
            engine: Engine::new(),
            adviser,
            clock,
            input: Vec::new(),
        }
    }

    /// Whether more input is needed to continue.
    fn is_idle(&self) -> bool {
        self.input.is_empty() && !self.engine.is_busy()
    }

    /// Returns all answers to these bytes.
    pub fn answer(&mut self, bytes: &[u8]) -> String {
        self.input.extend(bytes);
        let mut answer = String::new();
        while !self.is_idle() {
            answer += &self.step();
        }
        answer
    }

    /// Reads input as far as the engine accepts it, and continues its analysis by one slice.
    fn step(&mut self) -> String {
        let mut answer = String::new();
        if !self.engine.is_busy() {
            // The time before a command does not count.
            let _ = (self.clock)();
        }
        let taken = self.engine.read(&self.input, &mut answer);
        self.input.drain(..taken);
        if self.engine.is_busy() {
            let stepped = self.engine.step(&mut self.adviser, SLICE, &mut answer);
            if stepped.is_err() {
                // The engine has reported the error and continues by search, as the device does.
                self.adviser = Thinker::searching();
            }
            self.engine.elapse((self.clock)(), &mut answer);
        }
        answer
    }
}
