//! The puzzles stored in the device, against the solved game.
//!
//! `UPDATE_GOLDEN=1 cargo test -p dobutsu --test suite puzzles` draws them again.

use std::fs;
use std::path::Path;

use dobutsu::solve::Solved;
use dobutsu::tsume::{Rule, Wanted, only_win, sample};
use dobutsu_core::game::Value;
use dobutsu_core::handheld::{GOALS, STORED, stored_puzzle};

use crate::common;
use crate::tsume::has_one_line;

/// The longest puzzles with one winning line; of longer ones there are few.
const LONGEST_LINE: u8 = 15;

/// Draws the puzzles from the whole game, each position with the same probability.
fn draw(solved: &Solved) -> Vec<u8> {
    let draw = |plies| {
        let rule = if plies <= LONGEST_LINE {
            Rule::Line
        } else {
            Rule::Move
        };
        let wanted = Wanted {
            plies,
            rule,
            count: STORED,
            seed: 1,
        };
        sample(solved, 0..solved.index().count(), wanted, &|_| {})
    };
    let positions = GOALS.into_iter().flat_map(draw);
    positions
        .flat_map(|position| position.pack().to_le_bytes())
        .collect()
}

#[test]
fn every_stored_puzzle_has_one_solution() {
    let solved = common::solved();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/src/handheld/puzzles.bin");
        fs::write(path, draw(&solved)).unwrap();
        return;
    }
    for plies in GOALS {
        for number in 0..=u8::MAX {
            let position = stored_puzzle(plies, number).unwrap();
            assert_eq!(solved.exact(position), Value::Win(plies), "{position:?}");
            assert!(only_win(&solved, position).is_some(), "{position:?}");
            let is_line = plies > LONGEST_LINE || has_one_line(&solved, position);
            assert!(is_line, "{position:?}");
        }
    }
    assert_eq!(stored_puzzle(4, 0), None);
}
