//! What people get: the page, and the files of a release.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::Equipment;
use crate::device::Device;
use crate::flash::Edition;
use crate::report::Status;
use crate::workspace::{in_path, run};
use crate::{dist, site};

/// The page as it is put onto a host.
pub(super) fn build_site(equipment: &Equipment) -> Result<Status> {
    let Some(elf) = equipment.firmware.get() else {
        return Ok(nothing_to_show());
    };
    if in_path("node").is_none() {
        let why = "no Node.js, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    }
    let analysis = Device::for_browser()?.build_analysis()?;
    let wasm = std::fs::metadata(&analysis)?.len();
    site::write(&site::Parts {
        elf: elf.clone(),
        image: Edition::Full.image(),
        analysis,
    })?;
    equipment.site.get_or_init(site::folder);
    Ok(Status::Passed(format!("WebAssembly of {wasm} bytes")))
}

/// The page in a real browser, by the scenarios' own presses and pictures.
pub(super) fn browse(equipment: &Equipment) -> Result<Status> {
    let (Some(_), Some(browser)) = (equipment.site.get(), equipment.browser.get()) else {
        let why = "there is no page or no browser, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    };
    site::test(browser, &Edition::Full.image(), || {
        Command::new(equipment.dobutsu())
    })?;
    Ok(Status::passed())
}

/// Makes the files of a release, and lets another program check their sums.
pub(super) fn distribute(equipment: &Equipment) -> Result<Status> {
    let Some(elf) = equipment.firmware.get() else {
        return Ok(nothing_to_show());
    };
    let site = equipment.site.get().map(PathBuf::as_path);
    let pico2 = equipment.pico2.get().map(PathBuf::as_path);
    let note = dist::write(elf, pico2, site)?;
    equipment.dist.get_or_init(dist::folder);
    if in_path("sha256sum").is_some() {
        let mut check = Command::new("sha256sum");
        run(check
            .args(["--check", "--strict", dist::SUMS])
            .current_dir(dist::folder()))?;
    }
    Ok(Status::Passed(note))
}

fn nothing_to_show() -> Status {
    Status::Skipped("there is no firmware, as said elsewhere".to_owned())
}
