//! Many puzzles of several kinds: what the table saved, beside the paper's formula and beside what
//! the reuse distances predict.

use anyhow::{Context, Result, ensure};
use dobutsu_core::table::OverwriteTable;
use serde::Serialize;

use super::Args;
use super::formula::{Model, Simulated, ratio_of_sums};
use super::puzzle::{End, Failures, GENERATIONS, Measurement, Watch};
use super::reuse::Reuse;
use crate::trees::{Tiling, TilingShape, Zobrist};
use dobutsu::progress;

/// Board, colours, and the levels at which the table is tried.
const KINDS: [(u8, u8, u8, [usize; 3]); 6] = [
    (3, 3, 2, [3, 4, 5]),
    (3, 3, 4, [2, 3, 4]),
    (4, 3, 2, [6, 7, 8]),
    (4, 3, 3, [5, 6, 7]),
    (4, 4, 2, [10, 11, 12]),
    (5, 5, 2, [18, 19, 20]),
];

/// Slots of the tables that are tried.
pub(super) const SLOTS: [usize; 3] = [256, 4096, 100_000];

/// One kind of puzzle and one level.
#[derive(Serialize)]
pub(super) struct Puzzles {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) colours: u8,
    pub(super) level: usize,
    /// Puzzles solved, and given up.
    pub(super) solved: u32,
    pub(super) given_up: u32,
    /// Visits to the level, all puzzles together.
    pub(super) visits: u64,
    /// Puzzles that reached the level.
    pub(super) reached: usize,
    /// Choices at the two levels above, measured.
    pub(super) d: [f64; 2],
    /// Probability that a subtree does not end the search, measured.
    pub(super) p: f64,
    /// How far apart equal boards came.
    #[serde(skip)]
    pub(super) reuse: Reuse,
    pub(super) tables: Vec<Saving>,
}

/// What a table of one size made of it.
#[derive(Serialize)]
pub(super) struct Saving {
    pub(super) slots: usize,
    /// Boards at the level and below, with the table over without, all puzzles together.
    pub(super) ratio: Simulated,
    /// The same if only hits counted whose last order shares an ancestor 2 generations back, 3
    /// back, and 4 or more back.
    pub(super) by_generation: [f64; GENERATIONS],
    /// The paper's formula for the measured d and p.
    pub(super) formula: f64,
    /// Share of puzzles with a ratio of at least 0.8.
    pub(super) within_paper: f64,
    /// Visits that found their board in the table: measured, with its interval, and predicted
    /// from the reuse distances.
    pub(super) hit_rate: f64,
    pub(super) margin: f64,
    pub(super) predicted: f64,
}

/// The books of one level over many puzzles.
#[derive(Default)]
struct Books {
    visits: u64,
    above: [(u64, u64); 2],
    reuse: Reuse,
    /// By table and puzzle: boards saved and visited, hits and visits.
    boards: [Vec<(f64, f64)>; SLOTS.len()],
    hits: [Vec<(f64, f64)>; SLOTS.len()],
    saved: [[u64; GENERATIONS]; SLOTS.len()],
    all: u64,
}

/// Solves them all.
pub(super) fn measure(args: &Args) -> Result<Vec<Puzzles>> {
    let bar = progress::bar("puzzles", u64::from(args.puzzles) * KINDS.len() as u64);
    let mut results = Vec::new();
    for (width, height, colours, levels) in KINDS {
        let shape = TilingShape {
            width,
            height,
            colours,
            turning: true,
        };
        let mut watches = levels.map(|level| Watch::new(level, tables()));
        let mut books: [Books; 3] = Default::default();
        let (mut solved, mut given_up) = (0, 0);
        for number in 0..args.puzzles {
            let seed = args.seed << 32 | u64::from(number);
            let tiling = Tiling::random(shape, seed).context("a puzzle of this shape")?;
            let zobrist = Zobrist::new(seed);
            let (end, choices) = Measurement::run(&tiling, &zobrist, &mut watches, args.limit);
            match end {
                End::Solved => solved += 1,
                _ => given_up += 1,
            }
            for (watch, books) in watches.iter().zip(&mut books) {
                books.add(watch, &choices);
            }
            bar.inc(1);
        }
        for (&level, books) in levels.iter().zip(&books) {
            ensure!(
                books.boards[0].len() >= 2,
                "too few puzzles reached level {level}; try more"
            );
            results.push(Puzzles {
                width,
                height,
                colours,
                level,
                solved,
                given_up,
                visits: books.visits,
                reached: books.boards[0].len(),
                d: books.d(),
                p: books.p(solved),
                reuse: books.reuse.clone(),
                tables: (0..SLOTS.len())
                    .map(|table| books.saving(table, solved))
                    .collect(),
            });
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

impl Puzzles {
    /// Visits to the level by a search, over the d² visits below one ancestor two generations back:
    /// below 1, few searches leave that ancestor, and the formula's assumption holds.
    pub(super) fn spread(&self) -> f64 {
        let below_one = self.d[0] * self.d[1];
        self.visits as f64 / self.reached as f64 / below_one
    }

    /// What it is called in tables and plots.
    pub(super) fn name(&self) -> String {
        format!("{}×{}, {} colours", self.width, self.height, self.colours)
    }
}

impl Books {
    /// What was visited before giving up counts as well: to leave it out would favour easy puzzles.
    fn add(&mut self, watch: &Watch, choices: &[(u64, u64)]) {
        let visits = watch.visits();
        if visits == 0 {
            return;
        }
        self.visits += visits;
        self.all += watch.boards;
        for (above, level) in self.above.iter_mut().zip(watch.level - 2..) {
            above.0 += choices[level].0;
            above.1 += choices[level].1;
        }
        self.reuse.add(&watch.trace);
        for (table, saved) in watch.saved.iter().enumerate() {
            self.boards[table].push((saved.all() as f64, watch.boards as f64));
            self.hits[table].push((saved.hits as f64, visits as f64));
            for (sum, boards) in self.saved[table].iter_mut().zip(saved.boards) {
                *sum += boards;
            }
        }
    }

    fn d(&self) -> [f64; 2] {
        self.above
            .map(|(boards, choices)| choices as f64 / boards as f64)
    }

    fn p(&self, solved: u32) -> f64 {
        1.0 - f64::from(solved) / self.visits as f64
    }

    fn saving(&self, table: usize, solved: u32) -> Saving {
        let [first, second] = self.d();
        let model = Model {
            d: (first * second).sqrt().round() as u32,
            m: SLOTS[table] as u32,
            p: self.p(solved),
        };
        let puzzles = &self.boards[table];
        let within = puzzles.iter().filter(|(saved, all)| saved / all <= 0.2);
        let hits = ratio_of_sums(&self.hits[table]);
        Saving {
            slots: SLOTS[table],
            ratio: ratio_of_sums(puzzles),
            by_generation: self.saved[table].map(|saved| 1.0 - saved as f64 / self.all as f64),
            formula: model.ratio_summed(),
            within_paper: within.count() as f64 / puzzles.len() as f64,
            hit_rate: 1.0 - hits.ratio,
            margin: hits.margin,
            predicted: self.reuse.hit_rate(SLOTS[table]),
        }
    }
}

fn tables() -> Vec<Box<dyn Failures>> {
    const { assert!(SLOTS[0] == 256 && SLOTS[1] == 4096 && SLOTS[2] == 100_000) };
    vec![
        Box::new(OverwriteTable::<(), 256, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), 4096, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), 100_000, [u32; 2]>::new()),
    ]
}
