//! From `go` to the answer: decide on a move, then follow best play from the moves to be told of.

use core::fmt;

use heapless::Vec;

use super::answer::Answer;
use super::command::{Order, UsiPosition};
use super::following::{Following, LONGEST};
use super::options::Options;
use crate::game::{Ending, Letters, MAX_MOVES, Move, Owner, Value};
use crate::player::{Advice, Advised, Adviser, AdviserError, Dice, Level, Need, Verdict};

/// How far best play is followed for a move at once: each ply is another question.
const PLIES: usize = 8;

/// How far for the other moves, where several are told of: a move and the answer to it.
const PLIES_OF_OTHERS: usize = 2;

/// What is being thought about.
#[derive(Debug)]
pub(super) struct Thinking {
    order: Order,
    level: Level,
    letters: Letters,
    stage: Stage,
    /// How many milliseconds there are left, if that is limited.
    left: Option<u32>,
    /// Whether `stop` has come, or time is up.
    hurried: bool,
    /// How many moves to tell of.
    wanted: usize,
    /// The moves to tell of, the best first.
    told: Vec<Advised, MAX_MOVES>,
    /// Whether their verdicts are all the adviser can say.
    settled: bool,
    answer: Answer,
    line: Following,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing is owed.
    Idle,
    /// Which move? Not yet asked.
    Ask,
    /// Which move? The adviser has been asked.
    Deciding,
    /// The move with this number is being followed.
    Following(usize),
    /// The answer is known and kept back.
    Known,
}

impl Thinking {
    /// Nothing to think about.
    pub(super) const fn new() -> Thinking {
        Thinking {
            order: Order::Move,
            level: Level::PERFECT,
            letters: Letters::Animals,
            stage: Stage::Idle,
            left: None,
            hurried: false,
            wanted: 1,
            told: Vec::new(),
            settled: false,
            answer: Answer::Resign,
            line: Following::new(),
        }
    }

    /// Whether the answer is yet to be found.
    pub(super) fn is_under_way(&self) -> bool {
        !matches!(self.stage, Stage::Idle | Stage::Known)
    }

    /// What was asked for, if the answer is owed.
    pub(super) fn order(&self) -> Option<Order> {
        (self.stage != Stage::Idle).then_some(self.order)
    }

    /// Nothing is owed any more.
    pub(super) fn forget(&mut self) {
        self.stage = Stage::Idle;
    }

    /// Begins; answers at once if the game is over.
    pub(super) fn begin(
        &mut self,
        standing: UsiPosition,
        order: Order,
        limit: Option<u32>,
        options: &Options,
        out: &mut impl fmt::Write,
    ) {
        self.line.root = standing.diagram;
        self.order = order;
        self.left = limit;
        self.hurried = false;
        self.level = options.level;
        self.letters = options.letters();
        self.wanted = usize::from(options.lines);
        self.told.clear();
        self.line.begin();
        let over = match self.line.root.position.ending() {
            _ if standing.caught => Some(Answer::Resign),
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

    /// `stop`: answers now if a move has been decided on, otherwise as soon as one is.
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
                self.tell(number, out);
                self.give(out);
            }
        }
    }

    /// So many milliseconds have passed. The clock stands still while the other's runs.
    pub(super) fn elapse(&mut self, millis: u32, out: &mut impl fmt::Write) {
        if self.order != Order::Move || !self.is_under_way() {
            return;
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(millis);
            if *left == 0 && !self.hurried {
                self.hurry(out);
            }
        }
    }

    /// `ponderhit`: the answer need not be kept back any more.
    pub(super) fn release(&mut self, out: &mut impl fmt::Write) {
        self.order = Order::Move;
        if self.stage == Stage::Known {
            self.give(out);
        }
    }

    /// Goes one step further. An error has it begin again.
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
            self.told.clear();
            self.line.begin();
            self.stage = Stage::Ask;
        }
        stepped
    }

    /// What has to be known of the position. A weaker level looks at its own move only.
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
            // Whoever is in a hurry takes what is known so far, once there is anything. A quick search is
            // short, and cut shorter it would be another level's.
            let advice = adviser.advice();
            let is_quick = matches!(advice.need(), Need::QuickSearch(_));
            if !self.hurried || is_quick || advice.moves().is_empty() {
                return Ok(());
            }
        }
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
        self.choose_told(&advice, best);
        if self.hurried || self.told.is_empty() {
            self.give(out);
        } else {
            self.take_up(0);
        }
        Ok(())
    }

    /// The moves to tell of, the one that will be played first among its equals.
    fn choose_told(&mut self, advice: &Advice, best: Move) {
        let verdict = advice.on(best);
        // A guess is all that a search can say.
        let guessed = matches!(verdict, Some(Verdict::Unclear(_)));
        self.settled = guessed || advice.answers(Need::EVERY);
        let all = advice.moves().iter();
        let played = all.clone().filter(|advised| advised.mv == best);
        if self.wanted == 1 {
            self.told.extend(played.copied());
            return;
        }
        let others = all.filter(|advised| advised.mv != best);
        let better = |other: &&Advised| Some(other.verdict) > verdict;
        let before = others.clone().filter(better);
        let after = others.filter(|other| !better(other));
        let ranked = before.chain(played).chain(after);
        self.told.extend(ranked.take(self.wanted).copied());
    }

    /// The way to a win, if there is one.
    fn take_up_mate(&mut self, advice: &Advice, out: &mut impl fmt::Write) {
        let answer = match (advice.verdict(), advice.best().first()) {
            (Some(Verdict::Exact(Value::Win(_)) | Verdict::Won), Some(&best)) => {
                self.settled = true;
                self.told.extend([best]);
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
        if let Some(told) = self.told.get(number) {
            self.line.play(told.mv);
            self.line.settled = self.settled || told.verdict.value().is_some();
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
            let advice = adviser.advice();
            if !self.line.settled {
                self.line.settled = true;
                if let (Some(verdict), Some(told)) = (advice.verdict(), self.told.get_mut(number)) {
                    told.verdict = verdict.before();
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
        let verdict = self.told.get(number).map(|told| told.verdict);
        let whole = matches!(self.order, Order::Infinite | Order::Ponder) && number == 0;
        let far = match verdict {
            _ if self.order == Order::Mate => LONGEST,
            Some(Verdict::Exact(Value::Win(plies) | Value::Loss(plies))) if whole => plies.into(),
            // The guesses of a search are not worth another search for each ply.
            Some(Verdict::Unclear(_)) if self.line.settled => 1,
            _ if number > 0 => PLIES_OF_OTHERS,
            _ => PLIES,
        };
        self.line.ended || self.line.moves.len() >= far
    }

    /// Tells of the move with this number and goes on to the next.
    fn finish(&mut self, number: usize, out: &mut impl fmt::Write) {
        if self.order == Order::Mate {
            // A win takes an odd number of plies.
            let won = self.line.ended && self.line.moves.len() % 2 == 1;
            self.conclude(if won { Answer::Mate } else { Answer::Timeout }, out);
            return;
        }
        self.tell(number, out);
        if number + 1 < self.told.len() {
            self.take_up(number + 1);
        } else {
            self.conclude(self.answer, out);
        }
    }

    /// The answer is known: gives it, or keeps it back.
    fn conclude(&mut self, answer: Answer, out: &mut impl fmt::Write) {
        self.answer = answer;
        match self.order {
            Order::Infinite | Order::Ponder => self.stage = Stage::Known,
            Order::Move | Order::Mate => self.give(out),
        }
    }

    /// Writes the line that was followed, and notes the reply it expects to the best move.
    fn tell(&mut self, number: usize, out: &mut impl fmt::Write) {
        let Some(&Advised { mv, verdict }) = self.told.get(number) else {
            return;
        };
        if let Answer::Best(best, reply) = &mut self.answer
            && *best == mv
        {
            *reply = self.line.moves.get(1).copied();
        }
        let number = (self.wanted > 1).then_some(number + 1);
        // A reader that has gone is told nothing more.
        let _ = self.line.write_info(number, verdict, self.letters, out);
    }

    /// Gives the answer that is owed.
    fn give(&mut self, out: &mut impl fmt::Write) {
        self.stage = Stage::Idle;
        let _ = self.answer.write(&self.line, self.letters, out);
    }
}
