//! A press while the flash erases a sector, when nothing else runs.

use std::time::Duration;

use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Seat, Source};
use dobutsu_core::player::Dice;

use crate::bench;
use crate::device::{Device, FINGER, SOON, assert_healthy};

/// Shorter than the erasure, so that some fall into it whole.
const TAP: Duration = Duration::from_millis(8);

#[test]
fn a_press_at_any_moment_of_a_save_is_seen() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device
        .set(&mut chip, "You play", Button::Right, |settings| {
            settings.seat == Seat::Pair
        })
        .unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(SOON).unwrap();
    let record = device
        .rig
        .records
        .last()
        .cloned()
        .expect("the game is kept");
    chip.switch_off().unwrap();
    // Not from 0: of two buttons that go down together either may come first.
    for millis in (1..100).step_by(5) {
        let erases = chip.counters().unwrap().erases;
        saves::fill(&mut chip, &record).unwrap();
        let mut device = Device::switch_on(&mut chip, Some(&record), 2, Source::Search);
        device.press_both(&mut chip, Button::A).unwrap();
        device.press_both(&mut chip, Button::A).unwrap();
        device.choose(&mut chip, "Continue").unwrap();
        let mv = device.any_move(&mut Dice::new(3)).unwrap();
        let last = device.prepare(&mut chip, mv).unwrap();
        device.rig.press(last);
        chip.press(last, FINGER).unwrap();
        chip.run(Duration::from_millis(millis)).unwrap();
        let before = device.picture();
        device.rig.press(Button::B);
        assert!(device.picture() != before, "the menu opens");
        chip.press(Button::B, TAP).unwrap();
        device.meet(&mut chip, SOON);
        assert_healthy(&mut chip);
        assert!(
            chip.counters().unwrap().erases > erases,
            "a sector is erased"
        );
        chip.switch_off().unwrap();
    }
}
