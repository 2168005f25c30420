//! The device's own overwrite table: the values that walks through the database remember.
//!
//! Games of random moves are gone through as the device does it when it shows the value of every
//! move: its adviser asks the image, and remembers in a table. What is remembered cuts later walks short,
//! so a table's size changes what is asked next; the histogram of one size therefore predicts another
//! only as well as that effect is small, which the table shows.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, Result};
use dobutsu_core::database::{Database, LONGEST, ValueCache};
use dobutsu_core::game::{After, Position};
use dobutsu_core::player::{Adviser, CACHE_SLOTS, DatabaseAdviser, Dice, Need};
use dobutsu_core::table::Access;
use serde::Serialize;

use super::reuse::Reuse;
use dobutsu::image::ImageFile;
use dobutsu::progress;

/// The sizes that are tried; the device's is among them.
const SIZES: usize = 6;

/// How the memory fared at one size.
#[derive(Serialize)]
pub(super) struct Memory {
    pub(super) slots: usize,
    /// Whether the device has this size.
    pub(super) is_devices: bool,
    pub(super) probes: u64,
    pub(super) hit_rate: f64,
    /// From this run's own reuse distances.
    pub(super) predicted: f64,
    /// From those of the run with the device's size.
    pub(super) predicted_from_devices: f64,
}

thread_local! {
    static TRACE: RefCell<Vec<Access>> = const { RefCell::new(Vec::new()) };
}

/// Goes through so many games with tables of several sizes.
pub(super) fn measure(image: Option<&Path>, games: u32, seed: u64) -> Result<(Vec<Memory>, Reuse)> {
    let image = ImageFile::open(image)?;
    let bytes = image.bytes();
    let positions: Vec<Position> = (0..games)
        .flat_map(|game| random_game(seed, game))
        .collect();
    let bar = progress::bar("the device's memory", SIZES as u64);
    let run = |(slots, traced): (usize, Result<Traced>)| {
        bar.inc(1);
        traced.map(|traced| (slots, traced))
    };
    let runs = [
        (256, trace::<256>(bytes, &positions)),
        (512, trace::<512>(bytes, &positions)),
        (1024, trace::<1024>(bytes, &positions)),
        (CACHE_SLOTS, trace::<CACHE_SLOTS>(bytes, &positions)),
        (8192, trace::<8192>(bytes, &positions)),
        (65536, trace::<65536>(bytes, &positions)),
    ]
    .map(run);
    bar.finish_and_clear();
    let runs: Vec<(usize, Traced)> = runs.into_iter().collect::<Result<_>>()?;
    let devices = runs.iter().find(|(slots, _)| *slots == CACHE_SLOTS);
    let devices = devices
        .context("the device's size is tried")?
        .1
        .reuse
        .clone();
    let memories = runs.iter().map(|(slots, traced)| Memory {
        slots: *slots,
        is_devices: *slots == CACHE_SLOTS,
        probes: traced.reuse.probes,
        hit_rate: traced.hits as f64 / traced.reuse.probes.max(1) as f64,
        predicted: traced.reuse.hit_rate(*slots),
        predicted_from_devices: devices.hit_rate(*slots),
    });
    Ok((memories.collect(), devices))
}

/// What a table was asked and answered.
struct Traced {
    hits: u64,
    reuse: Reuse,
}

fn trace<const SLOTS: usize>(image: &[u8], positions: &[Position]) -> Result<Traced> {
    let mut cache = Box::new(ValueCache::<SLOTS>::new());
    cache
        .table()
        .watch(|access| TRACE.with_borrow_mut(|trace| trace.push(access)));
    let mut adviser = DatabaseAdviser::new(Database::open(image)?, &mut *cache);
    for &position in positions {
        adviser.ask(position, Need::Within(LONGEST))?;
    }
    let mut reuse = Reuse::default();
    reuse.add(&TRACE.take());
    Ok(Traced {
        hits: cache.table().counters().hits as u64,
        reuse,
    })
}

/// The positions of a game of random moves, as long as it is not over.
fn random_game(seed: u64, game: u32) -> Vec<Position> {
    let mut dice = Dice::new((seed as u32).wrapping_mul(1000).wrapping_add(game));
    let mut position = Position::START;
    let mut positions = Vec::new();
    // A game may go on for ever; most are over long before.
    while positions.len() < 60 && position.value_by_rule().is_none() {
        positions.push(position);
        let moves = position.moves();
        let chosen = moves.get(dice.below(moves.len()));
        let Some(After::Position(next)) = chosen.map(|&mv| position.play(mv)) else {
            break;
        };
        position = next;
    }
    positions
}
