//! What the networks say of every position, and the reader's own deductions run on that.
//!
//! A deduction asks for the same positions again and again. On the PC their predictions and
//! standings are kept in tables, by number, and each is found out once; what a deduction does with
//! them is the reader's code.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};
use std::task::Poll;

use dobutsu_core::database::answers::Question;
use dobutsu_core::database::candidates::Candidate;
use dobutsu_core::database::deduction::{DEPTH, Deduction, Opinion, Standing, Witness};
use dobutsu_core::database::evidence::Evidence;
use dobutsu_core::database::lines::Lines;
use dobutsu_core::database::look::is_open;
use dobutsu_core::database::odds::Topic;
use dobutsu_core::database::{Database, ImageError};
use dobutsu_core::game::{Position, Value, safe_children};

use super::guide::TableGuide;
use super::policy::Wins;
use super::tally::{Tally, Work};
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
    /// A standing and how many positions wait for each other below it.
    standings: Vec<AtomicU8>,
    /// How many evaluations a reader that remembers nothing needs for it.
    evaluations: Vec<AtomicU16>,
}

/// A child that comes into question.
pub(crate) struct Choice {
    pub(crate) child: Position,
    /// What the reader asks about it; the last one needs no question.
    pub(crate) question: Option<Question>,
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
            standings: (0..count).map(|_| AtomicU8::new(0)).collect(),
            evaluations: (0..count).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    /// The same for another image with the same networks: all that is known of them stays so.
    pub(crate) fn with(self, database: Database<&'a [u8]>) -> Predictions<'a> {
        Predictions { database, ..self }
    }

    fn opinion(&self, position: Position) -> Result<Opinion, ImageError> {
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

    /// Deduces the standings of an open position and of all it needs, unless they are known.
    /// Takes the answers to questions about losses from `ask`, and calls `asked` with each of
    /// them once, whatever the number of threads that came upon it.
    pub(crate) fn deduce(
        &self,
        number: u32,
        position: Position,
        ask: impl FnMut(&Question) -> Result<bool, ImageError>,
        asked: impl FnMut(&Question, bool),
    ) -> Result<Standing, ImageError> {
        if let Some((standing, _)) = self.standing(number) {
            return Ok(standing);
        }
        let mut deduction = Deduction::new(position);
        let mut ask = ask;
        let mut witness = TableWitness {
            predictions: self,
            ask: |question: &Question, _: &Evidence| ask(question),
            asked,
            answered: None,
            work: vec![Work::default()],
            too_deep: false,
        };
        loop {
            if let Poll::Ready(standing) = deduction.step(&mut witness)? {
                return if witness.too_deep {
                    Err(ImageError::Contradiction)
                } else {
                    Ok(standing)
                };
            }
        }
    }

    /// What a deduction about an open position asks for, if it has to ask.
    pub(crate) fn evidence(&self, position: Position) -> Result<Option<Evidence>, ImageError> {
        let mut deduction = Deduction::new(position);
        let mut evidence = None;
        let mut witness = TableWitness {
            predictions: self,
            ask: |question: &Question, seen: &Evidence| {
                if question.position == position {
                    evidence = Some(*seen);
                }
                Ok(matches!(
                    self.solved.exact(question.position),
                    Value::Loss(_)
                ))
            },
            asked: |_: &Question, _| {},
            answered: None,
            work: vec![Work::default()],
            too_deep: false,
        };
        while deduction.step(&mut witness)?.is_pending() {}
        Ok(evidence)
    }

    fn standing(&self, number: u32) -> Option<(Standing, Work)> {
        let code = self.standings[number as usize].load(Relaxed);
        let standing = Standing::ALL.get(usize::from(code % 8).checked_sub(1)?)?;
        let work = Work {
            height: code / 8,
            evaluations: self.evaluations[number as usize].load(Relaxed),
        };
        Some((*standing, work))
    }

    /// What the deductions so far take.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for number in 0..self.standings.len() as u32 {
            if let Some((_, work)) = self.standing(number) {
                tally.add(work);
            }
        }
        tally
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

    /// The candidates of an open position of this value, in the order in which the reader asks
    /// about them.
    fn ordered(&self, value: Value, position: Position) -> Result<Lines, ImageError> {
        let mut lines = self.lines(value, position);
        let mut guide = TableGuide::new(self);
        while lines.step(&mut guide)?.is_pending() {}
        Ok(lines)
    }

    /// The children that come into question in an open position of this value, in the order in
    /// which the reader asks about them.
    pub(crate) fn choices(
        &self,
        value: Value,
        position: Position,
    ) -> Result<Vec<Choice>, ImageError> {
        let lines = self.ordered(value, position)?;
        let guide = TableGuide::new(self);
        let candidates = lines.candidates().iter().enumerate();
        candidates
            .map(|(number, candidate)| {
                Ok(Choice {
                    child: candidate.child,
                    question: lines.question(number, &guide)?,
                })
            })
            .collect()
    }

    /// Calls `asked` with every question about the move of an open position, and its answer.
    pub(crate) fn ask_choices(
        &self,
        number: u32,
        position: Position,
        wins: &Wins,
        mut asked: impl FnMut(&Question, bool),
    ) -> Result<(), ImageError> {
        let value = self.solved.value_of(number);
        let lines = self.ordered(value, position)?;
        let best = |candidate: &Candidate| self.solved.exact(candidate.child).before() == value;
        let chosen = match (value, wins) {
            (Value::Win(_), Wins::Policy(corrections)) => corrections.choice(number),
            _ if lines.candidates().is_empty() => 0,
            _ => {
                let chosen = lines.candidates().iter().position(best);
                // Neither is a proof wrong, nor is the best candidate ruled out.
                chosen
                    .filter(|&chosen| chosen == 0 || !lines.is_proven())
                    .ok_or(ImageError::Contradiction)?
            }
        };
        let guide = TableGuide::new(self);
        for candidate in 0..=chosen {
            if let Some(question) = lines.question(candidate, &guide)? {
                asked(&question, candidate == chosen);
            }
        }
        Ok(())
    }
}

/// The tables as a deduction asks them.
struct TableWitness<'a, A, B> {
    predictions: &'a Predictions<'a>,
    ask: A,
    asked: B,
    /// What was asked about the position whose standing is found next.
    answered: Option<(Question, bool)>,
    /// What each position on the way down takes.
    work: Vec<Work>,
    /// Whether more positions wait for each other than the reader has room for.
    too_deep: bool,
}

impl<A, B> TableWitness<'_, A, B> {
    fn number(&self, position: Position) -> u32 {
        self.predictions.solved.index().rank(position)
    }

    fn add(&mut self, below: Work) {
        if let Some(work) = self.work.last_mut() {
            work.height = work.height.max(below.height);
            work.evaluations = work.evaluations.saturating_add(below.evaluations);
        }
    }
}

impl<A, B> Witness for TableWitness<'_, A, B>
where
    A: FnMut(&Question, &Evidence) -> Result<bool, ImageError>,
    B: FnMut(&Question, bool),
{
    fn look(&mut self, position: Position) -> Option<Value> {
        let value = self.predictions.solved.value_of(self.number(position));
        (!is_open(value)).then_some(value)
    }

    fn opinion(&mut self, position: Position) -> Result<Opinion, ImageError> {
        self.add(Work {
            height: 0,
            evaluations: 1,
        });
        self.predictions.opinion(position)
    }

    fn recall(&mut self, position: Position) -> Option<Standing> {
        match self.predictions.standing(self.number(position)) {
            Some((standing, work)) => {
                self.add(work);
                Some(standing)
            }
            None => {
                self.work.push(Work::default());
                None
            }
        }
    }

    fn remember(&mut self, position: Position, standing: Standing) {
        let mut work = self.work.pop().unwrap_or_default();
        work.height += 1;
        if self.work.is_empty() {
            // The first position is evaluated by its own deduction, the others by their parents'.
            work.evaluations = work.evaluations.saturating_sub(1);
        }
        self.too_deep |= usize::from(work.height) > DEPTH;
        let code = work.height.min(DEPTH as u8 + 1) << 3 | (standing as u8 + 1);
        let number = self.number(position) as usize;
        self.predictions.evaluations[number].store(work.evaluations, Relaxed);
        let is_new = self.predictions.standings[number].swap(code, Relaxed) == 0;
        if let Some((question, answer)) = self.answered.take()
            && is_new
        {
            (self.asked)(&question, answer);
        }
        self.add(work);
    }

    fn is_lost(&mut self, position: Position, evidence: &Evidence) -> Result<bool, ImageError> {
        let question = self
            .predictions
            .database
            .loss_question(position, evidence)?;
        let answer = (self.ask)(&question, evidence)?;
        self.answered = Some((question, answer));
        Ok(answer)
    }
}
