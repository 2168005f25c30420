//! A display that is missing, disconnected and reconnected.

use dobutsu::emulate::chip::Board;
use dobutsu_core::handheld::{Button, Source};

use crate::pair::{FINGER, MILLI, Pair, SECOND, SOON, chip, logged, or_skip};

#[test]
fn a_display_that_is_connected_late_shows_the_picture() {
    let mut chip = or_skip!(chip(Board::KIND, Source::Database));
    chip.plug(false).unwrap();
    chip.switch_on(1).unwrap();
    chip.run(5 * SECOND).unwrap();
    assert_eq!(logged(&mut chip, "display lost"), 1);
    chip.plug(true).unwrap();
    let mut pair = Pair::of(chip, Source::Database);
    pair.meet(3 * SECOND);
    pair.chip.run(SOON).unwrap();
    assert_eq!(logged(&mut pair.chip, "display returned"), 1);
    pair.press("A");
    assert!(pair.chip.take_events().is_empty());
}

#[test]
fn a_reconnected_display_shows_the_present_picture() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Database));
    pair.press("A");
    // In the middle of a transfer, and for several seconds.
    pair.begin_press(Button::Down);
    pair.chip.run(8 * MILLI).unwrap();
    pair.chip.plug(false).unwrap();
    for button in [Button::Down, Button::Up, Button::A] {
        pair.chip.run(SECOND).unwrap();
        pair.chip.press(button, FINGER).unwrap();
        pair.rig.press(button);
    }
    pair.chip.run(3 * SECOND).unwrap();
    assert_eq!(logged(&mut pair.chip, "display lost"), 1);
    pair.chip.plug(true).unwrap();
    pair.meet(3 * SECOND);
    pair.chip.run(SOON).unwrap();
    assert_eq!(logged(&mut pair.chip, "display returned"), 1);
    // Between two pictures, too short for a transfer to fail.
    pair.chip.plug(false).unwrap();
    pair.chip.plug(true).unwrap();
    pair.meet(10 * SECOND);
    pair.press("B");
    assert!(pair.chip.take_events().is_empty());
}

/// A display that works is not set up again.
#[test]
fn a_working_display_is_set_up_once() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Search));
    pair.press("A");
    let before = pair.chip.set_ups().unwrap();
    pair.chip.run(25 * SECOND).unwrap();
    assert_eq!(pair.chip.set_ups().unwrap(), before);
}
