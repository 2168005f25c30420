//! The desk: the game that is kept, a second match for puzzles and analyses, and what can be done
//! with the one in use.
//!
//! What changes here and is to outlast a power cut is noted, and written by whoever asks
//! [`Desk::take_changed`].

use super::lessons::Learned;
use super::matches::{Match, MatchSlot, Mode};
use super::puzzle::{Tally, Unfinished};
use super::record::{self, Kept, RecordError};
use super::settings::{Seat, Settings, Shown};
use super::text::Phrase;
use crate::game::{Diagram, Move, Side, Value};
use crate::player::{Advice, Dice, Level, Verdict};

/// The matches, the puzzle and its help.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    game: MatchSlot,
    study: MatchSlot,
    in_use: InUse,
    /// The puzzle that was begun and is not solved.
    puzzle: Option<Unfinished>,
    /// Whether the puzzle in use was helped along.
    is_helped: bool,
    /// Whether the best move is shown on the board.
    is_hinted: bool,
    tally: Tally,
    dice: Dice,
    is_changed: bool,
}

/// Which of the two matches is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InUse {
    /// The game that is kept.
    Game,
    /// A puzzle or an analysis, which leaves the game alone.
    Study,
}

/// The match in use, and what is shown of its value.
#[derive(Clone, Copy)]
pub(crate) struct InSight<'a> {
    pub(super) played: &'a Match,
    /// Whether the best move is shown on the board.
    pub(super) is_hinted: bool,
    /// How much of the position's value is shown while a person is to move.
    pub(super) shown: Shown,
    /// Whether a piece that is pointed at shows where it could go.
    pub(super) has_dots: bool,
}

impl Desk {
    /// A desk with nothing on it.
    pub(super) const fn new() -> Desk {
        Desk {
            game: MatchSlot::new(),
            study: MatchSlot::new(),
            in_use: InUse::Game,
            puzzle: None,
            is_helped: false,
            is_hinted: false,
            tally: Tally::NONE,
            dice: Dice::new(0),
            is_changed: false,
        }
    }

    /// Throws new dice and restores what was kept, if anything was; its settings
    /// and the lessons done.
    pub(super) fn restore(
        &mut self,
        record: Option<&[u8]>,
        seed: u32,
    ) -> Result<Option<(Settings, Learned)>, RecordError> {
        self.dice = Dice::new(seed);
        let Some(record) = record else {
            return Ok(None);
        };
        let saved = record::decode(record, &mut self.game)?;
        self.tally = saved.tally;
        self.dice = Dice::new(saved.seed ^ seed);
        self.puzzle = saved.puzzle;
        Ok(Some((saved.settings, saved.learned)))
    }

    /// What is to be kept, with the settings and the lessons done.
    pub(super) fn kept(&mut self, settings: Settings, learned: Learned) -> Kept<'_> {
        Kept {
            settings,
            learned,
            tally: self.tally,
            seed: self.dice.seed(),
            game: self.game.get(),
            puzzle: self.puzzle.as_ref(),
        }
    }

    /// Whether anything has changed that is to be kept, since this was last asked.
    pub(super) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.is_changed)
    }

    /// The game that is kept.
    pub(super) const fn game(&self) -> Option<&Match> {
        self.game.get()
    }

    /// The match in use.
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

    /// The match in use as the screens show it to a player with these settings.
    pub(super) fn in_sight(&self, settings: Settings) -> Option<InSight<'_>> {
        let played = self.current()?;
        let shown = match played.mode() {
            // What a puzzle is worth, everybody knows.
            Mode::Puzzle { .. } => Shown::Nothing,
            Mode::Study => Shown::Distance,
            Mode::Solo { .. } | Mode::Pair if self.is_hinted => Shown::Distance,
            Mode::Solo { .. } | Mode::Pair => settings.shown,
        };
        Some(InSight {
            played,
            is_hinted: self.is_hinted,
            shown,
            has_dots: settings.dots,
        })
    }

    /// The puzzle that was begun and is not solved.
    pub(super) const fn puzzle(&self) -> Option<&Unfinished> {
        self.puzzle.as_ref()
    }

    /// The puzzles solved.
    pub(super) const fn tally(&self) -> Tally {
        self.tally
    }

    /// Whether a new game would end one that is being played.
    pub(super) fn is_game_running(&self) -> bool {
        let running = |game: &Match| game.finish().is_none() && !game.game().moves().is_empty();
        self.game().is_some_and(running)
    }

    /// Takes up the game that is kept.
    pub(super) fn return_to_game(&mut self) {
        self.in_use = InUse::Game;
    }

    /// Begins a game to be kept.
    pub(super) fn begin_game(&mut self, start: Diagram, seat: Seat, level: Level) {
        let you = match seat {
            Seat::First => Some(Side::Sente),
            Seat::Second => Some(Side::Gote),
            Seat::Random if self.dice.chance(128) => Some(Side::Sente),
            Seat::Random => Some(Side::Gote),
            Seat::Pair => None,
        };
        let mode = you.map_or(Mode::Pair, |you| Mode::Solo { you, level });
        self.game.lay(start, mode);
        self.in_use = InUse::Game;
        self.is_hinted = false;
        self.is_changed = true;
    }

    /// Copies the game to try things out.
    pub(super) fn study_game(&mut self) {
        let Some(game) = self.game.get() else { return };
        let copy = self.study.lay(game.diagram_at(0), Mode::Study);
        for &mv in game.game().moves() {
            // What could be played once can be played again.
            let _ = copy.play(mv);
        }
        self.take_up_study();
    }

    /// Lays out a position to try things out.
    pub(super) fn study(&mut self, start: Diagram) {
        self.study.lay(start, Mode::Study);
        self.take_up_study();
    }

    fn take_up_study(&mut self) {
        self.in_use = InUse::Study;
        self.is_hinted = false;
    }

    /// Shakes the dice by a number that nobody can foresee.
    pub(super) fn stir(&mut self, number: u32) {
        self.dice = Dice::new(self.dice.seed() ^ number);
    }

    /// A seed for dice of one's own, to look for a puzzle.
    pub(super) fn seed(&mut self) -> u32 {
        self.dice.seed()
    }

    /// Lays a puzzle.
    pub(super) fn begin_puzzle(&mut self, start: Diagram, plies: u8, is_helped: bool) {
        let you = start.side;
        self.study.lay(start, Mode::Puzzle { you, plies });
        self.is_helped = is_helped;
        self.take_up_study();
        self.note_puzzle();
    }

    /// Carries on with the puzzle that was left unfinished.
    pub(super) fn resume_puzzle(&mut self) {
        if let Some(puzzle) = &self.puzzle {
            puzzle.lay(&mut self.study);
            self.is_helped = puzzle.is_helped();
            self.take_up_study();
        }
    }

    /// Begins the puzzle in use anew.
    pub(super) fn retry_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Mode::Puzzle { plies, .. } = played.mode()
        {
            self.begin_puzzle(played.diagram_at(0), plies, self.is_helped);
        }
    }

    /// Shows the best move on the board.
    pub(super) fn show_hint(&mut self) {
        self.is_hinted = true;
        self.is_helped = true;
        self.note_puzzle();
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
        self.is_hinted = false;
        if let (Some(finish), Mode::Puzzle { you, plies }) = (finish, mode) {
            if finish.winner != Some(you) {
                return self.refuse_solution();
            }
            if !self.is_helped {
                self.tally.add(plies);
                self.is_helped = true;
            }
        }
        self.note_match();
        Ok(())
    }

    /// Makes the device's own move, if it is its turn.
    pub(super) fn answer(&mut self, advice: &Advice) -> Result<(), Phrase> {
        let Some(played) = self.current().filter(|played| played.awaits_device()) else {
            return Ok(());
        };
        let level = match played.mode() {
            Mode::Solo { level, .. } => level,
            Mode::Puzzle { plies, .. } => {
                let left = usize::from(plies).saturating_sub(played.game().plies());
                if advice.verdict() != Some(Verdict::Exact(Value::Loss(left as u8))) {
                    return self.refuse_solution();
                }
                Level::PERFECT
            }
            Mode::Pair | Mode::Study => Level::PERFECT,
        };
        match level.choose(advice, &mut self.dice) {
            Some(mv) => self.play(mv),
            None => Ok(()),
        }
    }

    /// Takes back a move of the solver that does not win in time.
    fn refuse_solution(&mut self) -> Result<(), Phrase> {
        if let Some(played) = self.current_mut() {
            played.undo();
        }
        self.note_puzzle();
        Err(Phrase::TooSlow)
    }

    /// Goes back to the person's last decision.
    pub(super) fn take_back(&mut self) {
        if let Some(played) = self.current_mut()
            && played.undo()
        {
            self.is_hinted = false;
            self.note_match();
        }
    }

    /// Lets the person, or of two people the one to move, give up.
    pub(super) fn resign(&mut self) {
        if let Some(played) = self.current_mut()
            && played.finish().is_none()
        {
            played.resign(match played.mode() {
                Mode::Solo { you, .. } => you,
                _ => played.diagram().side,
            });
            self.note_match();
        }
    }

    /// Notes that the match in use has gone on.
    fn note_match(&mut self) {
        self.is_changed |= self.in_use == InUse::Game;
        self.note_puzzle();
    }

    /// Notes how far the puzzle in use, if one is, has come.
    fn note_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Mode::Puzzle { .. } = played.mode()
        {
            self.puzzle = Unfinished::of(played, self.is_helped);
            self.is_changed = true;
        }
    }
}
