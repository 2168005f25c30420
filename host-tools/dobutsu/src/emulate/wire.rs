//! The emulator's process: a line of JSON to it, a line of JSON back.
//!
//! | request | does |
//! |---|---|
//! | `new` board, path, watched, cached | a new board with a linked firmware in its flash, see `board.mjs`; whose calls to count, whether to model the cache |
//! | `load` path, from, length, to | puts a part of a file into flash, as flashing would |
//! | `fill` at, length, byte | fills a part of flash |
//! | `patch` at, bytes | changes bytes of flash |
//! | `peek` at, length | reads flash |
//! | `ram` | reads all of RAM |
//! | `symbol` name | the address of a symbol of the firmware |
//! | `verify` every | holds translated code against rp2040js, each trace at first and then once in `every` runs |
//! | `slices` name, count, folder | records calls of a function, for another model of the processor; how many so far |
//! | `on` seed, `off` | power; flash keeps what it has |
//! | `board` board | changes the board: flash, display, contacts |
//! | `drive` path | copies a UF2 file to the bootrom's drive |
//! | `button` button, down, after | a finger on a button or off it, now or later |
//! | `glitch` button | a button's wire is low for nanoseconds |
//! | `schmitt` button | whether its pin has the Schmitt trigger on |
//! | `probe` pulled | the debug probe is pulled out, or put back |
//! | `serial` bytes, replug | sends bytes to the serial port, perhaps by a cable newly put in; what was heard from it |
//! | `text` number | asks the device for one of its texts, which `serial` gives back |
//! | `touch` baud | the computer's program sets this speed and closes the port |
//! | `state` | what was asked of the bootrom, whether the chip is dormant, and the time above 48 MHz |
//! | `plug` plugged | the display, which forgets everything when it is unplugged |
//! | `run` nanos, wanted, cut, busy | time passes, until a picture is shown, or the power is cut at a time or when the flash has been busy for a time |
//! | `picture` | what is on the display |
//! | `counters` | calls, cache misses and flash operations so far |
//!
//! Places in flash are offsets from its start, bytes are in hexadecimal, times in nanoseconds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::install;
use super::log::Line;

/// An emulator at work.
pub(super) struct Wire {
    /// `None` once it no longer answers.
    process: Option<Process>,
}

/// The emulator's process, which emulates one board after the other.
struct Process {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// The processes that no [`Wire`] uses. Starting one and translating the firmware's code takes longer than
/// most boards are used; a process that goes on with the next board has done both.
struct Pool {
    idle: Vec<Process>,
    used: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    idle: Vec::new(),
    used: 0,
});

/// What a run ended with.
#[derive(Deserialize)]
pub(super) struct Report {
    pub(super) ended: Ended,
    pub(super) nanos: u64,
    pub(super) log: Vec<Line>,
    pub(super) events: Vec<Event>,
    pub(super) notes: Vec<Tone>,
}

/// What the buzzer plays from a moment on.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Tone {
    /// Since when.
    pub nanos: u64,
    /// The frequency; 0 is silence.
    pub hertz: u16,
    /// How much of a period the pin is high, from 0 to 1.
    pub duty: f64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The time is over.
    Time,
    /// The wanted picture is on the display.
    Picture,
    /// The watchdog has reset the chip.
    Reset,
    /// The power was cut.
    Cut,
}

/// Something that does not happen to a healthy device.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    /// `fault` or `watchdog`.
    pub what: String,
    /// When it happened.
    pub nanos: u64,
    /// What is known about it.
    pub reason: String,
}

/// Bytes as the emulator writes them.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Hex(pub(super) Vec<u8>);

impl TryFrom<String> for Hex {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Hex, Self::Error> {
        let pairs = text.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(&String::from_utf8_lossy(pair), 16);
        Ok(Hex(pairs.map(byte).collect::<Result<_, _>>()?))
    }
}

/// Bytes as the emulator reads them.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Wire {
    /// An emulator, started unless one is idle.
    pub(super) fn open() -> Result<Wire> {
        let idle = pool().idle.pop();
        let process = match idle {
            Some(process) => process,
            None => Process::start()?,
        };
        pool().used += 1;
        Ok(Wire {
            process: Some(process),
        })
    }

    /// Sends a request and reads the answer.
    pub(super) fn ask<T: DeserializeOwned>(&mut self, request: Value) -> Result<T> {
        let process = self.process.as_mut().context("the emulator has ended")?;
        let answer = match process.exchange(&request) {
            Ok(answer) => answer,
            Err(error) => {
                self.process = None;
                return Err(error.context("the emulator has ended"));
            }
        };
        if let Some(error) = answer["error"].as_str() {
            bail!("the emulator cannot do this: {error}");
        }
        serde_json::from_value(answer).context("the emulator answers something else")
    }

    /// Sends a request whose answer has no contents.
    pub(super) fn tell(&mut self, request: Value) -> Result<()> {
        self.ask::<Value>(request)?;
        Ok(())
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.used -= 1;
        pool.idle.extend(self.process.take());
        if pool.used == 0 {
            // The last one ends them all, so that none outlives the program.
            pool.idle.clear();
        }
    }
}

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    fn start() -> Result<Process> {
        let mut child = Command::new("node")
            .arg(install::server()?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the emulator does not start")?;
        let to = child.stdin.take().context("its input is piped")?;
        let from = child.stdout.take().context("its output is piped")?;
        Ok(Process {
            child,
            to,
            from: BufReader::new(from),
        })
    }

    fn exchange(&mut self, request: &Value) -> Result<Value> {
        writeln!(self.to, "{request}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Between two requests there is nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
