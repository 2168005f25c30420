//! How long each level thinks.

use dobutsu_core::game::Move;
use dobutsu_core::handheld::{Button, Source, Thinking};
use dobutsu_core::player::{Adviser, Dice, Level, SHARE, SearchAdviser, SearchTable};

use dobutsu::emulate::figures::moves;
use dobutsu::play::thinker::Thinker;

use crate::bench;
use crate::device::{Device, LATE, assert_healthy};

/// Cycles for nearly every move and at worst: 1 and 3 seconds.
const MOVE: (u64, u64) = (125_000_000, 375_000_000);

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
        let mut thinking = Thinking::new(match source {
            Source::Database => bench::database().unwrap(),
            _ => Thinker::searching(),
        });
        if source == Source::Database {
            bench::flash_database(&mut chip);
        }
        let mut device = Device::switch_on(&mut chip, None, seed, source);
        device.press_both(&mut chip, Button::A).unwrap();
        if source != Source::Database {
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

#[test]
fn every_level_moves_soon() {
    let mut all = Vec::new();
    for level in Level::all() {
        let Some(cycles) = think(level, Source::Database, 30) else {
            return;
        };
        show(level, &cycles);
        all.extend(cycles);
    }
    all.sort_unstable();
    assert!(all.len() >= 300);
    assert!(all[all.len() * 99 / 100] <= MOVE.0 && all[all.len() - 1] <= MOVE.1);
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
