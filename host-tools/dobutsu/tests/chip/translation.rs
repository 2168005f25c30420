//! The emulator's fast way and its obvious one do the same.

use dobutsu_core::handheld::{Button, Source};

use crate::bench;
use crate::device::{Device, SOON};

#[test]
fn translated_code_does_what_rp2040js_does() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    bench::flash_database(&mut chip);
    chip.verify(5_003).unwrap();
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    device.rig.press(Button::A);
    chip.press(Button::A, SOON).unwrap();
    chip.run(SOON).unwrap();
    let verification = chip.verify(0).unwrap();
    println!("{} traces compared", verification.compared);
    assert!(verification.compared > 2_000, "{}", verification.compared);
    assert!(verification.different.is_empty(), "{verification:#?}");
}
