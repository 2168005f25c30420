//! The emulated board: an RP2040 with its flash, a display and six buttons.

mod buttons;
mod counts;
mod flash;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use dobutsu_core::handheld::{Button, Frame};
use serde_json::{Value, json};

pub use self::counts::{Calls, Counters, State, Verification};
pub use self::flash::{FLASH, Region};
pub use super::board::{Board, Controller, Regulator};
use super::log::Line;
pub use super::wire::{Ended, Event, Tone};
use super::wire::{Hex, Report, Wire, hex};

/// The functions whose calls are counted; the firmware keeps them from being inlined.
const WATCHED: [&str; 2] = ["dobutsu_draw", "dobutsu_think"];

/// An emulated board.
pub struct Chip {
    wire: Wire,
    now: u64,
    on: bool,
    lines: Vec<Line>,
    events: Vec<Event>,
    notes: Vec<Tone>,
    log_file: Option<File>,
}

impl Chip {
    /// This board with this linked firmware in its flash and nothing else, switched off. With `cached`,
    /// reads of flash that miss the cache take their time, which is slower to emulate.
    pub fn new(elf: &Path, board: Board, cached: bool) -> Result<Chip> {
        let mut wire = Wire::open()?;
        wire.tell(json!({
            "do": "new", "board": board, "path": elf, "watched": WATCHED, "cached": cached,
        }))
        .with_context(|| format!("{} is no firmware", elf.display()))?;
        let mut chip = Chip {
            wire,
            now: 0,
            on: false,
            lines: Vec::new(),
            events: Vec::new(),
            notes: Vec::new(),
            log_file: None,
        };
        for button in Button::ALL {
            chip.release(button)?;
        }
        Ok(chip)
    }

    /// Writes every line to this file as soon as it is logged.
    pub fn log_to(&mut self, path: &Path) -> Result<()> {
        let file = File::create(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        self.log_file = Some(file);
        Ok(())
    }

    /// The address of a symbol of the firmware.
    pub fn symbol(&mut self, name: &str) -> Result<u32> {
        let request = json!({ "do": "symbol", "name": name });
        self.wire.ask_for("address", request)
    }

    /// Switches the board on with these dice; if it is on already, off and on.
    pub fn switch_on(&mut self, seed: u32) -> Result<()> {
        self.now = 0;
        self.on = true;
        self.wire.tell(json!({ "do": "on", "seed": seed }))
    }

    /// Switches the board off.
    pub fn switch_off(&mut self) -> Result<()> {
        self.on = false;
        self.wire.tell(json!({ "do": "off" }))
    }

    /// Whether the board has power.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Changes the board. Flash of another size is erased.
    pub fn solder(&mut self, board: Board) -> Result<()> {
        self.wire.tell(json!({ "do": "board", "board": board }))
    }

    /// Disconnects the debug probe during a transfer, or connects it.
    pub fn pull_probe(&mut self, pulled: bool) -> Result<()> {
        self.wire.tell(json!({ "do": "probe", "pulled": pulled }))
    }

    /// Sends bytes to the serial port of a board with a cable to a computer; returns the bytes received
    /// since the last call.
    pub fn serial(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let request = json!({ "do": "serial", "bytes": hex(bytes), "replug": false });
        self.bytes(request)
    }

    /// Disconnects and reconnects the cable.
    pub fn replug_serial(&mut self) -> Result<()> {
        self.wire
            .tell(json!({ "do": "serial", "bytes": "", "replug": true }))
    }

    /// Sets the port's speed and closes it, as a program on the computer does.
    pub fn close_port(&mut self, baud: u32) -> Result<()> {
        self.wire.tell(json!({ "do": "touch", "baud": baud }))
    }

    /// The USB string descriptor with this number, such as the serial number.
    pub fn usb_text(&mut self, number: u8) -> Result<Option<String>> {
        self.wire.tell(json!({ "do": "text", "number": number }))?;
        self.run(Duration::from_millis(10))?;
        let request = json!({ "do": "serial", "bytes": "", "replug": false });
        self.wire.ask_for("text", request)
    }

    /// Connects or disconnects the display.
    pub fn plug(&mut self, plugged: bool) -> Result<()> {
        self.wire.tell(json!({ "do": "plug", "plugged": plugged }))
    }

    /// Lets time pass.
    pub fn run(&mut self, time: Duration) -> Result<Ended> {
        self.run_request(json!({ "do": "run", "nanos": nanos(time), "wanted": null, "cut": null }))
    }

    /// Lets time pass until the display shows this picture; returns whether it did.
    pub fn run_until(&mut self, picture: &Frame, limit: Duration) -> Result<bool> {
        let end = self.now + nanos(limit);
        // The picture may still appear after a reset.
        loop {
            let ended = self.run_request(json!({
                "do": "run",
                "nanos": end.saturating_sub(self.now),
                "wanted": hex(picture.bytes()),
                "cut": null,
            }))?;
            match ended {
                Ended::Picture => return Ok(true),
                Ended::Time | Ended::Cut => return Ok(false),
                Ended::Reset => {}
            }
        }
    }

    /// Lets time pass and then cuts the power, during any operation; sooner if the flash has been erasing and
    /// programming for the time `busy`.
    pub fn run_and_cut_when_busy(&mut self, time: Duration, busy: Option<Duration>) -> Result<()> {
        let end = self.now + nanos(time);
        loop {
            let left = end.saturating_sub(self.now);
            let ended = self.run_request(json!({
                "do": "run",
                "nanos": left + 1,
                "wanted": null,
                "cut": left,
                "busy": busy.map(nanos),
            }))?;
            if ended != Ended::Reset {
                return Ok(());
            }
        }
    }

    /// The field `bytes` of the answer.
    fn bytes(&mut self, request: Value) -> Result<Vec<u8>> {
        Ok(self.wire.ask_for::<Hex>("bytes", request)?.0)
    }

    fn run_request(&mut self, request: Value) -> Result<Ended> {
        let report: Report = self.wire.ask(request)?;
        self.now = report.nanos;
        if let Some(file) = &mut self.log_file {
            for line in &report.log {
                writeln!(file, "{line}").context("cannot write the log")?;
            }
        }
        self.lines.extend(report.log);
        if report.ended == Ended::Cut {
            self.on = false;
        }
        self.events.extend(report.events);
        self.notes.extend(report.notes);
        Ok(report.ended)
    }

    /// The time since it was switched on.
    pub fn now(&self) -> Duration {
        Duration::from_nanos(self.now)
    }

    /// The picture on the display.
    pub fn picture(&mut self) -> Result<Frame> {
        let Hex(bytes) = self.wire.ask_for("picture", json!({ "do": "picture" }))?;
        let bytes = bytes.try_into().ok();
        bytes
            .map(Frame::from_bytes)
            .context("the emulator's picture has the wrong size")
    }

    /// The brightness of the display, from 0 to 255.
    pub fn contrast(&mut self) -> Result<u8> {
        let request = json!({ "do": "picture" });
        self.wire.ask_for("contrast", request)
    }

    /// The number of times the display was set up.
    pub fn set_ups(&mut self) -> Result<u64> {
        let request = json!({ "do": "picture" });
        self.wire.ask_for("setUps", request)
    }

    /// The lines logged since the last call.
    pub fn take_log(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }

    /// The tones of the buzzer since the last call.
    pub fn take_notes(&mut self) -> Vec<Tone> {
        std::mem::take(&mut self.notes)
    }

    /// The faults and resets since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}
