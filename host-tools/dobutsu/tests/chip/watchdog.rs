//! A firmware that hangs is reset, and the game goes on.

use std::time::Duration;

use dobutsu::emulate::chip::{FLASH, Region};
use dobutsu_core::handheld::{Button, Mishap, Source};

use crate::bench;
use crate::device::{Device, SOON, assert_healthy};

#[test]
fn a_thinker_that_hangs_is_reset_and_the_game_is_kept() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    bench::flash_database(&mut chip);
    let mut device = Device::switch_on(&mut chip, None, 3, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(SOON).unwrap();
    assert_healthy(&mut chip);
    let record = device.rig.records.last().cloned();

    // The second instruction of the function that thinks becomes a branch to itself.
    let think = chip.symbol("dobutsu_think").unwrap() & !1;
    let at = think - FLASH + 2;
    let before = chip.peek(Region { at, length: 2 }).unwrap();
    chip.patch(at, &[0xFE, 0xE7]).unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    device.choose(&mut chip, "Hint").unwrap();
    chip.run(Duration::from_secs(8)).unwrap();
    let events = chip.take_events();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0].what, "watchdog");
    chip.patch(at, &before).unwrap();

    // The dice are read again after a reset, from the same source.
    let mut device = Device::new(record.as_deref(), 3, Source::Database);
    device.meet(&mut chip, 2 * SOON);
    device.rig.device.report(Mishap::hang());
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "Continue").unwrap();
    assert_healthy(&mut chip);
}
