//! Which tune is played after which event.

use super::super::settings::Volume;
use super::*;
use crate::game::{After, Move, Side};
use crate::player::Level;

/// A device in a game against it, or of two people, with these moves played by hand; `*` is one that lets
/// its lion be caught.
fn played(seat: Seat, moves: &[&str]) -> (Handheld, std::vec::Vec<Option<Tune>>) {
    let mut device = Handheld::new(None, 1);
    device
        .desk
        .begin_game(Diagram::START, seat, Level::FIRST, Timing::OFF);
    let tunes = moves.iter().map(|text| {
        let diagram = device.current_match().unwrap().diagram();
        let is_meant = |mv: &&Move| match (*text, diagram.position.play(**mv)) {
            ("*", After::Position(next)) => next.can_catch(),
            (text, _) => std::format!("{}", diagram.usi(**mv)) == text,
        };
        let moves = diagram.position.moves();
        device
            .desk
            .play(*moves.iter().find(is_meant).unwrap())
            .unwrap();
        device.sound_match();
        device.take_tune()
    });
    let tunes = tunes.collect();
    (device, tunes)
}

#[test]
fn moves_captures_checks_and_ends_sound_different() {
    let (_, tunes) = played(Seat::Pair, &["2c2b", "*", "2b2a+"]);
    assert_eq!([tunes[0], tunes[2]], [Tune::Check, Tune::Win].map(Some));
    let (_, tunes) = played(Seat::Pair, &["1d1c"]);
    assert_eq!(tunes, [Some(Tune::Move)]);
    let (_, tunes) = played(Seat::Pair, &["2c2b", "2a2b"]);
    assert_eq!(tunes, [Tune::Check, Tune::Capture].map(Some));
}

#[test]
fn a_tune_is_heard_once_and_not_while_the_sound_is_off() {
    let (mut device, _) = played(Seat::Pair, &["1d1c"]);
    assert_eq!(device.take_tune(), None);
    device.settings.volume = Volume::Off;
    device.tune = Some(Tune::Move);
    assert_eq!(device.take_tune(), None);
}

#[test]
fn whoever_resigns_hears_that_the_game_is_lost() {
    let (mut device, _) = played(Seat::First, &["1d1c"]);
    device.desk.resign();
    device.sound_match();
    assert_eq!(device.take_tune(), Some(Tune::Loss));
    assert_eq!(device.current_match().unwrap().bottom(), Side::Sente);
}

#[test]
fn every_tune_is_short_and_can_be_heard() {
    for tune in Tune::ALL {
        let millis: u32 = tune.notes().iter().map(|note| u32::from(note.millis)).sum();
        assert!((1..1000).contains(&millis), "{tune:?}");
        let is_heard = |note: &Note| note.hertz == 0 || (500..4000).contains(&note.hertz);
        assert!(tune.notes().iter().all(is_heard), "{tune:?}");
    }
}
