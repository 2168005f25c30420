//! Exact proofs of short wins: which candidate is best, if that can be found out at a fair cost.
//!
//! Iterative deepening asks "lost within n plies?" of positions that lose, and "won within n?" of
//! those that win. The networks order the moves; four plies are looked ahead at the leaves, and
//! from eight plies on the image is asked which moves win at all.

use core::task::Poll;

use heapless::Vec;

use super::children::{Child, Children};
use super::guide::{Guide, Paid};
use crate::database::candidates::Candidate;
use crate::database::image::ImageError;
use crate::database::odds::Topic;
use crate::game::Position;

/// The most positions that wait for each other.
const DEPTH: usize = 24;
/// The most plies in which a proof may end.
const MOST_PLIES: u8 = DEPTH as u8 + 4;
/// The most children of all positions that wait.
const ROOM: usize = 160;

/// Stepper that tries to prove which candidate is best: one look, one evaluation or one question
/// a step.
///
/// RAM: 24 bytes for each of 24 positions and 16 for each of 160 children, 3.1 KB.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    topic: Topic,
    /// The plies within which the end is looked for.
    plies: u8,
    /// What the choice may have cost at most.
    limit: u32,
    /// The number of the candidate that is being asked about.
    candidate: u8,
    /// The candidates that end within these plies, and those that are proven not to be best, by
    /// their numbers.
    proven: u64,
    out: u64,
    stack: Vec<Frame, DEPTH>,
    children: Vec<Child, ROOM>,
    /// The answer about the candidate, once it is known.
    answer: Answer,
}

/// What a proof has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proven {
    /// The candidate with this number is best.
    Best(u8),
    /// Nothing, but that no candidate ends within fewer plies than this that is not ruled out.
    Known(u8),
}

/// A position that waits for an answer.
#[derive(Clone, Copy, Debug)]
struct Frame {
    position: Position,
    /// Does it end within this many plies?
    plies: u8,
    is_won: bool,
    /// Its first child, and the number of the present one.
    first: u8,
    number: u8,
    task: Task,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    /// Is the answer known?
    Enter,
    /// Is it won in five? The number of its child.
    Near(u8),
    /// Is the present child open?
    Open,
    /// Is the present reply won in five? The number of its child.
    Reply(u8),
    /// What does the network think of the present child?
    Score,
    /// Is it worth a try?
    Ask,
    /// The answer about it is being found out.
    Wait,
    /// It is known.
    Answered(bool),
}

/// The answer about a candidate. An `Option` that is `None` would not be all zero bits.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
enum Answer {
    Unknown,
    Known(bool),
}

/// What came of a step.
enum Step {
    Further,
    Down(Position),
    Answer(bool),
    /// The limit is reached, or the room.
    Stop,
}

impl Proof {
    /// No proof.
    pub(super) const fn new() -> Proof {
        Proof {
            topic: Topic::Loss,
            plies: 0,
            limit: 0,
            candidate: 0,
            proven: 0,
            out: 0,
            stack: Vec::new(),
            children: Vec::new(),
            answer: Answer::Unknown,
        }
    }

    /// Turns to new candidates; stops once the choice has cost more than `limit`.
    pub(super) fn begin(&mut self, topic: Topic, limit: u32) {
        self.topic = topic;
        self.plies = if self.is_delay() { 5 } else { 6 };
        self.limit = limit;
        self.candidate = 0;
        self.proven = 0;
        self.out = 0;
        self.stack.clear();
        self.children.clear();
        self.answer = Answer::Unknown;
    }

    /// Whether the candidate with this number is proven not to be best.
    pub(super) fn is_out(&self, number: usize) -> bool {
        has(self.out, number)
    }

    fn is_delay(&self) -> bool {
        self.topic == Topic::LongestDelay
    }

    /// Goes one step further with these candidates, always the same in the same order.
    pub(super) fn step<G: Guide>(
        &mut self,
        guide: &mut G,
        candidates: &[Candidate],
    ) -> Result<Poll<Proven>, ImageError> {
        let Some(&frame) = self.stack.last() else {
            return Ok(self.next_candidate(candidates));
        };
        match self.advance(frame, guide)? {
            Step::Further => {}
            Step::Down(child) => {
                if !self.push(child, frame.plies - 1, !frame.is_won) {
                    return Ok(Poll::Ready(Proven::Known(self.plies)));
                }
            }
            Step::Answer(answer) => {
                let memo = guide.memo();
                memo.remember_end(frame.position, frame.plies, answer);
                self.children.truncate(usize::from(frame.first));
                self.stack.pop();
                match self.stack.last_mut() {
                    Some(parent) => parent.task = Task::Answered(answer),
                    None => self.answer = Answer::Known(answer),
                }
            }
            Step::Stop => return Ok(Poll::Ready(Proven::Known(self.plies))),
        }
        Ok(Poll::Pending)
    }

    /// Takes the answer about a candidate, and asks about the next one.
    fn next_candidate(&mut self, candidates: &[Candidate]) -> Poll<Proven> {
        if let Answer::Known(answer) = self.answer {
            self.answer = Answer::Unknown;
            let number = self.candidate;
            self.candidate += 1;
            if answer && !self.is_delay() {
                return Poll::Ready(Proven::Best(number));
            }
            if answer {
                self.proven |= 1 << number;
            }
            // All others end sooner: the last one needs no proof.
            let mut left = self.left(candidates).filter(|&n| !has(self.proven, n));
            if self.is_delay()
                && let (Some(only), None) = (left.next(), left.next())
                && only <= usize::from(number)
            {
                return Poll::Ready(Proven::Best(only as u8));
            }
        }
        while self.is_out(usize::from(self.candidate)) {
            self.candidate += 1;
        }
        let Some(candidate) = candidates.get(usize::from(self.candidate)) else {
            return self.deepen(candidates);
        };
        let is_pushed = self.push(candidate.child, self.plies, self.is_delay());
        match is_pushed {
            true => Poll::Pending,
            false => Poll::Ready(Proven::Known(self.plies)),
        }
    }

    /// The numbers of the candidates that are not ruled out.
    fn left(&self, candidates: &[Candidate]) -> impl Iterator<Item = usize> {
        let out = self.out;
        (0..candidates.len()).filter(move |&number| !has(out, number))
    }

    /// Draws the conclusions from the answers about all candidates, and looks two plies deeper.
    fn deepen(&mut self, candidates: &[Candidate]) -> Poll<Proven> {
        if self.is_delay() {
            let first = self.left(candidates).next().unwrap_or(0);
            if self.left(candidates).all(|number| has(self.proven, number)) {
                return Poll::Ready(Proven::Best(first as u8));
            }
            self.out |= self.proven;
            self.proven = 0;
            let mut left = self.left(candidates);
            if let (Some(only), None) = (left.next(), left.next()) {
                return Poll::Ready(Proven::Best(only as u8));
            }
        }
        self.candidate = 0;
        self.plies += 2;
        if self.plies > MOST_PLIES {
            return Poll::Ready(Proven::Known(self.plies));
        }
        Poll::Pending
    }

    /// Asks about a position; `false` if there is no room.
    fn push(&mut self, position: Position, plies: u8, is_won: bool) -> bool {
        let frame = Frame {
            position,
            plies,
            is_won,
            first: self.children.len() as u8,
            number: 0,
            task: Task::Enter,
        };
        self.stack.push(frame).is_ok()
    }

    /// Goes one step further with the position on top of the stack.
    fn advance<G: Guide>(&mut self, mut frame: Frame, guide: &mut G) -> Result<Step, ImageError> {
        let present = usize::from(frame.first) + usize::from(frame.number);
        let step = match frame.task {
            Task::Enter => {
                let memo = guide.memo();
                if let Some(answer) = memo.ends_within(frame.position, frame.plies) {
                    Step::Answer(answer)
                } else if memo.cost() > self.limit {
                    Step::Stop
                } else {
                    // Each position counts, so that no proof goes on for ever.
                    memo.spend(memo.settings().look.max(1));
                    frame.task = Task::Open;
                    if frame.is_won && self.stack.len() == 1 {
                        frame.task = Task::Near(0);
                    }
                    match self.children(&frame).fill() {
                        true => Step::Further,
                        false => Step::Stop,
                    }
                }
            }
            Task::Near(number) => match guide.paid_near(frame.position, number) {
                Poll::Pending => {
                    frame.task = Task::Near(number + 1);
                    Step::Further
                }
                Poll::Ready(true) => Step::Answer(true),
                Poll::Ready(false) if frame.plies < 7 => Step::Answer(false),
                Poll::Ready(false) => {
                    frame.task = Task::Open;
                    Step::Further
                }
            },
            Task::Open => {
                let next = self.children(&frame).open(frame.number, guide);
                frame.number = next.unwrap_or(0);
                if next.is_none() {
                    frame.task = match frame.is_won {
                        true => Task::Score,
                        false => Task::Reply(0),
                    };
                }
                Step::Further
            }
            Task::Reply(number) => match self.children.get(present) {
                None if frame.plies == 6 => Step::Answer(true),
                None => {
                    frame.number = 0;
                    frame.task = Task::Score;
                    Step::Further
                }
                Some(child) => match guide.paid_near(child.position, number) {
                    Poll::Pending => {
                        frame.task = Task::Reply(number + 1);
                        Step::Further
                    }
                    Poll::Ready(false) if frame.plies == 6 => Step::Answer(false),
                    Poll::Ready(is_near) => {
                        frame.task = Task::Reply(0);
                        if is_near {
                            self.children.swap_remove(present);
                        } else {
                            frame.number += 1;
                        }
                        Step::Further
                    }
                },
            },
            Task::Score => {
                // There is nothing to choose from one.
                let next = match self.is_only(&frame) {
                    true => None,
                    false => self.children(&frame).score(frame.number, guide)?,
                };
                frame.number = next.unwrap_or(0);
                if next.is_none() {
                    frame.task = Task::Ask;
                }
                Step::Further
            }
            Task::Ask => self.ask(&mut frame, present, guide)?,
            Task::Wait => return Err(ImageError::Contradiction),
            Task::Answered(answer) => {
                if answer == frame.is_won {
                    // A child that loses wins; a reply that holds out holds out.
                    Step::Answer(answer)
                } else {
                    frame.number += 1;
                    frame.task = Task::Ask;
                    Step::Further
                }
            }
        };
        if let Some(top) = self.stack.last_mut() {
            *top = frame;
        }
        Ok(step)
    }

    /// The children of the position on top of the stack.
    fn children(&mut self, frame: &Frame) -> Children<'_, ROOM> {
        Children {
            list: &mut self.children,
            first: usize::from(frame.first),
            parent: frame.position,
            is_lost: !frame.is_won,
        }
    }

    /// Whether there is only one of them.
    fn is_only(&self, frame: &Frame) -> bool {
        self.children.len() == usize::from(frame.first) + 1
    }

    /// Goes down to the present child, unless it is known that this leads nowhere.
    fn ask<G: Guide>(
        &mut self,
        frame: &mut Frame,
        present: usize,
        guide: &mut G,
    ) -> Result<Step, ImageError> {
        let Some(child) = self.children.get(present) else {
            return Ok(Step::Answer(!frame.is_won));
        };
        if frame.is_won && frame.plies > 7 && !self.is_only(frame) {
            match guide.paid_lost(child.position)? {
                Poll::Pending => return Ok(Step::Further),
                Poll::Ready(true) => {}
                Poll::Ready(false) => {
                    frame.number += 1;
                    return Ok(Step::Further);
                }
            }
        }
        frame.task = Task::Wait;
        Ok(Step::Down(child.position))
    }
}

fn has(set: u64, number: usize) -> bool {
    set >> number.min(63) & 1 == 1
}
