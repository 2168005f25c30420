//! Random presses on a board with bouncing contacts and slow flash.

use std::time::Duration;

use dobutsu::emulate::chip::Board;
use dobutsu::parallel::map;
use dobutsu_core::handheld::{Button, Source};
use dobutsu_core::player::Dice;

use crate::pair::{MILLI, assert_healthy, chip, has_become_drive, or_skip};

/// Presses with each seed.
const PRESSES: usize = 5_000;

fn mash(seed: u32) {
    let mut chip = or_skip!(chip(Board::UNKIND, Source::Database));
    chip.switch_on(seed).unwrap();
    chip.run(300 * MILLI).unwrap();
    let mut dice = Dice::new(seed);
    let (mut moves, mut saves, mut drives) = (0, 0, 0);
    for press in 1..=PRESSES {
        // A more often than the others, and sometimes two buttons at once.
        let button = Button::ALL[[0, 1, 2, 3, 4, 4, 4, 5][dice.below(8)]];
        let held = Duration::from_millis(5 + dice.below(60) as u64);
        chip.press(button, held).unwrap();
        if dice.below(10) == 0 {
            chip.press(Button::ALL[dice.below(6)], held).unwrap();
        }
        let pause = match dice.below(400) {
            0 => 3000,
            _ => dice.below(90),
        };
        chip.run(held + pause as u32 * MILLI).unwrap();
        if press % 100 != 0 {
            continue;
        }
        let log = chip.take_log();
        let count = |part| {
            log.iter()
                .filter(|line| line.message.contains(part))
                .count()
        };
        moves += count(" plays ");
        saves += count("saved ");
        let error = log.iter().find(|line| line.level == "error");
        assert!(error.is_none(), "{error:?}");
        assert_healthy(&mut chip);
        if has_become_drive(&mut chip) {
            drives += 1;
            chip.switch_on(seed).unwrap();
            chip.run(300 * MILLI).unwrap();
        }
    }
    println!(
        "{PRESSES} presses: {moves} moves, {saves} saves, {drives} restarts as a drive, {} bytes of \
         stack",
        chip.stack_used().unwrap()
    );
    assert!(moves > 0 && saves > 0);
}

#[test]
fn random_presses_do_no_harm() {
    map(&[2, 3, 4, 5], |&seed| mash(seed));
}
