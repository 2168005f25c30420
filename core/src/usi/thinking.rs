//! From `go` to the answer: choose a move, then follow best play from the moves to report.

use core::fmt;

use heapless::Vec;

use super::answer::Answer;
use super::command::{Order, Times, UsiPosition};
use super::following::{Following, LONGEST};
use super::info::{Effort, write_info};
use super::options::Options;
use super::refusal::Refusal;
use crate::game::{Ending, Letters, MAX_MOVES, Move, Owner, Value};
use crate::player::{Advice, Advised, Adviser, AdviserError, Dice, Level, Need, Verdict};

/// Plies that best play is followed in any case; each is another question to the adviser.
const PLIES: usize = 8;

/// A `go` without a time limit follows lines as if it had this many milliseconds.
const UNLIMITED: u32 = 4000;

/// The analysis that `go` asks for.
#[derive(Debug)]
pub(super) struct Thinking {
    order: Order,
    level: Level,
    letters: Letters,
    stage: Stage,
    /// Milliseconds until the answer is due, if there is a limit.
    left: Option<u32>,
    /// Milliseconds in which lines are followed to the end of the game: a quarter of the time.
    spare: u32,
    /// Whether to answer as soon as there is a move: `stop` has come, or the time is over.
    hurried: bool,
    effort: Effort,
    /// How many moves to report.
    wanted: usize,
    /// The moves to report, the best first.
    reported: Vec<Advised, MAX_MOVES>,
    /// Whether their verdicts are as exact as the adviser can give.
    settled: bool,
    answer: Answer,
    line: Following,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No answer is pending.
    Idle,
    /// To ask the adviser for a move.
    Ask,
    /// The adviser looks for a move.
    Deciding,
    /// Best play after the move with this number is followed.
    Following(usize),
    /// The answer is known and held back.
    Known,
}

impl Thinking {
    /// No analysis.
    pub(super) const fn new() -> Thinking {
        Thinking {
            order: Order::Move,
            level: Level::PERFECT,
            letters: Letters::Animals,
            stage: Stage::Idle,
            left: None,
            spare: 0,
            hurried: false,
            effort: Effort {
                millis: None,
                nodes: 0,
            },
            wanted: 1,
            reported: Vec::new(),
            settled: false,
            answer: Answer::Resign,
            line: Following::new(),
        }
    }

    /// Whether the answer is still to be found.
    pub(super) fn is_under_way(&self) -> bool {
        !matches!(self.stage, Stage::Idle | Stage::Known)
    }

    /// Whether the analysis goes on until `stop` or `ponderhit`.
    pub(super) fn is_open_ended(&self) -> bool {
        self.is_under_way() && matches!(self.order, Order::Infinite | Order::Ponder)
    }

    /// The order, if its answer is pending.
    pub(super) fn order(&self) -> Option<Order> {
        (self.stage != Stage::Idle).then_some(self.order)
    }

    /// Drops the pending answer.
    pub(super) fn forget(&mut self) {
        self.stage = Stage::Idle;
    }

    /// Begins; answers at once if the game is over or the position was refused.
    pub(super) fn begin(
        &mut self,
        position: Result<UsiPosition, Refusal>,
        order: Order,
        times: Times,
        options: &Options,
        out: &mut impl fmt::Write,
    ) {
        self.order = order;
        self.hurried = false;
        self.effort = Effort::default();
        self.level = options.level;
        self.letters = options.letters();
        self.wanted = usize::from(options.lines);
        self.reported.clear();
        let position = match position {
            Ok(position) => position,
            Err(refusal) => {
                let _ = writeln!(out, "info string no position to play from: {refusal}");
                let is_mate = order == Order::Mate;
                return self.conclude(
                    if is_mate {
                        Answer::Timeout
                    } else {
                        Answer::Resign
                    },
                    out,
                );
            }
        };
        self.left = times.limit(position.diagram.side);
        self.spare = self.left.unwrap_or(UNLIMITED) / 4;
        self.line.root = position.diagram;
        self.line.begin();
        let over = match position.diagram.position.ending() {
            _ if position.caught => Some(Answer::Resign),
            Some(Ending::Try(Owner::Mine)) => Some(Answer::Win),
            Some(Ending::Try(Owner::Theirs) | Ending::NoMove) => Some(Answer::Resign),
            None => None,
        };
        match over {
            Some(_) if order == Order::Mate => self.conclude(Answer::NoMate, out),
            Some(answer) => self.conclude(answer, out),
            None => self.stage = Stage::Ask,
        }
    }

    /// `stop`: reports the chosen moves as they are and answers, as soon as there is a move.
    pub(super) fn hurry(&mut self, out: &mut impl fmt::Write) {
        if self.order != Order::Mate {
            self.order = Order::Move;
        }
        match self.stage {
            Stage::Idle => {}
            Stage::Known => self.give(out),
            _ if self.order == Order::Mate => self.conclude(Answer::Timeout, out),
            Stage::Ask | Stage::Deciding => {
                self.hurried = true;
                if self.wanted > 1 {
                    // One move is known sooner than all of them.
                    self.wanted = 1;
                    self.stage = Stage::Ask;
                }
            }
            Stage::Following(number) => {
                self.hurried = true;
                self.finish(number, out);
            }
        }
    }

    /// Adds to the time of the analysis. The limit applies to the engine's own clock only, not to
    /// pondering.
    pub(super) fn elapse(&mut self, millis: u32, out: &mut impl fmt::Write) {
        if !self.is_under_way() {
            return;
        }
        let passed = self.effort.millis.unwrap_or(0);
        self.effort.millis = Some(passed.saturating_add(millis));
        if self.order != Order::Move {
            return;
        }
        self.spare = self.spare.saturating_sub(millis);
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(millis);
            if *left == 0 && !self.hurried {
                self.hurry(out);
            }
        }
    }

    /// `ponderhit`: the answer is not held back any more.
    pub(super) fn release(&mut self, out: &mut impl fmt::Write) {
        self.order = Order::Move;
        if self.stage == Stage::Known {
            self.give(out);
        }
    }

    /// Continues by one step; after an error it starts again.
    pub(super) fn step(
        &mut self,
        adviser: &mut (impl Adviser + ?Sized),
        budget: u32,
        dice: &mut Dice,
        out: &mut impl fmt::Write,
    ) -> Result<(), AdviserError> {
        let stepped = match self.stage {
            Stage::Idle | Stage::Known => Ok(()),
            Stage::Ask => {
                adviser.begin(self.line.root.position, self.need(*dice));
                self.stage = Stage::Deciding;
                Ok(())
            }
            Stage::Deciding => self.decide(adviser, budget, dice, out),
            Stage::Following(number) => self.follow(number, adviser, budget, out),
        };
        if stepped.is_err() {
            self.reported.clear();
            self.line.begin();
            self.stage = Stage::Ask;
        }
        stepped
    }

    /// What to ask about the position. A weaker level looks at its own move only.
    fn need(&self, dice: Dice) -> Need {
        match self.order {
            Order::Mate => Need::Value,
            _ if self.wanted > 1 && self.level == Level::PERFECT => Need::EVERY,
            _ => self.level.need(self.line.root.position, dice),
        }
    }

    fn decide(
        &mut self,
        adviser: &mut (impl Adviser + ?Sized),
        budget: u32,
        dice: &mut Dice,
        out: &mut impl fmt::Write,
    ) -> Result<(), AdviserError> {
        if adviser.step(budget)?.is_pending() {
            // In a hurry, the moves known so far will do. A quick search is short, and ended early it
            // would play like another level.
            let advice = adviser.advice();
            let is_quick = matches!(advice.need(), Need::QuickSearch(_));
            if !self.hurried || is_quick || advice.moves().is_empty() {
                return Ok(());
            }
        }
        self.count(adviser);
        let advice = adviser.advice();
        if self.order == Order::Mate {
            self.take_up_mate(&advice, out);
            return Ok(());
        }
        let chosen = self.level.choose(&advice, dice);
        let Some(best) = chosen.or_else(|| self.line.root.position.moves().first().copied()) else {
            self.conclude(Answer::Resign, out);
            return Ok(());
        };
        self.answer = Answer::Best(best, None);
        self.choose_reported(&advice, best);
        if self.reported.is_empty() {
            self.give(out);
        } else {
            self.take_up(0);
            if self.hurried {
                self.finish(0, out);
            }
        }
        Ok(())
    }

    /// Adds the positions that the adviser has looked at for its last question.
    fn count(&mut self, adviser: &(impl Adviser + ?Sized)) {
        self.effort.nodes = self.effort.nodes.saturating_add(adviser.nodes());
    }

    /// Chooses the moves to report, the one to be played first among its equals.
    fn choose_reported(&mut self, advice: &Advice, best: Move) {
        let verdict = advice.on(best);
        // A search cannot give more than an estimate.
        let estimated = matches!(verdict, Some(Verdict::Unclear(_)));
        self.settled = estimated || advice.answers(Need::EVERY);
        let all = advice.moves().iter();
        let played = all.clone().filter(|advised| advised.mv == best);
        if self.wanted == 1 {
            self.reported.extend(played.copied());
            return;
        }
        let others = all.filter(|advised| advised.mv != best);
        let better = |other: &&Advised| Some(other.verdict) > verdict;
        let before = others.clone().filter(better);
        let after = others.filter(|other| !better(other));
        let ranked = before.chain(played).chain(after);
        self.reported.extend(ranked.take(self.wanted).copied());
    }

    /// Begins to follow the line to a win, if there is one.
    fn take_up_mate(&mut self, advice: &Advice, out: &mut impl fmt::Write) {
        let answer = match (advice.verdict(), advice.best().first()) {
            (Some(Verdict::Exact(Value::Win(_)) | Verdict::Won), Some(&best)) => {
                self.settled = true;
                self.reported.extend([best]);
                self.take_up(0);
                return;
            }
            (Some(Verdict::Exact(_) | Verdict::Lost), _) => Answer::NoMate,
            _ => Answer::Timeout,
        };
        self.conclude(answer, out);
    }

    /// Begins to follow the move with this number.
    fn take_up(&mut self, number: usize) {
        self.stage = Stage::Following(number);
        self.line.begin();
        if let Some(reported) = self.reported.get(number) {
            self.line.play(reported.mv);
            self.line.settled = self.settled || reported.verdict.value().is_some();
        }
    }

    fn follow(
        &mut self,
        number: usize,
        adviser: &mut (impl Adviser + ?Sized),
        budget: u32,
        out: &mut impl fmt::Write,
    ) -> Result<(), AdviserError> {
        if self.is_followed(number) {
            self.finish(number, out);
        } else if !self.line.asked {
            let need = match self.line.settled {
                true => Need::Move,
                false => Need::Value,
            };
            adviser.begin(self.line.here.position, need);
            self.line.asked = true;
        } else if adviser.step(budget)?.is_ready() {
            self.count(adviser);
            let advice = adviser.advice();
            if !self.line.settled {
                self.line.settled = true;
                if let (Some(verdict), Some(reported)) =
                    (advice.verdict(), self.reported.get_mut(number))
                {
                    reported.verdict = verdict.before();
                }
            }
            match advice.best().first() {
                Some(best) => self.line.play(best.mv),
                None => self.line.ended = true,
            }
        }
        Ok(())
    }

    /// Whether the move with this number has been followed far enough.
    fn is_followed(&self, number: usize) -> bool {
        let whole = self.order != Order::Move || self.spare > 0;
        let far = match self.reported.get(number).map(|reported| reported.verdict) {
            _ if self.order == Order::Mate => LONGEST,
            Some(Verdict::Exact(Value::Win(plies) | Value::Loss(plies))) if whole => plies.into(),
            // The estimates of a search are not worth another search for each ply.
            Some(Verdict::Unclear(_)) if self.line.settled => 1,
            _ => PLIES,
        };
        self.hurried || self.line.ended || self.line.moves.len() >= far
    }

    /// Reports the move with this number and goes on to the next.
    fn finish(&mut self, number: usize, out: &mut impl fmt::Write) {
        if self.order == Order::Mate {
            // A win takes an odd number of plies.
            let won = self.line.ended && self.line.moves.len() % 2 == 1;
            self.conclude(if won { Answer::Mate } else { Answer::Timeout }, out);
            return;
        }
        self.report(number, out);
        if number + 1 < self.reported.len() {
            self.take_up(number + 1);
        } else {
            self.conclude(self.answer, out);
        }
    }

    /// Gives the answer, or holds it back.
    fn conclude(&mut self, answer: Answer, out: &mut impl fmt::Write) {
        self.answer = answer;
        match self.order {
            Order::Infinite | Order::Ponder => self.stage = Stage::Known,
            Order::Move | Order::Mate => self.give(out),
        }
    }

    /// Writes the line that was followed, and notes the reply to the best move.
    fn report(&mut self, number: usize, out: &mut impl fmt::Write) {
        let Some(&Advised { mv, verdict }) = self.reported.get(number) else {
            return;
        };
        if let Answer::Best(best, reply) = &mut self.answer
            && *best == mv
        {
            *reply = self.line.moves.get(1).copied();
        }
        // Python clients fail on `mate +`, so a distance that a hurry has left open is not reported.
        if self.hurried && !self.line.settled && matches!(verdict, Verdict::Won | Verdict::Lost) {
            return;
        }
        let number = (self.wanted > 1).then_some(number + 1);
        // Nothing is written again if the writer fails.
        let _ = write_info(out, &self.line, number, verdict, self.effort, self.letters);
    }

    /// Gives the answer.
    fn give(&mut self, out: &mut impl fmt::Write) {
        self.stage = Stage::Idle;
        let _ = self.answer.write(&self.line, self.letters, out);
    }
}
