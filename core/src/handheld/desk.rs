//! The desk: the game that is saved, a second match for puzzles and analyses, and what can be done
//! with the one in use.

mod endings;
mod games;
mod puzzles;

use super::history::History;
use super::puzzle::MissedChances;
use super::puzzle::Unfinished;
use super::record;
use super::{
    AllTotals, Farewell, Learned, Match, MatchSlot, Mode, Phrase, RecordError, Settings, Tally,
    Task,
};
use crate::game::{Move, Value};
use crate::player::{Advice, Dice, Level, Verdict};

/// The matches, the puzzle and its help.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    pub(super) game: MatchSlot,
    study: MatchSlot,
    in_use: InUse,
    pub(super) puzzle: Unfinished,
    /// Whether the best move is shown on the board.
    pub(super) is_hinted: bool,
    /// Whether the best moves are shown one after the other.
    pub(super) is_line: bool,
    pub(super) tally: Tally,
    pub(super) all_totals: AllTotals,
    pub(super) missed: MissedChances,
    /// The games before the one that is saved.
    pub(super) history: History,
    /// The result of the game that has just ended, until it is shown.
    pub(super) farewell: Option<(Level, Farewell)>,
    pub(super) dice: Dice,
    /// Whether anything has changed that belongs into the save record.
    pub(super) is_changed: bool,
    /// Grows whenever the match in use is another one, or another position is on its board.
    pub(super) turn: u16,
}

/// Which of the two matches is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InUse {
    Game,
    /// A puzzle or an analysis, which leaves the game alone.
    Study,
}

impl Desk {
    pub(super) const fn new() -> Desk {
        Desk {
            game: MatchSlot::new(),
            study: MatchSlot::new(),
            in_use: InUse::Game,
            puzzle: Unfinished::new(),
            is_hinted: false,
            is_line: false,
            tally: Tally::NONE,
            all_totals: AllTotals::NONE,
            missed: MissedChances::new(),
            history: History::new(),
            farewell: None,
            dice: Dice::new(0),
            is_changed: false,
            turn: 0,
        }
    }

    /// Seeds the dice and restores a record, if there is one. Returns its settings and the lessons done.
    pub(super) fn restore(
        &mut self,
        record: Option<&[u8]>,
        seed: u32,
    ) -> Result<Option<(Settings, Learned)>, RecordError> {
        self.dice = Dice::new(seed);
        let Some(record) = record else {
            return Ok(None);
        };
        let (settings, learned, saved) = record::decode(record, self)?;
        self.dice = Dice::new(saved ^ seed);
        self.turn += 1;
        Ok(Some((settings, learned)))
    }

    /// The game that is saved.
    pub(super) const fn game(&self) -> Option<&Match> {
        self.game.get()
    }

    pub(super) const fn current(&self) -> Option<&Match> {
        match self.in_use {
            InUse::Game => self.game.get(),
            InUse::Study => self.study.get(),
        }
    }

    fn current_mut(&mut self) -> Option<&mut Match> {
        match self.in_use {
            InUse::Game => self.game.get_mut(),
            InUse::Study => self.study.get_mut(),
        }
    }

    fn take_up(&mut self, in_use: InUse) {
        self.in_use = in_use;
        (self.is_hinted, self.is_line) = (false, false);
        self.turn = self.turn.wrapping_add(1);
    }

    /// Shows the best move on the board.
    pub(super) fn show_hint(&mut self) {
        self.is_hinted = true;
        self.help();
    }

    /// Records that the person is helped in the match in use.
    pub(super) fn help(&mut self) {
        if let Some(played) = self.current_mut()
            && !played.status.is_helped
            && !played.is_over()
        {
            played.status.is_helped = true;
            self.note_match();
        }
    }

    /// Makes a legal move; `Err` says why a puzzle's solver has to try another.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Phrase> {
        let Some(played) = self.current_mut() else {
            return Ok(());
        };
        if played.play(mv).is_err() {
            return Ok(());
        }
        let (finish, mode) = (played.finish(), played.mode());
        self.is_hinted = self.is_line;
        self.turn = self.turn.wrapping_add(1);
        if let (Some(finish), Mode::Puzzle { you, task }) = (finish, mode) {
            if finish.winner != Some(you) {
                return self.refuse_solution();
            }
            self.solve(task);
        }
        self.note_match();
        Ok(())
    }

    /// Makes the device's own move, if it is its turn, and returns it.
    pub(super) fn answer(&mut self, advice: &Advice) -> Result<Option<Move>, Phrase> {
        let Some(played) = self.current().filter(|played| played.awaits_device()) else {
            return Ok(None);
        };
        let level = match (played.mode(), played.task()) {
            (Mode::Solo { level, .. }, _) => level,
            (_, Some(Task::Find(worth))) => {
                return self.judge(worth, advice.verdict()).map(|()| None);
            }
            (_, Some(Task::WinIn(plies))) => {
                let left = usize::from(plies).saturating_sub(played.game().plies());
                if advice.verdict() != Some(Verdict::Exact(Value::Loss(left as u8))) {
                    return self.refuse_solution().map(|()| None);
                }
                Level::PERFECT
            }
            _ => Level::PERFECT,
        };
        let mv = level.choose(advice, &mut self.dice);
        mv.map_or(Ok(()), |mv| self.play(mv)).map(|()| mv)
    }

    /// Updates what depends on the match in use after it has changed.
    fn note_match(&mut self) {
        if self.in_use == InUse::Game {
            self.is_changed = true;
            self.count_game();
        }
        self.note_puzzle();
    }
}
