//! The saves under power cuts: after each, the record is the last one kept or the one on its way.

use std::vec;
use std::vec::Vec;

use embassy_futures::block_on;

use super::nor::{Nor, NorError};
use super::*;
use crate::player::Dice;

const REGION: u32 = 16 * 4096;
/// The longest record here.
const LONGEST: usize = 466;

type Flash = Nor<Vec<u8>>;
type Kept = Saves<Flash, { LONGEST + OVERHEAD }>;

fn open(flash: Flash) -> Kept {
    block_on(Saves::open(flash, 0..REGION)).unwrap()
}

fn blank() -> Flash {
    Nor::new(vec![0xFF; REGION as usize])
}

/// Some record, of any length there can be.
fn record(dice: &mut Dice) -> Vec<u8> {
    let len = 29 + dice.below(LONGEST - 28);
    (0..len).map(|_| dice.below(256) as u8).collect()
}

fn found(saves: &mut Kept) -> Option<Vec<u8>> {
    match block_on(saves.record()) {
        Found::Nothing => None,
        Found::Record(record) => Some(record.to_vec()),
        Found::Rubbish => panic!("what was kept cannot be read"),
    }
}

#[test]
fn the_last_record_is_found() {
    let mut dice = Dice::new(1);
    let mut saves = open(blank());
    assert_eq!(found(&mut saves), None);
    for _ in 0..1000 {
        let record = record(&mut dice);
        assert_eq!(block_on(saves.keep(&record)), Ok(()));
        assert_eq!(found(&mut saves).as_deref(), Some(&record[..]));
        saves = open(Nor::new(saves.flash().bytes.clone()));
        assert_eq!(found(&mut saves).as_deref(), Some(&record[..]));
    }
}

#[test]
fn ten_thousand_power_cuts_lose_no_kept_record() {
    let mut dice = Dice::new(2);
    let (mut last, mut unfinished, mut erased) = (None, 0, 0);
    let mut flash = blank();
    for cut in 0..10_000 {
        // Sometimes at once, so that mending is interrupted too.
        let whole = match dice.below(2) {
            0 => dice.below(4),
            _ => dice.below(60),
        };
        flash.cut_after(whole, cut);
        let mut saves = open(flash);
        assert_eq!(found(&mut saves), last, "before cut {cut}");
        while !saves.flash().is_off() {
            let next = record(&mut dice);
            match block_on(saves.keep(&next)) {
                Ok(()) => {
                    last = Some(next);
                    continue;
                }
                Err(error) => assert_eq!(error, SavesError::Flash(NorError::NoPower)),
            }
            let mut saves = open(Nor::new(saves.flash().bytes.clone()));
            let found = found(&mut saves);
            if found.as_ref() == Some(&next) {
                last = Some(next);
            } else {
                assert_eq!(found, last, "after cut {cut}");
                unfinished += 1;
            }
        }
        erased += saves.flash().erased;
        assert_eq!(saves.flash().unerased, 0, "bits are erased before");
        flash = Nor::new(saves.flash().bytes.clone());
        // Now and then a new device.
        if dice.below(100) == 0 {
            (flash, last) = (blank(), None);
        }
    }
    assert!(erased > 1000 && unfinished > 5000, "{erased}, {unfinished}");
}

#[test]
fn a_record_that_cannot_be_kept_leaves_the_last() {
    let mut dice = Dice::new(3);
    let mut saves = open(blank());
    let last = record(&mut dice);
    assert_eq!(block_on(saves.keep(&last)), Ok(()));
    let long = [0; LONGEST + 1];
    assert_eq!(block_on(saves.keep(&long)), Err(SavesError::TooLong));
    assert_eq!(found(&mut saves).as_deref(), Some(&last[..]));
}

#[test]
fn a_region_without_records_is_reported() {
    for byte in [0, 0x55] {
        let mut saves = open(Nor::new(vec![byte; REGION as usize]));
        assert_eq!(block_on(saves.record()), Found::Rubbish);
        assert_eq!(block_on(saves.keep(b"a record")), Ok(()));
        assert_eq!(block_on(saves.record()), Found::Record(b"a record"));
    }
}

#[test]
fn a_region_of_too_few_or_broken_sectors_is_refused() {
    let refusal = |region| {
        block_on(Saves::<_, { 8 + OVERHEAD }>::open(blank(), region))
            .err()
            .unwrap()
    };
    let backwards = Range {
        start: REGION,
        end: 0,
    };
    let few = 0..4096;
    let long = 0..REGION + 4096;
    for region in [0..0, few, long, 1..REGION, 0..REGION - 1, backwards] {
        assert_eq!(refusal(region), SavesError::Region);
    }
}

/// Every sector is erased once for as many records as fill all sectors.
#[test]
fn sectors_wear_evenly() {
    for len in [29, 122, LONGEST] {
        let mut saves = open(blank());
        let (rounds, in_a_sector) = (5, 4096 / (len + OVERHEAD));
        for _ in 0..rounds * 16 * in_a_sector {
            assert_eq!(block_on(saves.keep(&vec![0x55; len])), Ok(()));
        }
        let erased = saves.flash().erased;
        assert!(
            (16 * (rounds - 1)..=16 * rounds).contains(&erased),
            "{erased}"
        );
    }
}

/// The documentation computes the life of the flash from this.
#[cfg(feature = "handheld")]
#[test]
fn a_sector_holds_two_to_five_records_of_the_handheld() {
    let longest = crate::handheld::RECORD_MAX + OVERHEAD;
    let shorter = longest - (384 - 40) - 8 * (128 - 42);
    assert_eq!([longest, shorter].map(|len| 4096 / len), [2, 5]);
}
