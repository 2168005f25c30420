//! The reader's deductions, run on tables.

use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::task::Poll;

use dobutsu_core::database::ImageError;
use dobutsu_core::database::answers::Question;
use dobutsu_core::database::combiner::Combiner;
use dobutsu_core::database::deduction::{DEPTH, Deduced, Deduction, Opinion, ROOM, Witness};
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::parameters::Parameters;
use dobutsu_core::game::{Position, Value};

use super::predictions::Predictions;
use super::tally::Tally;

/// What was found out about each position, by its number.
pub(super) struct DeducedTable {
    codes: Vec<AtomicU16>,
    needs: Vec<AtomicU16>,
}

/// What a deduction needs of the reader's memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Need {
    /// Positions that wait for each other, itself included.
    pub(super) depth: u16,
    /// Their relatives.
    pub(super) room: u16,
}

/// The code of a position about which nothing was found out yet.
const NONE: u16 = u16::MAX;

impl DeducedTable {
    pub(super) fn new(count: u32) -> DeducedTable {
        DeducedTable {
            codes: (0..count).map(|_| AtomicU16::new(NONE)).collect(),
            needs: (0..count).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    fn get(&self, number: u32) -> Option<(Deduced, Need)> {
        let code = self.codes[number as usize].load(Acquire);
        let need = self.needs[number as usize].load(Relaxed);
        let need = Need {
            depth: need >> 10,
            room: need & 1023,
        };
        (code != NONE).then(|| (Deduced::from_code(code), need))
    }

    /// Stores a standing and its work; whether it is new.
    fn put(&self, number: u32, deduced: Deduced, need: Need) -> bool {
        let needs = need.depth.min(63) << 10 | need.room.min(1023);
        self.needs[number as usize].store(needs, Relaxed);
        self.codes[number as usize].swap(deduced.code(), Release) == NONE
    }

    /// What all deductions so far take.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for number in 0..self.codes.len() as u32 {
            if let Some((deduced, need)) = self.get(number) {
                tally.add(deduced.work, need);
            }
        }
        tally
    }
}

/// Who answers the questions of deductions, and hears what they come upon.
pub(crate) trait Oracle {
    /// Whether a position is lost.
    fn is_lost(&mut self, question: &Question) -> Result<bool, ImageError>;
    /// Called with each question and its answer once, whatever the number of threads that came
    /// upon it.
    fn answered(&mut self, _question: &Question, _answer: bool) {}
    /// Called with what a combiner sees of a position.
    fn combined(&mut self, _combiner: Combiner, _position: Position, _inputs: &[i16]) {}
}

impl Predictions<'_> {
    /// Deduces the standings of an open position and of all it needs, unless they are known.
    pub(crate) fn deduce(
        &self,
        number: u32,
        position: Position,
        oracle: &mut impl Oracle,
    ) -> Result<Deduced, ImageError> {
        match self.deduced.get(number) {
            Some((deduced, _)) => Ok(deduced),
            None => self.deduce_again(position, oracle),
        }
    }

    /// Deduces the standing of an open position, known or not, and those of all it needs, unless
    /// they are known.
    pub(crate) fn deduce_again(
        &self,
        position: Position,
        oracle: &mut impl Oracle,
    ) -> Result<Deduced, ImageError> {
        let mut deduction = Deduction::new(position);
        let mut witness = TableWitness {
            predictions: self,
            oracle,
            answered: None,
            found: None,
            waiting: vec![Waiting::default()],
            room: 0,
            is_too_large: false,
        };
        loop {
            let step = deduction.step(&mut witness)?;
            witness.has_room(deduction.room());
            if let (Poll::Ready(_), Some(deduced)) = (step, witness.found) {
                return match witness.is_too_large {
                    true => Err(ImageError::Contradiction),
                    false => Ok(deduced),
                };
            }
        }
    }
}

/// The tables as a deduction asks them.
struct TableWitness<'a, O> {
    predictions: &'a Predictions<'a>,
    oracle: &'a mut O,
    /// What was asked about the position whose standing is found next.
    answered: Option<(Question, bool)>,
    /// What was found last.
    found: Option<Deduced>,
    /// The positions on the way down.
    waiting: Vec<Waiting>,
    /// How many relatives they have in hand.
    room: usize,
    /// Whether a reader that remembers nothing has too little memory.
    is_too_large: bool,
}

/// A position that waits for others.
#[derive(Clone, Copy, Default)]
struct Waiting {
    /// Where its relatives begin.
    first: usize,
    /// What it needs so far, without itself.
    need: Need,
}

impl<O> TableWitness<'_, O> {
    fn number(&self, position: Position) -> u32 {
        self.predictions.solved.index().rank(position)
    }

    fn has_room(&mut self, room: usize) {
        self.room = room;
        self.add(room, Need::default());
    }

    /// What the last position needs, beside this many relatives in hand of all positions.
    fn add(&mut self, room: usize, below: Need) {
        if let Some(Waiting { first, need }) = self.waiting.last_mut() {
            need.depth = need.depth.max(below.depth);
            need.room = need.room.max((room - *first) as u16 + below.room);
        }
    }
}

impl<O: Oracle> Witness for TableWitness<'_, O> {
    fn parameters(&self) -> Parameters {
        self.predictions.database.parameters()
    }

    fn look(&mut self, position: Position) -> Option<Value> {
        let value = self.predictions.solved.value_of(self.number(position));
        (!is_open(value)).then_some(value)
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        self.predictions.opinion(position)
    }

    fn recall(&mut self, position: Position) -> Option<Deduced> {
        match self.predictions.deduced.get(self.number(position)) {
            Some((deduced, need)) => {
                self.add(self.room, need);
                Some(deduced)
            }
            None => {
                self.waiting.push(Waiting {
                    first: self.room,
                    need: Need::default(),
                });
                None
            }
        }
    }

    fn remember(&mut self, position: Position, deduced: Deduced) {
        let Waiting { first, mut need } = self.waiting.pop().unwrap_or_default();
        need.depth += 1;
        self.is_too_large |= usize::from(need.depth) > DEPTH || usize::from(need.room) > ROOM;
        let is_new = self
            .predictions
            .deduced
            .put(self.number(position), deduced, need);
        if let Some((question, answer)) = self.answered.take()
            && is_new
        {
            self.oracle.answered(&question, answer);
        }
        self.found = Some(deduced);
        self.room = first;
        self.add(first, need);
    }

    fn combine(
        &mut self,
        combiner: Combiner,
        position: Position,
        inputs: &[i16],
    ) -> Result<[i32; 2], ImageError> {
        self.oracle.combined(combiner, position, inputs);
        self.predictions.database.combine(combiner, inputs)
    }

    fn is_lost(&mut self, position: Position, odds: i32) -> Result<bool, ImageError> {
        let question = Question::loss(position, odds);
        let answer = self.oracle.is_lost(&question)?;
        self.answered = Some((question, answer));
        Ok(answer)
    }
}
