//! A display that is not there, goes away and comes back.

use std::time::Duration;

use dobutsu::emulate::chip::Chip;
use dobutsu_core::handheld::{Button, Source};

use crate::bench;
use crate::device::{Device, FINGER, SOON};

const SECOND: Duration = Duration::from_secs(1);

fn logged(chip: &mut Chip, what: &str) -> usize {
    let lines = chip.take_log();
    lines
        .iter()
        .filter(|line| line.message.contains(what))
        .count()
}

fn on() -> Option<Chip> {
    let mut chip = bench::chip(&bench::firmware()?);
    bench::flash_database(&mut chip);
    Some(chip)
}

#[test]
fn a_display_that_comes_late_shows_the_picture() {
    let Some(mut chip) = on() else { return };
    chip.plug(false).unwrap();
    chip.switch_on(1).unwrap();
    chip.run(5 * SECOND).unwrap();
    assert_eq!(logged(&mut chip, "display lost"), 1);
    chip.plug(true).unwrap();
    let mut device = Device::new(None, 1, Source::Database);
    device.meet(&mut chip, 3 * SECOND);
    chip.run(SOON).unwrap();
    assert_eq!(logged(&mut chip, "display returned"), 1);
    device.press_both(&mut chip, Button::A).unwrap();
    assert!(chip.take_events().is_empty());
}

#[test]
fn a_display_that_goes_away_comes_back_with_the_present_picture() {
    let Some(mut chip) = on() else { return };
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    // In the middle of a transfer, and for good.
    chip.press(Button::Down, FINGER).unwrap();
    device.rig.press(Button::Down);
    chip.run(Duration::from_millis(8)).unwrap();
    chip.plug(false).unwrap();
    for button in [Button::Down, Button::Up, Button::A] {
        chip.run(SECOND).unwrap();
        chip.press(button, FINGER).unwrap();
        device.rig.press(button);
    }
    chip.run(3 * SECOND).unwrap();
    assert_eq!(logged(&mut chip, "display lost"), 1);
    chip.plug(true).unwrap();
    device.meet(&mut chip, 3 * SECOND);
    chip.run(SOON).unwrap();
    assert_eq!(logged(&mut chip, "display returned"), 1);
    // Between two pictures, too short for a transfer to fail.
    chip.plug(false).unwrap();
    chip.plug(true).unwrap();
    device.meet(&mut chip, 10 * SECOND);
    device.press_both(&mut chip, Button::B).unwrap();
    assert!(chip.take_events().is_empty());
}
