//! Database images from any bytes.

use std::{array, iter};

use dobutsu_core::database::image::{CRC, SECTIONS};
use dobutsu_core::database::plan::{MAX_STAGES, Plan};
use dobutsu_core::database::{Database, Edition, ImageLayout, ValueCache};
use dobutsu_core::game::Position;
use dobutsu_core::player::{Adviser, DatabaseAdviser, Need};

/// Opens the bytes as an image; then, behind a valid header, probes the start in them as either edition,
/// and as one with plans.
pub fn fuzz_image(data: &[u8]) {
    let _ = ImageLayout::read(&data);
    for edition in Edition::ALL {
        ask(edition, None, data);
    }
    let stages = data.first().map_or(0, |&byte| usize::from(byte)) % (MAX_STAGES + 1);
    ask(Edition::Full, Some(stages), data);
}

fn ask(edition: Edition, stages: Option<usize>, data: &[u8]) {
    // Whole words, as in every image that is built.
    let third = data.len() / 12 * 4;
    let mut answers = [&data[..third], &data[third..2 * third], &data[2 * third..]].into_iter();
    let bytes = || data.iter().copied().cycle().chain(iter::repeat(0));
    let least = ImageLayout::least_sections(edition);
    let sections: [Vec<u8>; SECTIONS] = array::from_fn(|number| {
        let mut section: Vec<u8> = bytes().take(least[number] as usize).collect();
        if number % 2 == 1 && least[number] > 0 {
            section.extend(answers.next().unwrap_or_default());
        }
        if let (2 | 4, Some(stages)) = (number, stages) {
            section.extend((stages as u32).to_le_bytes());
            section.extend(bytes().take(Plan::bytes(stages) as usize - 4));
        }
        section
    });
    let listed = array::from_fn(|number| {
        let section: &Vec<u8> = &sections[number];
        (section.len() as u32, CRC.checksum(section))
    });
    let layout = ImageLayout::new(edition, listed);
    let image = [&layout.to_bytes()[..], &sections.concat()].concat();
    let Ok(database) = Database::open(&image[..]) else {
        return;
    };
    let mut adviser = DatabaseAdviser::new(database, Box::<ValueCache<256>>::default());
    for need in [Need::Choice, Need::Value] {
        let _ = adviser.ask(Position::START, need);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn survives_any_bytes(data in prop::collection::vec(any::<u8>(), 0..5000)) {
            fuzz_image(&data);
        }
    }
}
