//! Games and analyses on the desk: beginning, copying and recalling them.

use super::{Desk, InUse};
use crate::game::{Diagram, Side};
use crate::handheld::clock::{Clock, Timing};
use crate::handheld::matches::{Match, Mode};
use crate::handheld::settings::Seat;
use crate::player::Level;

impl Desk {
    /// Lays one of the last games to be reviewed; 0 is the game that is kept. A game that was abandoned
    /// becomes an analysis.
    pub(in crate::handheld) fn recall(&mut self, number: u8) {
        match usize::from(number).checked_sub(1) {
            None => self.return_to_game(),
            Some(number) => {
                self.history.lay(number, &mut self.study);
                self.take_up(InUse::Study);
                if self
                    .current()
                    .is_some_and(|played| played.finish().is_none())
                {
                    self.study_game();
                }
            }
        }
    }

    /// Whether one of the last games is in use, and not the one that is kept.
    pub(in crate::handheld) fn is_recalled(&self) -> bool {
        let mode = self.study.get().map(Match::mode);
        self.in_use == InUse::Study && matches!(mode, Some(Mode::Solo { .. } | Mode::Pair))
    }

    /// Moves the game that is kept to the last games, before another one takes its place.
    fn archive(&mut self) {
        if let Some(game) = self.game.get().filter(|game| game.game().plies() > 0) {
            self.history.add(game);
        }
    }

    /// Whether a new game would end one that is being played.
    pub(in crate::handheld) fn is_game_running(&self) -> bool {
        let running = |game: &Match| game.finish().is_none() && !game.game().moves().is_empty();
        self.game().is_some_and(running)
    }

    /// Takes up the game that is kept.
    pub(in crate::handheld) fn return_to_game(&mut self) {
        self.take_up(InUse::Game);
    }

    /// Begins a game to be kept.
    pub(in crate::handheld) fn begin_game(
        &mut self,
        start: Diagram,
        seat: Seat,
        level: Level,
        timing: Timing,
    ) {
        let you = match seat {
            Seat::First => Some(Side::Sente),
            Seat::Second => Some(Side::Gote),
            Seat::Random if self.dice.chance(128) => Some(Side::Sente),
            Seat::Random => Some(Side::Gote),
            Seat::Pair => None,
        };
        let mode = you.map_or(Mode::Pair, |you| Mode::Solo { you, level });
        self.archive();
        let game = self.game.lay(start, mode);
        game.set_clock(Clock::new(timing).filter(|_| mode == Mode::Pair));
        self.return_to_game();
        self.farewell = None;
        self.is_changed = true;
    }

    /// Begins a game like the one in use, between the same, from one of its positions.
    pub(in crate::handheld) fn play_on(&mut self, ply: usize) {
        let Some(played) = self.current() else { return };
        let Diagram { position, side, .. } = played.diagram_at(ply);
        let (mode, timing) = (played.mode(), played.clock().map(Clock::timing));
        self.archive();
        let game = self.game.lay(Diagram::new(position, side), mode);
        game.set_clock(timing.and_then(Clock::new));
        self.return_to_game();
        self.farewell = None;
        self.is_changed = true;
    }

    /// Copies the game to try things out; a recalled game is a copy already.
    pub(in crate::handheld) fn study_game(&mut self) {
        if self.in_use == InUse::Study {
            if let Some(played) = self.study.get_mut() {
                played.become_study();
            }
            return self.take_up(InUse::Study);
        }
        let Some(game) = self.game.get_mut() else {
            return;
        };
        if game.finish().is_none() && !game.is_helped() {
            game.set_helped(true);
            self.is_changed = true;
        }
        let copy = self.study.lay(game.diagram_at(0), Mode::Study);
        for &mv in game.game().moves() {
            // What could be played once can be played again.
            let _ = copy.play(mv);
        }
        self.take_up(InUse::Study);
    }

    /// Lays out a position to try things out.
    pub(in crate::handheld) fn study(&mut self, start: Diagram) {
        self.study.lay(start, Mode::Study);
        self.take_up(InUse::Study);
    }

    /// Copies the match in use; from the next move on the best move is always shown.
    pub(in crate::handheld) fn begin_line(&mut self) {
        self.study_game();
        self.is_line = true;
    }

    /// Shows the best moves no longer.
    pub(in crate::handheld) fn leave_line(&mut self) {
        self.is_line = false;
    }
}
