//! Which positions are puzzles: those with one winning move, and those with one winning line.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use dobutsu_core::database::ribbon::mix;
use dobutsu_core::game::{After, Position, Value, safe_children};

use crate::parallel::{POSITIONS, in_chunks};
use crate::solve::Solved;

/// The longest win.
const LONGEST: usize = 173;

/// What makes a position a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Exactly one move wins.
    Move,
    /// At every turn of the winner but the last exactly one move wins, whichever of the longest
    /// defences is chosen.
    Line,
}

/// A choice of puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Won in this many plies.
    pub plies: u8,
    /// By this rule.
    pub rule: Rule,
    /// The number of puzzles, at most.
    pub count: usize,
    /// Another seed chooses other puzzles.
    pub seed: u64,
}

/// Numbers of positions of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Won in this many plies.
    pub won: u64,
    /// Of those, with one winning move.
    pub one_move: u64,
    /// Of those, with one winning line.
    pub one_line: u64,
}

/// Looks for puzzles in the solved game.
pub struct Census<'s> {
    solved: &'s Solved,
    threads: usize,
    /// Whether each position has one winning line: 0 (unknown), `NO` or `YES`.
    lines: Vec<AtomicU8>,
}

const NO: u8 = 1;
const YES: u8 = 2;

/// Keys and the numbers of their positions, the smallest key first.
type Sample = Vec<(u64, u32)>;

impl<'s> Census<'s> {
    /// A census on this number of threads, with a byte of memory for each position.
    pub fn new(solved: &'s Solved, threads: usize) -> Census<'s> {
        let count = solved.index().count() as usize;
        let lines = (0..count).map(|_| AtomicU8::new(0)).collect();
        Census {
            solved,
            threads,
            lines,
        }
    }

    /// The position after the only winning move; `None` if no move wins or more than one does. The
    /// rules must not decide the position.
    pub fn only_win(&self, position: Position) -> Option<Position> {
        let mut found = None;
        for mv in position.moves() {
            let After::Position(next) = position.play(mv) else {
                return None;
            };
            let wins = match next.is_decided() {
                // A try that stands, unless the lion was left to be caught.
                true => !next.can_catch(),
                false => matches!(self.value(next), Value::Loss(_)),
            };
            if wins && found.replace(next).is_some() {
                return None;
            }
        }
        found
    }

    fn value(&self, position: Position) -> Value {
        self.solved.value_of(self.solved.index().rank(position))
    }

    /// Whether a position that is won in this many plies has one winning line.
    ///
    /// The last ply may have several moves: two pieces may be able to catch the lion.
    fn has_one_line(&self, position: Position, plies: u8) -> bool {
        if plies == 1 {
            return true;
        }
        let memory = &self.lines[self.solved.index().rank(position) as usize];
        match memory.load(Relaxed) {
            NO => return false,
            YES => return true,
            _ => {}
        }
        // Every longest defence has to lead to a position with one line. A reply that leaves the lion to
        // be caught is a longest defence only before the last ply.
        let left = plies - 2;
        let one = self.only_win(position).is_some_and(|next| {
            safe_children(next)
                .filter(|&then| self.value(then) == Value::Win(left))
                .all(|then| self.has_one_line(then, left))
        });
        memory.store(if one { YES } else { NO }, Relaxed);
        one
    }

    /// Whether a position that is won in this many plies is a puzzle.
    fn is_puzzle(&self, position: Position, plies: u8, rule: Rule) -> bool {
        self.only_win(position).is_some()
            && (rule == Rule::Move || self.has_one_line(position, plies))
    }

    /// Counts the puzzles of each length (1, 3, 5 plies and so on) among these numbers.
    pub fn table(&self, numbers: Range<u32>, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
        let mut table = vec![Row::default(); LONGEST / 2 + 1];
        let parts = self.in_chunks(
            numbers,
            progress,
            |number, position, rows: &mut Vec<Row>| {
                rows.resize(LONGEST / 2 + 1, Row::default());
                let Value::Win(plies) = self.solved.value_of(number) else {
                    return;
                };
                let row = &mut rows[usize::from(plies) / 2];
                row.won += 1;
                if self.only_win(position).is_some() {
                    row.one_move += 1;
                    row.one_line += u64::from(self.has_one_line(position, plies));
                }
            },
        );
        for (row, part) in parts.iter().flat_map(|part| part.iter().enumerate()) {
            table[row].won += part.won;
            table[row].one_move += part.one_move;
            table[row].one_line += part.one_line;
        }
        table
    }

    /// Draws puzzles from these numbers, each with the same probability.
    ///
    /// A position's key is a hash of its number and the seed, and the smallest keys are taken, so that
    /// the sample does not depend on the order of the threads.
    pub fn sample(
        &self,
        numbers: Range<u32>,
        wanted: Wanted,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Vec<Position> {
        let Wanted {
            plies,
            rule,
            count,
            seed,
        } = wanted;
        let parts = self.in_chunks(
            numbers,
            progress,
            |number, position, sample: &mut Sample| {
                if self.solved.value_of(number) != Value::Win(plies) {
                    return;
                }
                let key = mix(mix(seed) ^ u64::from(number));
                let place = sample.partition_point(|&(other, _)| other < key);
                if place < count && self.is_puzzle(position, plies, rule) {
                    sample.insert(place, (key, number));
                    sample.truncate(count);
                }
            },
        );
        let mut all: Sample = parts.into_iter().flatten().collect();
        all.sort_unstable();
        all.truncate(count);
        let position = |&(_, number): &(u64, u32)| self.solved.index().position(number);
        all.iter().filter_map(position).collect()
    }

    /// Calls `look` for every position with one of these numbers; each thread has a result of its own.
    fn in_chunks<T: Default + Send>(
        &self,
        numbers: Range<u32>,
        progress: &(dyn Fn(u64) + Sync),
        look: impl Fn(u32, Position, &mut T) + Sync,
    ) -> Vec<T> {
        let index = self.solved.index();
        let length = numbers.end - numbers.start;
        in_chunks(self.threads, length, POSITIONS, |part, gathered: &mut T| {
            let count = part.end - part.start;
            let part = numbers.start + part.start..numbers.start + part.end;
            index.for_each(part, |number, position| look(number, position, gathered));
            progress(u64::from(count));
        })
    }
}
