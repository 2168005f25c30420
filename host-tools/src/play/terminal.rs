//! The device in the terminal: keys in, characters out, and a clean screen at every end.

use super::storage::Storage;
use anyhow::Result;

/// Opens the device.
pub fn run(_storage: Storage) -> Result<()> {
    Ok(())
}
