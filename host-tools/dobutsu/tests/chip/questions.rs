//! What answers about a position cost: its result, and its exact distance.

use dobutsu::emulate::chip::Chip;
use dobutsu::play::thinker::Thinker;
use dobutsu_core::handheld::{Button, Seat, Settings, Shown, Source, Thinking};
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use crate::bench;
use crate::device::{Device, FINGER, LATE, assert_healthy};
use crate::spread::Spread;

/// Cycles for a result, typically and nearly always.
const RESULT: (u64, u64) = (5_000_000, 60_000_000);

/// Distances that are measured: one from the opening takes the full image some 3 G cycles.
const DISTANCES: usize = 20;

/// Presses on both, and waits until both have thought; one of them may be done at once.
fn press(device: &mut Device, chip: &mut Chip, button: Button, thinking: &mut Thinking<Thinker>) {
    device.begin_press(chip, button).unwrap();
    device.settle(thinking);
    device.meet(chip, LATE);
    chip.run(2 * FINGER).unwrap();
}

/// Cycles of this many answers about positions of play, between two people of level 5 whose device
/// shows so much of the value.
fn ask(source: Source, shown: Shown, wanted: usize) -> Option<Spread> {
    let firmware = bench::firmware()?;
    let mut person = SearchAdviser::new(SearchTable::default(), SHARE);
    let fifth = Level::new(5)?;
    let mut cycles = Vec::new();
    for seed in 0.. {
        let mut dice = Dice::new(seed);
        let mut chip = bench::slow_chip(&firmware);
        bench::flash(&mut chip, source);
        let mut thinking = Thinking::new(bench::thinker(source).unwrap());
        let mut device = Device::switch_on(&mut chip, None, seed, source);
        device.press_both(&mut chip, Button::A).unwrap();
        device.choose(&mut chip, "Settings").unwrap();
        let is_shown = |settings: Settings| settings.shown == shown;
        (device.set(&mut chip, "Show value", Button::Right, is_shown)).unwrap();
        device.press_both(&mut chip, Button::B).unwrap();
        device.choose(&mut chip, "New game").unwrap();
        (device.set(&mut chip, "You play", Button::Right, |settings| {
            settings.seat == Seat::Pair
        }))
        .unwrap();
        device.point(&mut chip, "Start").unwrap();
        press(&mut device, &mut chip, Button::A, &mut thinking);
        while device.rig.played().unwrap().finish().is_none() {
            let position = device.rig.played().unwrap().diagram().position;
            let advice = person.ask(position, fifth.need(position, dice)).unwrap();
            let mv = fifth.choose(&advice, &mut dice).unwrap();
            let last = device.prepare(&mut chip, mv).unwrap();
            chip.counters().unwrap();
            press(&mut device, &mut chip, last, &mut thinking);
            let calls = chip.counters().unwrap().calls;
            if device.rig.played().unwrap().finish().is_none() {
                cycles.push(calls["dobutsu_think"].iter().map(|call| call.0).sum());
            }
            if cycles.len() >= wanted {
                assert_healthy(&mut chip);
                return Some(Spread::of(cycles));
            }
        }
    }
    None
}

fn results(source: Source, positions: usize) -> Option<Spread> {
    let spread = ask(source, Shown::Result, positions)?;
    spread.show(&format!("result, {source:?}"));
    assert!(spread.median() <= RESULT.0);
    Some(spread)
}

#[test]
fn a_result_is_found_soon() {
    let Some(spread) = results(Source::SmallDatabase, 40) else {
        return;
    };
    // Of forty, one may be of the hundredth part that takes longer.
    assert!(spread.percentile(95) <= RESULT.1);
}

/// Both images have the same answers about losses, and so about results.
#[test]
#[ignore = "long: a thousand positions on the emulated chip"]
fn a_thousand_results_are_found_soon() {
    if let Some(spread) = results(Source::SmallDatabase, 1000) {
        assert!(spread.percentile(99) <= RESULT.1);
    }
}

#[test]
#[ignore = "long: games followed to their end on the emulated chip"]
fn distances_are_found_at_length() {
    if let Some(spread) = ask(Source::Database, Shown::Distance, DISTANCES) {
        spread.show("distance");
    }
}
