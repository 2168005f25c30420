//! Which positions are puzzles: those with one winning move, and those with one winning line.

use std::ops::Range;

use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Position, Value, safe_children};

use crate::solve::Solved;

/// Plies of the longest win.
const LONGEST: usize = 173;

/// What makes a position a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Exactly one move wins.
    Move,
    /// At every turn of the winner except the last exactly one move wins, whichever of the longest
    /// defences is chosen.
    Line,
}

/// A selection of puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The length of the win.
    pub plies: u8,
    pub rule: Rule,
    /// The maximum number of puzzles.
    pub count: usize,
    pub seed: u64,
}

/// The number of won positions of one length, and of those with one winning move and one winning line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub won: u64,
    pub one_move: u64,
    pub one_line: u64,
}

impl Row {
    pub(super) fn add(&mut self, other: &Row) {
        self.won += other.won;
        self.one_move += other.one_move;
        self.one_line += other.one_line;
    }
}

/// The position after the only winning move; `None` if no move wins or more than one does. The rules
/// must not decide the position.
pub fn only_win(solved: &Solved, position: Position) -> Option<Position> {
    let mut found = None;
    for mv in position.moves() {
        let After::Position(next) = position.play(mv) else {
            return None;
        };
        let wins = matches!(solved.exact(next), Value::Loss(_));
        if wins && found.replace(next).is_some() {
            return None;
        }
    }
    found
}

/// Whether a position that is won in this many plies has one winning line.
///
/// The last ply may have several moves: two pieces may be able to catch the lion.
fn has_one_line(solved: &Solved, position: Position, plies: u8) -> bool {
    // Every longest defence has to lead to a position with one line. A reply that leaves the lion to be
    // caught is a longest defence only before the last ply.
    plies == 1
        || only_win(solved, position).is_some_and(|next| {
            safe_children(next)
                .filter(|&then| solved.exact(then) == Value::Win(plies - 2))
                .all(|then| has_one_line(solved, then, plies - 2))
        })
}

/// Counts the puzzles of each length (1, 3, 5 plies and so on) among these numbers.
pub fn table(solved: &Solved, numbers: Range<u32>, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
    let count = |number, position, rows: &mut Vec<Row>| {
        rows.resize(LONGEST / 2 + 1, Row::default());
        let Value::Win(plies) = solved.value_of(number) else {
            return;
        };
        let row = &mut rows[usize::from(plies) / 2];
        row.won += 1;
        if only_win(solved, position).is_some() {
            row.one_move += 1;
            row.one_line += u64::from(has_one_line(solved, position, plies));
        }
    };
    let mut table = vec![Row::default(); LONGEST / 2 + 1];
    for part in solved.for_each(numbers, progress, count) {
        for (row, part) in table.iter_mut().zip(&part) {
            row.add(part);
        }
    }
    table
}

/// Keys and the numbers of their positions, in ascending order.
type Sample = Vec<(u64, u32)>;

/// Draws puzzles from these numbers, each with the same probability.
///
/// A position's key is a hash of its number and the seed, and the smallest keys are taken, so that the
/// sample does not depend on the order of the threads.
pub fn sample(
    solved: &Solved,
    numbers: Range<u32>,
    wanted: Wanted,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Position> {
    let Wanted { plies, count, .. } = wanted;
    let is_puzzle = |position| {
        only_win(solved, position).is_some()
            && (wanted.rule == Rule::Move || has_one_line(solved, position, plies))
    };
    let look = |number, position, sample: &mut Sample| {
        if solved.value_of(number) != Value::Win(plies) {
            return;
        }
        let key = mix(mix(wanted.seed) ^ u64::from(number));
        let place = sample.partition_point(|&(other, _)| other < key);
        if place < count && is_puzzle(position) {
            sample.insert(place, (key, number));
            sample.truncate(count);
        }
    };
    let mut all = solved.for_each(numbers, progress, look).concat();
    all.sort_unstable();
    let numbers = all.iter().take(count).map(|&(_, number)| number);
    let position = |number| solved.index().position(number);
    numbers.filter_map(position).collect()
}
