//! A chip on the bench, ready to be switched on.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};

use dobutsu::emulate::chip::{Chip, Fidelity};
use dobutsu::emulate::firmware::Firmware;
use dobutsu::emulate::twin::ChipTwin;
use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;

use crate::common;

/// The firmware, if there is one and it can be emulated.
pub(crate) fn firmware() -> Option<Arc<Firmware>> {
    static FIRMWARE: OnceLock<Option<Arc<Firmware>>> = OnceLock::new();
    let find = || {
        let Some(path) = std::env::var_os("DOBUTSU_FIRMWARE").map(PathBuf::from) else {
            println!("skipped: DOBUTSU_FIRMWARE names no firmware");
            return None;
        };
        if Command::new("node").arg("--version").output().is_err() {
            println!("skipped: there is no Node.js to emulate the chip with");
            return None;
        }
        Some(Arc::new(
            Firmware::read(&path).expect("the firmware is read"),
        ))
    };
    FIRMWARE.get_or_init(find).clone()
}

/// A chip with this firmware.
pub(crate) fn chip(firmware: &Arc<Firmware>) -> Chip {
    let watched = ["dobutsu_draw", "dobutsu_think"];
    Chip::new(firmware, &watched, Fidelity::default()).expect("the emulator starts")
}

/// A chip whose reads of flash take their time, to measure on.
pub(crate) fn slow_chip(firmware: &Arc<Firmware>) -> Chip {
    let watched = ["dobutsu_draw", "dobutsu_think"];
    Chip::new(firmware, &watched, Fidelity { cache: true }).expect("the emulator starts")
}

/// Puts the database where the firmware looks for it.
pub(crate) fn flash_database(chip: &mut Chip) {
    let region = chip.database().expect("the firmware says where");
    chip.flash_file(region, &common::image_path())
        .expect("the database is read");
}

/// A chip that follows a scenario.
pub(crate) fn twin(firmware: &Arc<Firmware>) -> ChipTwin {
    ChipTwin::new(chip(firmware), common::image_path()).expect("the image is there")
}

/// The database as the chip reads it, for the device on the PC.
pub(crate) fn database() -> anyhow::Result<Thinker> {
    Thinker::probing(ImageFile::read(&common::image_path())?)
}
