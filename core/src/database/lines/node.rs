//! Half a step along a line, chosen by the networks' scores or by looks along lines of its own.

use core::task::Poll;

use heapless::Vec;

use super::contest::Contest;
use super::family::Family;
use super::guide::Guide;
use super::memo::{Chosen, HalfStep};
use crate::database::candidates::Candidate;
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::database::plan::{MAX_LINES, MAX_NESTED, Stage};
use crate::game::Position;

/// Stepper that finds the half step from the head of a line.
///
/// A nested choice compares the few best scored half steps by the first stages of the plan, with
/// the plan's own rankers.
#[derive(Clone, Debug)]
pub(super) struct Node {
    head: Position,
    chosen: Chosen,
    family: Family,
    /// The half steps that are compared, and the looks along their lines.
    compared: Vec<HalfStep, MAX_NESTED>,
    contest: Contest,
    task: Task,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// Is the half step remembered?
    Recall,
    /// Which half steps come into question?
    Find,
    /// What is the order of the compared ones?
    Rank,
    /// Which of their lines goes on?
    Next,
    /// Where does it go?
    Follow,
}

impl Node {
    /// A node without a head.
    pub(super) const fn new() -> Node {
        Node {
            head: Position::NONE,
            chosen: Chosen::ByScore,
            family: Family::new(),
            compared: Vec::new(),
            contest: Contest::new(Topic::Loss),
            task: Task::Recall,
        }
    }

    /// Turns to the head of a line; see [`Family::begin`].
    pub(super) fn begin(
        &mut self,
        head: Position,
        is_lost_head: bool,
        may_be_near: bool,
        chosen: Chosen,
    ) {
        self.head = head;
        self.chosen = chosen;
        self.family.begin(head, is_lost_head, may_be_near);
        self.task = Task::Recall;
    }

    /// Goes one step further; `None` if the line is over.
    pub(super) fn step<G: Guide>(
        &mut self,
        guide: &mut G,
    ) -> Result<Poll<Option<HalfStep>>, ImageError> {
        match self.task {
            Task::Recall => {
                let memo = guide.memo();
                if let Some(step) = memo.step(self.head, self.chosen) {
                    return Ok(Poll::Ready(step));
                }
                if self.chosen == Chosen::ByLines {
                    let settings = memo.settings();
                    self.family.want(settings.moves, settings.gap);
                }
                self.task = Task::Find;
            }
            Task::Find => {
                if self.family.step(guide)?.is_ready() {
                    match self.family.found() {
                        [] => return Ok(self.take(None, guide)),
                        &[step] => return Ok(self.take(Some(step), guide)),
                        _ => self.compare(),
                    }
                }
            }
            Task::Rank => {
                self.contest.rank(guide)?;
                let settings = guide.memo().settings();
                let is_done = self.contest.done >= settings.nested;
                if is_done || self.contest.odds(0) >= i32::from(settings.sure) {
                    return Ok(self.take_first(guide));
                }
                self.contest.begin_stage();
                self.task = Task::Next;
            }
            Task::Next => {
                let Some(stage) = self.stage(guide) else {
                    return Err(ImageError::Contradiction);
                };
                match self.contest.next_head(stage, 0) {
                    Some(head) => match guide.memo().step(head, Chosen::ByScore) {
                        Some(step) => self.contest.note(step),
                        None => {
                            let is_lost_head = self.contest.is_lost_head();
                            let may_be_near = self.contest.plies() == 0 && !is_lost_head;
                            self.family.begin(head, is_lost_head, may_be_near);
                            self.task = Task::Follow;
                        }
                    },
                    None if self.contest.has_followed() => {
                        self.contest.end_stage(0);
                        self.task = Task::Rank;
                    }
                    None => return Ok(self.take_first(guide)),
                }
            }
            Task::Follow => {
                if self.family.step(guide)?.is_ready() {
                    let step = self.family.found().first().copied();
                    let head = self.family.head();
                    guide.memo().remember_step(head, Chosen::ByScore, step);
                    self.contest.note(step);
                    self.task = Task::Next;
                }
            }
        }
        Ok(Poll::Pending)
    }

    /// The stage by which the half steps are compared now.
    fn stage<G: Guide>(&self, guide: &mut G) -> Option<Stage> {
        let settings = guide.memo().settings();
        let (plan, _) = guide.plan(self.contest.topic)?;
        let stage = plan.stages().get(usize::from(self.contest.done))?;
        Some(Stage {
            gap: settings.gap,
            cap: u16::MAX,
            lines: MAX_LINES as u8,
            ..*stage
        })
    }

    /// Compares the half steps that were found.
    fn compare(&mut self) {
        self.compared.clear();
        let topic = match self.family.is_lost_head() {
            true => Topic::LongestDelay,
            false => Topic::QuickestWin,
        };
        self.contest.begin(topic);
        for &step in self.family.found() {
            let mut candidate = Candidate::new(step.head);
            candidate.opinion = step.score;
            // There is room: no more are found than are compared.
            let _ = self.compared.push(step);
            let _ = self.contest.candidates.push(candidate);
        }
        self.task = Task::Rank;
    }

    fn take_first<G: Guide>(&mut self, guide: &mut G) -> Poll<Option<HalfStep>> {
        let first = self.contest.candidates.first().map(|first| first.child);
        let mut compared = self.compared.iter();
        let step = compared.find(|step| Some(step.head) == first).copied();
        self.take(step, guide)
    }

    fn take<G: Guide>(&mut self, step: Option<HalfStep>, guide: &mut G) -> Poll<Option<HalfStep>> {
        guide.memo().remember_step(self.head, self.chosen, step);
        self.task = Task::Recall;
        Poll::Ready(step)
    }
}
