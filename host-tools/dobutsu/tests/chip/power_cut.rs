//! The power is cut at random moments; the saved game is the last one confirmed, or a later one.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Match, Source};
use dobutsu_core::player::Dice;

use crate::pair::{FINGER, LATE, Pair, SOON, assert_healthy, chip, or_skip};

/// When the power is cut after the press that makes a move: after the first time, or sooner if the flash has
/// been busy for the second.
fn moment(dice: &mut Dice, longest: usize) -> (Duration, Option<Duration>) {
    let (is_busy, most) = match dice.below(4) {
        // In the first pages, or in an erasure.
        0 | 1 => (true, 18_000),
        2 => (true, 450_000),
        _ => (false, longest),
    };
    let time = Duration::from_micros(dice.below(most) as u64);
    match is_busy {
        true => (4 * SOON, Some(time)),
        false => (time, None),
    }
}

/// The number of saves confirmed in the log since the last call.
fn confirmed(chip: &mut Chip) -> usize {
    let lines = chip.take_log();
    let messages = lines.iter().map(|line| &line.message);
    let confirmed = messages.filter(|line| line.starts_with("saved") && line.ends_with("true"));
    confirmed.count()
}

/// Presses all buttons but the last, an A, of something that the device saves: usually a move, and now
/// and then a new game.
fn prepare_to_save(pair: &mut Pair, dice: &mut Dice) {
    let against_device = pair.source == Source::Database;
    pair.press("A");
    if !against_device {
        assert!(pair.rig.device.has_notice(), "there is no image");
        pair.press("A");
    }
    let continues = pair.rig.device.entry().as_deref() == Some("Continue");
    if !continues || dice.below(12) == 0 {
        if against_device {
            pair.choose(&["New game"]);
            pair.point("Start");
        } else {
            pair.set_up_game_of_two();
        }
        // Giving up a game that has begun needs a confirmation.
        let begun = |played: &Match| played.game().plies() > 0;
        if continues && pair.rig.device.current_match().is_some_and(begun) {
            pair.press("A");
            pair.point("Yes");
        }
        return;
    }
    pair.choose(&["Continue"]);
    if against_device {
        pair.settle();
        pair.meet(LATE);
    }
    match pair.any_move(dice) {
        Some(mv) => assert_eq!(pair.prepare(mv), Button::A),
        None => {
            pair.press("A");
            pair.point("Play again");
        }
    }
}

/// Cuts the power this many times, in games of two people, or against a device with a database.
fn cut(rounds: usize, source: Source, seed: u32) {
    let mut pair = Pair::of(or_skip!(chip(Board::UNKIND, source)), source);
    let mut dice = Dice::new(seed);
    let mut kept: Option<Vec<u8>> = None;
    let (mut lost, mut busy_cuts) = (0, 0);
    for round in 0..rounds {
        pair.switch_on(kept.as_deref(), round as u32);
        prepare_to_save(&mut pair, &mut dice);
        confirmed(&mut pair.chip);
        let before = pair.rig.records.last().cloned().or(kept);
        pair.rig.records.clear();
        pair.rig.press(Button::A);
        // The device answers, or searches a finished game for missed wins, and saves again.
        pair.settle();
        let longest = match source {
            Source::Database => 1_500_000,
            _ => 600_000,
        };
        pair.chip.press(Button::A, FINGER).unwrap();
        let (time, busy) = moment(&mut dice, longest);
        pair.chip.run_and_cut_when_busy(time, busy).unwrap();
        busy_cuts += usize::from(busy.is_some());
        let confirmed = confirmed(&mut pair.chip);
        assert_healthy(&mut pair.chip);
        // Flash holds a whole record that is not older than the last one confirmed.
        let found = saves::read(&mut pair.chip).unwrap();
        let mut possible = vec![before];
        possible.extend(pair.rig.records.iter().cloned().map(Some));
        let Some(at) = possible.iter().position(|record| *record == found) else {
            panic!("round {round}: {found:02x?} is none of {possible:02x?}")
        };
        assert!(at >= confirmed, "round {round}: a confirmed save is lost");
        lost += usize::from(at + 1 < possible.len());
        kept = found;
        match (dice.below(15), &kept) {
            // A region that was never written.
            (0, _) => {
                let region = pair.chip.saves().unwrap();
                pair.chip.erase(region).unwrap();
                kept = None;
            }
            // One that is full, so that the next save erases a sector.
            (1..=8, Some(record)) => saves::fill(&mut pair.chip, record).unwrap(),
            _ => {}
        }
    }
    let counters = pair.chip.counters().unwrap();
    println!(
        "{rounds} cuts, {busy_cuts} of them aimed at the flash: {lost} before the save was whole; \
         {} sectors erased, {} pages programmed",
        counters.erases, counters.programs
    );
    assert!(counters.erases > 0, "some cuts are in an erasure");
    assert!(0 < lost && lost < rounds, "some saves are cut, not all");
}

#[test]
fn a_game_of_two_survives_150_power_cuts() {
    cut(150, Source::Search, 3);
}

#[test]
fn a_game_against_the_device_survives_50_power_cuts() {
    cut(50, Source::Database, 4);
}
