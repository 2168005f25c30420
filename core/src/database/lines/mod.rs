//! Which of some candidates is best? By looks along the line that each begins, and by proofs.
//!
//! A network's opinion of a candidate is worth more when it is asked about the position where the
//! line from there has come to: the nearer the end, the better it knows. Lines go on in half
//! steps, by what the networks think best: from a lost position to the reply that delays
//! longest, from a won one to the first child that is lost indeed.
//!
//! A [plan](super::plan) says in which stages this is done: each only where the first candidate
//! is not sure enough after the one before, and for the likeliest candidates only. After each
//! stage a ranker scores the candidates anew, from all that was seen. There are three kinds:
//! - half steps that the networks' scores choose;
//! - nested half steps: at each head the few best scored ones are compared by looks along lines
//!   of their own;
//! - a proof, within a budget, of which candidate is best. Where it succeeds nothing is asked of
//!   the image; where it does not, it may still rule candidates out.
//!
//! At last the candidates are asked about in the order of their scores; the asker gives the odds
//! of a yes.
//!
//! All this follows from the position alone, so the image was built with the same questions.
//! Budgets are counted in whole numbers, by what the [memo](Memo) of the choice does not hold.

mod children;
mod contest;
mod family;
mod guide;
mod memo;
mod node;
mod proof;
mod sight;

use core::task::Poll;

pub use self::guide::Guide;
pub use self::memo::Memo;
pub use self::sight::{Asked, Ranked};

use self::contest::Contest;
use self::guide::Paid;
use self::memo::Chosen;
use self::node::Node;
use self::proof::{Proof, Proven};
use super::answers::Question;
use super::candidates::{Candidate, Candidates};
use super::image::ImageError;
use super::odds::Topic;
use super::plan::{Settings, Stage, StageKind};
use crate::game::Position;

/// The way to the order in which the candidates of a position are asked about: one evaluation,
/// one look or one question a step.
///
/// Only one choice at a time may use a memo.
///
/// RAM: 9 KB, of which 3 are the proof's, and the [memo](Memo).
#[derive(Clone, Debug)]
pub struct Lines {
    position: Position,
    contest: Contest,
    node: Node,
    proof: Proof,
    /// Whether the first candidate is proven best.
    is_proven: bool,
    task: Task,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// What does the network think of this candidate?
    Score(u8),
    /// What is the order now, and is it sure enough?
    Rank,
    /// Which line goes on?
    Next,
    /// Where does it go?
    Follow,
    /// Which candidate is proven best?
    Prove,
    /// Nothing is left to do.
    Done,
}

impl Lines {
    /// A choice about nothing: all zero bits, so that a `static` of it takes no flash.
    pub const fn idle() -> Lines {
        Lines {
            position: Position::NONE,
            contest: Contest::new(Topic::Loss),
            node: Node::new(),
            proof: Proof::new(),
            is_proven: false,
            task: Task::Score(0),
        }
    }

    /// No candidates yet, for the best move of a position.
    pub fn new(topic: Topic, position: Position) -> Lines {
        let mut lines = Lines::idle();
        lines.begin(topic, position);
        lines
    }

    /// Starts again without candidates, in place: the chip's stack has no room for a second choice.
    pub fn begin(&mut self, topic: Topic, position: Position) {
        self.position = position;
        self.contest.begin(topic);
        self.is_proven = false;
        self.task = Task::Score(0);
    }

    /// Adds a child that may be the best, canonical; before the first step.
    pub fn add(&mut self, child: Position) {
        let candidates = &mut self.contest.candidates;
        if !candidates.iter().any(|known| known.child == child) {
            // There are no more children than moves.
            let _ = candidates.push(Candidate::new(child));
        }
    }

    /// The candidates, the likeliest first once it is done.
    pub const fn candidates(&self) -> &Candidates {
        &self.contest.candidates
    }

    /// How many stages are done.
    pub const fn stages_done(&self) -> usize {
        self.contest.done as usize
    }

    /// Whether the first candidate is proven to be the best, so that nothing need be asked.
    pub const fn is_proven(&self) -> bool {
        self.is_proven
    }

    /// Goes one step further.
    pub fn step<G: Guide>(&mut self, guide: &mut G) -> Result<Poll<()>, ImageError> {
        match self.task {
            Task::Score(number) => self.score(number, guide)?,
            Task::Rank => self.rank(guide)?,
            Task::Next => self.next(guide)?,
            Task::Follow => {
                if let Poll::Ready(step) = self.node.step(guide)? {
                    self.contest.note(step);
                    self.task = Task::Next;
                }
            }
            Task::Prove => {
                let candidates = &self.contest.candidates;
                match self.proof.step(guide, candidates)? {
                    Poll::Pending => {}
                    Poll::Ready(Proven::Best(best)) => self.settle(usize::from(best)),
                    Poll::Ready(Proven::Known(plies)) => self.rule_out(plies),
                }
            }
            Task::Done => return Ok(Poll::Ready(())),
        }
        Ok(Poll::Pending)
    }

    fn score<G: Guide>(&mut self, number: u8, guide: &mut G) -> Result<(), ImageError> {
        // There is nothing to choose from one.
        if self.contest.candidates.len() < 2 {
            self.task = Task::Done;
            return Ok(());
        }
        let topic = self.contest.topic;
        if number == 0 {
            let plan = guide.plan(topic);
            let settings = plan.map_or(Settings::NONE, |(plan, _)| plan.settings());
            guide.memo().begin(settings);
        }
        self.task = match self.contest.candidates.get_mut(usize::from(number)) {
            Some(candidate) => {
                candidate.opinion = guide.paid_score(topic, candidate.child)?;
                Task::Score(number + 1)
            }
            None => Task::Rank,
        };
        Ok(())
    }

    /// Puts the candidates in order and begins the next stage, if there has to be one.
    fn rank<G: Guide>(&mut self, guide: &mut G) -> Result<(), ImageError> {
        let done = self.stages_done();
        let plan = guide.plan(self.contest.topic);
        if plan.is_none_or(|(plan, _)| plan.has_ranker(done)) {
            self.contest.rank(guide)?;
        }
        let Some(stage) = self.stage(guide) else {
            self.task = Task::Done;
            return Ok(());
        };
        if self.contest.odds(0) >= i32::from(stage.sure) {
            self.task = Task::Done;
            return Ok(());
        }
        let StageKind::Proof { in_all } = stage.kind else {
            self.contest.begin_stage();
            self.task = Task::Next;
            return Ok(());
        };
        if u16::from(self.contest.expected()) > stage.gap {
            self.rule_out(0);
        } else {
            let spent = if in_all { 0 } else { guide.memo().cost() };
            let limit = spent + u32::from(stage.cap);
            self.proof.begin(self.contest.topic, limit);
            self.task = Task::Prove;
        }
        Ok(())
    }

    /// The next stage of the plan.
    fn stage<G: Guide>(&self, guide: &G) -> Option<Stage> {
        let (plan, _) = guide.plan(self.contest.topic)?;
        plan.stages().get(self.stages_done()).copied()
    }

    /// Chooses the next line that goes on in this stage, or ends the stage.
    fn next<G: Guide>(&mut self, guide: &mut G) -> Result<(), ImageError> {
        let Some(stage) = self.stage(guide) else {
            return Err(ImageError::Contradiction);
        };
        let cost = guide.memo().cost();
        self.task = match self.contest.next_head(stage, cost) {
            Some(head) => {
                let chosen = match stage.kind {
                    StageKind::Nested { .. } => Chosen::ByLines,
                    _ => Chosen::ByScore,
                };
                let is_lost_head = self.contest.is_lost_head();
                let may_be_near = self.contest.plies() == 0 && !is_lost_head;
                self.node.begin(head, is_lost_head, may_be_near, chosen);
                Task::Follow
            }
            None if self.contest.has_followed() => {
                self.contest.end_stage(0);
                Task::Rank
            }
            None => Task::Done,
        };
        Ok(())
    }

    /// The candidate with this number is best.
    fn settle(&mut self, best: usize) {
        if let Some(candidate) = self.contest.candidates.get(best).copied() {
            self.contest.candidates.remove(best);
            // There is room: one has just left.
            let _ = self.contest.candidates.insert(0, candidate);
        }
        self.contest.done += 1;
        self.is_proven = true;
        self.task = Task::Done;
    }

    /// Ends a proof that did not succeed, and leaves out what it has ruled out.
    fn rule_out(&mut self, plies: u8) {
        if plies > 0 {
            let mut number = 0;
            let proof = &self.proof;
            self.contest.candidates.retain(|_| {
                number += 1;
                !proof.is_out(number - 1)
            });
        }
        self.contest.pass_lines();
        self.contest.end_stage(plies);
        self.task = Task::Rank;
    }

    /// What the ranker sees of a candidate after the stages done; for what teaches a plan.
    pub fn seen<G: Guide>(&self, candidate: &Candidate, guide: &G) -> Ranked {
        let stages = guide
            .plan(self.contest.topic)
            .map(|(plan, _)| plan.stages());
        let best = self.contest.best_opinion();
        self.contest
            .seen(candidate, best, stages.unwrap_or(&[]), self.stages_done())
    }

    /// What the asker sees of the question whether the candidate with this number is the best;
    /// `None` if that need not be asked.
    pub fn asked<G: Guide>(&self, number: usize, guide: &G) -> Option<Asked> {
        if self.is_proven {
            return None;
        }
        let stages = guide
            .plan(self.contest.topic)
            .map(|(plan, _)| plan.stages());
        self.contest.asked(number, stages.unwrap_or(&[]))
    }

    /// The question whether the best candidate is the one with this number, given that none
    /// before it is; `None` if that need not be asked.
    pub fn question<G: Guide>(
        &self,
        number: usize,
        guide: &G,
    ) -> Result<Option<Question>, ImageError> {
        let Some(inputs) = self.asked(number, guide) else {
            return Ok(None);
        };
        let odds = match guide.plan(self.contest.topic) {
            Some(_) => guide.odds(self.contest.topic, &inputs)?,
            None => self.contest.odds(number),
        };
        Ok(Some(Question {
            topic: self.contest.topic,
            position: self.position.canonical(),
            number: number as u8,
            odds,
        }))
    }
}
