//! Supplies: batteries that run down, sleep, and cables that are connected and disconnected.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Regulator};
use dobutsu_core::handheld::{Button, Frame, Request, Source};

use crate::pair::{BATTERY, FINGER, Pair, SECOND, SOON, assert_healthy, chip, logged, or_skip};

/// Longer than the device stays awake without a press.
const UNTIL_ASLEEP: Duration = Duration::from_secs(190);

/// What boards measure at GP29: behind USB's diode on a Pico, on USB and on a full cell of a board that
/// measures the battery, and nothing.
const SUPPLIES: [(f64, bool); 4] = [(5.0, true), (4.31, true), (3.9, true), (3.9, false)];

/// Whether the port answers within a second.
fn answers(chip: &mut Chip) -> bool {
    chip.run(SECOND).unwrap();
    chip.serial(b"isready\n").unwrap();
    chip.run(SECOND).unwrap();
    chip.serial(b"").unwrap() == b"readyok\n"
}

fn is_asleep(chip: &mut Chip) -> bool {
    chip.state().unwrap().dormant
}

/// At every voltage, a computer that has configured the device keeps it awake. Without one it sleeps, on a
/// charger too.
#[test]
fn a_computer_keeps_it_awake_at_every_voltage() {
    for (volts, has_divider) in SUPPLIES {
        for usb in [true, false] {
            let board = Board {
                volts,
                has_divider,
                usb,
                ..Board::KIND
            };
            let mut chip = or_skip!(chip(board, Source::Search));
            chip.switch_on(1).unwrap();
            assert!(!usb || answers(&mut chip), "{board:?}");
            chip.run(UNTIL_ASLEEP).unwrap();
            assert_eq!(is_asleep(&mut chip), !usb, "{board:?}");
            assert!(!usb || answers(&mut chip), "{board:?}, asleep");
            assert_healthy(&mut chip);
        }
    }
}

/// A cable is connected, disconnected and connected again, while the device is awake and while it sleeps.
#[test]
fn the_port_answers_after_every_connection() {
    let on_cable = Board {
        usb: true,
        ..BATTERY
    };
    let mut chip = or_skip!(chip(on_cable, Source::Search));
    chip.switch_on(1).unwrap();
    assert!(answers(&mut chip));
    chip.solder(BATTERY).unwrap();
    chip.run(15 * SECOND).unwrap();
    chip.solder(on_cable).unwrap();
    assert!(answers(&mut chip), "the second time");
    chip.solder(BATTERY).unwrap();
    chip.run(UNTIL_ASLEEP).unwrap();
    assert!(is_asleep(&mut chip), "without the cable");
    chip.solder(on_cable).unwrap();
    chip.run(SECOND).unwrap();
    chip.press(Button::B, SOON / 8).unwrap();
    chip.run(SOON).unwrap();
    assert!(answers(&mut chip), "after sleep");
    assert_healthy(&mut chip);
}

/// Asleep, every oscillator stands still; a press wakes the device, a glitch does not.
#[test]
fn asleep_the_oscillators_stand_still_until_a_button_is_pressed() {
    for button in Button::ALL {
        let mut pair = or_skip!(Pair::on(BATTERY, Source::Search));
        pair.chip.run(UNTIL_ASLEEP).unwrap();
        assert!(is_asleep(&mut pair.chip));
        assert!(pair.chip.picture().unwrap() == Frame::new());
        pair.chip.glitch(button).unwrap();
        pair.chip.run(SECOND).unwrap();
        assert!(is_asleep(&mut pair.chip), "a glitch of {button:?}");
        // The watchdog's counter stands still as well: there is no reset within an hour.
        pair.chip.run(3600 * SECOND).unwrap();
        pair.chip.press(button, SOON / 8).unwrap();
        pair.chip.run(SOON).unwrap();
        assert!(!is_asleep(&mut pair.chip), "{button:?}");
        pair.meet(2 * SECOND);
        pair.press("A");
        assert_healthy(&mut pair.chip);
    }
}

/// While the device waits for a press the system clock is 48 MHz, except while it draws.
#[test]
fn while_it_waits_the_clock_is_slow() {
    let mut pair = or_skip!(Pair::on(BATTERY, Source::Database));
    pair.new_game();
    pair.chip.run(10 * SECOND).unwrap();
    let before = pair.chip.state().unwrap().full_clock;
    pair.chip.run(10 * SECOND).unwrap();
    let full = Duration::from_nanos(pair.chip.state().unwrap().full_clock - before);
    println!("waiting: {} ms of 10 s at the full clock", full.as_millis());
    assert!(full < SECOND / 2, "{full:?}");
    assert_healthy(&mut pair.chip);
}

/// Presses "Start" when the supply has become that of `last`; returns whether flash was written.
fn save_at(pair: &mut Pair, last: Board) -> bool {
    pair.choose(&["New game"]);
    pair.chip.solder(last).unwrap();
    let writes = |pair: &mut Pair| {
        let counters = pair.chip.counters().unwrap();
        (counters.programs, counters.erases)
    };
    let before = writes(pair);
    pair.point("Start");
    pair.chip.press(Button::A, FINGER).unwrap();
    pair.rig.device.press(Button::A);
    let request = pair.rig.device.request();
    assert!(matches!(request, Some(Request::Save(_))));
    pair.chip.run(SECOND).unwrap();
    writes(pair) != before
}

/// As the battery runs down a sign appears, with either regulator. Behind a linear regulator the flash's
/// own supply fails then, and nothing is written any more; behind the Pico's converter it does not.
#[test]
fn a_low_battery_is_shown_and_nothing_is_written_without_supply() {
    for (regulator, has_divider, last) in [
        (Regulator::BuckBoost, true, 2.6),
        (Regulator::Ldo, true, 2.95),
        (Regulator::Ldo, false, 2.95),
    ] {
        let at = |volts: f64| Board {
            volts,
            has_divider,
            regulator,
            ..Board::KIND
        };
        let mut pair = or_skip!(Pair::on(at(3.7), Source::Search));
        pair.press("2xA");
        pair.chip.run(12 * SECOND).unwrap();
        pair.meet(SECOND);
        pair.chip.solder(at(3.1)).unwrap();
        pair.rig.device.set_battery_low(true);
        pair.meet(15 * SECOND);
        let wrote = save_at(&mut pair, at(last));
        assert_eq!(wrote, regulator == Regulator::BuckBoost, "{regulator:?}");
        pair.rig.device.saved(wrote);
        pair.meet(SECOND);
        let refusals = logged(&mut pair.chip, "the battery is too low");
        assert_eq!(refusals > 0, !wrote);
    }
}

/// A board that cannot measure its supply does not report a low battery while the rail is at 3.3 V.
#[test]
fn a_floating_pin_is_no_battery() {
    let board = Board {
        has_divider: false,
        ..BATTERY
    };
    let mut pair = or_skip!(Pair::on(board, Source::Search));
    pair.press("A");
    pair.chip.run(11 * SECOND).unwrap();
    pair.meet(SECOND);
    assert_healthy(&mut pair.chip);
}
