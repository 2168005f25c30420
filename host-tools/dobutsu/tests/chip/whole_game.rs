//! A whole game against the perfect device, move by move.

use dobutsu::solve::Solved;
use dobutsu_core::handheld::{Button, Source, Thinking};
use dobutsu_core::player::{Dice, Level};

use crate::device::{Device, LATE, assert_healthy};
use crate::{bench, common};

/// The start is lost in this many plies.
const PLIES: usize = 78;

/// The person resists as long as can be, by any of the moves that do. Every reply is the one of the
/// device on the PC, and the solved game knows none better.
fn wins_as_second_player(source: Source) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let solved = Solved::read(&common::solved_path()).unwrap();
    let mut thinking = Thinking::new(bench::thinker(source).unwrap());
    let mut chip = bench::chip(&firmware);
    bench::flash(&mut chip, source);
    let mut device = Device::switch_on(&mut chip, None, 9, source);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device
        .set(&mut chip, "Opponent", Button::Left, |settings| {
            settings.level == Level::PERFECT
        })
        .unwrap();
    device.choose(&mut chip, "Start").unwrap();
    let mut dice = Dice::new(10);
    let mut replies = 0;
    while device.rig.played().unwrap().finish().is_none() {
        let here = device.rig.played().unwrap().diagram();
        let advice = solved.advice(here.position);
        let resists = advice.best()[dice.below(advice.best().len())].mv;
        let last = device.prepare(&mut chip, resists).unwrap();
        chip.take_log();
        device.press_both(&mut chip, last).unwrap();
        let here = device.rig.played().unwrap().diagram();
        let advice = solved.advice(here.position);
        device.settle(&mut thinking);
        device.meet(&mut chip, LATE);
        let (reply, _) = device.rig.played().unwrap().last_move().unwrap();
        assert_eq!(advice.on(reply), advice.verdict(), "a best move");
        let usi = here.usi(reply);
        let logged = format!("device plays {usi} ");
        assert!(
            (chip.take_log().iter()).any(|line| line.message.starts_with(&logged)),
            "the chip plays {usi}"
        );
        replies += 1;
    }
    let plies = device.rig.played().unwrap().game().plies();
    println!("{replies} replies, over after {plies} plies");
    assert_eq!((plies, replies), (PLIES, PLIES / 2));
    assert_healthy(&mut chip);
}

#[test]
fn the_device_wins_as_second_player_within_78_plies() {
    wins_as_second_player(Source::Database);
}

#[test]
fn the_device_with_the_small_database_wins_within_78_plies() {
    wins_as_second_player(Source::SmallDatabase);
}
