//! Games and analyses on the desk: beginning, copying and recalling them.

use super::{Desk, InUse};
use crate::game::{Diagram, Side};
use crate::handheld::{Clock, Match, Mode, Seat, Timing};
use crate::player::Level;

impl Desk {
    /// Lays out one of the last games for review; 0 is the game that is saved. A game that was abandoned
    /// becomes an analysis.
    pub(crate) fn recall(&mut self, number: u8) {
        match usize::from(number).checked_sub(1) {
            None => self.return_to_game(),
            Some(number) => {
                self.history.lay(number, &mut self.study);
                self.take_up(InUse::Study);
                if self.current().is_some_and(|played| !played.is_over()) {
                    self.study_game();
                }
            }
        }
    }

    /// Whether one of the last games is in use, and not the one that is saved.
    pub(crate) fn is_recalled(&self) -> bool {
        let mode = self.study.get().map(Match::mode);
        self.in_use == InUse::Study && matches!(mode, Some(Mode::Solo { .. } | Mode::Pair))
    }

    /// Whether a new game would end one that is being played.
    pub(crate) fn is_game_running(&self) -> bool {
        let running = |game: &Match| !game.is_over() && !game.game().moves().is_empty();
        self.game().is_some_and(running)
    }

    /// Selects the game that is saved.
    pub(crate) fn return_to_game(&mut self) {
        self.take_up(InUse::Game);
    }

    /// Begins a game with this seating.
    pub(crate) fn begin_game(&mut self, start: Diagram, seat: Seat, level: Level, timing: Timing) {
        let you = match seat {
            Seat::First => Some(Side::Sente),
            Seat::Second => Some(Side::Gote),
            Seat::Random if self.dice.chance(128) => Some(Side::Sente),
            Seat::Random => Some(Side::Gote),
            Seat::Pair => None,
        };
        let mode = you.map_or(Mode::Pair, |you| Mode::Solo { you, level });
        self.begin(start, mode, timing);
    }

    /// Begins a game to be saved; only two people have a clock.
    fn begin(&mut self, start: Diagram, mode: Mode, timing: Timing) {
        if let Some(game) = self.game.get().filter(|game| game.game().plies() > 0) {
            self.history.add(game);
        }
        let clock = Clock::new(timing).filter(|_| mode == Mode::Pair);
        self.game.lay(start, mode).status.clock = clock;
        self.return_to_game();
        self.farewell = None;
        self.is_changed = true;
    }

    /// Begins a game between the players of the one in use, from one of its positions.
    pub(crate) fn play_on(&mut self, ply: usize) {
        let Some(played) = self.current() else { return };
        let timing = played.clock().map_or(Timing::OFF, |clock| clock.timing);
        self.begin(played.start_at(ply), played.mode(), timing);
    }

    /// Copies the game to try things out; a recalled game is a copy already.
    pub(crate) fn study_game(&mut self) {
        if self.in_use == InUse::Study {
            if let Some(played) = self.study.get_mut() {
                played.become_study();
            }
            return self.take_up(InUse::Study);
        }
        let Some(game) = self.game.get_mut() else {
            return;
        };
        if !game.is_over() && !game.status.is_helped {
            game.status.is_helped = true;
            self.is_changed = true;
        }
        let copy = self.study.lay(game.diagram_at(0), Mode::Study);
        for &mv in game.game().moves() {
            // Every move was legal in the game, so it is in the copy.
            let _ = copy.play(mv);
        }
        self.take_up(InUse::Study);
    }

    /// Lays out a position to try things out.
    pub(crate) fn study(&mut self, start: Diagram) {
        self.study.lay(start, Mode::Study);
        self.take_up(InUse::Study);
    }

    /// Copies the match in use; from the next move on the best move is always shown.
    pub(crate) fn begin_line(&mut self) {
        self.study_game();
        self.is_line = true;
    }
}
