//! What the networks predict of every position, in tables.
//!
//! Deductions and lines ask for the same positions again and again. On the PC predictions and
//! standings are stored by number, and each is found out once; what is done with them is the
//! reader's code.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use dobutsu_core::database::answers::Question;
use dobutsu_core::database::candidates::Candidate;
use dobutsu_core::database::deduction::Opinion;
use dobutsu_core::database::lines::Lines;
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::{Database, ImageError};
use dobutsu_core::game::{Position, Value, safe_children};

use super::deductions::DeducedTable;
use super::guide::TableGuide;
use super::tally::Tally;
use crate::solve::Solved;

/// What the networks of an image say, filled in as it is asked for.
pub(crate) struct Predictions<'a> {
    pub(crate) solved: &'a Solved,
    pub(crate) database: Database<&'a [u8]>,
    opinions: Vec<AtomicU32>,
    /// The scores of the network for wins.
    wins: Vec<AtomicU16>,
    /// The scores of the network for delays.
    delays: Vec<AtomicU16>,
    /// What was deduced.
    pub(super) deduced: DeducedTable,
}

/// Nothing yet; an opinion that happens to be this is found out every time.
const NONE: u32 = u32::MAX;

impl<'a> Predictions<'a> {
    pub(crate) fn new(solved: &'a Solved, database: Database<&'a [u8]>) -> Predictions<'a> {
        let count = solved.index().count();
        Predictions {
            solved,
            database,
            opinions: (0..count).map(|_| AtomicU32::new(NONE)).collect(),
            wins: (0..count).map(|_| AtomicU16::new(NONE as u16)).collect(),
            delays: (0..count).map(|_| AtomicU16::new(NONE as u16)).collect(),
            deduced: DeducedTable::new(count),
        }
    }

    /// The same for another image with the same networks: all that is known of them stays so.
    pub(crate) fn with(self, database: Database<&'a [u8]>) -> Predictions<'a> {
        Predictions { database, ..self }
    }

    /// Forgets what was deduced, because other parameters or another first combiner hold.
    pub(crate) fn forget_deduced(&mut self) {
        self.deduced = DeducedTable::new(self.solved.index().count());
    }

    pub(super) fn opinion(&self, position: Position) -> Result<Opinion, ImageError> {
        let table = &self.opinions[self.solved.index().rank(position) as usize];
        let known = table.load(Relaxed);
        if known != NONE {
            return Ok(Opinion {
                lost: known as i16,
                drawn: (known >> 16) as i16,
            });
        }
        let opinion = self.database.opinion(position)?;
        let packed = u32::from(opinion.drawn as u16) << 16 | u32::from(opinion.lost as u16);
        table.store(packed, Relaxed);
        Ok(opinion)
    }

    pub(super) fn score(
        &self,
        topic: Topic,
        number: u32,
        child: Position,
    ) -> Result<i16, ImageError> {
        let table = match topic {
            Topic::QuickestWin => &self.wins[number as usize],
            _ => &self.delays[number as usize],
        };
        let known = table.load(Relaxed);
        if known != NONE as u16 {
            return Ok(known as i16);
        }
        let score = self.database.score(topic, child)?;
        table.store(score as u16, Relaxed);
        Ok(score)
    }

    /// What the deductions so far take.
    pub(crate) fn tally(&self) -> Tally {
        self.deduced.tally()
    }

    /// The candidates of an open position of this value, as the reader finds them; none where it
    /// asks nothing.
    pub(crate) fn lines(&self, value: Value, position: Position) -> Lines {
        let topic = match value {
            Value::Loss(_) => Topic::LongestDelay,
            _ => Topic::QuickestWin,
        };
        let mut lines = Lines::new(topic, position);
        if !matches!(value, Value::Draw | Value::Win(5)) {
            for child in safe_children(position) {
                let comes_into_question = match self.solved.exact(child) {
                    Value::Loss(plies) => plies > 4 && topic == Topic::QuickestWin,
                    Value::Win(plies) => plies > 4 && topic == Topic::LongestDelay,
                    Value::Draw => false,
                };
                if comes_into_question {
                    lines.add(child.canonical());
                }
            }
        }
        lines
    }

    /// Calls `asked` with every question about the move of an open position, and its answer.
    pub(crate) fn ask_choices(
        &self,
        number: u32,
        position: Position,
        mut asked: impl FnMut(&Question, bool),
    ) -> Result<(), ImageError> {
        let value = self.solved.value_of(number);
        let mut lines = self.lines(value, position);
        let mut guide = TableGuide::new(self);
        while lines.step(&mut guide)?.is_pending() {}
        let best = |candidate: &Candidate| self.solved.exact(candidate.child).before() == value;
        if lines.candidates().is_empty() {
            return Ok(());
        }
        // Neither is a proof wrong, nor is the best candidate ruled out.
        let chosen = lines.candidates().iter().position(best);
        let chosen = chosen
            .filter(|&chosen| chosen == 0 || !lines.is_proven())
            .ok_or(ImageError::Contradiction)?;
        for candidate in 0..=chosen {
            if let Some(question) = lines.question(candidate, &guide)? {
                asked(&question, candidate == chosen);
            }
        }
        Ok(())
    }
}
