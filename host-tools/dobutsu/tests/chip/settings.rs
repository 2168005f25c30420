//! Settings that reach the hardware: sound, brightness, a display upside down.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Controller, Tone};
use dobutsu::emulate::saves;
use dobutsu::play::script::fingers;
use dobutsu_core::game::Move;
use dobutsu_core::handheld::{
    Brightness, Button, Frame, HEIGHT, Settings, Source, Tune, Volume, WIDTH,
};

use crate::pair::{FINGER, MILLI, Pair, SECOND, SOON, assert_healthy, chip, firmware, or_skip};

/// A chip at the menu of the settings.
fn at_the_settings(board: Board) -> Option<Pair> {
    let mut pair = Pair::on(board, Source::Search)?;
    pair.choose(&["Settings"]);
    Some(pair)
}

/// The picture turned by 180 degrees.
fn turned(frame: &Frame) -> Frame {
    let mut bytes = [0; WIDTH * HEIGHT / 8];
    for (byte, opposite) in bytes.iter_mut().zip(frame.bytes().iter().rev()) {
        *byte = opposite.reverse_bits();
    }
    Frame::from_bytes(bytes)
}

#[test]
fn upside_down_the_picture_is_turned_and_the_arrows_follow() {
    for controller in [Controller::Ssd1306, Controller::Sh1106] {
        let board = Board {
            controller,
            ..Board::KIND
        };
        let mut pair = or_skip!(at_the_settings(board));
        pair.point("Upside down");
        for button in fingers::presses("A Up 2xDown Right B").unwrap() {
            pair.chip.press(button, FINGER).unwrap();
            pair.rig.press(button.upside_down());
            let wanted = turned(&pair.rig.picture());
            assert!(pair.chip.run_until(&wanted, SOON).unwrap(), "{button:?}");
            pair.chip.run(2 * FINGER).unwrap();
        }
        assert_healthy(&mut pair.chip);
    }
}

#[test]
fn the_brightness_is_the_one_that_is_set() {
    let mut pair = or_skip!(at_the_settings(Board::KIND));
    let contrasts = [Brightness::Low, Brightness::Medium, Brightness::High].map(|wanted| {
        let is_wanted = |settings: &Settings| settings.brightness == wanted;
        pair.set("Brightness", Button::Right, is_wanted);
        pair.chip.run(SOON).unwrap();
        pair.chip.contrast().unwrap()
    });
    assert!(contrasts.is_sorted_by(|one, next| one < next));
    assert_healthy(&mut pair.chip);
}

/// A module whose status byte is an SSD1306's and whose memory is an SH1106's: the picture is off by two
/// columns until the setting names the controller.
#[test]
fn a_controller_that_cannot_be_detected_is_set() {
    let board = Board {
        controller: Controller::Sh1106Hidden,
        ..Board::KIND
    };
    let mut pair = Pair::of(or_skip!(chip(board, Source::Search)), Source::Search);
    pair.chip.switch_on(1).unwrap();
    let title = pair.rig.picture();
    assert!(!pair.chip.run_until(&title, SECOND).unwrap());
    let mut press = |button| {
        pair.chip.press(button, FINGER).unwrap();
        pair.rig.press(button);
        pair.chip.run(SOON / 4).unwrap();
        pair.rig.device.entry().map(|entry| entry.to_string())
    };
    // The title, the notice, and the question for the language.
    for _ in 0..3 {
        press(Button::A);
    }
    for wanted in ["Settings", "Display"] {
        let is_found = (0..20).any(|_| press(Button::Down).as_deref() == Some(wanted));
        assert!(is_found, "{wanted}");
        press(Button::A);
    }
    pair.meet(SOON);
    assert_healthy(&mut pair.chip);
}

/// The tune of a move on the buzzer's pin, note by note. Quiet is a narrower pulse, off is silence.
#[test]
fn a_move_sounds_as_loud_as_it_is_set() {
    for volume in [Volume::Off, Volume::Quiet, Volume::Loud] {
        let mut pair = or_skip!(at_the_settings(Board::KIND));
        let is_wanted = |settings: &Settings| settings.volume == volume;
        pair.set("Sound", Button::Right, is_wanted);
        pair.press("B");
        pair.set_up_game_of_two();
        pair.press("A");
        let position = pair.position();
        let is_quiet = |mv: &Move| position.piece_at(mv.to()).is_none();
        let quiet = position.moves().into_iter().find(is_quiet).unwrap();
        pair.chip.take_notes();
        pair.play(quiet);
        pair.chip.run(SECOND).unwrap();
        let notes = Tune::Move.notes();
        let mut wanted: Vec<u16> = notes.iter().map(|note| note.hertz).chain([0]).collect();
        if volume == Volume::Off {
            wanted.clear();
        }
        let heard = pair.chip.take_notes();
        let is_near = |(tone, &wanted): (&Tone, &u16)| tone.hertz.abs_diff(wanted) <= 2;
        assert_eq!(heard.len(), wanted.len(), "{heard:?}");
        assert!(heard.iter().zip(&wanted).all(is_near), "{heard:?}");
        if let [first, second, ..] = heard[..] {
            let lasted = Duration::from_nanos(second.nanos - first.nanos).as_millis();
            assert_eq!(lasted, notes[0].millis.into());
            assert_eq!(first.duty > 0.4, volume == Volume::Loud, "{first:?}");
        }
        assert_healthy(&mut pair.chip);
    }
}

/// The moment of the first press is mixed into the dice: the same chip and seed choose other moves.
#[test]
fn the_moment_of_the_first_press_changes_the_dice() {
    let firmware = or_skip!(firmware());
    let [one, other] = [0, 7].map(|delay| {
        let chip = Chip::new(&firmware, Board::KIND, false).unwrap();
        let mut pair = Pair::started(chip, Source::Search);
        pair.chip.run(delay * MILLI).unwrap();
        pair.new_game();
        pair.chip.run(SECOND).unwrap();
        saves::read(&mut pair.chip).unwrap()
    });
    assert!(one.is_some() && one != other);
}
