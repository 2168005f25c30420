//! Edge-matching puzzles solved with and without the overwrite table.
//!
//! As in the paper, the table is used at one level ℓ only: a board with ℓ tiles whose rest is
//! known to have no solution need not be searched again. What is compared is the number of
//! boards visited at level ℓ and below until the first solution.

use dobutsu_core::estimate::Problem;
use dobutsu_core::table::OverwriteTable;

use crate::trees::{Tiling, TilingNode};

/// A table of known failures, of whatever size.
pub(super) trait Failures {
    /// Whether this board is known to fail.
    fn has(&self, key: u64) -> bool;
    /// Notes that it fails.
    fn add(&mut self, key: u64);
    /// Forgets the last puzzle.
    fn clear(&mut self);
}

impl<const M: usize> Failures for OverwriteTable<(), M, u64> {
    fn has(&self, key: u64) -> bool {
        self.get(key).is_some()
    }

    fn add(&mut self, key: u64) {
        self.put(key, ());
    }

    fn clear(&mut self) {
        OverwriteTable::clear(self);
    }
}

/// One level at which tables of several sizes are tried.
pub(super) struct Watch {
    /// ℓ.
    pub(super) level: u8,
    /// The tables, each an experiment of its own.
    pub(super) tables: Vec<Box<dyn Failures>>,
    /// Boards visited at ℓ and below without a table.
    pub(super) without: u64,
    /// The same with each table.
    pub(super) with: Vec<u64>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A solution was found.
    Solved,
    /// There is none below.
    Failed,
    /// There were too many boards.
    GaveUp,
}

/// One search that measures all levels and all tables at once.
///
/// A table skips only subtrees that fail, so it does not change which boards come when; the
/// search without a table can therefore keep the books of every search with one: what a table
/// would have skipped is not charged to it. The tests compare this with real searches.
pub(super) struct Measurement<'a> {
    tiling: &'a Tiling,
    watches: &'a mut [Watch],
    nodes: u64,
    limit: u64,
}

impl<'a> Measurement<'a> {
    /// Solves the puzzle, filling in the watches; gives up after `limit` boards.
    pub(super) fn run(tiling: &'a Tiling, watches: &'a mut [Watch], limit: u64) -> End {
        for watch in watches.iter_mut() {
            watch.without = 0;
            watch.with = vec![0; watch.tables.len()];
            watch.tables.iter_mut().for_each(|table| table.clear());
        }
        let mut measurement = Measurement {
            tiling,
            watches,
            nodes: 0,
            limit,
        };
        measurement.search(tiling.root())
    }

    fn search(&mut self, node: TilingNode) -> End {
        let level = node.level();
        let Some(watch) = self.watches.iter().position(|watch| watch.level == level) else {
            return self.below(node);
        };
        let key = key(&node);
        let known: Vec<bool> = self.watches[watch]
            .tables
            .iter()
            .map(|table| table.has(key))
            .collect();
        let before = self.nodes;
        let end = self.below(node);
        let size = self.nodes - before;
        let watch = &mut self.watches[watch];
        watch.without += size;
        for ((table, with), known) in watch.tables.iter_mut().zip(&mut watch.with).zip(known) {
            if !known {
                *with += size;
                if end == End::Failed {
                    table.add(key);
                }
            }
        }
        end
    }

    fn below(&mut self, mut node: TilingNode) -> End {
        self.nodes += 1;
        if self.nodes > self.limit {
            return End::GaveUp;
        }
        if self.tiling.is_leaf(&node) {
            return match self.tiling.is_solution(&node) {
                true => End::Solved,
                false => End::Failed,
            };
        }
        while let Some(child) = self.tiling.descend(&mut node) {
            match self.search(child) {
                End::Failed => {}
                end => return end,
            }
        }
        End::Failed
    }
}

/// Everything the rest of the search depends on, mixed into a key; the level is fixed.
fn key(node: &TilingNode) -> u64 {
    let (used, frontier) = node.key();
    let mixed = used
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
        .wrapping_add(frontier)
        .wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::TilingShape;

    /// The real thing: a search that uses its table, counting boards at the level and below.
    fn solve(
        tiling: &Tiling,
        mut node: TilingNode,
        level: u8,
        table: &mut dyn Failures,
        count: &mut u64,
    ) -> End {
        let at = node.level() == level;
        if at && table.has(key(&node)) {
            return End::Failed;
        }
        let place = key(&node);
        *count += u64::from(node.level() >= level);
        let end = if tiling.is_leaf(&node) {
            if tiling.is_solution(&node) {
                End::Solved
            } else {
                End::Failed
            }
        } else {
            let mut end = End::Failed;
            while let Some(child) = tiling.descend(&mut node) {
                end = solve(tiling, child, level, table, count);
                if end != End::Failed {
                    break;
                }
            }
            end
        };
        if at && end == End::Failed {
            table.add(place);
        }
        end
    }

    #[test]
    fn the_books_are_those_of_real_searches() {
        let (mut puzzles, mut saved) = (0, 0);
        for seed in 0..60 {
            for (width, height, colours) in [(4, 4, 3), (5, 3, 3), (4, 4, 4)] {
                let shape = TilingShape {
                    width,
                    height,
                    colours,
                    turning: true,
                };
                let tiling = Tiling::random(shape, seed).unwrap();
                let watch = |level| Watch {
                    level,
                    tables: vec![
                        Box::new(OverwriteTable::<(), 300, u64>::new()),
                        Box::new(OverwriteTable::<(), 4096, u64>::new()),
                    ],
                    without: 0,
                    with: Vec::new(),
                };
                let mut watches = [watch(5), watch(8)];
                if Measurement::run(&tiling, &mut watches, 20_000) != End::Solved {
                    continue;
                }
                for watch in &watches {
                    let mut real = [0; 2];
                    let mut small = OverwriteTable::<(), 300, u64>::new();
                    let mut large = OverwriteTable::<(), 4096, u64>::new();
                    solve(
                        &tiling,
                        tiling.root(),
                        watch.level,
                        &mut small,
                        &mut real[0],
                    );
                    solve(
                        &tiling,
                        tiling.root(),
                        watch.level,
                        &mut large,
                        &mut real[1],
                    );
                    assert_eq!(real.to_vec(), watch.with);
                    puzzles += 1;
                    saved += u32::from(real[1] < watch.without);
                }
            }
        }
        assert!(puzzles > 100 && saved > 10, "{puzzles} {saved}");
    }
}
