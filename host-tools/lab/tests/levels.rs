//! The device's levels against each other, on the solved game.

use dobutsu::solve::Solved;
use dobutsu_core::player::Level;
use dobutsu_lab::levels::{Knowledge, matched};

use crate::made;

#[test]
fn each_level_beats_the_one_below_but_not_always() {
    let solved = Solved::read(&made::solved_path()).unwrap();
    let levels: Vec<Level> = Level::all().collect();
    for pair in levels.windows(2) {
        let score = matched(
            Knowledge::Solved(&solved),
            [pair[1], pair[0]],
            1000,
            1,
            || true,
        )
        .unwrap();
        assert!((60.0..=80.0).contains(&score.percent), "{score:?}");
    }
}

#[test]
fn what_was_played_before_an_interruption_counts() {
    let levels = [2, 1].map(|number| Level::new(number).unwrap());
    let score = matched(Knowledge::Search, levels, 1000, 1, || false).unwrap();
    assert_eq!(score.won + score.drawn + score.lost, 2);
}
