//! The saves under power cuts: after each, the record is the last one kept or the one on its way.

use dobutsu::emulate::nor::Nor;
use dobutsu_core::handheld::RECORD_MAX;
use dobutsu_core::player::Dice;
use dobutsu_core::saves::{Found, Saves};
use embassy_futures::block_on;

const REGION: u32 = 16 * 4096;

fn open(flash: Nor) -> Saves<Nor> {
    block_on(Saves::open(flash, 0..REGION))
}

fn blank() -> Nor {
    Nor::new(vec![0xFF; REGION as usize])
}

/// Some record, of any length there can be.
fn record(dice: &mut Dice) -> Vec<u8> {
    let len = 29 + dice.below(RECORD_MAX - 28);
    (0..len).map(|_| dice.below(256) as u8).collect()
}

fn found(saves: &mut Saves<Nor>) -> Option<Vec<u8>> {
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
        assert!(block_on(saves.keep(&record)));
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
            if block_on(saves.keep(&next)) {
                last = Some(next);
                continue;
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
    assert!(block_on(saves.keep(&last)));
    assert!(!block_on(saves.keep(&[0; RECORD_MAX + 1])));
    assert_eq!(found(&mut saves).as_deref(), Some(&last[..]));
}

#[test]
fn rubbish_is_called_so() {
    for byte in [0, 0x55] {
        let mut saves = open(Nor::new(vec![byte; REGION as usize]));
        assert_eq!(block_on(saves.record()), Found::Rubbish);
        assert!(block_on(saves.keep(b"a record")));
        assert_eq!(block_on(saves.record()), Found::Record(b"a record"));
    }
}
