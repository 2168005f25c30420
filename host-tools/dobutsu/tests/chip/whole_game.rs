//! A whole game against the perfect device, move by move.

use dobutsu::emulate::chip::Board;
use dobutsu_core::handheld::{Button, Settings, Source};
use dobutsu_core::player::{Dice, Level};

use crate::common;
use crate::pair::{LATE, Pair, assert_healthy, logged, or_skip};

/// The start is lost in this many plies.
const PLIES: usize = 78;

/// The person plays any of the moves that resist longest. Every reply of the chip is that of the device on
/// the PC, and a best move by the solved game.
#[test]
fn the_device_wins_as_second_player_within_78_plies() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Database));
    let solved = common::solved();
    pair.choose(&["New game"]);
    let is_perfect = |settings: &Settings| settings.level == Level::PERFECT;
    pair.set("Opponent", Button::Left, is_perfect);
    pair.choose(&["Start"]);
    let mut dice = Dice::new(10);
    let mut replies = 0;
    while pair.rig.played().unwrap().finish().is_none() {
        let advice = solved.advice(pair.position());
        let resists = advice.best()[dice.below(advice.best().len())].mv;
        pair.chip.take_log();
        pair.play(resists);
        let here = pair.rig.played().unwrap().diagram();
        let advice = solved.advice(here.position);
        pair.settle();
        pair.meet(LATE);
        let (_, reply) = pair.rig.played().unwrap().last_move().unwrap();
        assert_eq!(advice.on(reply), advice.verdict(), "a best move");
        let log = format!("device plays {} ", here.usi(reply));
        assert_eq!(logged(&mut pair.chip, &log), 1, "{log}");
        replies += 1;
    }
    let plies = pair.rig.played().unwrap().game().plies();
    println!("{replies} replies, over after {plies} plies");
    assert_eq!((plies, replies), (PLIES, PLIES / 2));
    assert_healthy(&mut pair.chip);
}
