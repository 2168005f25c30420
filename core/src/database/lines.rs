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

use core::task::Poll;

use heapless::Vec;

use super::answers::Question;
use super::candidates::{Candidate, Candidates, sort_candidates, sort_few};
use super::image::ImageError;
use super::odds::{Topic, first_of, logarithm};
use super::plan::{MAX_LINES, MAX_STAGES, Stage, asker_inputs, ranker_inputs};
use crate::game::{MAX_MOVES, Position, Value, safe_children};

/// What the question whether a position is lost costs, in evaluations.
pub const LOSS_COST: u16 = 8;

/// What a scan of lines asks of the world: on the chip, networks and image; on the PC that builds
/// or checks an image, tables of both.
pub trait Guide {
    /// How many stages the plan for a topic has; `None` without a plan.
    fn stages(&mut self, topic: Topic) -> Option<usize>;
    /// A stage of that plan.
    fn stage(&mut self, topic: Topic, number: usize) -> Result<Stage, ImageError>;
    /// What the plan's ranker after so many stages makes of what was seen.
    fn rank(&mut self, topic: Topic, after: usize, seen: &[i16]) -> Result<i32, ImageError>;
    /// The odds that the plan's asker gives.
    fn odds(&mut self, topic: Topic, seen: &[i16]) -> Result<i32, ImageError>;
    /// How likely the network of a topic thinks it that an open position is the one to choose.
    fn score(&mut self, topic: Topic, position: Position) -> Result<i16, ImageError>;
    /// Whether looking three plies ahead leaves a position open.
    fn is_open(&mut self, position: Position) -> bool;
    /// The value of a position, if it ends within four plies.
    fn look(&mut self, position: Position) -> Option<Value>;
    /// Whether a position that three plies leave open is won in five, by a look at its child with
    /// this number, if that tells.
    fn is_near(&mut self, position: Position, number: u8) -> Poll<bool>;
    /// Whether an open position is lost; asked again until it is known.
    fn is_lost(&mut self, position: Position) -> Result<Poll<bool>, ImageError>;
}

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

/// A flag among inputs.
const FLAG: i16 = 1 << 10;
/// A bit among inputs, or a count of one.
const BIT: i16 = 1 << 8;
/// Inputs are cut off here, either way.
const MOST: i16 = 16 * BIT;
/// A lead of more than this is as good as any.
const LEAD: i16 = 6 * BIT;
/// Candidates whose scores differ by less than this are hardly told apart.
const HARDLY: i32 = 18;

/// What an asker sees.
type Inputs = Vec<i16, { asker_inputs(MAX_STAGES) }>;

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

    /// What a ranker after so many stages sees of a candidate.
    pub fn seen(
        &self,
        candidate: &Candidate,
        stages: usize,
    ) -> Vec<i16, { ranker_inputs(MAX_STAGES) }> {
        let opinions = self.candidates.iter().map(|candidate| candidate.opinion);
        let best = opinions.max().unwrap_or(0);
        let is_first = candidate.opinion == best;
        let mut seen = Vec::new();
        let _ = seen.extend_from_slice(&[
            cut(i32::from(candidate.opinion) - i32::from(best)),
            logarithm(self.candidates.len() as u32) as i16,
            cut(i32::from(best)),
            if is_first { FLAG } else { 0 },
        ]);
        let line = candidate
            .line
            .and_then(|line| self.lines.get(usize::from(line)));
        for stage in 0..stages {
            let look = line.and_then(|line| line.looks.get(stage));
            let _ = seen.extend_from_slice(&match look {
                None => [0; 5],
                Some(look) if look.is_over => [FLAG, FLAG, 0, 0, 0],
                Some(look) => {
                    let value = cut(i32::from(look.value));
                    [FLAG, 0, value, look.lead, look.spread]
                }
            });
        }
        seen
    }

    /// The odds that the candidate with this number is the best of those from it on, by their
    /// scores alone.
    fn odds(&self, number: usize) -> i32 {
        let open = self.candidates.get(number..).unwrap_or(&[]);
        let scores: Vec<i32, MAX_MOVES> = open.iter().map(|candidate| candidate.score).collect();
        first_of(&scores)
    }

    /// What the asker of a plan with so many stages sees of the question whether the candidate
    /// with this number is the best; the last one needs no question.
    pub fn asked(&self, number: usize, stages: usize) -> Option<Inputs> {
        let [asked, next, ..] = self.candidates.get(number..)? else {
            return None;
        };
        let lead = asked.score - next.score;
        let after = self.candidates.get(number + 2);
        let next_lead = after.map_or(i32::from(MOST), |after| next.score - after.score);
        let flag = |is_set| if is_set { FLAG } else { 0 };
        let mut inputs = Inputs::new();
        let _ = inputs.extend_from_slice(&[
            cut(self.odds(number)),
            cut(lead),
            cut(next_lead),
            logarithm((self.candidates.len() - number) as u32) as i16,
            flag(number > 0),
            flag(number > 1),
            flag(lead < HARDLY),
            self.done as i16 * BIT,
        ]);
        for candidate in [asked, next] {
            let _ = inputs.extend_from_slice(&self.seen(candidate, stages));
        }
        Some(inputs)
    }

    /// The question whether the best candidate is the one with this number, given that none
    /// before it is; the last one needs no question.
    pub fn question<G: Guide>(
        &self,
        number: usize,
        guide: &mut G,
    ) -> Result<Option<Question>, ImageError> {
        let stages = guide.stages(self.topic);
        let Some(inputs) = self.asked(number, stages.unwrap_or(0)) else {
            return Ok(None);
        };
        let odds = match stages {
            Some(_) => guide.odds(self.topic, &inputs)?,
            None => self.odds(number),
        };
        Ok(Some(Question {
            topic: self.topic,
            position: self.position.canonical(),
            number: number as u8,
            odds,
        }))
    }
}

fn cut(number: i32) -> i16 {
    number.clamp(-i32::from(MOST), i32::from(MOST)) as i16
}
