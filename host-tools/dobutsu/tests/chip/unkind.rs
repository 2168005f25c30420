//! Contacts and flash as bad as a real board's.

use std::time::Duration;

use dobutsu::emulate::chip::Board;
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Source};
use dobutsu_core::player::Dice;

use crate::pair::{FINGER, MILLI, Pair, SECOND, SOON, assert_healthy, or_skip};

/// Longer than a save on the slowest flash, with the erasure of a sector.
const SAVED: Duration = Duration::from_secs(2);

/// A chip with a saved game between two people, switched off, and the saved record.
fn with_a_game(board: Board) -> Option<(Pair, Vec<u8>)> {
    let mut pair = Pair::on(board, Source::Search)?;
    pair.set_up_game_of_two();
    pair.press("A");
    pair.chip.run(SAVED).unwrap();
    pair.chip.switch_off().unwrap();
    let record = pair.record();
    Some((pair, record))
}

/// Continues the game, with saves so full that the next one erases a sector. Presses all buttons of a
/// move but the last, and returns that one.
fn prepare_to_erase(pair: &mut Pair, record: &[u8]) -> Button {
    saves::fill(&mut pair.chip, record).unwrap();
    pair.switch_on(Some(record), 2);
    pair.choose(&["Continue"]);
    let mv = pair.any_move(&mut Dice::new(3)).unwrap();
    pair.prepare(mv)
}

#[test]
fn a_glitch_is_no_press() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Search));
    for button in Button::ALL {
        assert!(pair.chip.has_schmitt(button).unwrap(), "{button:?}");
        pair.chip.glitch(button).unwrap();
        pair.chip.run(100 * MILLI).unwrap();
    }
    // Still the title, whose last line blinks.
    pair.meet(2 * SECOND);
    assert_healthy(&mut pair.chip);
}

#[test]
fn bouncing_contacts_press_once() {
    let bouncing = Board {
        bounce: true,
        ..Board::KIND
    };
    let mut pair = or_skip!(Pair::on(bouncing, Source::Search));
    pair.menu();
    let mut dice = Dice::new(4);
    for _ in 0..60 {
        pair.press(["Up", "Down"][dice.below(2)]);
        // The contacts have come to rest without a second press.
        pair.chip.run(60 * MILLI).unwrap();
        pair.meet(MILLI);
    }
    assert_healthy(&mut pair.chip);
}

/// A short press at any moment of a save that erases a sector, when nothing else runs.
#[test]
fn a_press_at_any_moment_of_a_save_is_seen() {
    let (mut pair, record) = or_skip!(with_a_game(Board::KIND));
    // Not from 0: of two buttons that go down together either may come first.
    for millis in (1..100).step_by(5) {
        let erases = pair.chip.counters().unwrap().erases;
        let last = prepare_to_erase(&mut pair, &record);
        pair.begin_press(last);
        pair.chip.run(millis * MILLI).unwrap();
        let before = pair.rig.picture();
        pair.rig.press(Button::B);
        assert!(pair.rig.picture() != before, "the menu opens");
        // Shorter than the erasure, so that some presses lie within it.
        pair.chip.press(Button::B, 8 * MILLI).unwrap();
        pair.meet(SOON);
        assert_healthy(&mut pair.chip);
        assert!(pair.chip.counters().unwrap().erases > erases);
        pair.chip.switch_off().unwrap();
    }
}

/// A button that is held when a sector's erasure begins, released and pressed again before it ends.
#[test]
fn a_press_after_a_release_in_the_same_erasure_is_seen() {
    let slow = Board {
        flash_slow: true,
        ..Board::KIND
    };
    let (mut pair, record) = or_skip!(with_a_game(slow));
    let last = prepare_to_erase(&mut pair, &record);
    let erases = pair.chip.counters().unwrap().erases;
    // The first press makes the move, which is saved. The second begins some 100 ms into the erasure.
    let chip = &mut pair.chip;
    chip.press(last, 100 * MILLI).unwrap();
    chip.press_after(last, 200 * MILLI, 400 * MILLI).unwrap();
    chip.run(SAVED).unwrap();
    pair.rig.press(last);
    pair.rig.press(last);
    pair.meet(SECOND);
    assert_healthy(&mut pair.chip);
    assert!(pair.chip.counters().unwrap().erases > erases);
}

/// Sectors are erased at the flash's slowest, without a display.
#[test]
fn the_slowest_flash_does_not_trigger_the_watchdog() {
    let mut chip = or_skip!(crate::pair::chip(Board::UNKIND, Source::Search));
    let region = chip.saves().unwrap();
    let zeros = vec![0; region.length as usize];
    chip.patch(region.at, &zeros).unwrap();
    let mut pair = Pair::of(chip, Source::Search);
    pair.switch_on(Some(b"rubbish"), 5);
    pair.chip.run(2 * SECOND).unwrap();
    pair.choose(&["New game"]);
    pair.point("Start");
    pair.chip.plug(false).unwrap();
    pair.chip.press(Button::A, FINGER).unwrap();
    pair.chip.run(20 * SECOND).unwrap();
    let erases = pair.chip.counters().unwrap().erases;
    assert!(erases >= 1, "{erases} {:#?}", pair.chip.take_log());
    assert_healthy(&mut pair.chip);
}
