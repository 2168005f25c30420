//! The output of `dobutsu solve`: both distributions and the totals, beside the published ones.

use std::collections::BTreeMap;
use std::fmt;

use dobutsu_core::game::Position;

use super::table::Solved;

/// The reachable positions by value: totals in Tanaka et al. (2016), rows from public solvers.
pub const PUBLISHED: &str = include_str!("../../data/distribution.tsv");

/// The number of positions with each value.
type Distribution = BTreeMap<i16, u64>;

/// Both distributions of a solved game.
pub(super) struct Report {
    all: Distribution,
    reached: Distribution,
    published: Distribution,
}

impl Report {
    pub(super) fn new(solved: &Solved) -> Report {
        // Counted in an array first: 121 million map operations are slow.
        let mut counts = [[0; 2]; 512];
        for number in 0..solved.index().count() {
            let plies = solved.value_of(number).plies();
            counts[(plies + 256) as usize][usize::from(solved.is_reached(number))] += 1;
        }
        let column = |count: fn(&[u64; 2]) -> u64| {
            let rows = counts.iter().zip(-256i16..);
            let rows = rows.map(|(counts, plies)| (plies, count(counts)));
            rows.filter(|&(_, count)| count > 0).collect()
        };
        Report {
            all: column(|[other, reached]| other + reached),
            reached: column(|[_, reached]| *reached),
            published: published(),
        }
    }

    /// Whether every row equals the published one.
    pub(super) fn agrees(&self) -> bool {
        self.reached == self.published
    }
}

fn published() -> Distribution {
    let row = |line: &str| {
        let (value, positions) = line.split_once('\t')?;
        Some((value.parse().ok()?, positions.parse().ok()?))
    };
    PUBLISHED.lines().filter_map(row).collect()
}

/// Won, drawn, lost.
fn totals(distribution: &Distribution) -> [u64; 3] {
    let mut totals = [0; 3];
    for (&plies, &positions) in distribution {
        totals[match plies {
            1.. => 0,
            0 => 1,
            ..=-1 => 2,
        }] += positions;
    }
    totals
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = [&self.all, &self.reached, &self.published];
        let mut row = |name: &str, numbers: [u64; 3]| {
            let [all, reached, paper] = numbers;
            let mark = if reached == paper { "" } else { "  differs" };
            writeln!(f, "{name:>9} {all:>12} {reached:>12} {paper:>12}{mark}")
        };
        let values: std::collections::BTreeSet<i16> = columns
            .iter()
            .flat_map(|column| column.keys().copied())
            .collect();
        for value in &values {
            let count = |column: &Distribution| column.get(value).copied().unwrap_or(0);
            row(&value.to_string(), columns.map(count))?;
        }
        let outcomes = columns.map(totals);
        for (number, name) in ["won", "drawn", "lost"].into_iter().enumerate() {
            row(name, outcomes.map(|totals| totals[number]))?;
        }
        row("positions", outcomes.map(|totals| totals.iter().sum()))
    }
}

/// The line under the table.
pub(super) fn summary(solved: &Solved, report: &Report) -> String {
    let start = solved.exact(Position::START);
    let longest = |distribution: &Distribution| {
        let last = distribution.last_key_value().map_or(0, |(&plies, _)| plies);
        let first = distribution
            .first_key_value()
            .map_or(0, |(&plies, _)| plies);
        format!("longest win {last}, longest loss {first}")
    };
    let verdict = if report.agrees() {
        "every row equals the published one"
    } else {
        "some rows differ from the published ones"
    };
    format!("start {start}; {}; {verdict}", longest(&report.reached))
}
