//! Counters and state of the emulator.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;

use super::Chip;

/// Where RAM begins.
const RAM: u32 = 0x2000_0000;

/// The initial value of every byte of RAM, with which the firmware also paints its stack.
const PAINT: u8 = 0xCC;

/// Calls of a watched function: cycles, and cache misses during the call.
pub type Calls = Vec<(u64, u64)>;

/// Counts of the emulator.
#[derive(Clone, Debug, Deserialize)]
pub struct Counters {
    /// The calls of each watched function since the last request.
    pub calls: BTreeMap<String, Calls>,
    /// Reads of flash that missed the cache since the chip started, if it is modelled.
    pub misses: u64,
    /// Sectors erased since the board was made.
    pub erases: u64,
    /// Pages programmed since then.
    pub programs: u64,
    /// Bytes programmed over bits that were not erased.
    pub unerased: u64,
}

/// The comparison of translated code with rp2040js.
#[derive(Clone, Debug, Deserialize)]
pub struct Verification {
    /// Traces that were run by both.
    pub compared: u64,
    /// What differed.
    pub different: Vec<String>,
}

/// The state of the chip.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    /// The functions of the bootrom that were called, by the two letters of their names.
    pub calls: Vec<String>,
    /// Whether all oscillators are stopped.
    pub dormant: bool,
    /// Nanoseconds since the start in which the system clock was above 48 MHz.
    #[serde(rename = "fullClock")]
    pub full_clock: u64,
}

impl Chip {
    /// The calls of the bootrom since the last request, and the state of the clocks.
    pub fn state(&mut self) -> Result<State> {
        self.wire.ask(json!({ "do": "state" }))
    }

    /// Starts to compare the emulator's translated code with rp2040js, or stops with 0; returns the result
    /// so far.
    pub fn verify(&mut self, every: u32) -> Result<Verification> {
        self.wire.ask(json!({ "do": "verify", "every": every }))
    }

    /// Records the next calls of a function, at most this many, into a folder: memory and registers before
    /// and after each. Returns the number recorded so far.
    pub fn record_calls(&mut self, name: &str, count: u32, folder: &Path) -> Result<u32> {
        let request = json!({ "do": "slices", "name": name, "count": count, "folder": folder });
        self.wire.ask_for("done", request)
    }

    /// The counts so far.
    pub fn counters(&mut self) -> Result<Counters> {
        self.wire.ask(json!({ "do": "counters" }))
    }

    /// The most bytes of stack in use so far: from its upper end to the lowest byte that is no longer painted.
    pub fn stack_used(&mut self) -> Result<u32> {
        let [bottom, top] = [self.symbol("_stack_end")?, self.symbol("_stack_start")?];
        let ram = self.bytes(json!({ "do": "ram" }))?;
        let in_ram = |at: u32| at.saturating_sub(RAM) as usize;
        let stack = ram.get(in_ram(bottom)..in_ram(top));
        let stack = stack.context("the stack is not in RAM")?;
        let unused = stack.iter().take_while(|&&byte| byte == PAINT).count();
        Ok((stack.len() - unused) as u32)
    }
}
