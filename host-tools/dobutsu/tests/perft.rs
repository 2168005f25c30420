//! Counts of lines from the start, from a data file.

use dobutsu::perft::{Lines, count};
use dobutsu_core::game::Position;

#[test]
fn lines_from_the_start() {
    let rows = include_str!("data/perft.tsv").lines().skip(1);
    for row in rows {
        let fields: Vec<u64> = row
            .split('\t')
            .map(|field| field.parse().unwrap())
            .collect();
        let [depth, safe, all] = fields[..] else {
            panic!("three columns: {row}")
        };
        let lines = count(Position::START, depth as u8);
        assert_eq!(lines, Lines { safe, all }, "at depth {depth}");
    }
}
