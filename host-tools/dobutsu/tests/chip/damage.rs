//! Images and saves that are not what they should be.

use std::fs;

use dobutsu::emulate::chip::Board;
use dobutsu_core::database::image::{CRC, HEADER, ImageLayout};
use dobutsu_core::handheld::{Button, Source};
use dobutsu_core::player::Dice;

use crate::common;
use crate::pair::{LATE, Pair, SOON, assert_healthy, chip, logged, or_skip};

/// The device reports that there is something wrong with the image, and plays.
fn with_image(change: impl FnOnce(&mut Vec<u8>), source: Source) {
    let mut chip = or_skip!(chip(Board::KIND, Source::Search));
    let mut image = fs::read(common::image_path()).unwrap();
    change(&mut image);
    let path = tempfile::NamedTempFile::new().unwrap();
    fs::write(path.path(), &image).unwrap();
    let region = chip.database().unwrap();
    chip.flash_file(region, path.path()).unwrap();
    let mut pair = Pair::of(chip, Source::Database);
    pair.switch_on(None, 5);
    // The damage may be found only when all checksums have been verified.
    pair.source = source;
    pair.restart(None, 5);
    pair.press_button(Button::A, LATE);
    pair.press("A");
    assert!(!pair.rig.device.has_notice());
    pair.new_game();
    let mv = pair.any_move(&mut Dice::new(7)).expect("a person begins");
    pair.play(mv);
    let moved = (0..60).any(|_| {
        pair.chip.run(SOON).unwrap();
        logged(&mut pair.chip, "device plays") > 0
    });
    assert!(moved);
    assert_healthy(&mut pair.chip);
}

/// A byte of the first network, of the list of ranges after it, and of the last bits.
fn places() -> [u32; 3] {
    let image = fs::read(common::image_path()).unwrap();
    let layout = ImageLayout::read(&&image[..]).unwrap();
    let [results, ..] = ImageLayout::LEAST_SECTIONS;
    [HEADER + 77, HEADER + results + 5, layout.size() - 1000]
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

/// The device reports these contents of the save region, plays, and saves the game.
fn with_saves(bytes: impl FnOnce(usize) -> Vec<u8>) {
    let mut chip = or_skip!(chip(Board::KIND, Source::Database));
    let region = chip.saves().unwrap();
    chip.patch(region.at, &bytes(region.length as usize))
        .unwrap();
    let mut pair = Pair::of(chip, Source::Database);
    pair.switch_on(Some(b"rubbish"), 6);
    // The whole region is searched for a record.
    pair.chip.run(2 * SOON).unwrap();
    pair.press("A");
    assert!(pair.rig.device.has_notice());
    pair.new_game();
    // Time to erase all of the region.
    pair.chip.run(4 * SOON).unwrap();
    let record = pair.record();
    assert_healthy(&mut pair.chip);
    pair.switch_on(Some(&record), 7);
    pair.choose(&["Continue"]);
    assert_healthy(&mut pair.chip);
}

#[test]
fn zeros_in_the_saves() {
    with_saves(|length| vec![0; length]);
}

#[test]
fn noise_in_the_saves() {
    let mut dice = Dice::new(8);
    with_saves(|length| (0..length).map(|_| dice.below(256) as u8).collect());
}

#[test]
fn something_else_in_the_saves() {
    with_saves(|length| b"This is not a game. ".repeat(length / 20));
}
