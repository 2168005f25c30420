//! Candidates, the lines that begin with them, and their order by what the lines show.

use heapless::Vec;

use super::family::BIT;
use super::guide::Guide;
use super::memo::HalfStep;
use super::sight::expected_plies;
use crate::database::candidates::{Candidates, sort_candidates};
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::database::plan::{MAX_LINES, MAX_STAGES, Stage, StageKind};
use crate::game::Position;

/// Candidates whose lines are followed stage by stage.
///
/// RAM: 24 bytes for each of 40 candidates and 120 for each of eight lines.
#[derive(Clone, Debug)]
pub(super) struct Contest {
    pub(super) topic: Topic,
    pub(super) candidates: Candidates,
    pub(super) lines: Vec<Line, MAX_LINES>,
    /// Stages done.
    pub(super) done: u8,
    /// For how many plies proofs found nothing, after each stage done.
    pub(super) known: [u8; MAX_STAGES],
    /// In the present stage: the candidate after the one whose line is being followed, how many
    /// lines were followed, half steps left on the present one, and the value that the others are
    /// compared with.
    place: u8,
    followed: u8,
    left: u8,
    reference: Option<i16>,
}

/// How far the line of a candidate has been followed.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Where it has come to; `None` once it is over.
    pub(super) head: Option<Position>,
    /// Half steps gone.
    pub(super) plies: u8,
    /// How many plies the candidate is expected to last.
    pub(super) expected: u8,
    /// What each stage showed; `None` if the line was not followed in it.
    pub(super) looks: Vec<Option<Look>, MAX_STAGES>,
}

/// What a stage showed of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The line ends so soon that looking ahead sees it.
    pub(super) is_over: bool,
    /// How good the network thinks the new head is for the candidate, against others; for a line
    /// that is over its half steps, in quarters.
    pub(super) value: i16,
    /// See [`HalfStep`].
    pub(super) lead: i16,
    pub(super) spread: i16,
}

impl Contest {
    /// No candidates yet.
    pub(super) const fn new(topic: Topic) -> Contest {
        Contest {
            topic,
            candidates: Candidates::new(),
            lines: Vec::new(),
            done: 0,
            known: [0; MAX_STAGES],
            place: 0,
            followed: 0,
            left: 0,
            reference: None,
        }
    }

    /// Starts again without candidates.
    pub(super) fn begin(&mut self, topic: Topic) {
        self.topic = topic;
        self.candidates.clear();
        self.lines.clear();
        self.done = 0;
        self.known = [0; MAX_STAGES];
    }

    /// Puts the candidates in order by what the stages done have shown.
    pub(super) fn rank<G: Guide>(&mut self, guide: &G) -> Result<(), ImageError> {
        let done = usize::from(self.done);
        let best = self.best_opinion();
        for number in 0..self.candidates.len() {
            let Some(candidate) = self.candidates.get(number) else {
                break;
            };
            let score = match guide.plan(self.topic) {
                Some((plan, _)) => {
                    let seen = self.seen(candidate, best, plan.stages(), done);
                    guide.rank(self.topic, done, &seen)?
                }
                None => i32::from(candidate.opinion),
            };
            if let Some(candidate) = self.candidates.get_mut(number) {
                candidate.score = score;
            }
        }
        sort_candidates(&mut self.candidates);
        Ok(())
    }

    /// Begins a stage that follows lines.
    pub(super) fn begin_stage(&mut self) {
        self.place = 0;
        self.followed = 0;
        self.left = 0;
        self.reference = None;
    }

    /// The head of the next line that goes on in this stage; `None` at the end of the stage.
    pub(super) fn next_head(&mut self, stage: Stage, cost: u32) -> Option<Position> {
        if self.left > 0 {
            self.left -= 1;
            return self.line()?.head;
        }
        let most = stage.lines.clamp(2, MAX_LINES as u8);
        let best = self.candidates.first().map_or(0, |first| first.score);
        let (steps, restarts) = match stage.kind {
            StageKind::Nested { steps, restarts } => (steps, restarts),
            _ => (1, false),
        };
        let done = usize::from(self.done);
        while let Some(candidate) = self.candidates.get_mut(usize::from(self.place)) {
            let is_far = best - candidate.score > i32::from(stage.gap);
            if self.followed >= most
                || self.followed >= 2 && is_far
                || self.followed >= 1 && cost > u32::from(stage.cap)
            {
                break;
            }
            self.place += 1;
            if done == 0 || restarts && candidate.line.is_none() {
                let line = Line {
                    head: None,
                    plies: 0,
                    expected: 0,
                    looks: Vec::new(),
                };
                if self.lines.push(line).is_ok() {
                    candidate.line = Some(self.lines.len() as u8 - 1);
                }
            }
            let child = candidate.child;
            let Some(line) = self.line() else {
                continue;
            };
            if done == 0 || restarts {
                line.head = Some(child);
                line.plies = 0;
                while line.looks.len() < done && line.looks.push(None).is_ok() {}
            }
            // A line that was left behind stays behind.
            if line.head.is_some() && line.looks.len() == done {
                let head = line.head;
                self.followed += 1;
                self.left = steps.saturating_sub(1);
                return head;
            }
        }
        None
    }

    /// Whether the stage that has ended followed any line.
    pub(super) const fn has_followed(&self) -> bool {
        self.followed > 0
    }

    /// Ends a stage; lines that a proof passed by do not fall behind.
    pub(super) fn end_stage(&mut self, known: u8) {
        let done = usize::from(self.done);
        if let Some(place) = self.known.get_mut(done) {
            *place = known;
        }
        self.done += 1;
    }

    /// Keeps up the lines that a proof passed by.
    pub(super) fn pass_lines(&mut self) {
        let done = usize::from(self.done);
        for line in &mut self.lines {
            if line.looks.len() == done {
                let _ = line.looks.push(None);
            }
        }
    }

    /// How many plies the first candidate is expected to last, as far as its line shows; 0 if it
    /// was not followed.
    pub(super) fn expected(&self) -> u8 {
        let first = self.candidates.first().and_then(|first| first.line);
        let line = first.and_then(|line| self.lines.get(usize::from(line)));
        line.map_or(0, |line| line.expected)
    }

    /// Whether the head of the present line is a lost position; else it is won.
    pub(super) fn is_lost_head(&mut self) -> bool {
        let is_even = self.plies().is_multiple_of(2);
        (self.topic == Topic::QuickestWin) == is_even
    }

    /// Half steps gone along the present line.
    pub(super) fn plies(&mut self) -> u8 {
        self.line().map_or(0, |line| line.plies)
    }

    /// The line that is being followed.
    fn line(&mut self) -> Option<&mut Line> {
        let present = usize::from(self.place).checked_sub(1)?;
        let number = self.candidates.get(present)?.line?;
        self.lines.get_mut(usize::from(number))
    }

    /// Takes note of a half step from the present head, or of the line's end.
    pub(super) fn note(&mut self, step: Option<HalfStep>) {
        let is_lost_head = self.is_lost_head();
        let is_last = self.left == 0 || step.is_none();
        let look = match step {
            _ if !is_last => None,
            Some(step) => {
                // A long delay is bad for the side that wins, a quick win for the one that loses.
                let is_good = is_lost_head != (self.topic == Topic::QuickestWin);
                let value = if is_good {
                    step.score
                } else {
                    step.score.saturating_neg()
                };
                let reference = *self.reference.get_or_insert(value);
                Some(Look {
                    is_over: false,
                    value: value.saturating_sub(reference),
                    lead: step.lead,
                    spread: step.spread,
                })
            }
            None => Some(Look {
                is_over: true,
                value: i16::from(self.plies()) * (BIT / 4),
                lead: 0,
                spread: 0,
            }),
        };
        if is_last {
            self.left = 0;
        }
        let Some(line) = self.line() else { return };
        match step {
            Some(step) => {
                line.head = Some(step.head);
                line.plies = line.plies.saturating_add(1);
                let rest = expected_plies(step.score, is_lost_head);
                line.expected = line.plies.saturating_add(rest);
            }
            None => {
                line.head = None;
                let rest = if is_lost_head { 6 } else { 5 };
                line.expected = line.plies.saturating_add(rest);
            }
        }
        if is_last {
            let _ = line.looks.push(look);
        }
    }
}
