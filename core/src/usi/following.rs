//! A line of best play.

use core::fmt;

use heapless::Vec;

use crate::game::{After, Diagram, Letters, Move};

/// The longest line of play that is followed; the longest forced win takes 173 plies.
pub(super) const LONGEST: usize = 176;

/// A line of best play.
#[derive(Debug)]
pub(super) struct Following {
    /// Where it starts.
    pub(super) root: Diagram,
    pub(super) moves: Vec<Move, LONGEST>,
    /// Where it has arrived.
    pub(super) here: Diagram,
    /// Whether the last move ended the game.
    pub(super) ended: bool,
    /// Whether the adviser works on the next move.
    pub(super) asked: bool,
    /// Whether the verdict on the first move is as exact as the adviser can give.
    pub(super) settled: bool,
}

impl Following {
    pub(super) const fn new() -> Following {
        Following {
            root: Diagram::START,
            moves: Vec::new(),
            here: Diagram::START,
            ended: false,
            asked: false,
            settled: false,
        }
    }

    /// Goes back to the root.
    pub(super) fn begin(&mut self) {
        self.moves.clear();
        self.here = self.root;
        (self.ended, self.asked, self.settled) = (false, false, false);
    }

    /// Goes one move further.
    pub(super) fn play(&mut self, mv: Move) {
        self.asked = false;
        if self.moves.push(mv).is_err() {
            return;
        }
        match self.here.position.play(mv) {
            After::Caught => self.ended = true,
            After::Position(next) => {
                self.here = self.here.next(next);
                self.ended = next.ending().is_some();
            }
        }
    }

    /// Writes the moves, a space before each.
    pub(super) fn write_moves(&self, letters: Letters, out: &mut impl fmt::Write) -> fmt::Result {
        let mut here = self.root;
        for &mv in &self.moves {
            write!(out, " {}", here.usi_in(mv, letters))?;
            if let After::Position(next) = here.position.play(mv) {
                here = here.next(next);
            }
        }
        Ok(())
    }
}
