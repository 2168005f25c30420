//! The same structure for dobutsu shogi: positions in five parts, beside a plain word.
//!
//! A position is four rows of twelve bits and the hands, twelve more; as a list it has four cells:
//! `((row . row) . ((row . row) . hands))`.

use anyhow::{Result, ensure};
use dobutsu_core::game::{After, Position};
use serde::Serialize;

use super::hash_list::{HashList, List};
use super::speed::{count, ratio};
use crate::turns::play::{balanced, pairs};

/// Lists and words compared.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Parts {
    pub(super) positions: usize,
    /// Bytes of a position without the index; a word has 8.
    pub(super) bytes_a_position: f64,
    /// Time to look for positions that have a row of the start: by a mask over by pointers.
    pub(super) matching: f64,
    /// Positions found, by either.
    pub(super) found: usize,
}

/// The twelve bits of one of the five parts of a packed position.
fn part(packed: u64, number: u32) -> u32 {
    (packed >> (12 * number) & 0xFFF) as u32
}

fn store(lists: &mut HashList, packed: u64) -> List {
    let [a, b, c, d, hands] = [0, 1, 2, 3, 4].map(|number| List::atom(part(packed, number)));
    let upper = lists.cons(a, b);
    let lower = lists.cons(c, d);
    let rest = lists.cons(lower, hands);
    lists.cons(upper, rest)
}

/// The position and those after every move.
fn children(position: Position) -> Vec<u64> {
    let after = position
        .moves()
        .into_iter()
        .filter_map(|mv| match position.play(mv) {
            After::Position(next) => Some(next.pack()),
            After::Caught => None,
        });
    after.chain([position.pack()]).collect()
}

/// Stores the different positions of random games and looks for a row in all of them.
pub(super) fn measure(games: usize, rounds: u32) -> Result<Parts> {
    let mut lists = HashList::new();
    let starts = balanced(games, 1, || {});
    let lines = pairs(&starts, 1)
        .into_iter()
        .flat_map(|(one, two)| [one, two]);
    let mut positions: Vec<u64> = starts.into_iter().chain(lines).flat_map(children).collect();
    positions.sort_unstable();
    positions.dedup();
    let stored = positions
        .iter()
        .map(|&packed| (packed, store(&mut lists, packed)));
    let stored: Vec<(u64, List)> = stored.collect();
    let wanted = Position::START.pack();
    let atom = List::atom(part(wanted, 0));
    let by_pointer = |&(_, list): &(u64, List)| {
        let upper = lists
            .halves(list)
            .and_then(|(upper, _)| lists.halves(upper));
        upper.is_some_and(|(row, _)| row == atom)
    };
    let by_mask = |&(packed, _): &(u64, List)| part(packed ^ wanted, 0) == 0;
    let found = stored.iter().filter(|pair| by_mask(pair)).count();
    ensure!(
        stored.iter().filter(|pair| by_pointer(pair)).count() == found,
        "both ways find the same positions"
    );
    Ok(Parts {
        positions: stored.len(),
        bytes_a_position: lists.bytes() as f64 / stored.len() as f64,
        matching: ratio(
            rounds,
            || count(&stored, by_mask),
            || count(&stored, by_pointer),
        ),
        found,
    })
}
