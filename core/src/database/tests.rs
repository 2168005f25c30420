//! Images that lie, end early or are not there: never a panic, never a walk without end.

use std::vec::Vec;

use proptest::prelude::*;

use super::image::{CRC, HEADER, ImageCheck, ImageError, ImageLayout, VERSION};
use super::lines::Lines;
use super::look::{is_open, look_ahead};
use super::odds::{Class, Topic, one_more};
use super::perceptron::{LIMIT, UNITS, WEIGHT_BITS, perceptron_bytes, weigh};
use super::plan::{MAX_MEMO, MAX_NESTED, MAX_STAGES, Plan, Settings, Stage, StageKind};
use super::ribbon::mix;
use super::{Database, Walk, Workspace};
use crate::game::{Diagram, Mobility, Position, Value, safe_children};

/// An image with a good header and these bytes, over and over, for contents; each section of
/// answers has this many bytes more than the least.
fn image(pattern: &[u8], more: u32) -> Vec<u8> {
    image_with_plans(pattern, more, None)
}

/// The same, with this plan for wins and for delays.
fn image_with_plans(pattern: &[u8], more: u32, plan: Option<&Plan>) -> Vec<u8> {
    let mut bytes = pattern.iter().copied().cycle();
    let mut number = 0;
    let sections = ImageLayout::LEAST_SECTIONS.map(|least| {
        number += 1;
        let more = if number % 2 == 0 { more } else { 0 };
        let len = (least + more) as usize;
        let mut section: Vec<u8> = bytes.by_ref().take(len).collect();
        if let (3 | 5, Some(plan)) = (number, plan) {
            let end = section.len() + plan.bytes() as usize;
            plan.head(|part| section.extend(part));
            let rest = end - section.len();
            section.extend(bytes.by_ref().take(rest));
        }
        section
    });
    let listed = core::array::from_fn(|number| {
        let section: &Vec<u8> = &sections[number];
        (section.len() as u32, CRC.checksum(section))
    });
    let mut image = ImageLayout::new(listed).to_bytes().to_vec();
    image.extend(sections.concat());
    image
}

fn check(image: &[u8], slice: u32) -> Result<(), ImageError> {
    let mut check = ImageCheck::new(ImageLayout::read(&image)?);
    while check.step(&image, slice)?.is_pending() {}
    Ok(())
}

#[test]
fn a_bad_image_is_refused_for_its_own_reason() {
    let good = image(&[1, 2, 3], 80);
    assert_eq!(check(&good, 4096), Ok(()));
    assert_eq!(
        check(&good[..good.len() - 1], 4096),
        Err(ImageError::Truncated)
    );
    assert_eq!(check(&good[..100], 4096), Err(ImageError::Truncated));
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= byte;
        check(&bytes, 4096)
    };
    assert_eq!(with(0, 1), Err(ImageError::Missing));
    assert_eq!(with(16, VERSION as u8 ^ 7), Err(ImageError::Version(7)));
    assert_eq!(with(20, 3), Err(ImageError::Header));
    assert_eq!(with(33, 1), Err(ImageError::Header));
    let mut at = HEADER as usize;
    for (number, least) in ImageLayout::LEAST_SECTIONS.into_iter().enumerate() {
        assert_eq!(with(at, 1), Err(ImageError::Section(number as u8)));
        at += least as usize + if number % 2 == 1 { 80 } else { 0 };
        assert_eq!(with(at - 1, 1), Err(ImageError::Section(number as u8)));
    }
    assert_eq!(check(&[], 4096), Err(ImageError::Missing));
    assert_eq!(check(&[0xFF; 4096], 4096), Err(ImageError::Missing));
}

#[test]
fn any_slicing_of_the_checksum_finds_the_same() {
    let mut bytes = image(&[7, 0, 9, 250], 81);
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    for slice in [1, 63, 64, 65, 1000, u32::MAX / 2] {
        let result = check(&bytes, slice);
        assert_eq!(result, Err(ImageError::Section(5)), "in slices of {slice}");
    }
}

/// A plan of this many half steps.
fn half_steps(count: usize) -> Plan {
    let stage = Stage {
        sure: 2304,
        gap: 2560,
        cap: 450,
        lines: 5,
        kind: StageKind::Step,
    };
    Plan::new(0, Settings::NONE, &std::vec![stage; count])
}

#[test]
fn a_plan_that_is_not_as_long_as_it_says_is_refused() {
    for stages in 0..=MAX_STAGES {
        let plan = half_steps(stages);
        let good = image_with_plans(&[0], 80, Some(&plan));
        assert!(Database::open(&good[..]).is_ok());
        let [.., section, _] = ImageLayout::read(&&good[..]).unwrap().sections();
        let at = section.at + section.len - plan.bytes();
        for head in [
            1 << 8 | (stages as u32 + 1),
            2 << 8 | stages as u32,
            1 << 16,
            u32::MAX,
        ] {
            let mut bad = good.clone();
            bad[at as usize..][..4].copy_from_slice(&head.to_le_bytes());
            // The header knows nothing of it, and the checksum is not looked at.
            assert_eq!(Database::open(&bad[..]).err(), Some(ImageError::Header));
        }
    }
}

fn stages() -> impl Strategy<Value = Stage> {
    let kind = prop_oneof![
        Just(StageKind::Step),
        (1..32u8, any::<bool>())
            .prop_map(|(steps, restarts)| StageKind::Nested { steps, restarts }),
        any::<bool>().prop_map(|in_all| StageKind::Proof { in_all }),
    ];
    let numbers = (any::<u16>(), any::<u16>(), 0..500u16, any::<u8>());
    (kind, numbers).prop_map(|(kind, (sure, gap, cap, lines))| Stage {
        sure,
        gap,
        cap,
        lines,
        kind,
    })
}

/// Plans of up to four half steps and as many stages of any kind as there may be after them.
fn plans() -> impl Strategy<Value = Plan> {
    let rest = prop::collection::vec(stages(), 0..=MAX_STAGES - 4);
    let costs = any::<[u8; 4]>();
    let nested = (
        0..=MAX_NESTED as u8,
        0..=4u8,
        any::<[u16; 2]>(),
        0..=MAX_MEMO,
    );
    (0..=4usize, rest, costs, nested).prop_map(|(first, rest, costs, nested)| {
        let mut stages = half_steps(first).stages().to_vec();
        stages.extend(rest);
        let ([evaluation, question, look, near], (moves, nested, [gap, sure], memo)) =
            (costs, nested);
        let settings = Settings {
            evaluation,
            question,
            look,
            near,
            moves,
            nested: nested.min(first as u8),
            gap,
            sure,
            memo,
        };
        Plan::new(0, settings, &stages)
    })
}

#[test]
fn probing_takes_less_ram_than_it_may() {
    let remembered = size_of::<Workspace<2048>>();
    let walk = size_of::<Walk>();
    std::println!("{walk} bytes for a walk, {remembered} for what is remembered");
    assert!(walk + remembered <= 96 << 10);
}

#[test]
fn a_child_is_a_candidate_once() {
    let mut lines = Lines::new(Topic::QuickestWin, Position::START);
    let children: Vec<Position> = safe_children(Position::START).collect();
    for &child in children.iter().chain(&children) {
        lines.add(child.canonical());
    }
    assert_eq!(lines.candidates().len(), children.len());
}

/// Looks ahead by playing everything.
fn slow_look(position: Position, plies: u8) -> Option<Value> {
    if let Some(value) = position.value_by_rule() {
        return Some(value);
    }
    if plies == 0 {
        return None;
    }
    let mut best = None;
    let mut open = false;
    for mv in position.moves() {
        let crate::game::After::Position(next) = position.play(mv) else {
            return Some(Value::Win(1));
        };
        match slow_look(next, plies - 1) {
            Some(value) => best = best.max(Some(value.before())),
            None => open = true,
        }
    }
    best.filter(|value| !open || matches!(value, Value::Win(_)))
}

pub(super) fn positions() -> impl Strategy<Value = Position> {
    let walk = prop::collection::vec(any::<usize>(), 0..60);
    walk.prop_map(|choices| {
        let mut position = Diagram::START.position;
        for choice in choices {
            let children: Vec<Position> = safe_children(position).collect();
            match children.len() {
                0 => break,
                count => position = children[choice % count],
            }
        }
        position
    })
}

/// A perceptron from its definition, in wide numbers that are cut at the end.
fn slow_weigh(bytes: &[u8], inputs: &[i16]) -> i32 {
    let weight = |at: usize| i64::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let bias = |at: usize| i64::from(i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
    let row = |input: usize| 2 * (UNITS + 1) * input;
    let straight = |to: usize| -> i64 {
        let products = inputs.iter().enumerate();
        products
            .map(|(number, &input)| i64::from(input) * weight(row(number) + 2 * to))
            .sum()
    };
    let biases = row(inputs.len());
    let weights = biases + 4 * UNITS;
    let mut output = straight(UNITS) + bias(weights + 2 * UNITS);
    for unit in 0..UNITS {
        let sum = (straight(unit) + bias(biases + 4 * unit)) as i32;
        let value = (sum >> WEIGHT_BITS).clamp(0, LIMIT);
        output += i64::from(value) * weight(weights + 2 * unit);
    }
    (output as i32 >> WEIGHT_BITS).clamp(-32_000, 32_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn looking_ahead_finds_what_playing_everything_finds(position in positions()) {
        // The rules see one ply further, so five plies may be found where four are asked for.
        let slow = slow_look(position, 4).filter(|&value| !is_open(value));
        prop_assert_eq!(look_ahead(position), slow);
        let children = safe_children(position).count();
        let mobility = Mobility::of(position);
        if !mobility.wins_now {
            prop_assert_eq!(usize::from(mobility.safe_moves), children);
        }
    }

    #[test]
    fn any_contents_are_walked_without_a_panic(
        position in positions(),
        pattern in prop::collection::vec(any::<u8>(), 1..64),
        more in (0..750u32).prop_map(|words| 4 * words),
        plan in prop::option::of(plans()),
    ) {
        let image = image_with_plans(&pattern, more, plan.as_ref());
        let database = Database::open(&image[..]).unwrap();
        let _ = Walk::new(position).step(&database, &mut Workspace::<256>::new(), u32::MAX);
    }

    #[test]
    fn a_plan_is_read_as_it_was_written(plan in plans(), count in 0..200usize) {
        let mut bytes = Vec::new();
        plan.head(|part| bytes.extend(part));
        prop_assert_eq!(Plan::read(&&bytes[..], 0), Some(plan));
        if count < bytes.len() {
            prop_assert_eq!(Plan::read(&&bytes[..count], 0), None);
        }
    }

    #[test]
    fn a_perceptron_weighs_as_a_slow_one_does(
        inputs in prop::collection::vec(prop_oneof![Just(0), -4096..=4096i16], 1..40),
        seed in any::<u64>(),
    ) {
        let bytes: Vec<u8> = (0..perceptron_bytes(inputs.len() as u32).div_ceil(8))
            .flat_map(|place| mix(seed ^ u64::from(place)).to_le_bytes())
            .collect();
        prop_assert_eq!(weigh(&&bytes[..], 0, &inputs), Some(slow_weigh(&bytes, &inputs)));
        let end = perceptron_bytes(inputs.len() as u32) as usize - 1;
        prop_assert_eq!(weigh(&&bytes[..end], 0, &inputs), None);
    }

    #[test]
    fn any_bytes_are_opened_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = check(&bytes, 4096);
    }
}

#[test]
fn classes_are_half_bits_for_and_against() {
    let level = |odds| Class::of(Topic::Loss, odds).index();
    assert_eq!([level(0), level(127), level(128)], [24, 24, 25]);
    assert_eq!([level(-1), level(-127), level(-128)], [23, 23, 22]);
    assert_eq!([level(i32::MIN), level(i32::MAX)], [0, 47]);
    assert_eq!(Class::of(Topic::LongestDelay, i32::MIN).index(), 96);
}

#[test]
fn one_more_than_some_odds() {
    for odds in (-32_000..32_000).step_by(7) {
        let exact = (1.0 + (f64::from(odds) / 256.0).exp2()).log2() * 256.0;
        let found = f64::from(one_more(odds));
        // Logarithm and power are straight between powers of two: at most 0.09 bits off each.
        assert!((found - exact).abs() < 46.0, "{odds}: {found}, not {exact}");
    }
}
