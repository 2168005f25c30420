//! Many puzzles of several kinds: board, colours, level, table size and limit varied one at a time.

use anyhow::{Result, ensure};
use dobutsu_core::table::OverwriteTable;
use serde::Serialize;

use super::Args;
use super::formula::{Model, Ratio, ratio_of_sums};
use super::puzzle::{End, Failures, GENERATIONS, Measurement, Watch};
use super::tiling::{Shape, Tiling};
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
pub(super) const SLOTS: [usize; 5] = [256, 1024, 4096, 16_384, 100_000];

/// One kind of puzzle and one level.
#[derive(Serialize)]
pub(super) struct Puzzles {
    pub(super) name: String,
    pub(super) level: usize,
    /// Boards after which a puzzle is given up.
    pub(super) limit: u64,
    /// Visits to the level, by a puzzle that reached it, over the d² visits below one ancestor two
    /// generations back: if it is below 1, few searches leave that ancestor.
    pub(super) spread: f64,
    /// Mean choices at the two levels above.
    pub(super) d: [f64; 2],
    /// The probability that a subtree does not end the search.
    pub(super) p: f64,
    /// Mean occurrences of a board of the level, and the most of any.
    pub(super) occurrences: f64,
    pub(super) most: u32,
    pub(super) tables: Vec<Saving>,
}

/// The result of a table of one size.
#[derive(Serialize)]
pub(super) struct Saving {
    pub(super) slots: usize,
    /// Boards at the level and below, with the table over without, all puzzles together.
    pub(super) ratio: Ratio,
    /// The same with the hits alone whose last order shares an ancestor 2 generations back, 3 back, and
    /// 4 or more back.
    pub(super) by_generation: [f64; GENERATIONS],
    /// The paper's formula for the measured d and p.
    pub(super) formula: f64,
}

/// The sums of one level over many puzzles.
#[derive(Default)]
struct Sums {
    visits: u64,
    distinct: u64,
    most: u32,
    above: [(u64, u64); 2],
    /// By table and puzzle: boards saved and visited.
    boards: [Vec<(f64, f64)>; SLOTS.len()],
    saved: [[u64; GENERATIONS]; SLOTS.len()],
    all: u64,
}

/// Solves the puzzles of all kinds under one limit.
pub(super) fn measure(args: &Args, limit: u64) -> Result<Vec<Puzzles>> {
    let bar = progress::bar("puzzles", u64::from(args.puzzles) * KINDS.len() as u64);
    let mut results = Vec::new();
    for (width, height, colours, levels) in KINDS {
        let shape = Shape {
            width,
            height,
            colours,
        };
        let mut watches = levels.map(|level| Watch::new(level, tables()));
        let mut sums: [Sums; 3] = Default::default();
        let mut solved = 0;
        for number in 0..args.puzzles {
            let tiling = Tiling::random(shape, args.seed << 32 | u64::from(number));
            let (end, choices) = Measurement::run(&tiling, &mut watches, limit);
            solved += u32::from(end == End::Solved);
            for (watch, sums) in watches.iter().zip(&mut sums) {
                sums.add(watch, &choices);
            }
            bar.inc(1);
        }
        for (level, sums) in levels.into_iter().zip(sums) {
            ensure!(
                sums.boards[0].len() >= 2,
                "too few puzzles reached level {level}; try more"
            );
            let name = format!("{width}×{height}, {colours} colours");
            results.push(sums.results(name, level, limit, solved));
        }
    }
    Ok(results)
}

impl Sums {
    /// Boards visited before giving up count as well: to omit them would favour easy puzzles.
    fn add(&mut self, watch: &Watch, choices: &[(u64, u64)]) {
        if watch.visits == 0 {
            return;
        }
        let (distinct, most) = watch.recurrences();
        self.visits += watch.visits;
        self.distinct += distinct;
        self.most = self.most.max(most);
        self.all += watch.boards;
        for (above, level) in self.above.iter_mut().zip(watch.level - 2..) {
            above.0 += choices[level].0;
            above.1 += choices[level].1;
        }
        for (table, saved) in watch.saved.iter().enumerate() {
            let all = saved.iter().sum::<u64>();
            self.boards[table].push((all as f64, watch.boards as f64));
            for (sum, boards) in self.saved[table].iter_mut().zip(saved) {
                *sum += boards;
            }
        }
    }

    fn results(&self, name: String, level: usize, limit: u64, solved: u32) -> Puzzles {
        let d = self
            .above
            .map(|(boards, choices)| choices as f64 / boards as f64);
        let p = 1.0 - f64::from(solved) / self.visits as f64;
        let saving = |table: usize| {
            let model = Model {
                d: (d[0] * d[1]).sqrt().round() as u32,
                m: SLOTS[table] as u32,
                p,
            };
            Saving {
                slots: SLOTS[table],
                ratio: ratio_of_sums(&self.boards[table]),
                by_generation: self.saved[table].map(|saved| 1.0 - saved as f64 / self.all as f64),
                formula: model.ratio_summed(),
            }
        };
        let reached = self.boards[0].len() as f64;
        Puzzles {
            name,
            level,
            limit,
            spread: self.visits as f64 / reached / (d[0] * d[1]),
            d,
            p,
            occurrences: self.visits as f64 / self.distinct as f64,
            most: self.most,
            tables: (0..SLOTS.len()).map(saving).collect(),
        }
    }
}

fn tables() -> Vec<Box<dyn Failures>> {
    vec![
        Box::new(OverwriteTable::<(), { SLOTS[0] }, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), { SLOTS[1] }, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), { SLOTS[2] }, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), { SLOTS[3] }, [u32; 2]>::new()),
        Box::new(OverwriteTable::<(), { SLOTS[4] }, [u32; 2]>::new()),
    ]
}
