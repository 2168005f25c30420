//! From `go` to the answer: a move is chosen, then best play is followed from each move that is reported.

use core::fmt;

use heapless::Vec;

use super::answer::{Answer, Effort, choose_reported, write_info};
use super::command::{Order, Refusal, Times, UsiPosition};
use super::following::{Following, LONGEST};
use super::options::Options;
use crate::game::{Letters, MAX_MOVES, Value};
use crate::player::{Advice, Advised, Adviser, AdviserError, Dice, Level, Need, Verdict};

/// The number of plies for which best play is followed whatever the time; each needs another piece of advice.
const PLIES: usize = 8;

/// For a `go` without a time limit, lines are followed as if it had this many milliseconds.
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
    /// Milliseconds left in which lines are followed to the end of the game: at first a quarter of the time.
    spare: u32,
    /// Whether to answer as soon as there is a move: `stop` has come, or the time is over.
    hurried: bool,
    effort: Effort,
    /// The number of moves to report.
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
    /// The adviser is asked for a move in the next step.
    Ask,
    /// The adviser searches for a move.
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
        let answer = match position {
            Ok(position) => {
                self.left = times.limit(position.diagram.side);
                self.spare = self.left.unwrap_or(UNLIMITED) / 4;
                self.line.root = position.diagram;
                self.line.begin();
                match (position.answer(), order) {
                    (Some(_), Order::Mate) => Some(Answer::NoMate),
                    (answer, _) => answer,
                }
            }
            Err(refusal) => {
                let _ = writeln!(out, "info string no position to play from: {refusal}");
                Some(match order {
                    Order::Mate => Answer::Timeout,
                    _ => Answer::Resign,
                })
            }
        };
        match answer {
            Some(answer) => self.conclude(answer, out),
            None => self.stage = Stage::Ask,
        }
    }

    /// Handles `stop`: reports the chosen moves as far as they are known and answers, as soon as there is a move.
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
                    // A single move is found sooner than all of them.
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

    /// Adds to the time of the analysis. Time spent pondering does not count towards the limit.
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

    /// Handles `ponderhit`: the answer is no longer held back.
    pub(super) fn release(&mut self, out: &mut impl fmt::Write) {
        self.order = Order::Move;
        if self.stage == Stage::Known {
            self.give(out);
        }
    }

    /// Continues by one step; after an error the analysis starts again.
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

    /// The advice needed on the position. A weaker level reports its own move only.
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
            // After `stop` the moves known so far are used. A quick search is short, and ended early it
            // would play at another level.
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
        // A search cannot give more than an estimate.
        let is_estimated = matches!(advice.on(best), Some(Verdict::Unclear(_)));
        self.settled = is_estimated || advice.answers(Need::EVERY);
        choose_reported(&advice, best, self.wanted, &mut self.reported);
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

    /// Adds the positions that the adviser has examined for its last advice.
    fn count(&mut self, adviser: &(impl Adviser + ?Sized)) {
        self.effort.nodes = self.effort.nodes.saturating_add(adviser.nodes());
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
            // An estimate does not justify another search for each ply.
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

    /// Writes the line that was followed, and stores the reply to the best move.
    fn report(&mut self, number: usize, out: &mut impl fmt::Write) {
        let Some(&Advised { mv, verdict }) = self.reported.get(number) else {
            return;
        };
        if let Answer::Best(best, reply) = &mut self.answer
            && *best == mv
        {
            *reply = self.line.moves.get(1).copied();
        }
        // Python clients fail on `mate +`, so a result whose distance `stop` has left open is not reported.
        if self.hurried && !self.line.settled && matches!(verdict, Verdict::Won | Verdict::Lost) {
            return;
        }
        let number = (self.wanted > 1).then_some(number + 1);
        // Nothing is written again if the writer fails.
        let _ = write_info(out, &self.line, number, verdict, self.effort, self.letters);
    }

    fn give(&mut self, out: &mut impl fmt::Write) {
        self.stage = Stage::Idle;
        let _ = self.answer.write(&self.line, self.letters, out);
    }
}
