//! Slices of thought on another model of the processor: QEMU's, by the Python package `unicorn`.

use std::process::Command;

use dobutsu::emulate::chip::Board;
use dobutsu_core::handheld::{Button, Source};

use crate::bench;
use crate::device::{Device, FINGER, SOON};

/// Runs every recorded slice as a Cortex-M0 and as a Cortex-M33, and compares all of RAM, the registers and
/// the flags with what the emulator recorded.
const SCRIPT: &str = include_str!("other_cpu.py");
const SLICES: u32 = 12;

fn has_unicorn() -> bool {
    let python = Command::new("python3")
        .args(["-c", "import unicorn"])
        .output();
    python.is_ok_and(|output| output.status.success())
}

#[test]
#[ignore = "long: needs Python and its package unicorn"]
fn another_processor_computes_the_same() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    if !has_unicorn() {
        println!(
            "skipped: there is no Python with the package unicorn (python3 -m pip install unicorn)"
        );
        return;
    }
    let mut chip = bench::chip_on(Board::KIND, &firmware);
    bench::flash_database(&mut chip);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    device.point(&mut chip, "Hint").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let think = "dobutsu_think";
    chip.record_calls(think, SLICES, folder.path()).unwrap();
    chip.press(Button::A, FINGER).unwrap();
    chip.run(SOON).unwrap();
    let recorded = chip.record_calls(think, SLICES, folder.path()).unwrap();
    assert_eq!(recorded, SLICES);
    let output = Command::new("python3")
        .args(["-c", SCRIPT])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
}
