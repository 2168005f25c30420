//! Edge-matching puzzles with a free order of play, with and without the overwrite table.
//!
//! As in the paper, the table is used at one level ℓ only: a board with ℓ tiles that is known to
//! have no solution need not be searched again. The number of boards visited at level ℓ and below until
//! the first solution is compared.

use std::collections::HashMap;

use dobutsu_core::table::OverwriteTable;

use super::tiling::{Board, Choice, Tiling};

/// A table of known failures, of any size.
pub(super) trait Failures {
    /// Whether this board is known to fail.
    fn has(&self, key: u64) -> bool;
    /// Stores that it fails.
    fn add(&mut self, key: u64);
    /// Removes the boards of the last puzzle.
    fn clear(&mut self);
}

impl<const M: usize> Failures for OverwriteTable<(), M, [u32; 2]> {
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

/// Generations back to the ancestor that two orders share: 2, 3, and 4 or more.
pub(super) const GENERATIONS: usize = 3;

/// Boards at the level and below that one table saved in one puzzle, by the generation of the nearest
/// ancestor shared with the order in which the board occurred last.
pub(super) type Saved = [u64; GENERATIONS];

/// One level at which tables of several sizes are tried.
pub(super) struct Watch {
    /// ℓ.
    pub(super) level: usize,
    /// The tables, each an experiment of its own.
    pub(super) tables: Vec<Box<dyn Failures>>,
    /// The boards that each saved in the last puzzle.
    pub(super) saved: Vec<Saved>,
    /// Boards visited at ℓ and below without a table.
    pub(super) boards: u64,
    /// Visits to level ℓ.
    pub(super) visits: u64,
    /// The order in which each board of level ℓ occurred last, and how often it did.
    orders: HashMap<u64, (Box<[Choice]>, u32)>,
}

impl Watch {
    pub(super) fn new(level: usize, tables: Vec<Box<dyn Failures>>) -> Watch {
        Watch {
            level,
            tables,
            saved: Vec::new(),
            boards: 0,
            visits: 0,
            orders: HashMap::new(),
        }
    }

    fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.clear());
        self.saved = vec![[0; GENERATIONS]; self.tables.len()];
        self.boards = 0;
        self.visits = 0;
        self.orders.clear();
    }

    /// Different boards of level ℓ, and the most occurrences of one.
    pub(super) fn recurrences(&self) -> (u64, u32) {
        let most = self.orders.values().map(|(_, times)| *times).max();
        (self.orders.len() as u64, most.unwrap_or(0))
    }

    /// Records a visit to level ℓ and the boards that each table would have saved.
    fn visited(&mut self, key: u64, path: &[Choice], boards: u64, known: &[bool], end: End) {
        self.boards += boards;
        self.visits += 1;
        let (last, times) = self.orders.entry(key).or_insert_with(|| ([].into(), 0));
        let generation = (*times > 0).then_some(&*last).map_or(0, |order| {
            let shared = order.iter().zip(path).take_while(|(a, b)| a == b).count();
            (path.len() - shared).saturating_sub(2).min(GENERATIONS - 1)
        });
        for ((table, saved), &known) in self.tables.iter_mut().zip(&mut self.saved).zip(known) {
            if known {
                saved[generation] += boards;
            } else if end == End::Failed {
                table.add(key);
            }
        }
        (*last, *times) = (path.into(), *times + 1);
    }
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
/// A table skips only subtrees that fail, so it does not change the order of the boards; the search
/// without a table can therefore count for every search with one: the boards that a table would have
/// skipped are subtracted. The tests compare this with real searches.
pub(super) struct Measurement<'a> {
    board: Board<'a>,
    watches: &'a mut [Watch],
    /// By level: boards visited, and the choices they had.
    pub(super) choices: Vec<(u64, u64)>,
    nodes: u64,
    limit: u64,
}

impl<'a> Measurement<'a> {
    /// Solves the puzzle and fills in the watches; gives up after `limit` boards.
    pub(super) fn run(
        tiling: &'a Tiling,
        watches: &'a mut [Watch],
        limit: u64,
    ) -> (End, Vec<(u64, u64)>) {
        watches.iter_mut().for_each(Watch::clear);
        let mut measurement = Measurement {
            board: Board::new(tiling),
            watches,
            choices: vec![(0, 0); usize::from(tiling.cells()) + 1],
            nodes: 0,
            limit,
        };
        let end = measurement.search();
        (end, measurement.choices)
    }

    fn search(&mut self) -> End {
        let level = self.board.path().len();
        let Some(watch) = self.watches.iter().position(|watch| watch.level == level) else {
            return self.below(level);
        };
        let key = self.board.key();
        let tables = self.watches[watch].tables.iter();
        let known: Vec<bool> = tables.map(|table| table.has(key)).collect();
        let before = self.nodes;
        let end = self.below(level);
        let boards = self.nodes - before;
        self.watches[watch].visited(key, &self.board.path()[..level], boards, &known, end);
        end
    }

    fn below(&mut self, level: usize) -> End {
        self.nodes += 1;
        if self.board.is_full() {
            return End::Solved;
        }
        if self.nodes > self.limit {
            return End::GaveUp;
        }
        let choices = self.board.choices();
        self.choices[level].0 += 1;
        self.choices[level].1 += choices.len() as u64;
        for choice in choices {
            self.board.place(choice);
            let end = self.search();
            if end != End::Failed {
                return end;
            }
            self.board.take_back();
        }
        End::Failed
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiling::Shape;
    use super::*;

    /// A real search with a table; counts boards at the level and below.
    fn solve(
        board: &mut Board<'_>,
        level: usize,
        table: &mut dyn Failures,
        count: &mut u64,
    ) -> End {
        let (at, key) = (board.path().len() == level, board.key());
        if at && table.has(key) {
            return End::Failed;
        }
        *count += u64::from(board.path().len() >= level);
        if board.is_full() {
            return End::Solved;
        }
        for choice in board.choices() {
            board.place(choice);
            if solve(board, level, table, count) == End::Solved {
                return End::Solved;
            }
            board.take_back();
        }
        if at {
            table.add(key);
        }
        End::Failed
    }

    #[test]
    fn the_counts_are_those_of_real_searches() {
        let tables = || -> Vec<Box<dyn Failures>> {
            vec![
                Box::new(OverwriteTable::<(), 300, [u32; 2]>::new()),
                Box::new(OverwriteTable::<(), 4096, [u32; 2]>::new()),
            ]
        };
        let (mut searches, mut saved) = (0, [0; GENERATIONS]);
        for seed in 0..40 {
            for colours in [2, 3, 4] {
                let shape = Shape {
                    width: 3,
                    height: 3,
                    colours,
                };
                let tiling = Tiling::random(shape, seed);
                let mut watches = [Watch::new(3, tables()), Watch::new(5, tables())];
                let (end, _) = Measurement::run(&tiling, &mut watches, 20_000);
                if end != End::Solved {
                    continue;
                }
                for watch in &watches {
                    for (mut table, books) in tables().into_iter().zip(&watch.saved) {
                        let mut board = Board::new(&tiling);
                        let mut real = 0;
                        solve(&mut board, watch.level, &mut *table, &mut real);
                        assert_eq!(real, watch.boards - books.iter().sum::<u64>());
                        searches += 1;
                        for (sum, boards) in saved.iter_mut().zip(books) {
                            *sum += boards;
                        }
                    }
                }
            }
        }
        assert!(
            searches > 100 && saved[0] > 0 && saved[1] > 0,
            "{searches} {saved:?}"
        );
    }

    /// Two orders of three choices share their parent's parent if they begin alike.
    #[test]
    fn generations_are_counted_from_the_shared_ancestor() {
        let choices = [0, 1, 2, 3].map(|cell| Choice {
            cell,
            turn: 4 * cell,
        });
        let [a, b, c, d] = choices;
        let mut watch = Watch::new(4, vec![Box::new(OverwriteTable::<(), 16, [u32; 2]>::new())]);
        watch.clear();
        watch.visited(1, &[a, b, c, d], 10, &[false], End::Failed);
        watch.visited(1, &[a, b, d, c], 10, &[true], End::Failed);
        watch.visited(1, &[a, c, b, d], 100, &[true], End::Failed);
        watch.visited(1, &[b, a, c, d], 1000, &[true], End::Failed);
        assert_eq!(watch.saved[0], [10, 100, 1000]);
        assert_eq!(watch.recurrences(), (1, 4));
    }
}
