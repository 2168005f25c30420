//! Database images and solved games of any kind.

use dobutsu_core::database::image::CRC;
use dobutsu_core::database::{Database, ImageLayout, ValueCache};
use dobutsu_core::game::Position;
use dobutsu_core::player::{Adviser, DatabaseAdviser, Need};

/// Opens the bytes as an image; then, with a good header put before them, asks them about the
/// start.
pub fn fuzz_image(data: &[u8]) {
    let _ = ImageLayout::read(&data);
    let Some((contents, tail)) = data.split_at_checked(data.len() / 2) else {
        return;
    };
    let least = |len: u32| -> Vec<u8> {
        let bytes = contents.iter().copied().cycle();
        bytes
            .chain(std::iter::repeat(0))
            .take(len as usize)
            .collect()
    };
    let [results, mut losses, choosers, mut choices] = ImageLayout::least_sections().map(least);
    losses.extend(contents);
    choices.extend(tail);
    let sections = [&results[..], &losses, &choosers, &choices];
    let layout = ImageLayout::new(sections.map(|bytes| (bytes.len() as u32, CRC.checksum(bytes))));
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
