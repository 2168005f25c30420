//! A chip on the bench, ready to be switched on.

use std::path::{Path, PathBuf};
use std::process::Command;

use dobutsu::emulate::chip::{Board, Chip, Fidelity};
use dobutsu::emulate::twin::ChipTwin;
use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;
use dobutsu_core::handheld::Source;

use crate::common;

/// The linked firmware, if there is one and it can be emulated.
pub(crate) fn firmware() -> Option<PathBuf> {
    let Some(path) = std::env::var_os("DOBUTSU_FIRMWARE") else {
        println!("skipped: DOBUTSU_FIRMWARE names no firmware");
        return None;
    };
    has_node().then(|| path.into())
}

/// Whether there is Node.js, which the emulator runs on.
pub(crate) fn has_node() -> bool {
    let there = Command::new("node").arg("--version").output().is_ok();
    if !there {
        println!("skipped: there is no Node.js to emulate the chip with");
    }
    there
}

/// A chip with this firmware.
pub(crate) fn chip(firmware: &Path) -> Chip {
    let watched = ["dobutsu_draw", "dobutsu_think"];
    Chip::new(firmware, &watched, Fidelity::default()).expect("the emulator starts")
}

/// A chip whose reads of flash take their time, to measure on.
pub(crate) fn slow_chip(firmware: &Path) -> Chip {
    let watched = ["dobutsu_draw", "dobutsu_think"];
    let fidelity = Fidelity {
        cache: true,
        ..Fidelity::default()
    };
    Chip::new(firmware, &watched, fidelity).expect("the emulator starts")
}

/// A chip with this firmware on this board.
pub(crate) fn chip_on(board: Board, firmware: &Path) -> Chip {
    let fidelity = Fidelity {
        board,
        ..Fidelity::default()
    };
    Chip::new(firmware, &[], fidelity).expect("the emulator starts")
}

/// Puts the full database where the firmware looks for it.
pub(crate) fn flash_database(chip: &mut Chip) {
    flash(chip, Source::Database);
}

/// Puts the database that gives its advice from this source in its place, if there is one.
pub(crate) fn flash(chip: &mut Chip, source: Source) {
    let region = chip.database().expect("the firmware says where");
    if let Some(image) = image(source) {
        chip.flash_file(region, &image)
            .expect("the database is read");
    }
}

/// The database that gives its advice from this source.
pub(crate) fn image(source: Source) -> Option<PathBuf> {
    match source {
        Source::Database => Some(common::image_path()),
        Source::SmallDatabase => Some(common::small_path()),
        _ => None,
    }
}

/// A chip that follows a scenario.
pub(crate) fn twin(firmware: &Path) -> ChipTwin {
    ChipTwin::new(chip(firmware), common::image_path()).expect("the image is there")
}

/// The full database as the chip reads it, for the device on the PC.
pub(crate) fn database() -> anyhow::Result<Thinker> {
    thinker(Source::Database)
}

/// The source of the chip's answers, for the device on the PC.
pub(crate) fn thinker(source: Source) -> anyhow::Result<Thinker> {
    match image(source) {
        Some(image) => Thinker::probing(ImageFile::read(&image)?),
        None => Ok(Thinker::searching()),
    }
}
