//! Settings that reach the hardware: sound, brightness, a display upside down.

use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Controller};
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{
    Brightness, Button, Frame, HEIGHT, Seat, Settings, Source, Tune, Volume, WIDTH,
};

use crate::bench;
use crate::device::{Device, FINGER, SOON, assert_healthy};

const SECOND: Duration = Duration::from_secs(1);

/// A chip at the menu of the settings.
fn at_the_settings(board: Board) -> Option<(Chip, Device)> {
    let mut chip = bench::chip_on(board, &bench::firmware()?);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "Settings").unwrap();
    Some((chip, device))
}

/// The picture turned by 180 degrees.
fn turned(frame: &Frame) -> Frame {
    let mut bytes = [0; WIDTH * HEIGHT / 8];
    for (at, byte) in frame.bytes().iter().enumerate() {
        bytes[WIDTH * HEIGHT / 8 - 1 - at] = byte.reverse_bits();
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
        let Some((mut chip, mut device)) = at_the_settings(board) else {
            return;
        };
        device.point(&mut chip, "Upside down").unwrap();
        device.rig.press(Button::A);
        chip.press(Button::A, FINGER).unwrap();
        let mut press = |pressed: Option<Button>| {
            if let Some(button) = pressed {
                chip.press(button, FINGER).unwrap();
                device.rig.press(button.upside_down());
            }
            let wanted = turned(&device.picture());
            assert!(chip.run_until(&wanted, SOON).unwrap(), "{pressed:?}");
            chip.run(2 * FINGER).unwrap();
        };
        press(None);
        for button in [
            Button::Up,
            Button::Down,
            Button::Down,
            Button::Right,
            Button::B,
        ] {
            press(Some(button));
        }
        assert_healthy(&mut chip);
    }
}

#[test]
fn the_brightness_is_the_one_that_is_set() {
    let Some((mut chip, mut device)) = at_the_settings(Board::KIND) else {
        return;
    };
    let mut seen = Vec::new();
    for wanted in [Brightness::Low, Brightness::Medium, Brightness::High] {
        let is_wanted = |settings: Settings| settings.brightness == wanted;
        device
            .set(&mut chip, "Brightness", Button::Right, is_wanted)
            .unwrap();
        chip.run(SOON).unwrap();
        seen.push(chip.contrast().unwrap());
    }
    assert!(seen.is_sorted_by(|one, next| one < next), "{seen:?}");
    assert_healthy(&mut chip);
}

/// A module whose status byte is an SSD1306's and whose memory is an SH1106's: the picture is off by two
/// columns until the setting says what it is.
#[test]
fn a_controller_that_cannot_be_detected_is_set() {
    let board = Board {
        controller: Controller::Sh1106Hidden,
        ..Board::KIND
    };
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board, &firmware);
    chip.switch_on(1).unwrap();
    let mut device = Device::new(None, 1, Source::Search);
    assert!(
        !chip.run_until(&device.picture(), SECOND).unwrap(),
        "off by two columns"
    );
    let mut press = |chip: &mut Chip, button| {
        chip.press(button, FINGER).unwrap();
        device.rig.press(button);
        chip.run(SOON / 4).unwrap();
        device.rig.device.entry().map(|entry| entry.to_string())
    };
    // The title, the notice, and the question for the language.
    for _ in 0..3 {
        press(&mut chip, Button::A);
    }
    for wanted in ["Settings", "Display"] {
        let is_found = (0..20).any(|_| press(&mut chip, Button::Down).as_deref() == Some(wanted));
        assert!(is_found, "{wanted}");
        press(&mut chip, Button::A);
    }
    device.meet(&mut chip, SOON);
    assert_healthy(&mut chip);
}

/// The tune of a move on the buzzer's pin, note by note; quiet is a narrower pulse, and off is silence.
#[test]
fn a_move_is_heard_as_loud_as_it_is_set() {
    for volume in [Volume::Off, Volume::Quiet, Volume::Loud] {
        let Some((mut chip, mut device)) = at_the_settings(Board::KIND) else {
            return;
        };
        let is_wanted = |settings: Settings| settings.volume == volume;
        device
            .set(&mut chip, "Sound", Button::Right, is_wanted)
            .unwrap();
        device.press_both(&mut chip, Button::B).unwrap();
        device.choose(&mut chip, "New game").unwrap();
        let is_pair = |settings: Settings| settings.seat == Seat::Pair;
        device
            .set(&mut chip, "You play", Button::Right, is_pair)
            .unwrap();
        device.choose(&mut chip, "Start").unwrap();
        let moves = device
            .rig
            .device
            .current_match()
            .unwrap()
            .diagram()
            .position
            .moves();
        let quiet = moves.iter().copied().find(|mv| {
            let played = device.rig.device.current_match().unwrap();
            played.diagram().position.piece_at(mv.to()).is_none()
        });
        chip.take_notes();
        let last = device.prepare(&mut chip, quiet.unwrap()).unwrap();
        device.press_both(&mut chip, last).unwrap();
        chip.run(SECOND).unwrap();
        let heard = chip.take_notes();
        let wanted: Vec<u16> = match volume {
            Volume::Off => Vec::new(),
            _ => Tune::Move
                .notes()
                .iter()
                .map(|note| note.hertz)
                .chain([0])
                .collect(),
        };
        let hertz: Vec<u16> = heard.iter().map(|tone| tone.hertz).collect();
        let is_near = |(&heard, &wanted): (&u16, &u16)| heard.abs_diff(wanted) <= 2;
        assert!(
            hertz.len() == wanted.len() && hertz.iter().zip(&wanted).all(is_near),
            "{heard:?}"
        );
        if let [first, second, ..] = heard[..] {
            let lasted = Duration::from_nanos(second.nanos - first.nanos).as_millis();
            assert_eq!(lasted, Tune::Move.notes()[0].millis.into());
            assert_eq!(first.duty > 0.4, volume == Volume::Loud, "{first:?}");
        }
        assert_healthy(&mut chip);
    }
}

/// The moment of the first press is mixed into the dice: the same chip and seed give other dice.
#[test]
fn the_moment_of_the_first_press_changes_the_dice() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let records = [0, 7].map(|delay| {
        let mut chip = bench::chip_on(Board::KIND, &firmware);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
        chip.run(Duration::from_millis(delay)).unwrap();
        device.press_both(&mut chip, Button::A).unwrap();
        device.press_both(&mut chip, Button::A).unwrap();
        device.choose(&mut chip, "New game").unwrap();
        device.choose(&mut chip, "Start").unwrap();
        chip.run(SECOND).unwrap();
        saves::read(&mut chip).unwrap()
    });
    assert_ne!(records[0], records[1]);
}
