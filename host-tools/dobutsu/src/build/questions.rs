//! Every question that the database will be asked, with its answer.

use std::ops::Range;

use dobutsu_core::database::ImageError;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::{Class, Topic};
use dobutsu_core::game::Value;

use super::deductions::Oracle;
use super::predictions::Predictions;
use crate::parallel::{POSITIONS, in_chunks};
use crate::solve::Solved;

/// The questions of one class, by their hashes.
#[derive(Clone, Default)]
pub(super) struct Asked {
    /// Those answered with yes.
    pub(super) yes: Vec<u64>,
    /// Those answered with no.
    pub(super) no: Vec<u64>,
}

impl Asked {
    pub(super) fn len(&self) -> usize {
        self.yes.len() + self.no.len()
    }
}

/// The topics of choices.
pub(super) const CHOICES: [bool; Topic::COUNT] = [false, true, true];

/// All questions about the positions with these numbers that an image can be asked about some
/// topics, by class.
pub(super) fn ask_all(
    predictions: &Predictions,
    topics: [bool; Topic::COUNT],
    numbers: Range<u32>,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Asked>, ImageError> {
    let solved = predictions.solved;
    let parts = in_chunks(threads, numbers, POSITIONS, |numbers, book: &mut Book| {
        let steps = numbers.len() as u64;
        solved.index().for_each(numbers, |number, position| {
            let value = solved.value_of(number);
            if !is_open(value) {
                return;
            }
            if topics[Topic::Loss as usize] {
                let mut truth = Truth { solved, book };
                match predictions.deduce(number, position, &mut truth) {
                    Ok(deduced) if deduced.standing.agrees(value) => {}
                    Ok(_) => book.error = Some(ImageError::Contradiction),
                    Err(error) => book.error = Some(error),
                }
            }
            let topic = match value {
                Value::Win(_) => Topic::QuickestWin,
                _ => Topic::LongestDelay,
            };
            if topics[topic as usize] {
                let write = |question: &Question, answer| book.write(question, answer);
                if let Err(error) = predictions.ask_choices(number, position, write) {
                    book.error = Some(error);
                }
            }
        });
        progress(steps);
    });
    let mut all = vec![Asked::default(); Class::COUNT];
    for book in parts {
        if let Some(error) = book.error {
            return Err(error);
        }
        for (all, part) in all.iter_mut().zip(book.classes) {
            all.yes.extend(part.yes);
            all.no.extend(part.no);
        }
    }
    Ok(all)
}

/// The solved game, as it answers deductions, and where the answers go.
struct Truth<'a> {
    solved: &'a Solved,
    book: &'a mut Book,
}

impl Oracle for Truth<'_> {
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError> {
        let value = self.solved.exact(question.position);
        Ok(matches!(value, Value::Loss(_)))
    }

    fn answered(&mut self, question: &Question, answer: bool) {
        self.book.write(question, answer);
    }
}

struct Book {
    classes: Vec<Asked>,
    error: Option<ImageError>,
}

impl Default for Book {
    fn default() -> Book {
        Book {
            classes: vec![Asked::default(); Class::COUNT],
            error: None,
        }
    }
}

impl Book {
    fn write(&mut self, question: &Question, answer: bool) {
        let asked = &mut self.classes[question.class().index()];
        let part = if answer {
            &mut asked.yes
        } else {
            &mut asked.no
        };
        part.push(question.hash());
    }
}
