//! The output of `dobutsu solve`: the numbers of positions with each value, beside the published ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use dobutsu_core::game::Position;

use super::table::Solved;

/// The reachable positions by value: totals in Tanaka et al. (2016), rows from public solvers.
pub const PUBLISHED: &str = include_str!("../../data/distribution.tsv");

/// The number of positions with each value, in plies as [`Value::plies`](dobutsu_core::game::Value::plies).
type Distribution = BTreeMap<i16, u64>;

/// The distributions of all positions, of the reachable ones, and the published one.
pub(super) struct Report {
    columns: [Distribution; 3],
    start: i16,
}

impl Report {
    pub(super) fn new(solved: &Solved) -> Report {
        // Counted in an array first: 121 million map operations are slow.
        let mut counts = [[0; 2]; 512];
        for number in 0..solved.index().count() {
            let plies = solved.value_of(number).plies();
            counts[(plies + 256) as usize][usize::from(solved.is_reached(number))] += 1;
        }
        let column = |count: fn(&[u64; 2]) -> u64| -> Distribution {
            let rows = (-256..).zip(counts.iter().map(count));
            rows.filter(|&(_, count)| count > 0).collect()
        };
        Report {
            columns: [
                column(|[other, reached]| other + reached),
                column(|[_, reached]| *reached),
                published(),
            ],
            start: solved.exact(Position::START).plies(),
        }
    }

    /// Whether every row equals the published one.
    pub(super) fn agrees(&self) -> bool {
        self.columns[1] == self.columns[2]
    }
}

fn published() -> Distribution {
    let row = |line: &str| {
        let (value, positions) = line.split_once('\t')?;
        Some((value.parse().ok()?, positions.parse().ok()?))
    };
    PUBLISHED.lines().filter_map(row).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "    value          all   from start    published")?;
        let mut row = |name: &str, wanted: &dyn Fn(i16) -> bool| {
            let rows = |column: &Distribution| {
                column
                    .iter()
                    .filter(|row| wanted(*row.0))
                    .map(|row| row.1)
                    .sum()
            };
            let [all, reached, published]: [u64; 3] = self.columns.each_ref().map(rows);
            let mark = if reached == published {
                ""
            } else {
                "  differs"
            };
            writeln!(f, "{name:>9} {all:>12} {reached:>12} {published:>12}{mark}")
        };
        let values: BTreeSet<i16> = self
            .columns
            .iter()
            .flat_map(BTreeMap::keys)
            .copied()
            .collect();
        for &value in &values {
            row(&value.to_string(), &|other| other == value)?;
        }
        row("won", &|value| value > 0)?;
        row("drawn", &|value| value == 0)?;
        row("lost", &|value| value < 0)?;
        row("positions", &|_| true)?;
        let reached = self.columns[1].keys();
        let verdict = match self.agrees() {
            true => "every row equals the published one",
            false => "some rows differ from the published ones",
        };
        writeln!(
            f,
            "start {}; longest win {}, longest loss {}; {verdict}",
            self.start,
            reached.clone().max().unwrap_or(&0),
            reached.min().unwrap_or(&0)
        )
    }
}
