//! Half a step along a line: which child of a head comes next.
//!
//! - From a *lost* head, the reply that delays longest by the network's score, of those that do
//!   not lose their win within five plies.
//! - From a *won* head, the first of its children in the order of the network's scores, the
//!   quickest loss first, that is lost indeed.

use core::task::Poll;

use heapless::Vec;

use super::children::{Child, Children};
use super::guide::{Guide, Paid};
use super::memo::HalfStep;
use crate::database::image::ImageError;
use crate::database::plan::MAX_NESTED;
use crate::game::{MAX_MOVES, Position};

/// A number of one among the inputs of rankers.
pub(super) const BIT: i16 = 1 << 8;
/// A lead of more than this counts as this.
const LEAD: i16 = 6 * BIT;

/// Stepper that finds the half steps that come into question at the head of a line: one look, one
/// evaluation or one question a step.
#[derive(Clone, Debug)]
pub(super) struct Family {
    head: Position,
    is_lost_head: bool,
    /// The most half steps wanted, and how far behind the first they may score.
    most: u8,
    gap: u16,
    children: Vec<Child, MAX_MOVES>,
    found: Vec<HalfStep, MAX_NESTED>,
    task: Task,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    Done,
    /// Is the head won in five? The number of its child.
    Near(u8),
    /// Which children are open? The number of the next one in the list.
    Open(u8),
    /// What does the network think of this child?
    Score(u8),
    /// Is this child lost?
    Ask(u8),
    /// Is this reply won in five? The numbers of the reply and of its child.
    Reply(u8, u8),
}

impl Family {
    /// No family.
    pub(super) const fn new() -> Family {
        Family {
            head: Position::NONE,
            is_lost_head: false,
            most: 0,
            gap: 0,
            children: Vec::new(),
            found: Vec::new(),
            task: Task::Done,
        }
    }

    /// Turns to the head of a line; `may_be_near` if it may be won in five plies.
    pub(super) fn begin(&mut self, head: Position, is_lost_head: bool, may_be_near: bool) {
        self.head = head;
        self.is_lost_head = is_lost_head;
        self.most = 1;
        self.gap = 0;
        self.children.clear();
        self.found.clear();
        self.task = Task::Near(0);
        if !may_be_near {
            self.list();
        }
    }

    /// Asks for several half steps: at most this many, none further behind the first than `gap`.
    pub(super) fn want(&mut self, most: u8, gap: u16) {
        self.most = most.clamp(1, MAX_NESTED as u8);
        self.gap = gap;
    }

    /// The head.
    pub(super) const fn head(&self) -> Position {
        self.head
    }

    /// Whether the head is lost, else it is won.
    pub(super) const fn is_lost_head(&self) -> bool {
        self.is_lost_head
    }

    /// The half steps found, the best score first; none if the line is over.
    pub(super) fn found(&self) -> &[HalfStep] {
        &self.found
    }

    /// Goes one step further.
    pub(super) fn step<G: Guide>(&mut self, guide: &mut G) -> Result<Poll<()>, ImageError> {
        match self.task {
            Task::Near(number) => match guide.paid_near(self.head, number) {
                Poll::Pending => self.task = Task::Near(number + 1),
                Poll::Ready(true) => self.task = Task::Done,
                Poll::Ready(false) => self.list(),
            },
            Task::Open(number) => {
                self.task = match self.children().open(number, guide) {
                    Some(next) => Task::Open(next),
                    None => Task::Score(0),
                };
            }
            Task::Score(number) => {
                self.task = match self.children().score(number, guide)? {
                    Some(next) => Task::Score(next),
                    // Only an image that was not built so sends a line here.
                    None if self.children.is_empty() => return Err(ImageError::Contradiction),
                    None if self.is_lost_head => Task::Reply(0, 0),
                    None => Task::Ask(0),
                };
            }
            Task::Ask(number) => self.ask(usize::from(number), guide)?,
            Task::Reply(reply, number) => match self.children.get(usize::from(reply)) {
                None => self.task = Task::Done,
                Some(child) => match guide.paid_near(child.position, number) {
                    Poll::Pending => self.task = Task::Reply(reply, number + 1),
                    Poll::Ready(true) => self.task = Task::Reply(reply + 1, 0),
                    Poll::Ready(false) => self.take(usize::from(reply)),
                },
            },
            Task::Done => return Ok(Poll::Ready(())),
        }
        Ok(Poll::Pending)
    }

    fn children(&mut self) -> Children<'_, MAX_MOVES> {
        Children {
            list: &mut self.children,
            first: 0,
            parent: self.head,
            is_lost: self.is_lost_head,
        }
    }

    /// Lists the children of the head.
    fn list(&mut self) {
        // There are no more children than moves.
        self.children().fill();
        self.task = Task::Open(0);
    }

    /// Asks whether a child of a won head is lost; if no other is, the last one must be.
    fn ask<G: Guide>(&mut self, number: usize, guide: &mut G) -> Result<(), ImageError> {
        let Some(child) = self.children.get(number) else {
            self.task = Task::Done;
            return Ok(());
        };
        let is_last = number + 1 == self.children.len() && self.found.is_empty();
        let is_lost = match is_last {
            true => true,
            false => match guide.paid_lost(child.position)? {
                Poll::Ready(is_lost) => is_lost,
                Poll::Pending => return Ok(()),
            },
        };
        if is_lost {
            self.take(number);
        } else {
            self.next(number + 1);
        }
        Ok(())
    }

    /// Takes the child with this number as a half step.
    fn take(&mut self, number: usize) {
        let Some(child) = self.children.get(number) else {
            self.task = Task::Done;
            return;
        };
        let is_first = self.found.is_empty();
        let (score, lead, spread) = if self.is_lost_head {
            let best = self.children.first().map_or(child.score, |best| best.score);
            let is_only = is_first && self.most == 1;
            let score = if is_only { best } else { child.score };
            (score, self.behind(0), self.children.len() as i16 * BIT)
        } else {
            (child.score, number as i16 * BIT, self.behind(number))
        };
        // There is room for as many as are wanted.
        let _ = self.found.push(HalfStep {
            head: child.position,
            score,
            lead,
            spread,
        });
        self.next(number + 1);
    }

    /// Goes on with the child with this number, if more half steps are wanted.
    fn next(&mut self, number: usize) {
        let scores = self.found.first().zip(self.children.get(number));
        let is_far = scores.is_none_or(|(first, child)| {
            i32::from(first.score) - i32::from(child.score) > i32::from(self.gap)
        });
        let is_enough = self.found.len() >= usize::from(self.most);
        self.task = if !self.found.is_empty() && (is_enough || is_far) {
            Task::Done
        } else if self.is_lost_head {
            Task::Reply(number as u8, 0)
        } else {
            Task::Ask(number as u8)
        };
    }

    /// How far the child after this one is behind it in the network's score.
    fn behind(&self, number: usize) -> i16 {
        match self.children.get(number..number + 2) {
            Some([this, next]) => this.score.saturating_sub(next.score).min(LEAD),
            _ => LEAD,
        }
    }
}
