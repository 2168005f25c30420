//! Writing, reading and erasing the chip's flash.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::Chip;
use crate::emulate::wire::hex;

/// Where flash begins in the chip's address space.
pub const FLASH: u32 = 0x1000_0000;

/// A region of flash, as offsets from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its first byte.
    pub at: u32,
    /// Its bytes.
    pub length: u32,
}

impl Chip {
    /// The region between two symbols of `memory.x`.
    fn region(&mut self, start: &str, end: &str) -> Result<Region> {
        let (start, end) = (self.symbol(start)?, self.symbol(end)?);
        match (start.checked_sub(FLASH), end.checked_sub(start)) {
            (Some(at), Some(length)) => Ok(Region { at, length }),
            _ => bail!("the firmware's regions are not in flash"),
        }
    }

    /// The region of the saves.
    pub fn saves(&mut self) -> Result<Region> {
        self.region("__saves_start", "__saves_end")
    }

    /// The region of the database.
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

    /// Erases a region.
    pub fn erase(&mut self, region: Region) -> Result<()> {
        self.wire.tell(json!({
            "do": "fill", "at": region.at, "length": region.length, "byte": 0xFF,
        }))
    }

    /// Changes bytes of flash without erasing or programming.
    pub fn patch(&mut self, at: u32, bytes: &[u8]) -> Result<()> {
        let bytes = hex(bytes);
        self.wire
            .tell(json!({ "do": "patch", "at": at, "bytes": bytes }))
    }

    /// Reads a region of flash.
    pub fn peek(&mut self, region: Region) -> Result<Vec<u8>> {
        let request = json!({ "do": "peek", "at": region.at, "length": region.length });
        self.bytes(request)
    }

    /// Copies a UF2 file to the drive of the chip's boot loader. Returns whether the board restarts, as it
    /// does when it has received every block. Calls are not counted from then on.
    pub fn copy_to_drive(&mut self, path: &Path) -> Result<bool> {
        let request = json!({ "do": "drive", "path": path });
        self.wire.ask_for("restarts", request)
    }
}
