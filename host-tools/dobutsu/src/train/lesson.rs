//! What the networks are taught: questions about random positions, with their answers.

use dobutsu_core::database::features::{Rows, rows};
use dobutsu_core::database::look::is_open;
use dobutsu_core::game::{Position, Value, safe_children};

use crate::solve::Solved;

/// What one of the two networks learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Whether a position is lost.
    Loss,
    /// Which of several positions is farther from the end.
    Distance,
}

/// One exercise.
pub(super) enum Lesson {
    /// Is this position lost?
    IsLost(Rows, bool),
    /// Which of these is best? Each with whether it is; the sign says whether long is good.
    Which(Vec<(Rows, bool)>, f32),
}

/// Numbers without end from a seed (SplitMix64: Steele, Lea and Flood, 2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        dobutsu_core::database::ribbon::mix(self.0)
    }

    /// A number from −1 to 1.
    pub(super) fn around_nought(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// A random exercise in which there is something to decide.
pub(super) fn lesson(solved: &Solved, subject: Subject, random: &mut Random) -> Lesson {
    let count = u64::from(solved.index().count());
    loop {
        let number = (random.next() % count) as u32;
        let value = solved.value_of(number);
        if !is_open(value) {
            continue;
        }
        let Some(position) = solved.index().position(number) else {
            continue;
        };
        let is_lost = matches!(value, Value::Loss(_));
        match (subject, value) {
            (Subject::Loss, _) => return Lesson::IsLost(rows(position), is_lost),
            (Subject::Distance, Value::Draw | Value::Win(..=5)) => {}
            (Subject::Distance, _) => {
                let candidates = candidates(solved, position, value);
                if candidates.iter().any(|&(_, is_best)| !is_best) {
                    return Lesson::Which(candidates, if is_lost { 1.0 } else { -1.0 });
                }
            }
        }
    }
}

/// The children among which the database has to choose, and whether each is right.
fn candidates(solved: &Solved, position: Position, value: Value) -> Vec<(Rows, bool)> {
    let is_lost = matches!(value, Value::Loss(_));
    let mut children: Vec<Position> = safe_children(position)
        .map(Position::canonical)
        .filter(|&child| match solved.exact(child) {
            Value::Win(plies) => is_lost && plies > 4,
            Value::Loss(plies) => !is_lost && plies > 4,
            Value::Draw => false,
        })
        .collect();
    children.sort_unstable();
    children.dedup();
    let graded = |child| (rows(child), solved.exact(child).before() == value);
    children.into_iter().map(graded).collect()
}
