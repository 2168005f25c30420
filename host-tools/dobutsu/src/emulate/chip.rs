//! The emulated board: an RP2040 with its flash, a display and six buttons.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use dobutsu_core::handheld::{Button, Frame};
use serde::Deserialize;
use serde_json::json;

pub use super::board::{Board, Controller};
use super::log::Line;
pub use super::wire::{Ended, Event};
use super::wire::{Hex, Report, Wire, hex};

/// Where flash begins in the chip's address space.
pub const FLASH: u32 = 0x1000_0000;
/// Where RAM begins.
pub const RAM: u32 = 0x2000_0000;

/// A region of flash, as offsets from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its first byte.
    pub at: u32,
    /// Its bytes.
    pub length: u32,
}

/// What RAM holds before anything is written to it, and what the firmware paints its stack with.
const PAINT: u8 = 0xCC;

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
    stir: Stir,
}

/// What the first press has shaken the dice by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stir {
    /// Nobody has pressed yet.
    Awaited,
    /// By this, which was not told yet.
    By(u32),
    /// That is known.
    Told,
}

/// Calls of a watched function: cycles, and misses of the cache while it was running.
pub type Calls = Vec<(u64, u64)>;

/// What the emulator counted.
#[derive(Clone, Debug, Deserialize)]
pub struct Counters {
    /// The calls of each watched function since the last time this was asked.
    pub calls: BTreeMap<String, Calls>,
    /// Reads of flash that missed the cache since the chip started, if it is modelled.
    pub misses: u64,
    /// Sectors erased, from the beginning.
    pub erases: u64,
    /// Pages programmed.
    pub programs: u64,
    /// Bytes programmed over bits that were not erased.
    pub unerased: u64,
}

/// How translated code compares with rp2040js.
#[derive(Clone, Debug, Deserialize)]
pub struct Verification {
    /// Traces that were run by both.
    pub compared: u64,
    /// What differed.
    pub different: Vec<String>,
}

/// A call of a function of the bootrom.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct RomCall {
    /// The two letters of its name.
    pub name: String,
    /// Its first three arguments, if it has so many.
    pub values: [u32; 3],
}

/// What the chip is about.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    /// What was asked of the bootrom.
    pub calls: Vec<RomCall>,
    /// Whether all oscillators stand still.
    pub dormant: bool,
}

impl Chip {
    /// A board with this linked firmware in its flash and nothing else, switched off. Calls of the
    /// watched functions are counted.
    pub fn new(elf: &Path, watched: &[&str], fidelity: Fidelity) -> Result<Chip> {
        let mut wire = Wire::open()?;
        wire.tell(json!({ "do": "board", "board": fidelity.board.json() }))?;
        wire.tell(json!({
            "do": "firmware", "path": elf, "watched": watched, "cached": fidelity.cache,
        }))
        .with_context(|| format!("{} is no firmware", elf.display()))?;
        let mut chip = Chip {
            wire,
            now: 0,
            on: false,
            lines: Vec::new(),
            events: Vec::new(),
            stir: Stir::Awaited,
        };
        for button in Button::ALL {
            chip.release(button)?;
        }
        Ok(chip)
    }

    /// The address of a symbol of the firmware.
    pub fn symbol(&mut self, name: &str) -> Result<u32> {
        let request = json!({ "do": "symbol", "name": name });
        Ok(self.wire.ask::<Symbol>(request)?.address)
    }

    /// The region between two symbols of `memory.x`.
    fn region(&mut self, start: &str, end: &str) -> Result<Region> {
        let (start, end) = (self.symbol(start)?, self.symbol(end)?);
        match (start.checked_sub(FLASH), end.checked_sub(start)) {
            (Some(at), Some(length)) => Ok(Region { at, length }),
            _ => bail!("the firmware's regions are not in flash"),
        }
    }

    /// Where the firmware keeps the game.
    pub fn saves(&mut self) -> Result<Region> {
        self.region("__saves_start", "__saves_end")
    }

    /// Where the database lies.
    pub fn database(&mut self) -> Result<Region> {
        self.region("__database_start", "__database_end")
    }

    /// Flashes a file to the beginning of a region.
    pub fn flash_file(&mut self, region: Region, path: &Path) -> Result<()> {
        let length = std::fs::metadata(path)
            .with_context(|| format!("cannot read {}", path.display()))?
            .len();
        if length > u64::from(region.length) {
            bail!("{} does not fit its region of flash", path.display());
        }
        self.wire.tell(json!({
            "do": "load", "path": path, "from": 0, "length": length, "to": region.at,
        }))
    }

    /// Writes a region to a file.
    pub fn keep_file(&mut self, region: Region, path: &Path) -> Result<()> {
        self.wire.tell(json!({
            "do": "store", "path": path, "from": region.at, "length": region.length,
        }))
    }

    /// Erases a region.
    pub fn erase(&mut self, region: Region) -> Result<()> {
        self.wire.tell(json!({
            "do": "fill", "at": region.at, "length": region.length, "byte": 0xFF,
        }))
    }

    /// Puts bytes into flash, as if they had always been there.
    pub fn patch(&mut self, at: u32, bytes: &[u8]) -> Result<()> {
        let bytes = hex(bytes);
        self.wire
            .tell(json!({ "do": "patch", "at": at, "bytes": bytes }))
    }

    /// Reads a region of flash.
    pub fn peek(&mut self, region: Region) -> Result<Vec<u8>> {
        let request = json!({ "do": "peek", "at": region.at, "length": region.length });
        Ok(self.wire.ask::<Bytes>(request)?.bytes.0)
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

    /// Copies a UF2 file to the drive of the chip's boot loader; whether the board restarts, as it does
    /// when it has seen every block. Calls are not watched any more.
    pub fn copy_to_drive(&mut self, path: &Path) -> Result<bool> {
        let request = json!({ "do": "drive", "path": path });
        Ok(self.wire.ask::<Drive>(request)?.restarts)
    }

    /// Pushes a button down, and lets it go when so much time has passed.
    pub fn press(&mut self, button: Button, time: Duration) -> Result<()> {
        self.hold(button)?;
        self.move_button(button, false, time)
    }

    /// Puts a fixed moment in place of that of the first press, which differs with every build of the
    /// firmware: the dice fall as the seed says.
    pub fn fix_moment(&mut self) -> Result<()> {
        let moment = self.symbol("dobutsu_moment")? & !1;
        // movs r0, #0; bx lr
        self.patch(moment - FLASH, &[0x00, 0x20, 0x70, 0x47])
    }

    /// After a press: what the first one since the start has shaken the dice by, told once.
    pub fn stirred(&mut self) -> Result<Option<u32>> {
        // It is seen a millisecond after it begins, or when a sector has been erased.
        for _ in 0..300 {
            if self.stir != Stir::Awaited || !self.on {
                break;
            }
            self.run(Duration::from_millis(2))?;
        }
        match std::mem::replace(&mut self.stir, Stir::Told) {
            Stir::By(number) => Ok(Some(number)),
            Stir::Awaited | Stir::Told => Ok(None),
        }
    }

    /// Pushes a button down, and lets it go, so much later.
    pub fn press_after(&mut self, button: Button, wait: Duration, time: Duration) -> Result<()> {
        self.move_button(button, true, wait)?;
        self.move_button(button, false, wait + time)
    }

    /// Pushes a button down.
    pub fn hold(&mut self, button: Button) -> Result<()> {
        self.move_button(button, true, Duration::ZERO)
    }

    /// Lets a button go.
    pub fn release(&mut self, button: Button) -> Result<()> {
        self.move_button(button, false, Duration::ZERO)
    }

    fn move_button(&mut self, button: Button, down: bool, after: Duration) -> Result<()> {
        let name = format!("{button:?}");
        self.wire
            .tell(json!({ "do": "button", "button": name, "down": down, "after": nanos(after) }))
    }

    /// Pulls a button's wire low for a few nanoseconds, as a neighbouring wire may.
    pub fn glitch(&mut self, button: Button) -> Result<()> {
        let name = format!("{button:?}");
        self.wire.tell(json!({ "do": "glitch", "button": name }))
    }

    /// Whether the pin of a button has its Schmitt trigger on.
    pub fn has_schmitt(&mut self, button: Button) -> Result<bool> {
        let name = format!("{button:?}");
        let request = json!({ "do": "schmitt", "button": name });
        Ok(self.wire.ask::<Schmitt>(request)?.schmitt)
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

    /// Pulls the cable out in the middle of whatever is going on, and puts it back.
    pub fn replug_serial(&mut self) -> Result<()> {
        self.wire
            .tell(json!({ "do": "serial", "bytes": "", "replug": true }))
    }

    /// What the bootrom was asked for since the last time, and whether the chip's oscillators stand
    /// still.
    pub fn state(&mut self) -> Result<State> {
        self.wire.ask(json!({ "do": "state" }))
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
        self.run_to_picture(picture, false, limit)
    }

    /// Lets time pass until the display shows anything but this picture; whether it did.
    pub fn run_while(&mut self, picture: &Frame, limit: Duration) -> Result<bool> {
        self.run_to_picture(picture, true, limit)
    }

    fn run_to_picture(&mut self, picture: &Frame, other: bool, limit: Duration) -> Result<bool> {
        let end = self.now + nanos(limit);
        // A reset in between is told by the events; what was wanted may still come.
        loop {
            let ended = self.run_request(json!({
                "do": "run",
                "nanos": end.saturating_sub(self.now),
                "wanted": hex(picture.bytes()),
                "other": other,
                "cut": null,
            }))?;
            match ended {
                Ended::Picture => return Ok(true),
                Ended::Time | Ended::Cut => return Ok(false),
                Ended::Reset => {}
            }
        }
    }

    /// Lets time pass and then cuts the power, in the middle of whatever is going on.
    pub fn run_and_cut(&mut self, time: Duration) -> Result<()> {
        self.run_and_cut_when_busy(time, None)
    }

    /// The same, but cuts the power sooner if the flash has erased and programmed for so long.
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
        }
        self.lines.extend(report.log);
        if report.ended == Ended::Cut {
            self.on = false;
        }
        self.events.extend(report.events);
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

    /// The lines logged since this was last asked.
    pub fn take_log(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }

    /// The faults and resets since this was last asked.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Holds the emulator's translated code against rp2040js from now on; what came of it so far.
    pub fn verify(&mut self, every: u32) -> Result<Verification> {
        self.wire.ask(json!({ "do": "verify", "every": every }))
    }

    /// What was counted.
    pub fn counters(&mut self) -> Result<Counters> {
        self.wire.ask(json!({ "do": "counters" }))
    }

    /// The most bytes of stack that were in use: from its upper end to the lowest byte that is no
    /// longer painted.
    pub fn stack_used(&mut self) -> Result<u32> {
        let [bottom, top] = [self.symbol("_stack_end")?, self.symbol("_stack_start")?];
        let ram = self.wire.ask::<Bytes>(json!({ "do": "ram" }))?.bytes.0;
        let in_ram = |at: u32| at.saturating_sub(RAM) as usize;
        let stack = ram.get(in_ram(bottom)..in_ram(top));
        let stack = stack.context("the stack is not in RAM")?;
        let unused = stack.iter().take_while(|&&byte| byte == PAINT).count();
        Ok((stack.len() - unused) as u32)
    }
}

#[derive(Deserialize)]
struct Symbol {
    address: u32,
}

#[derive(Deserialize)]
struct Bytes {
    bytes: Hex,
}

#[derive(Deserialize)]
struct Shown {
    picture: Hex,
    contrast: u8,
    #[serde(rename = "setUps")]
    set_ups: u64,
}

#[derive(Deserialize)]
struct Drive {
    restarts: bool,
}

#[derive(Deserialize)]
struct Schmitt {
    schmitt: bool,
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}
