//! Pictures of the self-test, of the report of a crash, and of a low battery.
//!
//! `UPDATE_GOLDEN=1 cargo test -p dobutsu --test suite owner` stores the new pictures; look at them before
//! committing.

use std::path::Path;

use dobutsu::play::picture::write_png;
use dobutsu_core::handheld::{
    Button, Findings, Frame, Handheld, Health, Language, Mishap, Request, SelfTest,
};

use crate::common::golden::Golden;

fn draw(device: &Handheld) -> Frame {
    let mut frame = Frame::new();
    device.draw(&mut frame);
    frame
}

/// A device past its title, in this language, with the menu entry "Settings" selected.
fn in_language(language: Language) -> Handheld {
    let mut device = Handheld::new(None, 1);
    device.set_language(language);
    device.press(Button::A);
    select(&mut device, "Settings");
    device
}

fn select(device: &mut Handheld, entry: &str) {
    while device.entry().as_deref() != Some(entry) {
        device.press(Button::Down);
    }
}

/// A self-test after some presses.
fn selftest(language: Language, findings: Findings, presses: &[Button]) -> Frame {
    let mut test = SelfTest::new(language);
    test.find(findings);
    for &button in presses {
        test.press(button);
    }
    let mut frame = Frame::new();
    test.draw(&mut frame);
    frame
}

const FOUND: Findings = Findings {
    flash: 16_384,
    database: Health::Sound,
    saves: Health::Absent,
    volts: Some(392),
};

const WORRYING: Findings = Findings {
    flash: 2_048,
    database: Health::Bad,
    saves: Health::Unknown,
    volts: None,
};

fn pictures() -> Vec<(String, Frame)> {
    let mut pictures = Vec::new();
    for (language, name) in [(Language::English, "english"), (Language::Kana, "kana")] {
        let mut add = |picture: &str, frame| pictures.push((format!("{picture}.{name}"), frame));
        let [up, a, b] = [Button::Up, Button::A, Button::B];
        let all = [&[a, a][..], &Button::ALL].concat();
        add("selftest-lit", selftest(language, FOUND, &[]));
        add("selftest", selftest(language, FOUND, &[a, a, up, b]));
        add("selftest-all", selftest(language, WORRYING, &all));
        for (picture, mishap) in [
            (
                "mishap-panic",
                Mishap::panic("firmware/src/storage.rs", 123),
            ),
            ("mishap-fault", Mishap::fault(0x1000_2F3C, 0x1000_2E01)),
            ("mishap-overflow", Mishap::overflow()),
            ("mishap-hang", Mishap::hang()),
        ] {
            let mut device = in_language(language);
            device.report(mishap);
            add(picture, draw(&device));
        }
        let mut device = in_language(language);
        device.set_battery_low(true);
        add("battery-low", draw(&device));
        let mut device = in_language(language);
        device.press(Button::A);
        select(&mut device, "Update");
        device.press(Button::A);
        add("update", draw(&device));
        device.press(Button::A);
        assert_eq!(device.request(), Some(Request::Update));
        device.refuse_update();
        add("update-refused", draw(&device));
    }
    pictures
}

#[test]
fn the_pictures_look_as_before() {
    let mut golden = Golden::new("golden-owner");
    for (name, frame) in pictures() {
        golden.compare(&name, &frame);
        if Golden::is_updating() {
            let png = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
            write_png(&frame, &png).unwrap();
        }
    }
    golden.assert_complete();
}

#[test]
fn a_crash_is_reported_once() {
    let mut device = Handheld::new(None, 1);
    let fresh = device.clone();
    device.report(Mishap::hang());
    assert!(draw(&device) == draw(&fresh), "the title comes first");
    device.press(Button::A);
    assert!(device.has_notice());
    device.press(Button::B);
    assert!(!device.has_notice());
}

#[test]
fn the_self_test_ends_after_a_press_of_every_button() {
    let mut test = SelfTest::new(Language::English);
    for button in [Button::A, Button::A].into_iter().chain(Button::ALL) {
        test.press(button);
        assert!(!test.is_done());
    }
    test.press(Button::Left);
    assert!(test.is_done());
}
