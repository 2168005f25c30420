//! Supplies: batteries that run down, sleep, and cables that come and go.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Regulator};
use dobutsu_core::handheld::{Button, Frame, Request, Source};

use crate::bench;
use crate::device::{Device, SOON, assert_healthy};

const SECOND: Duration = Duration::from_secs(1);
/// Longer than the device stays awake without a press.
const UNTIL_ASLEEP: Duration = Duration::from_secs(190);

/// What boards measure at GP29: behind USB's diode on a Pico, on USB and on a full cell of a board that
/// measures the battery, and nothing.
const SUPPLIES: [(u32, bool); 4] = [(5_000, true), (4_310, true), (3_900, true), (3_900, false)];

fn board((millivolts, has_divider): (u32, bool)) -> Board {
    Board {
        millivolts,
        has_divider,
        ..Board::KIND
    }
}

fn logged(chip: &mut Chip, text: &str) -> bool {
    let lines = chip.take_log();
    lines.iter().any(|line| line.message.contains(text))
}

/// Whether the port answers within a second.
fn answers(chip: &mut Chip) -> bool {
    chip.run(SECOND).unwrap();
    chip.serial(b"isready\n").unwrap();
    chip.run(SECOND).unwrap();
    chip.serial(b"").unwrap() == b"readyok\n"
}

/// A computer is present if it has configured the device, at any voltage; it keeps the device awake.
#[test]
fn the_port_appears_and_keeps_awake_at_every_voltage() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for supply in SUPPLIES {
        let plugged = Board {
            usb: true,
            ..board(supply)
        };
        let mut chip = bench::chip_on(plugged, &firmware);
        chip.switch_on(1).unwrap();
        assert!(answers(&mut chip), "{supply:?}");
        chip.run(UNTIL_ASLEEP).unwrap();
        assert!(!chip.state().unwrap().dormant, "{supply:?}");
        assert!(answers(&mut chip), "{supply:?}, with the display off");
        assert_healthy(&mut chip);
    }
}

/// Without a computer the device sleeps at any voltage: on a charger too.
#[test]
fn without_a_computer_it_sleeps_at_every_voltage() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for supply in SUPPLIES {
        let mut chip = bench::chip_on(board(supply), &firmware);
        chip.switch_on(1).unwrap();
        chip.run(UNTIL_ASLEEP).unwrap();
        assert!(chip.state().unwrap().dormant, "{supply:?}");
        assert_healthy(&mut chip);
    }
}

/// A cable that is put in, pulled out and put in again, while the device is awake and while it sleeps.
#[test]
fn every_cable_that_is_put_in_finds_the_port() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let on_battery = board((3_900, true));
    let on_cable = Board {
        usb: true,
        ..on_battery
    };
    let mut chip = bench::chip_on(on_cable, &firmware);
    chip.switch_on(1).unwrap();
    assert!(answers(&mut chip));
    chip.solder(on_battery).unwrap();
    chip.run(15 * SECOND).unwrap();
    chip.solder(on_cable).unwrap();
    assert!(answers(&mut chip), "the second time");
    chip.solder(on_battery).unwrap();
    chip.run(UNTIL_ASLEEP).unwrap();
    assert!(chip.state().unwrap().dormant, "once the cable has gone");
    chip.solder(on_cable).unwrap();
    chip.run(SECOND).unwrap();
    chip.press(Button::B, SOON / 8).unwrap();
    chip.run(SOON).unwrap();
    assert!(answers(&mut chip), "after sleep");
    assert_healthy(&mut chip);
}

/// Asleep, every oscillator stands still; a tap wakes the device, a glitch does not.
#[test]
fn asleep_the_oscillators_stand_still_until_a_button_is_pressed() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for button in Button::ALL {
        let mut chip = bench::chip_on(board((3_900, true)), &firmware);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
        chip.run(UNTIL_ASLEEP).unwrap();
        assert!(chip.state().unwrap().dormant);
        assert!(chip.picture().unwrap() == Frame::new());
        chip.glitch(button).unwrap();
        chip.run(SECOND).unwrap();
        assert!(chip.state().unwrap().dormant, "a glitch of {button:?}");
        // An hour later the watchdog, whose counter stands too, has not bitten.
        chip.run(3600 * SECOND).unwrap();
        chip.press(button, SOON / 8).unwrap();
        chip.run(SOON).unwrap();
        assert!(!chip.state().unwrap().dormant, "{button:?}");
        device.meet(&mut chip, 2 * SECOND);
        device.press_both(&mut chip, Button::A).unwrap();
        assert_healthy(&mut chip);
    }
}

/// While the device waits for a press the system clock is 48 MHz, but for the moments in which it draws.
#[test]
fn while_it_waits_the_clock_is_slow() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board((3_900, true)), &firmware);
    bench::flash_database(&mut chip);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(10 * SECOND).unwrap();
    let before = chip.state().unwrap().full_clock;
    chip.run(10 * SECOND).unwrap();
    let full = Duration::from_nanos(chip.state().unwrap().full_clock - before);
    println!("waiting: {} ms of 10 s at the full clock", full.as_millis());
    assert!(full < SECOND / 2, "{full:?}");
    assert_healthy(&mut chip);
}

/// Presses "Start" while the supply is at its last, and gives back whether anything was written.
fn save_at(chip: &mut Chip, device: &mut Device, last: Board) -> bool {
    device.choose(chip, "New game").unwrap();
    chip.solder(last).unwrap();
    let before = chip.counters().unwrap();
    device.point(chip, "Start").unwrap();
    chip.press(Button::A, SOON / 10).unwrap();
    device.rig.device.press(Button::A);
    assert!(matches!(
        device.rig.device.request(),
        Some(Request::Save(_))
    ));
    chip.run(SECOND).unwrap();
    let after = chip.counters().unwrap();
    (before.programs, before.erases) != (after.programs, after.erases)
}

/// As the battery runs down a sign appears, with either regulator. Behind a linear regulator the flash's own supply
/// fails then, and nothing is written any more; behind the Pico's converter it does not.
#[test]
fn an_empty_battery_is_seen_and_nothing_is_written_without_supply() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for (regulator, has_divider, last) in [
        (Regulator::BuckBoost, true, 2_600),
        (Regulator::Ldo, true, 2_950),
        (Regulator::Ldo, false, 2_950),
    ] {
        let at = |millivolts: u32| Board {
            millivolts,
            has_divider,
            regulator,
            ..Board::KIND
        };
        let mut chip = bench::chip_on(at(3_700), &firmware);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
        device.press_both(&mut chip, Button::A).unwrap();
        device.press_both(&mut chip, Button::A).unwrap();
        chip.run(12 * SECOND).unwrap();
        device.meet(&mut chip, SECOND);
        chip.solder(at(3_100)).unwrap();
        device.rig.device.set_battery_low(true);
        device.meet(&mut chip, 15 * SECOND);
        let wrote = save_at(&mut chip, &mut device, at(last));
        assert_eq!(wrote, regulator == Regulator::BuckBoost, "{regulator:?}");
        device.rig.device.saved(wrote);
        device.meet(&mut chip, SECOND);
        assert_eq!(logged(&mut chip, "the battery is too low"), !wrote);
    }
}

/// A board that cannot measure its supply does not say that it is low while the rail is whole.
#[test]
fn a_floating_pin_is_no_battery() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board((3_900, false)), &firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    chip.run(11 * SECOND).unwrap();
    device.meet(&mut chip, SECOND);
    assert_healthy(&mut chip);
}
