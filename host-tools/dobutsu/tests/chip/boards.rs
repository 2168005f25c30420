//! Boards with less flash than the firmware was made for, and files for other boards.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dobutsu::emulate::chip::{Board, Chip, Controller, Region};
use dobutsu::emulate::saves;
use dobutsu_core::handheld::{Button, Findings, Frame, Health, Language, SelfTest, Source};

use crate::bench;
use crate::device::{Device, SOON, assert_healthy};

const SECOND: Duration = Duration::from_secs(1);

/// A file of a release, if they were made.
fn release(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("DOBUTSU_DIST") else {
        println!("skipped: DOBUTSU_DIST names no files of a release");
        return None;
    };
    let path = Path::new(&folder).join(name);
    if !path.is_file() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

fn board(flash: u32) -> Board {
    Board {
        flash,
        ..Board::KIND
    }
}

fn logged(chip: &mut Chip, text: &str) -> bool {
    let lines = chip.take_log();
    lines.iter().any(|line| line.message.contains(text))
}

#[test]
fn the_flash_is_asked_for_its_size() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for (flash, said) in [
        (2, "flash: JEDEC 0xef4015, 2048 KB"),
        (4, "flash: JEDEC 0xef4016, 4096 KB"),
        (16, "flash: JEDEC 0xef4018, 16384 KB"),
    ] {
        let mut chip = bench::chip_on(board(flash), &firmware);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
        device.press_both(&mut chip, Button::A).unwrap();
        assert!(device.rig.device.has_notice());
        assert!(logged(&mut chip, said), "{flash} MB");
        assert_healthy(&mut chip);
    }
}

/// The owner of an ordinary Pico copies the file for 16 MB to it: the firmware survives and says what is
/// wrong, for any earlier contents of the flash.
#[test]
fn a_file_for_a_larger_board_says_so() {
    let (Some(firmware), Some(file)) = (bench::firmware(), release("dobutsu-4m.uf2")) else {
        return;
    };
    let mut chip = bench::chip_on(board(2), &firmware);
    let noise: Vec<u8> = (0..0x8_0000_u32).map(|at| ((at * 31) >> 3) as u8).collect();
    chip.patch(0, &noise).unwrap();
    assert!(chip.copy_to_drive(&file).unwrap(), "it restarts");
    // The database wraps into the saves, where it is no game.
    let region = chip.saves().unwrap();
    let blank = chip.peek(region).unwrap().iter().all(|&byte| byte == 0xFF);
    let kept = if blank { None } else { Some(&[][..]) };
    let mut device = Device::switch_on(&mut chip, kept, 1, Source::Unfit);
    device.press_both(&mut chip, Button::A).unwrap();
    assert!(device.rig.device.has_notice());
    while device.rig.device.has_notice() {
        device.press_both(&mut chip, Button::A).unwrap();
    }
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    chip.run(SECOND).unwrap();
    assert!(logged(&mut chip, "saved"));
    assert_healthy(&mut chip);
}

/// The right file on the right board: the whole database is there, and a game kept before stays.
#[test]
fn the_file_for_the_board_brings_everything_and_keeps_the_game() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for (flash, name, source) in [
        (2, "dobutsu-pico.uf2", Source::SmallDatabase),
        (4, "dobutsu-4m.uf2", Source::Database),
        (8, "dobutsu-4m.uf2", Source::Database),
        (16, "dobutsu-4m.uf2", Source::Database),
    ] {
        let Some(file) = release(name) else { continue };
        let mut chip = bench::chip_on(board(flash), &firmware);
        saves::write(&mut chip, b"what was kept").unwrap();
        let region = chip.saves().unwrap();
        let before = chip.peek(region).unwrap();
        assert!(chip.copy_to_drive(&file).unwrap(), "it restarts");
        assert_eq!(chip.peek(region).unwrap(), before, "{name}");
        // The bytes of the database, from its own file.
        let image = std::fs::read(bench::image(source).unwrap()).unwrap();
        let database = chip.database().unwrap();
        let length = image.len() as u32;
        let there = chip.peek(Region { length, ..database }).unwrap();
        assert!(there == image, "{name}");
        chip.erase(region).unwrap();
        let mut device = Device::switch_on(&mut chip, None, 1, source);
        device.press_both(&mut chip, Button::A).unwrap();
        assert!(!device.rig.device.has_notice(), "{name}");
        chip.run(3 * SOON).unwrap();
        assert!(logged(&mut chip, "database: verified"), "{name}");
        assert_healthy(&mut chip);
    }
}

/// A chip that does not understand the usual boot stage's quad reads stays dark with it.
#[test]
fn a_flash_without_these_quad_reads_stays_dark() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let odd = Board {
        quad: false,
        ..Board::KIND
    };
    let mut chip = bench::chip_on(odd, &firmware);
    chip.switch_on(1).unwrap();
    chip.run(SECOND).unwrap();
    assert!(chip.picture().unwrap() == Frame::new());
    assert!(!chip.take_events().is_empty(), "the core faults");
}

/// Other displays: the one sold as an SSD1306, another address, a slow bus.
#[test]
fn every_display_is_found() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    for (controller, address, bus_hertz) in [
        (Controller::Sh1106, 0x3C, 400_000),
        (Controller::Ssd1306, 0x3D, 400_000),
        (Controller::Ssd1306, 0x3C, 100_000),
        (Controller::Sh1106, 0x3D, 100_000),
        (Controller::Ssd1309, 0x3C, 400_000),
    ] {
        let board = Board {
            controller,
            address,
            bus_hertz,
            ..Board::KIND
        };
        let mut chip = bench::chip_on(board, &firmware);
        let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
        device.press_both(&mut chip, Button::A).unwrap();
        device.press_both(&mut chip, Button::A).unwrap();
        device.press_both(&mut chip, Button::Down).unwrap();
        assert_healthy(&mut chip);
    }
}

/// Held at power-on, A begins the self-test.
#[test]
fn the_self_test_tells_what_it_finds() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(board(2), &firmware);
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
        chip.press(button, SOON / 10).unwrap();
        test.press(button);
        chip.run(SOON / 2).unwrap();
    }
    meet(&mut chip, &test);
    chip.press(Button::B, SOON / 10).unwrap();
    Device::new(None, 1, Source::Search).meet(&mut chip, SECOND);
    assert_healthy(&mut chip);
}

/// A display that works is not set up again.
#[test]
fn a_quiet_display_is_not_set_up_again() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::KIND, &firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    let before = chip.set_ups().unwrap();
    chip.run(25 * SECOND).unwrap();
    assert_eq!(chip.set_ups().unwrap(), before);
}

/// The settings' last entry restarts the chip as a drive, after a question.
#[test]
fn the_menu_restarts_as_a_drive_when_asked() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::KIND, &firmware);
    let mut device = Device::switch_on(&mut chip, None, 1, Source::Search);
    device.press_both(&mut chip, Button::A).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "Settings").unwrap();
    device.choose(&mut chip, "Update").unwrap();
    device.press_both(&mut chip, Button::B).unwrap();
    device.choose(&mut chip, "Update").unwrap();
    let calls = |chip: &mut Chip| -> Vec<String> {
        let calls = chip.state().unwrap().calls.into_iter();
        calls.map(|call| call.name).collect()
    };
    assert!(
        !calls(&mut chip).contains(&"UB".to_owned()),
        "not before it was asked"
    );
    chip.press(Button::A, SOON / 10).unwrap();
    chip.run(SOON).unwrap();
    assert_eq!(calls(&mut chip).last().map(String::as_str), Some("UB"));
}

/// What picotool looks for: a header in the first 256 bytes after the boot stage, entries, texts.
#[test]
fn picotool_finds_name_version_and_pins() {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip_on(Board::KIND, &firmware);
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
        let bytes = &flash[at..];
        let end = bytes.iter().position(|&byte| byte == 0).unwrap();
        String::from_utf8_lossy(&bytes[..end]).into_owned()
    };
    // Each entry: two bytes of kind, two of tag, four of number, and the place of a text.
    let texts: Vec<String> = entries
        .step_by(4)
        .map(|entry| text(place(place(entry) + 8)))
        .collect();
    assert_eq!(texts[..2], ["dobutsu", env!("CARGO_PKG_VERSION")]);
    assert!(texts.iter().any(|text| text.contains("GP15")), "{texts:?}");
}
