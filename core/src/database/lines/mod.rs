//! Which of some candidates is best? By looks along the line that each begins.
//!
//! A network's opinion of a candidate is worth more when it is asked about the position where the
//! line from there has come to, for the nearer the end the better it knows. Lines go on in half
//! steps, by what the networks think best:
//! - from a *lost* position, to the reply that delays longest of those that do not lose their
//!   win within five plies;
//! - from a *won* position, to the first of its children, the likeliest to lose quickest first,
//!   that is lost indeed.
//!
//! A [plan](super::plan) says in which stages this is done: each only where the first candidate
//! is not sure enough after the one before, and for the likeliest candidates only. After each
//! stage a ranker scores the candidates anew, from all that was seen. At last the candidates are
//! asked about in the order of their scores; the asker gives the odds of a yes.
//!
//! All this follows from the position alone, so the image was built with the same questions.

mod guide;
mod sight;

use core::task::Poll;

use heapless::Vec;

pub use self::guide::{Guide, LOSS_COST};

use super::candidates::{Candidate, Candidates, sort_candidates, sort_few};
use super::image::ImageError;
use super::odds::Topic;
use super::plan::{MAX_LINES, MAX_STAGES, Stage};
use crate::game::{MAX_MOVES, Position, safe_children};

/// The way to the order in which the candidates of a position are asked about: one evaluation or
/// one look a step.
///
/// RAM: 16 bytes for each of 40 candidates and 40 children of one position, and 88 for each of
/// eight lines.
#[derive(Clone, Debug)]
pub struct Lines {
    topic: Topic,
    position: Position,
    candidates: Candidates,
    lines: Vec<Line, MAX_LINES>,
    /// Stages done.
    done: u8,
    /// What they cost.
    cost: u16,
    task: Task,
    /// In the present stage: the candidate after the one whose line is being followed, how many
    /// were followed, and the value that the others are compared with.
    place: u8,
    followed: u8,
    reference: Option<i16>,
    /// The children of the present line's head.
    family: Vec<Member, MAX_MOVES>,
}

/// How far the line of a candidate has been followed.
#[derive(Clone, Debug)]
struct Line {
    /// Where it has come to; `None` once it is over.
    head: Option<Position>,
    looks: Vec<Look, MAX_STAGES>,
}

/// What a stage showed.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The line ends so soon that looking ahead sees it.
    is_over: bool,
    /// How good the network thinks the new head is for the candidate, against others.
    value: i16,
    /// From a lost position: how far the next reply is behind. From a won one: how many children
    /// were thought likelier and are not lost.
    lead: i16,
    /// From a lost position: how many replies. From a won one: how far the next child is behind.
    spread: i16,
}

/// A child of a line's head, and its network's opinion.
#[derive(Clone, Copy, Debug)]
struct Member {
    child: Position,
    score: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// What does the network think of this candidate?
    Score(u8),
    /// What is the order now, and is it sure enough?
    Rank,
    /// Which line goes on?
    Next,
    /// Is the candidate won in five? The number of its child.
    Near(u8),
    /// What does the network think of this child of the head?
    Weigh(u8),
    /// Is this child lost?
    Ask(u8),
    /// Is this reply won in five? The numbers of the reply and of its child.
    Follow(u8, u8),
    /// Nothing is left to do.
    Done,
}

/// A bit among inputs, or a count of one.
const BIT: i16 = 1 << 8;
/// A lead of more than this is as good as any.
const LEAD: i16 = 6 * BIT;

impl Lines {
    /// No candidates yet, for the best move of a position.
    pub const fn new(topic: Topic, position: Position) -> Lines {
        Lines {
            topic,
            position,
            candidates: Candidates::new(),
            lines: Vec::new(),
            done: 0,
            cost: 0,
            task: Task::Score(0),
            place: 0,
            followed: 0,
            reference: None,
            family: Vec::new(),
        }
    }

    /// Adds a child that may be the best, canonical; before the first step.
    pub fn add(&mut self, child: Position) {
        if !self.candidates.iter().any(|known| known.child == child) {
            // There are no more children than moves.
            let _ = self.candidates.push(Candidate::new(child));
        }
    }

    /// The candidates, the likeliest first once it is done.
    pub const fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// How many stages are done.
    pub const fn stages_done(&self) -> usize {
        self.done as usize
    }

    /// Ranks once more if it is done: a plan that is being made goes further now.
    pub fn reopen(&mut self) {
        if self.task == Task::Done {
            self.task = Task::Rank;
        }
    }

    /// Goes one step further.
    pub fn step<G: Guide>(&mut self, guide: &mut G) -> Result<Poll<()>, ImageError> {
        match self.task {
            Task::Score(number) => self.score(usize::from(number), guide)?,
            Task::Rank => self.rank(guide)?,
            Task::Next => self.next(guide)?,
            Task::Near(number) => {
                let Some(head) = self.head() else {
                    return Err(ImageError::Contradiction);
                };
                match guide.is_near(head, number) {
                    Poll::Pending => self.task = Task::Near(number + 1),
                    Poll::Ready(true) => self.end_line(),
                    Poll::Ready(false) => self.list(),
                }
            }
            Task::Weigh(number) => self.weigh(usize::from(number), guide)?,
            Task::Ask(number) => self.ask(usize::from(number), guide)?,
            Task::Follow(reply, number) => match self.family.get(usize::from(reply)) {
                None => self.end_line(),
                Some(&Member { child, .. }) => match guide.is_near(child, number) {
                    Poll::Pending => self.task = Task::Follow(reply, number + 1),
                    Poll::Ready(true) => self.task = Task::Follow(reply + 1, 0),
                    Poll::Ready(false) => self.follow_reply(child),
                },
            },
            Task::Done => return Ok(Poll::Ready(())),
        }
        Ok(Poll::Pending)
    }

    fn score<G: Guide>(&mut self, number: usize, guide: &mut G) -> Result<(), ImageError> {
        // There is nothing to choose from one.
        if self.candidates.len() < 2 {
            self.task = Task::Done;
            return Ok(());
        }
        self.task = match self.candidates.get_mut(number) {
            Some(candidate) => {
                candidate.opinion = guide.score(self.topic, candidate.child)?;
                self.cost += 1;
                Task::Score(number as u8 + 1)
            }
            None => Task::Rank,
        };
        Ok(())
    }

    /// Puts the candidates in order and begins the next stage, if there has to be one.
    fn rank<G: Guide>(&mut self, guide: &mut G) -> Result<(), ImageError> {
        let stages = guide.stages(self.topic);
        for number in 0..self.candidates.len() {
            let score = match stages {
                Some(_) => {
                    let seen = self.seen(&self.candidates[number], self.stages_done());
                    guide.rank(self.topic, self.stages_done(), &seen)?
                }
                None => i32::from(self.candidates[number].opinion),
            };
            self.candidates[number].score = score;
        }
        sort_candidates(&mut self.candidates);
        let last = stages.is_none_or(|stages| self.stages_done() >= stages.min(MAX_STAGES));
        let is_sure = |stage: Stage| self.odds(0) >= i32::from(stage.sure);
        self.task = if last || is_sure(guide.stage(self.topic, self.stages_done())?) {
            Task::Done
        } else {
            self.place = 0;
            self.followed = 0;
            self.reference = None;
            Task::Next
        };
        Ok(())
    }

    /// Chooses the next line that goes on in this stage, or ends the stage.
    fn next<G: Guide>(&mut self, guide: &mut G) -> Result<(), ImageError> {
        let stage = guide.stage(self.topic, self.stages_done())?;
        let most = stage.lines.clamp(2, MAX_LINES as u8);
        let best = self.candidates.first().map_or(0, |first| first.score);
        while let Some(candidate) = self.candidates.get_mut(usize::from(self.place)) {
            let is_far = best - candidate.score > i32::from(stage.gap);
            if self.followed >= most
                || self.followed >= 2 && is_far
                || self.followed >= 1 && self.cost > stage.cap
            {
                break;
            }
            self.place += 1;
            if self.done == 0 {
                let line = Line {
                    head: Some(candidate.child),
                    looks: Vec::new(),
                };
                candidate.line = Some(self.lines.len() as u8);
                // No more are followed than there is room for.
                let _ = self.lines.push(line);
            }
            let done = self.stages_done();
            // A line that was left behind stays behind.
            let goes_on = |line: &mut Line| line.head.is_some() && line.looks.len() == done;
            if self.line().is_some_and(goes_on) {
                self.followed += 1;
                if self.done == 0 && !self.is_lost_head() {
                    self.task = Task::Near(0);
                } else {
                    self.list();
                }
                return Ok(());
            }
        }
        self.task = if self.followed == 0 {
            Task::Done
        } else {
            self.done += 1;
            Task::Rank
        };
        Ok(())
    }

    /// Whether the lines' heads are lost positions in this stage; else they are won.
    fn is_lost_head(&self) -> bool {
        (self.topic == Topic::QuickestWin) == self.done.is_multiple_of(2)
    }

    /// The line that is being followed.
    fn line(&mut self) -> Option<&mut Line> {
        let present = usize::from(self.place).checked_sub(1)?;
        let number = self.candidates.get(present)?.line?;
        self.lines.get_mut(usize::from(number))
    }

    fn head(&mut self) -> Option<Position> {
        self.line()?.head
    }

    /// Lists the children of the present line's head.
    fn list(&mut self) {
        self.family.clear();
        if let Some(head) = self.head() {
            for child in safe_children(head).map(Position::canonical) {
                if !self.family.iter().any(|known| known.child == child) {
                    let _ = self.family.push(Member { child, score: 0 });
                }
            }
        }
        self.task = Task::Weigh(0);
    }

    fn weigh<G: Guide>(&mut self, number: usize, guide: &mut G) -> Result<(), ImageError> {
        let is_lost_head = self.is_lost_head();
        let Some(member) = self.family.get_mut(number) else {
            sort_few(&mut self.family, |member| {
                (-i32::from(member.score), member.child)
            });
            self.task = if self.family.is_empty() {
                // Only an image that was not built so sends a line here.
                return Err(ImageError::Contradiction);
            } else if is_lost_head {
                Task::Follow(0, 0)
            } else {
                Task::Ask(0)
            };
            return Ok(());
        };
        let (topic, is_open) = if is_lost_head {
            (Topic::LongestDelay, guide.is_open(member.child))
        } else {
            (Topic::QuickestWin, guide.look(member.child).is_none())
        };
        if is_open {
            member.score = guide.score(topic, member.child)?;
            self.cost += 1;
            self.task = Task::Weigh(number as u8 + 1);
        } else {
            self.family.swap_remove(number);
        }
        Ok(())
    }

    /// Asks whether a child of a won head is lost; if no other is, the last one must be.
    fn ask<G: Guide>(&mut self, number: usize, guide: &mut G) -> Result<(), ImageError> {
        let Some(&Member { child, score }) = self.family.get(number) else {
            return Err(ImageError::Contradiction);
        };
        if number + 1 < self.family.len() {
            let Poll::Ready(is_lost) = guide.is_lost(child)? else {
                return Ok(());
            };
            self.cost += LOSS_COST;
            if !is_lost {
                self.task = Task::Ask(number as u8 + 1);
                return Ok(());
            }
        }
        let (passed, behind) = (number as i16 * BIT, self.behind(number));
        self.go_on(child, score, passed, behind);
        Ok(())
    }

    fn follow_reply(&mut self, reply: Position) {
        let best = self.family.first().map_or(0, |member| member.score);
        let (behind, replies) = (self.behind(0), self.family.len() as i16 * BIT);
        self.go_on(reply, best, behind, replies);
    }

    /// How far the child after this one is behind it in the network's opinion.
    fn behind(&self, number: usize) -> i16 {
        match self.family.get(number..number + 2) {
            Some([this, next]) => this.score.saturating_sub(next.score).min(LEAD),
            _ => LEAD,
        }
    }

    /// Takes note of half a step to a new head that a network gives this score.
    fn go_on(&mut self, head: Position, score: i16, lead: i16, spread: i16) {
        // A long delay is bad for the side that wins, a quick win for the one that loses.
        let is_good = self.is_lost_head() != (self.topic == Topic::QuickestWin);
        let value = if is_good { score } else { -score };
        let reference = *self.reference.get_or_insert(value);
        let look = Look {
            is_over: false,
            value: value.saturating_sub(reference),
            lead,
            spread,
        };
        self.note(Some(head), look);
    }

    fn end_line(&mut self) {
        let look = Look {
            is_over: true,
            value: 0,
            lead: 0,
            spread: 0,
        };
        self.note(None, look);
    }

    fn note(&mut self, head: Option<Position>, look: Look) {
        if let Some(line) = self.line() {
            line.head = head;
            let _ = line.looks.push(look);
        }
        self.task = Task::Next;
    }
}
