//! Every question that the database will be asked, with its answer.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use dobutsu_core::database::answers::Question;
use dobutsu_core::database::candidates::{Candidate, Candidates, sort_candidates};
use dobutsu_core::database::features::rows;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::network::evaluate;
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::game::{Position, Value, safe_children};

use crate::parallel::{POSITIONS, in_chunks};
use crate::solve::Solved;

/// The questions of one class, by their hashes.
#[derive(Clone, Default)]
pub(super) struct Asked {
    /// Those answered as predicted.
    pub(super) expected: Vec<u64>,
    /// Those answered otherwise.
    pub(super) unexpected: Vec<u64>,
}

/// What the networks say of every position that looking ahead leaves open.
pub(crate) struct Scores {
    loss_odds: Vec<AtomicI16>,
    lengths: Vec<AtomicI16>,
}

impl Scores {
    /// Evaluates both networks, which start at these places, everywhere.
    pub(crate) fn evaluate(
        solved: &Solved,
        bytes: &[u8],
        networks: [u32; 2],
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Scores {
        let noughts = || {
            (0..solved.index().count())
                .map(|_| AtomicI16::new(0))
                .collect()
        };
        let scores = Scores {
            loss_odds: noughts(),
            lengths: noughts(),
        };
        in_chunks(
            threads,
            solved.index().count(),
            POSITIONS,
            |numbers, (): &mut ()| {
                let steps = u64::from(numbers.end - numbers.start);
                solved.index().for_each(numbers, |number, position| {
                    if !is_open(solved.value_of(number)) {
                        return;
                    }
                    let rows = rows(position);
                    let [loss, length] =
                        networks.map(|at| evaluate(&bytes, at, &rows).unwrap_or(0));
                    scores.loss_odds[number as usize].store(loss, Relaxed);
                    scores.lengths[number as usize].store(length, Relaxed);
                });
                progress(steps);
            },
        );
        scores
    }

    /// All questions, by class.
    pub(super) fn ask_all(
        &self,
        solved: &Solved,
        threads: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Vec<Asked> {
        let parts = in_chunks(
            threads,
            solved.index().count(),
            POSITIONS,
            |numbers, asked: &mut Book| {
                let steps = u64::from(numbers.end - numbers.start);
                solved.index().for_each(numbers, |number, position| {
                    self.ask(solved, number, position, |question, answer| {
                        asked.write(question, answer);
                    });
                });
                progress(steps);
            },
        );
        let mut all = vec![Asked::default(); Class::COUNT];
        for Book(part) in parts {
            for (all, part) in all.iter_mut().zip(part) {
                all.expected.extend(part.expected);
                all.unexpected.extend(part.unexpected);
            }
        }
        all
    }

    /// Calls `asked` with every question about one position, and its true answer.
    pub(crate) fn ask(
        &self,
        solved: &Solved,
        number: u32,
        position: Position,
        mut asked: impl FnMut(&Question, bool),
    ) {
        let value = solved.value_of(number);
        if !is_open(value) {
            return;
        }
        let is_lost = matches!(value, Value::Loss(_));
        let odds = self.loss_odds[number as usize].load(Relaxed).into();
        asked(
            &Question {
                topic: Topic::Loss,
                position,
                number: 0,
                odds,
            },
            is_lost,
        );
        if matches!(value, Value::Draw | Value::Win(5)) {
            return;
        }
        let (topic, sign) = if is_lost {
            (Topic::LongestDelay, 1)
        } else {
            (Topic::QuickestWin, -1)
        };
        let mut candidates = Candidates::new();
        for child in safe_children(position) {
            let Some(number) = solved.index().number(child) else {
                continue;
            };
            let value = solved.value_of(number);
            if is_open(value) && is_lost == matches!(value, Value::Win(_)) && value != Value::Draw {
                let score = sign * i32::from(self.lengths[number as usize].load(Relaxed));
                let _ = candidates.push(Candidate {
                    child: child.canonical(),
                    score,
                });
            }
        }
        sort_candidates(&mut candidates);
        for (number, candidate) in candidates.iter().enumerate() {
            let Some(question) = Question::whether_best(topic, position, &candidates, number)
            else {
                break;
            };
            let is_best = solved.exact(candidate.child).before() == value;
            asked(&question, is_best);
            if is_best {
                break;
            }
        }
    }
}

struct Book(Vec<Asked>);

impl Default for Book {
    fn default() -> Book {
        Book(vec![Asked::default(); Class::COUNT])
    }
}

impl Book {
    fn write(&mut self, question: &Question, answer: bool) {
        let asked = &mut self.0[question.class().index()];
        if answer == question.expected() {
            asked.expected.push(question.hash());
        } else {
            asked.unexpected.push(question.hash());
        }
    }
}
