//! Contacts, flash and clocks as bad as a real board's.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Ended, FLASH, Region};
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Mishap, Seat, Source};
use dobutsu_core::player::Dice;

use crate::bench;
use crate::device::{Device, FINGER, assert_healthy};

const MILLI: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);
/// Longer than a save on the slowest flash, a sector's erasure included.
const SLOWLY: Duration = Duration::from_secs(2);

/// Not supplied by a computer, for which the device would stay awake.
const BATTERY: Board = Board {
    millivolts: 3_900,
    ..Board::KIND
};

/// A chip on a board, with a game of two that was kept, at the board's screen; a save is about to erase.
fn at_the_board(board: Board) -> Option<(Chip, Device)> {
    let mut chip = bench::chip_on(board, &bench::firmware()?);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    let pair = |settings: dobutsu_core::handheld::Settings| settings.seat == Seat::Pair;
    device
        .set(&mut chip, "You play", Button::Right, pair)
        .unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(SLOWLY).unwrap();
    let record = device.rig.records.last().cloned().unwrap();
    chip.switch_off().unwrap();
    saves::fill(&mut chip, &record).unwrap();
    let mut device = Device::switch_on(&mut chip, Some(&record), 2, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "Continue").unwrap();
    Some((chip, device))
}

#[test]
fn a_glitch_is_no_press() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::KIND, &firmware);
    let device = Device::switch_on(&mut chip, None, 1, Source::Search);
    for button in Button::ALL {
        chip.glitch(button).unwrap();
        chip.run(100 * MILLI).unwrap();
    }
    // The title, whose last line blinks, is still there.
    device.meet(&mut chip, 2 * SECOND);
    for button in Button::ALL {
        assert!(chip.has_schmitt(button).unwrap(), "{button:?}");
    }
    assert_healthy(&mut chip);
}

/// Every press counts once, however the contact bounces.
#[test]
fn bouncing_contacts_press_once() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let bouncing = Board {
        bounce: true,
        ..Board::KIND
    };
    let mut chip = bench::chip_on(bouncing, &firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    let mut dice = Dice::new(4);
    for _ in 0..60 {
        let button = [Button::Up, Button::Down][dice.below(2)];
        device.press_both(&mut chip, button).unwrap();
        // Settled, and still the same: no second press came of it.
        chip.run(60 * MILLI).unwrap();
        device.meet(&mut chip, MILLI);
    }
    assert_healthy(&mut chip);
}

/// A button that is held when a sector's erasure begins, released and pressed again before it ends.
#[test]
fn a_press_after_a_release_in_the_same_erasure_is_seen() {
    let slow = Board {
        slow_flash: true,
        ..Board::KIND
    };
    let Some((mut chip, mut device)) = at_the_board(slow) else {
        return;
    };
    let erases = chip.counters().unwrap().erases;
    let mv = device.any_move(&mut Dice::new(3)).unwrap();
    let last = device.prepare(&mut chip, mv).unwrap();
    // This press makes the move, and the save with its erasure. Some 100 ms later, in the middle of it,
    // the finger goes up and down again.
    device.rig.press(last);
    chip.press(last, 100 * MILLI).unwrap();
    chip.press_after(last, 200 * MILLI, 400 * MILLI).unwrap();
    chip.run(SLOWLY).unwrap();
    device.rig.press(last);
    device.meet(&mut chip, SECOND);
    assert_healthy(&mut chip);
    assert!(
        chip.counters().unwrap().erases > erases,
        "a sector is erased"
    );
}

/// All eight sectors of a half are erased at the flash's slowest, with a display that is not there.
#[test]
fn the_slowest_flash_does_not_wake_the_watchdog() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::UNKIND, &firmware);
    let region = chip.saves().unwrap();
    chip.patch(region.at, &vec![0; region.length as usize])
        .unwrap();
    let mut device = Device::switch_on(&mut chip, Some(b"rubbish"), 5, Source::Search);
    chip.run(2 * SECOND).unwrap();
    for button in [Button::A, Button::A, Button::A] {
        device.press_both(&mut chip, button).unwrap();
    }
    device.choose(&mut chip, "New game").unwrap();
    device.point(&mut chip, "Start").unwrap();
    chip.plug(false).unwrap();
    chip.press(Button::A, FINGER).unwrap();
    chip.run(20 * SECOND).unwrap();
    let erases = chip.counters().unwrap().erases;
    assert!(erases >= 8, "{erases} {:#?}", chip.take_log());
    assert_healthy(&mut chip);
}

/// A write that never ends is ended by the watchdog, reported, and not tried again: the game goes on without
/// saves, and with them once the power was off.
#[test]
fn a_write_that_hangs_is_not_tried_again() {
    let board = Board {
        flash_hangs: true,
        ..Board::KIND
    };
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board, &firmware);
    let begin = |chip: &mut Chip, mut device: Device| {
        while device.rig.device.has_notice() || device.rig.device.entry().is_none() {
            device.press_both(chip, Button::A).unwrap();
        }
        // The first save is that of the language.
        device.point(chip, "English").unwrap();
        chip.press(Button::A, FINGER).unwrap();
        device.rig.press(Button::A);
        device
    };
    let device = Device::switch_on(&mut chip, None, 1, Source::Search);
    begin(&mut chip, device);
    chip.run(10 * SECOND).unwrap();
    let events = chip.take_events();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0].what, "watchdog");
    for again in [false, true] {
        let mut device = Device::new(None, 1, Source::Search);
        device.meet(&mut chip, SECOND);
        if !again {
            device.rig.device.report(Mishap::hang());
        }
        let mut device = begin(&mut chip, device);
        chip.run(10 * SECOND).unwrap();
        match again {
            // Nothing was written, so nothing hung, and it can be played.
            false => {
                assert!(chip.take_events().is_empty());
                device.rig.device.saved(false);
                device.meet(&mut chip, SECOND);
                device.press_both(&mut chip, Button::A).unwrap();
                let lines = chip.take_log();
                assert!(
                    lines
                        .iter()
                        .any(|line| line.message.contains("writing hung"))
                );
                chip.switch_off().unwrap();
                chip.switch_on(1).unwrap();
            }
            // The power was off, so it is tried once more.
            true => assert_eq!(chip.take_events().len(), 1),
        }
    }
}

/// Falls asleep, and wakes up with something wrong.
fn wake(wrong: impl FnOnce(&mut Chip), mended: impl FnOnce(&mut Chip)) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(BATTERY, &firmware);
    let device = Device::switch_on(&mut chip, None, 1, Source::Search);
    chip.run(200 * SECOND).unwrap();
    assert!(chip.picture().unwrap() == dobutsu_core::handheld::Frame::new());
    assert_healthy(&mut chip);
    wrong(&mut chip);
    chip.press(Button::A, FINGER).unwrap();
    chip.run(9 * SECOND).unwrap();
    mended(&mut chip);
    device.meet(&mut chip, 2 * SECOND);
}

#[test]
fn a_pll_that_does_not_lock_on_waking_ends_in_a_reset() {
    let stuck = Board {
        pll: None,
        ..BATTERY
    };
    wake(
        |chip| chip.solder(stuck).unwrap(),
        |chip| {
            let events = chip.take_events();
            assert_eq!(events[0].what, "watchdog", "{events:?}");
            chip.solder(BATTERY).unwrap();
        },
    );
}

#[test]
fn a_probe_that_was_pulled_out_does_not_keep_it_asleep() {
    wake(
        |chip| chip.pull_probe(true).unwrap(),
        |chip| chip.pull_probe(false).unwrap(),
    );
}

/// The function that thinks calls itself until there is no stack left.
#[test]
fn a_stack_that_outgrows_its_region_faults_and_is_reported() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::KIND, &firmware);
    let mut device = Device::switch_on(&mut chip, None, 3, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(SECOND).unwrap();
    assert_healthy(&mut chip);
    let statics = chip.symbol("__sdata").unwrap();
    let think = chip.symbol("dobutsu_think").unwrap() & !1;
    let at = think - FLASH;
    let before = chip.peek(Region { at, length: 6 }).unwrap();
    // push {lr}; bl dobutsu_think
    chip.patch(at, &[0x00, 0xB5, 0xFF, 0xF7, 0xFD, 0xFF])
        .unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    device.point(&mut chip, "Hint").unwrap();
    chip.press(Button::A, FINGER).unwrap();
    while chip.run(SECOND).unwrap() != Ended::Reset {}
    chip.patch(at, &before).unwrap();
    chip.run(SECOND).unwrap();
    let events = chip.take_events();
    assert!(events[0].reason.contains("protected memory"), "{events:?}");
    assert!(statics > 0x2000_0000);
    let said = chip.take_log();
    let fault = said.iter().find(|line| line.message.contains("fault at"));
    assert!(fault.is_some(), "{said:#?}");
}
