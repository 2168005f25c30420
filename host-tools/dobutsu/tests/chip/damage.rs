//! Images and saves that are not what they should be.

use std::fs;

use dobutsu::emulate::chip::{Chip, Region};
use dobutsu_core::database::image::{CRC, HEADER, ImageLayout};
use dobutsu_core::handheld::{Button, Source};
use dobutsu_core::player::Dice;

use crate::device::{Device, LATE, SOON, assert_healthy};
use crate::{bench, common};

/// The device says that there is something wrong with the image, and plays all the same.
fn says_so_and_plays(chip: &mut Chip, source: Source) {
    chip.switch_on(5).unwrap();
    let mut device = Device::new(None, 5, source);
    let title = Device::new(None, 5, Source::Database);
    title.meet(chip, SOON);
    // The damage may be found only when the checksums have been gone through.
    device.press_and_wait(chip, Button::A, LATE).unwrap();
    device.press_both(chip, Button::A).unwrap();
    assert!(!device.rig.device.has_notice());
    device.choose(chip, "New game").unwrap();
    device.choose(chip, "Start").unwrap();
    let mv = device.any_move(&mut Dice::new(7)).expect("a person begins");
    let last = device.prepare(chip, mv).unwrap();
    device.press_both(chip, last).unwrap();
    for _ in 0..60 {
        chip.run(SOON).unwrap();
        let log = chip.take_log();
        if log
            .iter()
            .any(|line| line.message.starts_with("device plays"))
        {
            assert_healthy(chip);
            return;
        }
    }
    panic!("the device does not move");
}

fn with_image(change: impl FnOnce(&mut Vec<u8>), source: Source) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    let mut image = fs::read(common::image_path()).unwrap();
    change(&mut image);
    let path = tempfile::NamedTempFile::new().unwrap();
    fs::write(path.path(), &image).unwrap();
    let region = chip.database().unwrap();
    chip.flash_file(region, path.path()).unwrap();
    says_so_and_plays(&mut chip, source);
}

/// A byte of the first network, of the list of ranges after it, and of the last bits.
fn places() -> [u32; 3] {
    let image = fs::read(common::image_path()).unwrap();
    let layout = ImageLayout::read(&&image[..]).unwrap();
    let [results, ..] = ImageLayout::least_sections(layout.edition());
    [HEADER + 77, HEADER + results + 5, layout.size() - 1000]
}

#[test]
fn no_image() {
    with_image(Vec::clear, Source::Search);
}

#[test]
fn a_truncated_image() {
    with_image(|image| image.truncate(image.len() / 2), Source::Damaged);
}

#[test]
fn a_flipped_bit_in_the_header() {
    with_image(|image| image[30] ^= 4, Source::Damaged);
}

#[test]
fn a_flipped_bit_in_the_networks() {
    with_image(|image| image[places()[0] as usize] ^= 1, Source::Damaged);
}

#[test]
fn a_flipped_bit_in_the_ranges() {
    with_image(|image| image[places()[1] as usize] ^= 0x80, Source::Damaged);
}

#[test]
fn a_flipped_bit_in_the_planes() {
    with_image(|image| image[places()[2] as usize] ^= 0x10, Source::Damaged);
}

#[test]
fn an_older_version() {
    let older = |image: &mut Vec<u8>| {
        image[16..20].copy_from_slice(&0u32.to_le_bytes());
        let checksum = HEADER as usize - 4;
        let sum = CRC.checksum(&image[..checksum]);
        image[checksum..checksum + 4].copy_from_slice(&sum.to_le_bytes());
    };
    with_image(older, Source::Damaged);
}

/// Whatever lies in the saves, the device says so, plays, and keeps the game.
fn with_saves(rubbish: impl Fn(&mut Chip, Region)) {
    let Some(firmware) = bench::firmware() else {
        return;
    };
    let mut chip = bench::chip(&firmware);
    bench::flash_database(&mut chip);
    let region = chip.saves().unwrap();
    rubbish(&mut chip, region);
    let mut device = Device::switch_on(&mut chip, Some(b"rubbish"), 6, Source::Database);
    // The whole region is gone through before the device gives it up.
    chip.run(2 * SOON).unwrap();
    device.press_both(&mut chip, Button::A).unwrap();
    assert!(device.rig.device.has_notice());
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "New game").unwrap();
    device.choose(&mut chip, "Start").unwrap();
    // Time to erase all of the region.
    chip.run(4 * SOON).unwrap();
    let record = device.rig.records.last().cloned();
    assert_healthy(&mut chip);
    let mut device = Device::switch_on(&mut chip, record.as_deref(), 7, Source::Database);
    device.press_both(&mut chip, Button::A).unwrap();
    device.choose(&mut chip, "Continue").unwrap();
    assert_healthy(&mut chip);
}

#[test]
fn zeros_in_the_saves() {
    with_saves(|chip, region| {
        chip.patch(region.at, &vec![0; region.length as usize])
            .unwrap();
    });
}

#[test]
fn noise_in_the_saves() {
    with_saves(|chip, region| {
        let mut dice = Dice::new(8);
        let noise: Vec<u8> = (0..region.length).map(|_| dice.below(256) as u8).collect();
        chip.patch(region.at, &noise).unwrap();
    });
}

#[test]
fn something_else_in_the_saves() {
    with_saves(|chip, region| {
        let text = b"This is not a game. ".repeat(region.length as usize / 20);
        chip.patch(region.at, &text).unwrap();
    });
}
