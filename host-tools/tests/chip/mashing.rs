//! Buttons pressed by chance, with the log watched.

use std::time::Duration;

use dobutsu_core::handheld::Button;
use dobutsu_core::player::Dice;

use crate::device::assert_healthy;
use crate::{bench, common};

fn mash(presses: usize, seed: u32) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    let region = chip.database().unwrap();
    chip.flash_file(region, &common::image_path()).unwrap();
    chip.switch_on(seed).unwrap();
    let mut dice = Dice::new(seed);
    chip.run(Duration::from_millis(300)).unwrap();
    let mut lines = 0;
    for press in 0..presses {
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
            lines += log.len();
            let bad = log.iter().find(|line| line.level == "error");
            assert!(bad.is_none(), "{bad:?}");
            let events = chip.take_events();
            assert!(events.is_empty(), "after {press} presses: {events:?}");
        }
    }
    assert_healthy(&mut chip);
    println!(
        "{presses} presses in {:?}: {lines} lines of log, {} bytes of stack",
        chip.now(),
        chip.stack_used().unwrap()
    );
}

#[test]
fn random_presses_do_no_harm() {
    mash(1_000, 1);
}

#[test]
#[ignore = "long: twenty thousand presses, some minutes"]
fn twenty_thousand_random_presses_do_no_harm() {
    for seed in 2..6 {
        mash(5_000, seed);
    }
}
