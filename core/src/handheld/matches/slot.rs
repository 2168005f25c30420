//! The place of a match.

use super::{Match, Mode, Status};
use crate::game::Diagram;
use crate::player::Game;

/// The place of a match, which may be empty. Games are begun and restored in their place: the
/// chip's stack has no room for one more.
#[derive(Clone, Debug)]
pub(crate) struct MatchSlot {
    place: Match,
    is_laid: bool,
}

impl MatchSlot {
    pub(crate) const fn new() -> MatchSlot {
        MatchSlot {
            place: Match {
                game: Game::unset(),
                mode: Mode::Study,
                status: Status::NONE,
            },
            is_laid: false,
        }
    }

    /// Begins a match in it.
    pub(crate) fn lay(&mut self, start: Diagram, mode: Mode) -> &mut Match {
        self.is_laid = true;
        self.place.game.restart(start);
        (self.place.mode, self.place.status) = (mode, Status::NONE);
        &mut self.place
    }

    /// Takes the match away.
    pub(crate) fn clear(&mut self) {
        self.is_laid = false;
    }

    pub(crate) const fn get(&self) -> Option<&Match> {
        if self.is_laid {
            Some(&self.place)
        } else {
            None
        }
    }

    pub(crate) fn get_mut(&mut self) -> Option<&mut Match> {
        self.is_laid.then_some(&mut self.place)
    }
}
