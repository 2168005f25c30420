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
use serde::Deserialize;
use serde_json::json;

pub use self::counts::{Calls, Counters, RomCall, State, Verification};
pub use self::flash::{FLASH, Region};
pub use super::board::{Board, Controller, Regulator};
use super::log::Line;
pub use super::wire::{Ended, Event, Tone};
use super::wire::{Hex, Report, Wire, hex};

/// How the chip is emulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fidelity {
    /// Whether reads that miss the cache in front of the flash take their time; slower.
    pub cache: bool,
    /// The board around it.
    pub board: Board,
}

/// An emulated board.
pub struct Chip {
    wire: Wire,
    now: u64,
    on: bool,
    lines: Vec<Line>,
    events: Vec<Event>,
    notes: Vec<Tone>,
    stir: Stir,
    log_file: Option<File>,
}

/// The number that the first press has mixed into the dice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stir {
    /// No button was pressed yet.
    Awaited,
    /// This number, which was not returned yet.
    By(u32),
    /// The number was returned.
    Told,
}

impl Chip {
    /// A board with this linked firmware in its flash and nothing else, switched off. Calls of the
    /// watched functions are counted.
    pub fn new(elf: &Path, watched: &[&str], fidelity: Fidelity) -> Result<Chip> {
        let mut wire = Wire::open()?;
        wire.tell(json!({
            "do": "new", "board": fidelity.board.json(), "path": elf, "watched": watched,
            "cached": fidelity.cache,
        }))
        .with_context(|| format!("{} is no firmware", elf.display()))?;
        let mut chip = Chip {
            wire,
            now: 0,
            on: false,
            lines: Vec::new(),
            events: Vec::new(),
            notes: Vec::new(),
            stir: Stir::Awaited,
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
        Ok(self.wire.ask::<Symbol>(request)?.address)
    }

    /// Switches the board on, with these dice. It is switched off before if it is on.
    pub fn switch_on(&mut self, seed: u32) -> Result<()> {
        self.now = 0;
        self.on = true;
        self.stir = Stir::Awaited;
        self.wire.tell(json!({ "do": "on", "seed": seed }))
    }

    /// Cuts the power. Flash keeps what it has.
    pub fn switch_off(&mut self) -> Result<()> {
        self.on = false;
        self.wire.tell(json!({ "do": "off" }))
    }

    /// Whether the board has power.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Changes what is around the chip. Flash of another size is erased.
    pub fn solder(&mut self, board: Board) -> Result<()> {
        self.wire
            .tell(json!({ "do": "board", "board": board.json() }))
    }

    /// Pulls the debug probe out in the middle of its work, or puts it back.
    pub fn pull_probe(&mut self, pulled: bool) -> Result<()> {
        self.wire.tell(json!({ "do": "probe", "pulled": pulled }))
    }

    /// Sends bytes to the serial port of a board with a cable to a computer; what was heard from it
    /// since the last time.
    pub fn serial(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let request = json!({ "do": "serial", "bytes": hex(bytes), "replug": false });
        Ok(self.wire.ask::<Bytes>(request)?.bytes.0)
    }

    /// Pulls the cable out, and puts it back.
    pub fn replug_serial(&mut self) -> Result<()> {
        self.wire
            .tell(json!({ "do": "serial", "bytes": "", "replug": true }))
    }

    /// Sets the port's speed and closes it, as a program on the computer does.
    pub fn close_port(&mut self, baud: u32) -> Result<()> {
        self.wire.tell(json!({ "do": "touch", "baud": baud }))
    }

    /// Asks the device for its text of this number, as a computer does for its serial number.
    pub fn usb_text(&mut self, number: u8) -> Result<Option<String>> {
        self.wire.tell(json!({ "do": "text", "number": number }))?;
        self.run(Duration::from_millis(10))?;
        let request = json!({ "do": "serial", "bytes": "", "replug": false });
        Ok(self.wire.ask::<Text>(request)?.text)
    }

    /// Plugs the display in or out.
    pub fn plug(&mut self, plugged: bool) -> Result<()> {
        self.wire.tell(json!({ "do": "plug", "plugged": plugged }))
    }

    /// Lets time pass.
    pub fn run(&mut self, time: Duration) -> Result<Ended> {
        self.run_request(json!({ "do": "run", "nanos": nanos(time), "wanted": null, "cut": null }))
    }

    /// Lets time pass until the display shows this picture; whether it did.
    pub fn run_until(&mut self, picture: &Frame, limit: Duration) -> Result<bool> {
        let end = self.now + nanos(limit);
        // After a reset, which is among the events, the picture may still appear.
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

    /// Lets time pass and then cuts the power, in the middle of whatever is going on; sooner if the flash has
    /// erased and programmed for so long.
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

    fn run_request(&mut self, request: serde_json::Value) -> Result<Ended> {
        let report: Report = self.wire.ask(request)?;
        self.now = report.nanos;
        for line in &report.log {
            if let Some(number) = line.message.strip_prefix("stirred by ") {
                self.stir = Stir::By(number.parse()?);
            }
            if let Some(file) = &mut self.log_file {
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

    /// What is on the display.
    pub fn picture(&mut self) -> Result<Frame> {
        let shown: Shown = self.wire.ask(json!({ "do": "picture" }))?;
        let bytes = shown.picture.0.try_into();
        bytes
            .map(Frame::from_bytes)
            .map_err(|_| anyhow::anyhow!("the emulator's picture has the wrong size"))
    }

    /// How bright the display is, from 0 to 255.
    pub fn contrast(&mut self) -> Result<u8> {
        Ok(self.wire.ask::<Shown>(json!({ "do": "picture" }))?.contrast)
    }

    /// How often the display was set up since it was made.
    pub fn set_ups(&mut self) -> Result<u64> {
        Ok(self.wire.ask::<Shown>(json!({ "do": "picture" }))?.set_ups)
    }

    /// The lines logged since the last call.
    pub fn take_log(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }

    /// What the buzzer has played since the last call.
    pub fn take_notes(&mut self) -> Vec<Tone> {
        std::mem::take(&mut self.notes)
    }

    /// The faults and resets since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}

#[derive(Deserialize)]
struct Symbol {
    address: u32,
}

#[derive(Deserialize)]
struct Shown {
    picture: Hex,
    contrast: u8,
    #[serde(rename = "setUps")]
    set_ups: u64,
}

#[derive(Deserialize)]
struct Text {
    text: Option<String>,
}

#[derive(Deserialize)]
struct Bytes {
    bytes: Hex,
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}
