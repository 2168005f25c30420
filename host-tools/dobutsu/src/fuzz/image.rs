//! Database images from any bytes.

use std::{array, iter};

use dobutsu_core::database::image::{CRC, SECTIONS};
use dobutsu_core::database::plan::{
    MAX_MEMO, MAX_NESTED, MAX_STAGES, Plan, Settings, Stage, StageKind,
};
use dobutsu_core::database::{Database, ImageLayout, Workspace};
use dobutsu_core::game::Position;
use dobutsu_core::player::{Adviser, DatabaseAdviser, Need};

/// Opens the bytes as an image; then, behind a valid header, probes the start in them, without plans and
/// with plans.
pub fn fuzz_image(data: &[u8]) {
    let _ = ImageLayout::read(&data);
    let stages = data.first().map_or(0, |&byte| usize::from(byte)) % (MAX_STAGES + 1);
    for stages in [None, Some(stages)] {
        ask(stages, data);
    }
}

fn ask(stages: Option<usize>, data: &[u8]) {
    // Whole words, as in every image that is built.
    let third = data.len() / 12 * 4;
    let mut answers = [&data[..third], &data[third..2 * third], &data[2 * third..]].into_iter();
    let bytes = || data.iter().copied().cycle().chain(iter::repeat(0));
    let least = ImageLayout::LEAST_SECTIONS;
    let sections: [Vec<u8>; SECTIONS] = array::from_fn(|number| {
        let mut section: Vec<u8> = bytes().take(least[number] as usize).collect();
        if number % 2 == 1 {
            section.extend(answers.next().unwrap_or_default());
        }
        if let (2 | 4, Some(stages)) = (number, stages) {
            section.extend(plan(stages, data));
        }
        section
    });
    let listed = array::from_fn(|number| {
        let section: &Vec<u8> = &sections[number];
        (section.len() as u32, CRC.checksum(section))
    });
    let layout = ImageLayout::new(listed);
    let image = [&layout.to_bytes()[..], &sections.concat()].concat();
    let Ok(database) = Database::open(&image[..]) else {
        return;
    };
    let mut adviser = DatabaseAdviser::new(database, Box::<Workspace<256>>::default());
    for need in [Need::Choice, Need::Value] {
        let _ = adviser.ask(Position::START, need);
    }
}

/// A plan of this many stages of any kind, with settings, and any weights.
fn plan(stages: usize, data: &[u8]) -> Vec<u8> {
    let mut bytes = data.iter().copied().cycle().chain(iter::repeat(0));
    let mut number = || u16::from_le_bytes([bytes.next().unwrap_or(0), bytes.next().unwrap_or(0)]);
    let mut kinds = vec![StageKind::Step; stages / 2];
    kinds.resize_with(stages, || match number() % 3 {
        0 => StageKind::Step,
        1 => StageKind::Nested {
            steps: 1 + number() as u8 % 31,
            restarts: number() % 2 == 1,
        },
        _ => StageKind::Proof {
            in_all: number() % 2 == 1,
        },
    });
    let stages: Vec<Stage> = kinds
        .into_iter()
        .map(|kind| Stage {
            sure: number(),
            gap: number(),
            // A proof of a thousand steps shows as much as a longer one.
            cap: number() % 1000,
            lines: number() as u8,
            kind,
        })
        .collect();
    let settings = Settings {
        evaluation: 1 + number() as u8 % 4,
        question: number() as u8,
        look: number() as u8,
        near: number() as u8,
        moves: number() as u8 % (MAX_NESTED as u8 + 1),
        nested: (stages.len() / 2) as u8,
        gap: number(),
        sure: number(),
        memo: number() as u8 % (MAX_MEMO + 1),
    };
    let plan = Plan::new(0, settings, &stages);
    let mut section = Vec::new();
    plan.head(|bytes| section.extend(bytes));
    let weights = data.iter().copied().cycle().chain(iter::repeat(0));
    section.extend(weights.take(plan.bytes() as usize - section.len()));
    section
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
