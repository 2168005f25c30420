//! Random presses, with the log watched.

use std::time::Duration;

use dobutsu::emulate::chip::Board;
use dobutsu_core::handheld::Button;
use dobutsu_core::player::Dice;

use crate::bench;
use crate::device::assert_healthy;

const PRESSES: usize = 5_000;

fn mash(seed: u32) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    // Contacts bounce, flash is slow: nothing is lost, and nothing hangs.
    let mut chip = bench::chip_on(Board::UNKIND, &firmware);
    bench::flash_database(&mut chip);
    chip.switch_on(seed).unwrap();
    let mut dice = Dice::new(seed);
    chip.run(Duration::from_millis(300)).unwrap();
    let (mut moves, mut saves, mut drives) = (0, 0, 0);
    for press in 0..PRESSES {
        // The buttons that lead somewhere more often; sometimes two fingers at once.
        let button = Button::ALL[[0, 1, 2, 3, 4, 4, 4, 5][dice.below(8)]];
        let held = Duration::from_millis(5 + dice.below(60) as u64);
        chip.press(button, held).unwrap();
        if dice.below(10) == 0 {
            chip.press(Button::ALL[dice.below(6)], held).unwrap();
        }
        let mut pause = Duration::from_millis(dice.below(90) as u64);
        if dice.below(400) == 0 {
            pause = Duration::from_secs(3);
        }
        chip.run(held + pause).unwrap();
        if press % 100 == 99 {
            let log = chip.take_log();
            let count = |part| {
                log.iter()
                    .filter(|line| line.message.contains(part))
                    .count()
            };
            moves += count(" plays ");
            saves += count("saved ");
            let bad = log.iter().find(|line| line.level == "error");
            assert!(bad.is_none(), "{bad:?}");
            let events = chip.take_events();
            assert!(events.is_empty(), "after {press} presses: {events:?}");
            // The presses have restarted it as a drive; the power is switched off and on.
            if chip
                .state()
                .unwrap()
                .calls
                .iter()
                .any(|call| call.name == "UB")
            {
                drives += 1;
                chip.switch_on(seed).unwrap();
                chip.run(Duration::from_millis(300)).unwrap();
            }
        }
    }
    assert_healthy(&mut chip);
    println!(
        "{PRESSES} presses: {moves} moves, {saves} saves, {drives} restarts as a drive, {} bytes of \
         stack",
        chip.stack_used().unwrap()
    );
    assert!(moves > 0 && saves > 0, "it gets somewhere");
}

// Twenty thousand presses in all, in four parts that can run at the same time.
#[test]
fn random_presses_do_no_harm() {
    mash(2);
}

#[test]
fn other_random_presses_do_no_harm() {
    mash(3);
}

#[test]
fn more_random_presses_do_no_harm() {
    mash(4);
}

#[test]
fn still_more_random_presses_do_no_harm() {
    mash(5);
}
