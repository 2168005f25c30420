//! The power goes at any moment; the game is the last one confirmed, or the one before.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip};
use dobutsu::emulate::log::Line;
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Seat, Source, Thinking};
use dobutsu_core::player::Dice;

use crate::bench;
use crate::device::{Device, FINGER, LATE, SOON, assert_healthy};

/// When the power goes after the press that makes a move.
fn moment(dice: &mut Dice, longest: usize) -> (Duration, Option<Duration>) {
    let micros = |most: usize, dice: &mut Dice| Duration::from_micros(dice.below(most) as u64);
    // In the middle of what goes to flash, at its slowest: of the pages first, of an erasure sometimes.
    match dice.below(4) {
        0 | 1 => (4 * SOON, Some(micros(18_000, dice))),
        2 => (4 * SOON, Some(micros(450_000, dice))),
        _ => (micros(longest, dice), None),
    }
}

fn confirmed(chip: &mut Chip) -> usize {
    let lines = chip.take_log();
    let kept = |line: &&Line| line.message.starts_with("saved") && line.message.ends_with("true");
    lines.iter().filter(kept).count()
}

/// Cuts the power at this many moments of a game; returns how often the record being written was lost.
fn cut(rounds: usize, image: bool, seed: u32, board: Board) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board, &firmware);
    chip.fix_moment().unwrap();
    let source = if image {
        Source::Database
    } else {
        Source::Search
    };
    if image {
        bench::flash_database(&mut chip);
    }
    let mut thinking = Thinking::new(bench::database().unwrap());
    let mut dice = Dice::new(seed);
    let mut kept: Option<Vec<u8>> = None;
    let (mut lost, mut busy_cuts) = (0, 0);
    for round in 0..rounds {
        let seed = round as u32;
        let mut device = Device::switch_on(&mut chip, kept.as_deref(), seed, source);
        device.press_both(&mut chip, Button::A).unwrap();
        if !image {
            assert!(device.rig.device.has_notice(), "there is no image");
            device.press_both(&mut chip, Button::A).unwrap();
        }
        // A fresh game now and then, on a region that was never written now and then.
        let over = device.rig.device.entry().as_deref() != Some("Continue");
        if over || dice.below(12) == 0 {
            device.choose(&mut chip, "New game").unwrap();
            device
                .set(&mut chip, "You play", Button::Right, |settings| {
                    image || settings.seat == Seat::Pair
                })
                .unwrap();
            device.point(&mut chip, "Start").unwrap();
            // A game that was begun is given up only when asked.
            if !over
                && device
                    .rig
                    .device
                    .current_match()
                    .is_some_and(|played| played.game().plies() > 0)
            {
                device.press_both(&mut chip, Button::A).unwrap();
                device.point(&mut chip, "Yes").unwrap();
            }
        } else {
            device.choose(&mut chip, "Continue").unwrap();
            if image {
                device.settle(&mut thinking);
                device.meet(&mut chip, LATE);
            }
            match device.any_move(&mut dice) {
                Some(mv) => {
                    let last = device.prepare(&mut chip, mv).unwrap();
                    assert_eq!(last, Button::A);
                }
                None => {
                    device.press_both(&mut chip, Button::A).unwrap();
                    device.point(&mut chip, "Play again").unwrap();
                }
            }
        }
        // The last press makes the device save; from here on the power may go.
        confirmed(&mut chip);
        device
            .rig
            .records
            .drain(..device.rig.records.len().saturating_sub(1));
        let before = device.rig.records.first().cloned().or(kept.clone());
        device.rig.records.clear();
        device.rig.press(Button::A);
        if image {
            device.settle(&mut thinking);
        }
        chip.press(Button::A, FINGER).unwrap();
        let longest = if image { 1_500_000 } else { 600_000 };
        let (time, busy) = moment(&mut dice, longest);
        chip.run_and_cut_when_busy(time, busy).unwrap();
        busy_cuts += usize::from(busy.is_some());
        let confirmed = confirmed(&mut chip);
        assert_healthy(&mut chip);
        // What flash holds now is a record, whole, and not older than the last one confirmed.
        let found = saves::read(&mut chip).unwrap();
        let mut possible = vec![before];
        possible.extend(device.rig.records.iter().cloned().map(Some));
        let at = possible.iter().position(|record| *record == found);
        let at = at.unwrap_or_else(|| {
            panic!("round {round}: {found:02x?} was kept, none of {possible:02x?}")
        });
        assert!(at >= confirmed, "round {round}: a confirmed save is lost");
        lost += usize::from(at + 1 < possible.len());
        kept = found;
        match (dice.below(15), &kept) {
            // A region that was never written.
            (0, _) => {
                let region = chip.saves().unwrap();
                chip.erase(region).unwrap();
                kept = None;
            }
            // One that is full, so that the next save erases a sector.
            (1..=8, Some(record)) => saves::fill(&mut chip, record).unwrap(),
            _ => {}
        }
    }
    let counters = chip.counters().unwrap();
    println!(
        "{rounds} cuts, {busy_cuts} of them aimed at the flash: {lost} before the save was whole; \
         {} sectors erased, {} pages programmed",
        counters.erases, counters.programs
    );
    assert!(counters.erases > 0, "some cuts are in an erasure");
    assert!(
        lost > 0 && lost < rounds,
        "some saves are cut and some are not"
    );
}

#[test]
fn a_game_of_two_survives_150_power_cuts() {
    cut(150, false, 3, Board::UNKIND);
}

#[test]
fn a_game_against_the_device_survives_50_power_cuts() {
    cut(50, true, 4, Board::UNKIND);
}
