//! Cycles, milliseconds and bytes that the firmware takes, with cache misses modelled.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::emulate::figures::Spread;
use dobutsu::play::script::fingers;
use dobutsu_core::handheld::{Button, Source};
use dobutsu_core::player::{Dice, Level};

use crate::pair::{
    FINGER, LATE, Pair, Person, SOON, assert_healthy, chip_with, firmware, logged, measured_chip,
    named_file, or_skip,
};

/// The longest time to the first picture.
const FIRST_PICTURE: Duration = Duration::from_millis(250);
/// The longest time from a press to the picture that follows it.
const NEXT_PICTURE: Duration = Duration::from_millis(50);
/// Bytes of RAM, stack included.
const RAM: u32 = 256 * 1024;

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The time from a press to the picture it leads to.
fn press(pair: &mut Pair, button: Button) -> Duration {
    let began = pair.chip.now();
    pair.begin_press(button);
    pair.meet(SOON);
    let took = pair.chip.now() - began;
    pair.chip.run(2 * FINGER).unwrap();
    took
}

/// A flash that does not support the usual boot stage's quad reads works with the generic boot stage. Prints
/// what that costs.
#[test]
fn any_flash_runs_with_the_generic_boot_stage() {
    let usual = or_skip!(firmware());
    let generic = or_skip!(named_file("DOBUTSU_FIRMWARE_ANY_FLASH"));
    let [usual, generic] = [(usual, true), (generic, false)].map(|(firmware, quad)| {
        let board = Board {
            flash_quad: quad,
            ..Board::KIND
        };
        let chip = chip_with(&firmware, board, true, Source::Database);
        let mut pair = Pair::started(chip, Source::Database);
        let first_picture = millis(pair.chip.now());
        pair.new_game();
        pair.press("B");
        pair.point("Hint");
        pair.chip.press(Button::A, FINGER).unwrap();
        pair.chip.run(20 * SOON).unwrap();
        // It counts the distance of the start all the time.
        let calls = &pair.chip.counters().unwrap().calls["dobutsu_think"];
        let cycles = calls.iter().map(|call| call.0).sum::<u64>() / calls.len() as u64;
        assert_healthy(&mut pair.chip);
        println!(
            "quad reads {quad}: first picture {first_picture:.0} ms, a slice of thought {:.2} M cycles",
            cycles as f64 / 1e6
        );
        cycles
    });
    assert!(generic > usual);
}

#[test]
fn the_first_picture_is_there_soon() {
    let chip = or_skip!(measured_chip(Board::KIND, Source::Database));
    let first_picture = Pair::started(chip, Source::Database).chip.now();
    println!("first picture after {:.1} ms", millis(first_picture));
    assert!(first_picture <= FIRST_PICTURE);
}

/// Menus, the board, and the pointer while the device thinks for seconds, as it does without a database.
#[test]
fn a_press_is_seen_soon() {
    let chip = or_skip!(measured_chip(Board::KIND, Source::Search));
    let mut pair = Pair::started(chip, Source::Search);
    let mut idle = Vec::new();
    for button in fingers::presses("2xA 2xDown 2xUp").unwrap() {
        idle.push(press(&mut pair, button));
    }
    pair.choose(&["New game"]);
    // The strongest level thinks longest.
    pair.point("Opponent");
    idle.push(press(&mut pair, Button::Left));
    pair.choose(&["Start"]);
    for button in fingers::presses("Left Up Right Up Down").unwrap() {
        idle.push(press(&mut pair, button));
    }
    // While it thinks, the pointer moves, at any moment of a slice or a tick.
    let mut dice = Dice::new(3);
    let mut person = Person::new(Level::PERFECT.number(), 3);
    let mut thinking = Vec::new();
    for _ in 0..3 {
        let last = pair.prepare(person.choose(pair.position()));
        idle.push(press(&mut pair, last));
        for button in [Button::Left, Button::Right] {
            let wait = Duration::from_micros(dice.below(30_000) as u64);
            pair.chip.run(wait).unwrap();
            thinking.push(press(&mut pair, button));
        }
        assert_eq!(logged(&mut pair.chip, "device plays"), 0, "it still thinks");
        pair.settle();
        pair.meet(LATE);
        assert_eq!(logged(&mut pair.chip, "device plays"), 1);
    }
    assert_healthy(&mut pair.chip);
    let worst = |times: Vec<Duration>| times.into_iter().max().unwrap_or_default();
    let (idle, thinking) = (worst(idle), worst(thinking));
    println!(
        "press to picture at worst: {:.1} ms, while thinking {:.1} ms",
        millis(idle),
        millis(thinking)
    );
    assert!(idle.max(thinking) <= NEXT_PICTURE);
}

/// Prints the cycles that the pictures of a scenario took.
///
/// # Panics
/// If RAM and stack are too large.
pub(crate) fn assert_ram_is_enough(chip: &mut Chip) {
    let calls = chip.counters().unwrap().calls;
    let drawn = Spread::of(calls["dobutsu_draw"].iter().map(|call| call.0));
    println!("drawing: {drawn}");
    let stack = chip.stack_used().unwrap();
    let mut symbol = |name| chip.symbol(name).unwrap();
    let statics = symbol("__euninit") - symbol("__sdata");
    println!("RAM: {statics} bytes of statics, {stack} of stack");
    assert!(statics + stack <= RAM);
}
