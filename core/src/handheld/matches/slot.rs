//! The place of a match.

use super::{Match, Mode};
use crate::game::Diagram;
use crate::player::Game;

/// The place of a match, which may be empty. Games are begun and restored in their place: the
/// chip's stack has no room for one more.
#[derive(Clone, Debug)]
pub(in crate::handheld) struct MatchSlot {
    place: Match,
    is_laid: bool,
}

impl MatchSlot {
    /// An empty place.
    pub(in crate::handheld) const fn new() -> MatchSlot {
        MatchSlot {
            place: Match {
                game: Game::unset(),
                mode: Mode::Study,
                decree: None,
                clock: None,
                is_helped: false,
                is_counted: false,
                is_searched: false,
                is_draw_offered: false,
            },
            is_laid: false,
        }
    }

    /// Begins a match in it.
    pub(in crate::handheld) fn lay(&mut self, start: Diagram, mode: Mode) -> &mut Match {
        self.is_laid = true;
        let Match {
            game,
            mode: place,
            decree,
            clock,
            is_helped,
            is_counted,
            is_searched,
            is_draw_offered,
        } = &mut self.place;
        game.restart(start);
        *place = mode;
        (*decree, *clock) = (None, None);
        (*is_helped, *is_counted) = (false, false);
        (*is_searched, *is_draw_offered) = (false, false);
        &mut self.place
    }

    /// Takes the match away.
    pub(in crate::handheld) fn clear(&mut self) {
        self.is_laid = false;
    }

    /// The match, if there is one.
    pub(in crate::handheld) const fn get(&self) -> Option<&Match> {
        if self.is_laid {
            Some(&self.place)
        } else {
            None
        }
    }

    pub(in crate::handheld) fn get_mut(&mut self) -> Option<&mut Match> {
        self.is_laid.then_some(&mut self.place)
    }
}
