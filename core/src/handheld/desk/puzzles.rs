//! Puzzles on the desk: laying, judging and counting them.

use core::cmp::Ordering;

use super::{Desk, InUse};
use crate::game::{Diagram, Side};
use crate::handheld::matches::{Decree, Mode, Task};
use crate::handheld::missed::Missed;
use crate::handheld::puzzle::{STORED, Unfinished, stored_puzzle};
use crate::handheld::text::Phrase;
use crate::handheld::turning::{self, Worth};
use crate::player::Verdict;

impl Desk {
    /// Lays one of the stored puzzles of this length.
    pub(in crate::handheld) fn next_puzzle(&mut self, plies: u8) {
        let number = self.dice.below(2 * STORED) as u8;
        if let Some(position) = stored_puzzle(plies, number) {
            let start = Diagram::new(position, Side::Sente);
            self.begin_puzzle(start, Task::WinIn(plies), false);
        }
    }

    /// Lays a puzzle.
    pub(in crate::handheld) fn begin_puzzle(
        &mut self,
        start: Diagram,
        task: Task,
        is_helped: bool,
    ) {
        let you = start.side;
        let played = self.study.lay(start, Mode::Puzzle { you, task });
        played.set_helped(is_helped);
        self.take_up(InUse::Study);
        self.note_puzzle();
    }

    /// Carries on with the puzzle that was left unfinished.
    pub(in crate::handheld) fn resume_puzzle(&mut self) {
        if let Some(puzzle) = &self.puzzle {
            puzzle.lay(&mut self.study);
            self.take_up(InUse::Study);
        }
    }

    /// Begins the puzzle in use anew.
    pub(in crate::handheld) fn retry_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Mode::Puzzle { task, .. } = played.mode()
        {
            self.begin_puzzle(played.diagram_at(0), task, played.is_helped());
        }
    }

    /// Lays a missed win or draw; the next one if one is in use.
    pub(in crate::handheld) fn seek_missed(&mut self) {
        let shown = self.current().map(|played| played.diagram_at(0));
        if let Some(Missed { start, worth }) = self.missed.after(shown) {
            self.begin_puzzle(start, Task::Find(worth), false);
        }
    }

    /// Lays the win or draw that was missed at a ply of the match in use.
    pub(in crate::handheld) fn seek_missed_at(&mut self, ply: usize, worth: Worth) {
        if let Some(played) = self.current() {
            let Diagram { position, side, .. } = played.diagram_at(ply);
            self.begin_puzzle(Diagram::new(position, side), Task::Find(worth), false);
        }
    }

    /// The end of the game was looked through: at this ply the result changed, if it did.
    pub(in crate::handheld) fn note_turning(&mut self, turning: Option<(usize, Worth)>) {
        let is_game = self.in_use == InUse::Game;
        let Some(game) = self.game.get_mut().filter(|_| is_game) else {
            return;
        };
        game.set_searched(true);
        self.is_changed = true;
        if let (Some((ply, worth)), Mode::Solo { you, .. }) = (turning, game.mode())
            && game.game().side_at(ply) == you
        {
            let Diagram { position, side, .. } = game.diagram_at(ply);
            let start = Diagram::new(position, side);
            self.missed.add(Missed { start, worth });
        }
    }

    /// The puzzle in use is solved; without help that counts, once.
    pub(super) fn solve(&mut self, task: Task) {
        let Some(played) = self.current_mut().filter(|played| !played.is_helped()) else {
            return;
        };
        played.set_helped(true);
        let start = played.diagram_at(0);
        match task {
            Task::WinIn(plies) => self.tally.add(plies),
            Task::Find(_) => self.missed.remove(start),
        }
        self.is_changed = true;
    }

    /// Whether the solver has kept what was to be kept, by the verdict for the other side.
    pub(super) fn judge(&mut self, worth: Worth, verdict: Option<Verdict>) -> Result<(), Phrase> {
        let result = verdict.and_then(turning::result);
        let kept = match worth {
            Worth::Win => result.is_some_and(Ordering::is_lt),
            Worth::Draw => result.is_some_and(Ordering::is_le),
        };
        if !kept {
            return self.refuse_solution();
        }
        if let Some(played) = self.current_mut() {
            played.end_by(Decree::Found);
        }
        self.solve(Task::Find(worth));
        Ok(())
    }

    /// Takes back a move of the solver that does not win in time.
    pub(super) fn refuse_solution(&mut self) -> Result<(), Phrase> {
        let mut sentence = Phrase::TooSlow;
        if let Some(played) = self.current_mut() {
            played.undo();
            if let Mode::Puzzle {
                task: Task::Find(_),
                ..
            } = played.mode()
            {
                sentence = Phrase::MissedAgain;
            }
        }
        self.turn = self.turn.wrapping_add(1);
        self.note_puzzle();
        Err(sentence)
    }

    /// Notes how far the puzzle in use, if one is, has come.
    pub(super) fn note_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Mode::Puzzle {
                task: Task::WinIn(_),
                ..
            } = played.mode()
        {
            self.puzzle = Unfinished::of(played);
            self.is_changed = true;
        }
    }
}
