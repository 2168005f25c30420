//! What the checks need and a machine may lack.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Equipment;
use crate::device::Device;
use crate::report::Status;
use crate::workspace::in_path;
use crate::{apt, npm, site};

pub(super) fn set_up_device(equipment: &Equipment) -> Result<Status> {
    let device = Device::find_or_install()?;
    let note = device.describe();
    equipment.device.get_or_init(|| device);
    Ok(Status::Passed(note))
}

/// The engine whose move generator ours is compared with.
pub(super) fn set_up_fairy_stockfish(equipment: &Equipment) -> Result<Status> {
    // Debian keeps games out of root's PATH.
    let find = || {
        let chosen = std::env::var_os("FAIRY_STOCKFISH").map(PathBuf::from);
        let debian = Path::new("/usr/games/fairy-stockfish");
        chosen
            .or_else(|| in_path("fairy-stockfish"))
            .or_else(|| debian.is_file().then(|| debian.to_owned()))
    };
    if find().is_none()
        && let Err(error) = apt::install(&["fairy-stockfish"])
    {
        return Ok(Status::Skipped(format!(
            "no comparison with fairy-stockfish: {error:#}"
        )));
    }
    let engine = find().context("Debian's fairy-stockfish is not where it should be")?;
    let note = engine.display().to_string();
    equipment.fairy_stockfish.get_or_init(|| engine);
    Ok(Status::Passed(note))
}

/// What the emulator of the chip runs on; the emulator itself is brought by the tests.
pub(super) fn set_up_node(_: &Equipment) -> Result<Status> {
    if let Err(error) = npm::set_up() {
        return Ok(Status::Skipped(format!("no emulated chip: {error:#}")));
    }
    Ok(Status::passed())
}

/// The browser that the page is tested in.
pub(super) fn set_up_browser(equipment: &Equipment) -> Result<Status> {
    let browser = match site::find_browser() {
        Ok(browser) => browser,
        Err(error) => return Ok(Status::Skipped(format!("no browser: {error:#}"))),
    };
    let note = browser.display().to_string();
    equipment.browser.get_or_init(|| browser);
    Ok(Status::Passed(note))
}
