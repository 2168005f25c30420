//! How long each level thinks.

use dobutsu_core::game::Move;
use dobutsu_core::handheld::{Button, Source, Thinking};
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use dobutsu::emulate::figures::moves;

use crate::bench;
use crate::device::{Device, LATE, assert_healthy};
use crate::spread::Spread;

/// Cycles for nearly every move and at worst: 1 and 3 seconds.
const MOVE: (u64, u64) = (200_000_000, 600_000_000);

/// Moves of each level that are measured with the database.
const MOVES: usize = 5;

/// Cycles of this many moves of a level on the chip, against level 5.
fn think(level: Level, source: Source, wanted: usize) -> Option<Spread> {
    let firmware = bench::firmware()?;
    let mut person = SearchAdviser::new(SearchTable::default(), SHARE);
    let mut dice = Dice::new(u32::from(level.number()));
    let mut reply = |device: &Device| -> Option<Move> {
        let played = device.rig.played().ok()?;
        let fifth = Level::new(5).filter(|_| played.awaits_person())?;
        let position = played.diagram().position;
        let advice = person.ask(position, fifth.need(position, dice)).ok()?;
        fifth.choose(&advice, &mut dice)
    };
    let mut cycles = Vec::new();
    for seed in 0.. {
        // Each game on a new chip, which remembers nothing, and so does the device beside it.
        let mut chip = bench::slow_chip(&firmware);
        let mut thinking = Thinking::new(bench::thinker(source).unwrap());
        bench::flash(&mut chip, source);
        let mut device = Device::switch_on(&mut chip, None, seed, source);
        device.press_both(&mut chip, Button::A).unwrap();
        if source == Source::Search {
            // That there is no database has been read.
            device.press_both(&mut chip, Button::A).unwrap();
        }
        device.choose(&mut chip, "New game").unwrap();
        device
            .set(&mut chip, "Opponent", Button::Left, |settings| {
                settings.level == level
            })
            .unwrap();
        device.choose(&mut chip, "Start").unwrap();
        while let Some(mv) = reply(&device) {
            let last = device.prepare(&mut chip, mv).unwrap();
            chip.take_log();
            device.press_both(&mut chip, last).unwrap();
            device.settle(&mut thinking);
            device.meet(&mut chip, LATE);
            cycles.extend(moves(&chip.take_log()));
            if cycles.len() >= wanted {
                assert_healthy(&mut chip);
                let spread = Spread::of(cycles);
                spread.show(&format!("level {:2}, {source:?}", level.number()));
                return Some(spread);
            }
        }
    }
    None
}

#[test]
fn every_level_moves_soon() {
    for level in Level::all() {
        let Some(spread) = think(level, Source::Database, MOVES) else {
            return;
        };
        assert!(spread.len() >= MOVES && spread.percentile(99) <= MOVE.0);
    }
}

/// The longest thoughts of a device without a database.
#[test]
fn a_search_ends_soon() {
    if let Some(spread) = think(Level::PERFECT, Source::Search, 6) {
        assert!(spread.worst() <= MOVE.0);
    }
}
