//! What the emulator saw and counted.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;

use super::{Bytes, Chip};

/// Where RAM begins.
const RAM: u32 = 0x2000_0000;

/// What RAM holds before anything is written to it, and what the firmware paints its stack with.
const PAINT: u8 = 0xCC;

/// Calls of a watched function: cycles, and misses of the cache while it was running.
pub type Calls = Vec<(u64, u64)>;

/// What the emulator counted.
#[derive(Clone, Debug, Deserialize)]
pub struct Counters {
    /// The calls of each watched function since the last request.
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
    /// Its first three arguments.
    pub values: [u32; 3],
}

/// What the chip is about.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    /// The calls of the bootrom's functions.
    pub calls: Vec<RomCall>,
    /// Whether all oscillators stand still.
    pub dormant: bool,
    /// Nanoseconds since the start in which the system clock was above 48 MHz.
    #[serde(rename = "fullClock")]
    pub full_clock: u64,
}

#[derive(Deserialize)]
struct Recorded {
    done: u32,
}

impl Chip {
    /// The calls of the bootrom since the last request, and the state of the clocks.
    pub fn state(&mut self) -> Result<State> {
        self.wire.ask(json!({ "do": "state" }))
    }

    /// Holds the emulator's translated code against rp2040js from now on; what came of it so far.
    pub fn verify(&mut self, every: u32) -> Result<Verification> {
        self.wire.ask(json!({ "do": "verify", "every": every }))
    }

    /// Records this many calls of a function into a folder from now on: memory and registers before and
    /// after each. Returns how many were recorded so far.
    pub fn record_calls(&mut self, name: &str, count: u32, folder: &Path) -> Result<u32> {
        let request = json!({ "do": "slices", "name": name, "count": count, "folder": folder });
        Ok(self.wire.ask::<Recorded>(request)?.done)
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
