//! The emulator's translated code, compared with rp2040js and with another model of the processor.

use std::process::Command;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu_core::handheld::{Button, Source};

use crate::pair::{FINGER, Pair, SOON, chip, or_skip};

#[test]
fn translated_code_does_what_rp2040js_does() {
    let mut chip = or_skip!(chip(Board::KIND, Source::Database));
    chip.verify(5_003).unwrap();
    let mut pair = Pair::started(chip, Source::Database);
    pair.new_game();
    pair.press("B");
    pair.chip.press(Button::A, SOON).unwrap();
    pair.chip.run(SOON).unwrap();
    let verification = pair.chip.verify(0).unwrap();
    println!("{} traces compared", verification.compared);
    assert!(verification.compared > 2_000, "{}", verification.compared);
    assert!(verification.different.is_empty(), "{verification:#?}");
}

/// Runs every recorded slice of thought in QEMU, by the Python package `unicorn`, as a Cortex-M0 and as a
/// Cortex-M33, and compares RAM, registers and flags with what the emulator recorded.
#[test]
#[ignore = "long: needs Python and its package unicorn"]
fn another_processor_computes_the_same() {
    const SLICES: u32 = 12;
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    if !python(&["-c", "import unicorn"]).is_ok_and(|output| output.status.success()) {
        println!("skipped: python3 -m pip install unicorn");
        return;
    }
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Database));
    pair.new_game();
    pair.press("B");
    pair.point("Hint");
    let folder = tempfile::tempdir().unwrap();
    let record = |chip: &mut Chip| chip.record_calls("dobutsu_think", SLICES, folder.path());
    record(&mut pair.chip).unwrap();
    pair.chip.press(Button::A, FINGER).unwrap();
    pair.chip.run(SOON).unwrap();
    assert_eq!(record(&mut pair.chip).unwrap(), SLICES);
    let script = include_str!("other_cpu.py");
    let output = python(&["-c", script, folder.path().to_str().unwrap()]).unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    println!("{printed}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
}
