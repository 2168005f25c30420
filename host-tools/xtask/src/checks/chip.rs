//! The firmware: built for the chip, and run on an emulated one.

use anyhow::Result;

use super::Equipment;
use super::computer::{ON_A_PC, cargo_test};
use crate::device::Device;
use crate::report::Status;
use crate::size;
use crate::workspace::{in_path, run};

pub(super) fn firmware(equipment: &Equipment) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    let any_flash = device.build_for_any_flash()?;
    equipment.any_flash.get_or_init(|| any_flash);
    let elf = device.build_firmware()?;
    let note = size::check(&elf)?;
    equipment.firmware.get_or_init(|| elf);
    Ok(Status::Passed(note))
}

/// Builds and links it. It is not run here: the emulator of the RP2350, rp2350js, is not among npm's packages
/// and needs corrections; `firmware/README.md` describes what ran on it.
pub(super) fn firmware_for_pico2(equipment: &Equipment) -> Result<Status> {
    let device = match Device::for_pico2() {
        Ok(device) => device,
        Err(error) => return Ok(Status::Skipped(format!("no compiler for it: {error:#}"))),
    };
    let elf = device.build_firmware()?;
    let note = size::check(&elf)?;
    equipment.pico2.get_or_init(|| elf);
    Ok(Status::Passed(format!("{note}, untried")))
}

/// Core with no features and with all of them; the firmware has built it with some.
pub(super) fn core_alone(equipment: &Equipment) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    for features in ["--no-default-features", "--all-features"] {
        let arguments = ["--profile=firmware", "--package=dobutsu-core", features];
        run(device.cargo("check").args(arguments))?;
    }
    Ok(Status::passed())
}

pub(super) fn clippy_device(equipment: &Equipment) -> Result<Status> {
    let Some(device) = equipment.device.get() else {
        return Ok(no_device());
    };
    if !device.has_clippy() {
        let why = "Debian's compiler has no clippy; its warnings are errors";
        return Ok(Status::Skipped(why.to_owned()));
    }
    let packages = ["--package=dobutsu-core", "--package=dobutsu-firmware"];
    let mut clippy = device.cargo("clippy");
    run(clippy
        .arg("--profile=firmware")
        .args(packages)
        .args(["--", "--deny=warnings"]))?;
    Ok(Status::passed())
}

/// The very file that would be flashed, on an emulated chip.
pub(super) fn emulate(equipment: &Equipment) -> Result<Status> {
    if equipment.firmware.get().is_none() {
        return Ok(no_device());
    }
    if in_path("node").is_none() {
        let why = "no Node.js, as said elsewhere";
        return Ok(Status::Skipped(why.to_owned()));
    }
    // The same packages as for the other tests, or dependencies would be compiled anew.
    let chip = ["--test=chip", "--", "--nocapture"];
    run(cargo_test(equipment).args(ON_A_PC).args(chip))?;
    Ok(Status::passed())
}

fn no_device() -> Status {
    Status::Skipped("no toolchain for the RP2040, as said elsewhere".to_owned())
}
