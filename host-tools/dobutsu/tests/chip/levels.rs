//! How long each level thinks.

use dobutsu_core::game::Move;
use dobutsu_core::handheld::{Button, Source, Thinking};
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use dobutsu::emulate::figures::moves;

use crate::bench;
use crate::device::{Device, LATE, assert_healthy};

/// Cycles for nearly every move and at worst: 1 and 3 seconds.
const MOVE: (u64, u64) = (125_000_000, 375_000_000);

/// Moves of each level that are measured with the database; and of all that is measured at length.
const MOVES: usize = 5;
const MANY: usize = 300;

/// Cycles of this many moves of a level on the chip, against level 5.
fn think(level: Level, source: Source, wanted: usize) -> Option<Vec<u64>> {
    let firmware = bench::firmware()?;
    let mut person = SearchAdviser::new(SearchTable::default(), SHARE);
    let mut dice = Dice::new(u32::from(level.number()));
    let mut reply = |device: &Device| -> Option<Move> {
        let played = device.rig.played().ok()?;
        let fifth = Level::new(5).filter(|_| played.awaits_person())?;
        let advice = person
            .ask(played.diagram().position, fifth.need(dice))
            .ok()?;
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
                cycles.sort_unstable();
                return Some(cycles);
            }
        }
    }
    None
}

fn show(level: Level, cycles: &[u64]) {
    let millions = |at: usize| cycles[at.min(cycles.len() - 1)] as f64 / 1e6;
    println!(
        "level {:2}: {} moves, median {:.2}, 99th percentile {:.2}, worst {:.2} M cycles",
        level.number(),
        cycles.len(),
        millions(cycles.len() / 2),
        millions(cycles.len() * 99 / 100),
        millions(cycles.len() - 1),
    );
}

fn every_level(source: Source, moves: usize) {
    let mut all = Vec::new();
    for level in Level::all() {
        let Some(cycles) = think(level, source, moves) else {
            return;
        };
        show(level, &cycles);
        assert!(cycles.len() >= moves);
        all.extend(cycles);
    }
    all.sort_unstable();
    // Of fifty moves, two may be of the hundredth part that takes longer.
    let late = all.len() / 100 + 2;
    assert!(all[all.len() - 1 - late] <= MOVE.0 && all[all.len() - 1] <= MOVE.1);
}

#[test]
fn every_level_moves_soon() {
    every_level(Source::Database, MOVES);
}

#[test]
#[ignore = "long: 9,000 moves on the emulated chip"]
fn every_level_moves_soon_with_any_database_and_without() {
    for source in [Source::Database, Source::SmallDatabase, Source::Search] {
        println!("{source:?}");
        every_level(source, MANY);
    }
}

/// The longest thoughts of a device without a database.
#[test]
fn a_search_ends_soon() {
    let Some(cycles) = think(Level::PERFECT, Source::Search, 6) else {
        return;
    };
    show(Level::PERFECT, &cycles);
    assert!(cycles[cycles.len() - 1] <= MOVE.0, "{cycles:?}");
}
