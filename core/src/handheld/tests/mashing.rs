//! A million random events: nothing panics, nothing is drawn outside the frame, every position is legal,
//! and a device restored from its record has the same state.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use super::*;
use crate::game::{After, Position};

fn check(rig: &Rig) {
    rig.device.draw(&mut Frame::new());
    if let Some(played) = rig.device.current_match() {
        let position = played.diagram().position;
        assert_eq!(Position::unpack(position.pack()), Ok(position));
        let mut at = played.diagram_at(0).position;
        for &mv in played.game().moves() {
            assert!(at.is_legal(mv));
            if let After::Position(next) = at.play(mv) {
                at = next;
            }
        }
        assert_eq!(at, position, "the moves lead here");
    }
}

/// Passes a tick, and checks that a picture changes only if the pulse does.
fn check_tick(device: &mut Handheld) {
    let picture = |device: &Handheld| {
        let mut frame = Frame::new();
        device.draw(&mut frame);
        frame
    };
    let (pulse, before) = (device.pulse(), picture(device));
    device.tick();
    if device.pulse() == pulse {
        assert_eq!(picture(device), before, "it changed without a pulse");
    }
}

/// Everything that a save record restores.
fn essence(device: &Handheld) -> impl PartialEq + core::fmt::Debug + use<> {
    let game = device.desk.game().map(|game| {
        (
            game.mode(),
            (game.status.decree, game.status.is_helped),
            (game.status.is_counted, game.status.is_searched),
            game.diagram(),
            game.finish(),
            game.game().times_seen(),
            game.game().moves().to_vec(),
        )
    });
    (
        device.settings,
        device.desk.tally,
        device.learned,
        device.desk.all_totals,
        device.desk.missed.clone(),
        device.desk.history.clone(),
        device.desk.puzzle.clone(),
        game,
    )
}

/// Presses and ticks at random; now and then the power is cut. Returns the screens that were seen.
fn mash(seed: u32, events: usize) -> HashSet<Discriminant<Screen>> {
    let mut dice = Dice::new(seed);
    let mut rig = Rig::new(seed);
    rig.device.set_source(Source::Search);
    let mut seen = HashSet::new();
    for event in 0..events {
        // Enter and the arrows lead on; back mostly leads out.
        match dice.below(20) {
            0..6 => rig.press(Button::A),
            6 => rig.press(Button::B),
            7..15 => rig.press(Button::ALL[dice.below(4)]),
            15..19 => (0..8).for_each(|_| rig.tick()),
            _ => {}
        }
        seen.insert(discriminant(&rig.device.screen));
        if event % 16 == 0 {
            check(&rig);
            check_tick(&mut rig.device);
            rig.keep();
        }
        if let (0, Some(kept)) = (dice.below(400), &rig.kept) {
            let resumed = Handheld::new(Some(kept), event as u32);
            assert!(!resumed.has_notice(), "a kept record is sound");
            assert_eq!(essence(&resumed), essence(&rig.device), "cut after {event}");
            if dice.chance(64) {
                rig.device = resumed;
            }
        }
        if dice.below(20_000) == 0 {
            (0..SLEEPY).for_each(|_| rig.device.tick());
        }
    }
    seen
}

#[test]
fn a_million_random_events_break_nothing() {
    let seen: HashSet<_> = (0..200).flat_map(|seed| mash(seed, 5_000)).collect();
    assert_eq!(seen.len(), 12, "a screen was never seen");
}
