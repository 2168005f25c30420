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
//! | `verify` every | compares translated code with rp2040js, for each trace in its first run and then in one of `every` runs |
//! | `slices` name, count, folder | records calls of a function, for another model of the processor; returns the number recorded so far |
//! | `on` seed, `off` | power; flash does not change |
//! | `board` board | changes the board: flash, display, contacts |
//! | `drive` path | copies a UF2 file to the bootrom's drive |
//! | `button` button, down, after | presses or releases a button after this time |
//! | `glitch` button | pulls a button's wire low for nanoseconds |
//! | `schmitt` button | whether its pin has the Schmitt trigger on |
//! | `probe` pulled | disconnects or connects the debug probe |
//! | `serial` bytes, replug | sends bytes to the serial port, on request after reconnecting the cable; returns the bytes received |
//! | `text` number | requests a USB string descriptor, which the next `serial` returns |
//! | `touch` baud | sets this speed and closes the port |
//! | `state` | the calls of the bootrom, whether the chip is dormant, and the time above 48 MHz |
//! | `plug` plugged | connects or disconnects the display, which loses its memory |
//! | `run` nanos, wanted, cut, busy | runs until this time, until a picture is shown, or until the power is cut: at a time, or when the flash has been busy for a time |
//! | `picture` | what is on the display |
//! | `counters` | calls, cache misses and flash operations so far |
//!
//! Places in flash are offsets from its start, bytes are in hexadecimal, times in nanoseconds.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::log::Line;

/// A connection to the emulator.
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

/// The processes that no [`Wire`] uses. They are reused, because starting one and translating the firmware's
/// code takes longer than most boards are used.
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

/// A tone of the buzzer.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Tone {
    /// When it begins.
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

/// A fault or a reset.
#[derive(Clone, Debug, Deserialize)]
pub struct Event {
    /// `fault` or `watchdog`.
    pub what: String,
    /// When it happened.
    pub nanos: u64,
    /// The cause, as far as it is known.
    pub reason: String,
}

/// Bytes as the emulator writes them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Hex(pub Vec<u8>);

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
            bail!("the emulator reports: {error}");
        }
        serde_json::from_value(answer).context("the emulator's answer cannot be read")
    }

    /// Sends a request and reads this field of the answer.
    pub(super) fn ask_for<T: DeserializeOwned>(
        &mut self,
        field: &str,
        request: Value,
    ) -> Result<T> {
        let mut answer: Value = self.ask(request)?;
        serde_json::from_value(answer[field].take())
            .with_context(|| format!("the emulator answers without {field}"))
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
            // Ends all processes with the last connection, so that none outlives the program.
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
            .arg(server()?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("Node.js does not start (on Debian: apt install nodejs npm)")?;
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

/// The emulator's program for Node.js. Installs the npm package that it needs on first use, in the version
/// of the lock file, verified by its hash.
fn server() -> Result<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let missing = || {
        format!(
            "the sources of the emulator are not at {}",
            folder.display()
        )
    };
    let lock = File::open(folder.join("package-lock.json")).with_context(missing)?;
    // Of two programs at once, the second waits here and then finds the package.
    lock.lock()?;
    if !folder.join("node_modules/rp2040js").exists() {
        let status = Command::new("npm")
            .args(["ci", "--omit=dev", "--no-audit", "--no-fund"])
            .args(["--ignore-scripts", "--engine-strict"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .context("npm does not start (on Debian: apt install nodejs npm)")?;
        ensure!(status.success(), "npm ci failed in {}", folder.display());
    }
    Ok(folder.join("emulator/server.mjs"))
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors are ignored: between two requests it has no data to write.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lock_file_names_no_place_to_download_from() {
        let lock = include_str!("../../../package-lock.json");
        let lock: serde_json::Value = serde_json::from_str(lock).unwrap();
        let packages = lock["packages"].as_object().unwrap();
        assert!(packages.contains_key("node_modules/rp2040js"));
        for (name, package) in packages {
            let is_verified = name.is_empty() || package["integrity"].is_string();
            assert!(package["resolved"].is_null() && is_verified, "{name}");
        }
    }
}
