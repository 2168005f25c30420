//! Boards with less flash than the firmware was made for, other displays, and files for other boards.

use std::path::PathBuf;

use dobutsu::emulate::chip::{Board, Chip, Controller, Region};
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Findings, Frame, Health, Language, SelfTest, Source};

use crate::common;
use crate::pair::{
    FINGER, Pair, SECOND, SOON, assert_healthy, chip, has_become_drive, logged, named_file, or_skip,
};

/// A file of a release, if the release was made.
fn release(name: &str) -> Option<PathBuf> {
    let path = named_file("DOBUTSU_DIST")?.join(name);
    if !path.is_file() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// A board with this many megabytes of flash.
fn board(megabytes: u32) -> Board {
    Board {
        flash_size: megabytes << 20,
        ..Board::KIND
    }
}

#[test]
fn the_size_of_the_flash_is_read_from_it() {
    for (flash, logs) in [
        (2, "flash: JEDEC 0xef4015, 2048 KB"),
        (4, "flash: JEDEC 0xef4016, 4096 KB"),
        (16, "flash: JEDEC 0xef4018, 16384 KB"),
    ] {
        let mut pair = or_skip!(Pair::on(board(flash), Source::Search));
        pair.press("A");
        assert!(pair.rig.device.has_notice());
        assert_eq!(logged(&mut pair.chip, logs), 1, "{flash} MB");
        assert_healthy(&mut pair.chip);
    }
}

/// The released file on boards of every size: the whole database is there, and the saves are not changed.
#[test]
fn the_released_file_writes_the_database_and_keeps_the_saves() {
    for flash in [2, 4, 8, 16] {
        let mut chip = or_skip!(chip(board(flash), Source::Search));
        let file = or_skip!(release("dobutsu-pico.uf2"));
        saves::write(&mut chip, b"an earlier record").unwrap();
        let region = chip.saves().unwrap();
        let before = chip.peek(region).unwrap();
        assert!(chip.copy_to_drive(&file).unwrap(), "it restarts");
        assert_eq!(chip.peek(region).unwrap(), before, "{flash} MB");
        let wanted = std::fs::read(common::image_path()).unwrap();
        let database = chip.database().unwrap();
        let length = wanted.len() as u32;
        let found = chip.peek(Region { length, ..database }).unwrap();
        assert!(found == wanted, "{flash} MB");
        chip.erase(region).unwrap();
        let mut pair = Pair::started(chip, Source::Database);
        pair.press("A");
        assert!(!pair.rig.device.has_notice(), "{flash} MB");
        pair.chip.run(3 * SOON).unwrap();
        assert_eq!(
            logged(&mut pair.chip, "database: verified"),
            1,
            "{flash} MB"
        );
        assert_healthy(&mut pair.chip);
    }
}

/// A flash without the quad reads of the usual boot stage: nothing runs.
#[test]
fn a_flash_without_these_quad_reads_stays_dark() {
    let odd = Board {
        flash_quad: false,
        ..Board::KIND
    };
    let mut chip = or_skip!(chip(odd, Source::Search));
    chip.switch_on(1).unwrap();
    chip.run(SECOND).unwrap();
    assert!(chip.picture().unwrap() == Frame::new());
    assert!(!chip.take_events().is_empty(), "the core faults");
}

/// Other displays: the one sold as an SSD1306, another address, a slow bus.
#[test]
fn every_display_is_found() {
    for (controller, display_address, display_hertz) in [
        (Controller::Sh1106, 0x3C, 400_000),
        (Controller::Ssd1306, 0x3D, 400_000),
        (Controller::Ssd1306, 0x3C, 100_000),
        (Controller::Sh1106, 0x3D, 100_000),
        (Controller::Ssd1309, 0x3C, 400_000),
    ] {
        let board = Board {
            controller,
            display_address,
            display_hertz,
            ..Board::KIND
        };
        let mut pair = or_skip!(Pair::on(board, Source::Search));
        pair.press("2xA Down");
        assert_healthy(&mut pair.chip);
    }
}

/// Held at power-on, A begins the self-test.
#[test]
fn the_self_test_reports_what_it_finds() {
    let mut chip = or_skip!(chip(board(2), Source::Search));
    chip.hold(Button::A).unwrap();
    chip.switch_on(1).unwrap();
    let mut test = SelfTest::new(Language::English);
    let meet = |chip: &mut Chip, test: &SelfTest| {
        let mut frame = Frame::new();
        test.draw(&mut frame);
        assert!(chip.run_until(&frame, SECOND).unwrap());
    };
    meet(&mut chip, &test);
    chip.release(Button::A).unwrap();
    chip.run(SECOND).unwrap();
    test.find(Findings {
        flash: 2048,
        database: Health::Absent,
        saves: Health::Absent,
        volts: Some(500),
    });
    let all = [Button::A, Button::B].into_iter().chain(Button::ALL);
    for button in all {
        meet(&mut chip, &test);
        chip.press(button, FINGER).unwrap();
        test.press(button);
        chip.run(SOON / 2).unwrap();
    }
    meet(&mut chip, &test);
    chip.press(Button::B, FINGER).unwrap();
    let mut pair = Pair::of(chip, Source::Search);
    pair.meet(SECOND);
    assert_healthy(&mut pair.chip);
}

/// The settings' last entry restarts the chip as a drive, after a question.
#[test]
fn the_menu_restarts_as_a_drive_after_a_question() {
    let mut pair = or_skip!(Pair::on(Board::KIND, Source::Search));
    pair.choose(&["Settings", "Update"]);
    pair.press("B");
    pair.choose(&["Update"]);
    assert!(!has_become_drive(&mut pair.chip));
    pair.chip.press(Button::A, FINGER).unwrap();
    pair.chip.run(SOON).unwrap();
    assert!(has_become_drive(&mut pair.chip));
}

/// What picotool looks for: a header in the first 256 bytes after the boot stage, entries, texts.
#[test]
fn picotool_finds_name_version_and_pins() {
    let mut chip = or_skip!(chip(Board::KIND, Source::Search));
    let length = 0x5_0000;
    let flash = chip.peek(Region { at: 0, length }).unwrap();
    let word = |at: usize| u32::from_le_bytes(flash[at..at + 4].try_into().unwrap());
    let header = (0x100..0x200)
        .step_by(4)
        .find(|&at| word(at) == 0x7188_EBF2 && word(at + 16) == 0xE71A_A390);
    let header = header.expect("there is a header");
    let place = |at: usize| (word(at) & 0xFF_FFFF) as usize;
    let entries = place(header + 4)..place(header + 8);
    let text = |at: usize| {
        let bytes = flash[at..].split(|&byte| byte == 0).next().unwrap();
        String::from_utf8_lossy(bytes).into_owned()
    };
    // Each entry: two bytes of kind, two of tag, four of number, and the place of a text.
    let texts: Vec<String> = entries
        .step_by(4)
        .map(|entry| text(place(place(entry) + 8)))
        .collect();
    assert_eq!(texts[..2], ["dobutsu", env!("CARGO_PKG_VERSION")]);
    assert!(texts.iter().any(|text| text.contains("GP15")), "{texts:?}");
}
