//! A firmware that hangs or faults is reset, reports it, and continues the game.

use dobutsu::emulate::chip::{Board, Chip, Ended, Event, FLASH, Region};
use dobutsu_core::handheld::{Button, Frame, Mishap, Source};

use crate::pair::{BATTERY, FINGER, Pair, SECOND, SOON, assert_healthy, logged, or_skip};

/// Overwrites the code of the function that thinks, from this byte on; returns the place and the bytes
/// that were there.
fn patch_think(chip: &mut Chip, from: u32, code: &[u8]) -> (u32, Vec<u8>) {
    let at = (chip.symbol("dobutsu_think").unwrap() & !1) - FLASH + from;
    let length = code.len() as u32;
    let before = chip.peek(Region { at, length }).unwrap();
    chip.patch(at, code).unwrap();
    (at, before)
}

/// The only event since the last call.
fn event(chip: &mut Chip) -> Event {
    let events = chip.take_events();
    assert_eq!(events.len(), 1, "{events:?}");
    events[0].clone()
}

#[test]
fn a_thinker_that_hangs_is_reset_and_the_game_is_kept() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Database));
    pair.new_game();
    pair.chip.run(SOON).unwrap();
    assert_healthy(&mut pair.chip);
    let record = pair.record();
    // The second instruction becomes a branch to itself.
    let (at, before) = patch_think(&mut pair.chip, 2, &[0xFE, 0xE7]);
    pair.press("B");
    pair.choose(&["Hint"]);
    pair.chip.run(8 * SECOND).unwrap();
    assert_eq!(event(&mut pair.chip).what, "watchdog");
    pair.chip.patch(at, &before).unwrap();
    // The dice are read again after a reset, from the same source.
    pair.restart(Some(&record), 1);
    pair.meet(2 * SOON);
    pair.rig.device.report(Mishap::hang());
    pair.choose(&["Continue"]);
    assert_healthy(&mut pair.chip);
}

/// The function that thinks calls itself until there is no stack left.
#[test]
fn a_stack_overflow_faults_and_is_reported() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Search));
    pair.new_game();
    pair.chip.run(SECOND).unwrap();
    assert_healthy(&mut pair.chip);
    // push {lr}; bl dobutsu_think
    let code = [0x00, 0xB5, 0xFF, 0xF7, 0xFD, 0xFF];
    let (at, before) = patch_think(&mut pair.chip, 0, &code);
    pair.press("B");
    pair.point("Hint");
    pair.chip.press(Button::A, FINGER).unwrap();
    while pair.chip.run(SECOND).unwrap() != Ended::Reset {}
    pair.chip.patch(at, &before).unwrap();
    pair.chip.run(SECOND).unwrap();
    let events = pair.chip.take_events();
    assert!(events[0].reason.contains("protected memory"), "{events:?}");
    assert_eq!(logged(&mut pair.chip, "fault at"), 1);
}

/// A write that never ends triggers the watchdog, is reported and not repeated: the device can be used
/// without saves until the power has been off.
#[test]
fn a_write_that_hangs_is_not_repeated() {
    let board = Board {
        flash_hangs: true,
        ..Board::KIND
    };
    let mut pair = or_skip!(Pair::on(board, Source::Search));
    // The first save is that of the language.
    let save_language = |pair: &mut Pair| {
        pair.point("English");
        pair.begin_press(Button::A);
        pair.chip.run(10 * SECOND).unwrap();
    };
    save_language(&mut pair);
    assert_eq!(event(&mut pair.chip).what, "watchdog");
    pair.restart(None, 1);
    pair.meet(SECOND);
    pair.rig.device.report(Mishap::hang());
    save_language(&mut pair);
    assert!(pair.chip.take_events().is_empty(), "nothing is written");
    pair.rig.device.saved(false);
    pair.meet(SECOND);
    pair.press("A");
    assert_eq!(logged(&mut pair.chip, "writing hung"), 1);
    // With the power back on it is written again.
    pair.chip.switch_off().unwrap();
    pair.switch_on(None, 1);
    save_language(&mut pair);
    assert_eq!(event(&mut pair.chip).what, "watchdog");
}

/// Presses a button of a sleeping device after `break_it`, and calls `mend` nine seconds later.
fn wake(break_it: impl FnOnce(&mut Chip), mend: impl FnOnce(&mut Chip)) {
    let mut pair = or_skip!(Pair::on(BATTERY, Source::Search));
    pair.chip.run(200 * SECOND).unwrap();
    assert!(pair.chip.picture().unwrap() == Frame::new());
    assert_healthy(&mut pair.chip);
    break_it(&mut pair.chip);
    pair.chip.press(Button::A, FINGER).unwrap();
    pair.chip.run(9 * SECOND).unwrap();
    mend(&mut pair.chip);
    pair.meet(2 * SECOND);
}

#[test]
fn a_pll_that_does_not_lock_on_waking_ends_in_a_reset() {
    let stuck = Board {
        pll_nanos: None,
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
fn a_disconnected_debug_probe_does_not_prevent_waking() {
    wake(
        |chip| chip.pull_probe(true).unwrap(),
        |chip| chip.pull_probe(false).unwrap(),
    );
}
