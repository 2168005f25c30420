//! Puzzles on the desk: choosing, judging and counting them.

use core::cmp::Ordering;

use super::{Desk, InUse};
use crate::game::{Diagram, Side};
use crate::handheld::matches::Decree;
use crate::handheld::puzzle::Missed;
use crate::handheld::puzzle::{STORED, Unfinished, stored_puzzle};
use crate::handheld::record::{read_game, write_game};
use crate::handheld::turning;
use crate::handheld::{Mode, Phrase, Task, Worth};
use crate::player::Verdict;

impl Desk {
    /// Begins one of the stored puzzles of this length.
    pub(crate) fn next_puzzle(&mut self, plies: u8) {
        let number = self.dice.below(2 * STORED) as u8;
        if let Some(position) = stored_puzzle(plies, number) {
            let start = Diagram::new(position, Side::Sente);
            self.begin_puzzle(start, Task::WinIn(plies), false);
        }
    }

    pub(crate) fn begin_puzzle(&mut self, start: Diagram, task: Task, is_helped: bool) {
        let you = start.side;
        let played = self.study.lay(start, Mode::Puzzle { you, task });
        played.status.is_helped = is_helped;
        self.take_up(InUse::Study);
        self.note_puzzle();
    }

    pub(crate) fn resume_puzzle(&mut self) {
        if read_game(&mut &self.puzzle[..], &mut self.study).is_some() {
            self.take_up(InUse::Study);
        }
    }

    pub(crate) fn retry_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Some(task) = played.task()
        {
            self.begin_puzzle(played.diagram_at(0), task, played.status.is_helped);
        }
    }

    /// Begins the puzzle of a missed win or draw; the next one if one is in use.
    pub(crate) fn seek_missed(&mut self) {
        let shown = self.current().map(|played| played.diagram_at(0));
        if let Some(Missed { start, worth }) = self.missed.after(shown) {
            self.begin_puzzle(start, Task::Find(worth), false);
        }
    }

    /// Begins the puzzle of the win or draw that was missed at a ply of the match in use.
    pub(crate) fn seek_missed_at(&mut self, ply: usize, worth: Worth) {
        if let Some(played) = self.current() {
            self.begin_puzzle(played.start_at(ply), Task::Find(worth), false);
        }
    }

    /// Records that the game was searched for its turning point, and where it is, if there is one.
    pub(crate) fn note_turning(&mut self, turning: Option<(usize, Worth)>) {
        let is_game = self.in_use == InUse::Game;
        let Some(game) = self.game.get_mut().filter(|_| is_game) else {
            return;
        };
        game.status.is_searched = true;
        self.is_changed = true;
        if let (Some((ply, worth)), Mode::Solo { you, .. }) = (turning, game.mode())
            && game.game().side_at(ply) == you
        {
            let start = game.start_at(ply);
            self.missed.add(Missed { start, worth });
        }
    }

    /// Counts the puzzle in use as solved, once, unless the solver was helped.
    pub(super) fn solve(&mut self, task: Task) {
        let Some(played) = self.current_mut().filter(|played| !played.status.is_helped) else {
            return;
        };
        played.status.is_helped = true;
        let start = played.diagram_at(0);
        match task {
            Task::WinIn(plies) => self.tally.add(plies),
            Task::Find(_) => self.missed.remove(start),
        }
        self.is_changed = true;
    }

    /// Accepts the solver's move if it keeps the win or draw, by the verdict for the other side.
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
            played.status.decree = Some(Decree::Found);
        }
        self.solve(Task::Find(worth));
        Ok(())
    }

    /// Takes back a move of the solver that does not win in time.
    pub(super) fn refuse_solution(&mut self) -> Result<(), Phrase> {
        let mut sentence = Phrase::TooSlow;
        if let Some(played) = self.current_mut() {
            played.undo();
            if let Some(Task::Find(_)) = played.task() {
                sentence = Phrase::MissedAgain;
            }
        }
        self.turn = self.turn.wrapping_add(1);
        self.note_puzzle();
        Err(sentence)
    }

    /// Stores the state of the puzzle in use, if one is.
    pub(super) fn note_puzzle(&mut self) {
        if let Some(played) = self.current()
            && let Some(Task::WinIn(_)) = played.task()
        {
            let mut puzzle = Unfinished::new();
            if !played.is_over() {
                // A puzzle is never longer than its win.
                write_game(played, &mut |bytes| drop(puzzle.extend_from_slice(bytes)));
            }
            self.puzzle = puzzle;
            self.is_changed = true;
        }
    }
}
