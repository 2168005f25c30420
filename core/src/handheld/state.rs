//! The state of the device, for the program around it.

use core::fmt;
use core::ops::Deref;

use super::screens::board;
use super::{Handheld, Level, Match, Pointer, SLEEPY, Screen, Settings, Totals};
use crate::game::{Diagram, Move, Side};

impl Handheld {
    /// Ticks since the last press; no more are counted once the device is asleep.
    pub const fn idle(&self) -> u32 {
        self.idle
    }

    /// Whether the device requests to sleep. Only a running experiment, a running clock and
    /// values of moves that are being found keep it awake.
    pub fn is_asleep(&self) -> bool {
        let is_timed = || self.current_match().is_some_and(Match::is_timed);
        self.idle >= SLEEPY
            && match self.screen {
                Screen::Lab => false,
                Screen::Board(_) => !is_timed(),
                // The values of all moves may take minutes.
                Screen::Moves(_) => self.question().is_none(),
                _ => true,
            }
    }

    /// The name of the current screen, for scenarios; a notice may be over it.
    pub fn screen(&self) -> impl fmt::Debug + use<> {
        self.screen
    }

    /// Whether an experiment is running, which takes most of the time of a tick.
    pub fn is_experimenting(&self) -> bool {
        self.screen == Screen::Lab
    }

    /// The pointer, and whether the mover sits at the bottom; `None` unless a person is to move on a board.
    pub fn pointer(&self) -> Option<(Pointer, bool)> {
        match self.screen {
            Screen::Board(board) => {
                let played = self
                    .current_match()
                    .filter(|played| played.awaits_person())?;
                Some((board.pointer(), played.is_upright()))
            }
            Screen::Lesson(lesson) => Some((lesson.pointer(), true)),
            _ => None,
        }
    }

    /// The diagram of the lesson on the screen, or of the match in use.
    pub fn diagram(&self) -> Option<Diagram> {
        match self.screen {
            Screen::Lesson(lesson) => Some(lesson.diagram()),
            _ => self.current_match().map(Match::diagram),
        }
    }

    /// Whether the device is about to make a move on the board.
    pub fn is_about_to_move(&self) -> bool {
        matches!(self.screen, Screen::Board(_))
            && !self.has_notice()
            && self.current_match().is_some_and(Match::awaits_device)
    }

    /// Whether a notice has not been read.
    pub fn has_notice(&self) -> bool {
        self.mishap.is_some() || !self.notices.is_empty()
    }

    /// The settings.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// The number of puzzles solved without help.
    pub fn solved(&self) -> u32 {
        self.desk.tally.0.into_iter().map(u32::from).sum()
    }

    /// The number of missed wins and draws that are not found yet.
    pub fn missed(&self) -> usize {
        self.desk.missed.all().len()
    }

    /// The results of the games against the opponent who plays at a level.
    pub fn totals(&self, level: Level) -> Totals {
        self.desk.all_totals.against(level)
    }

    /// The number of lessons done.
    pub const fn learned(&self) -> u32 {
        self.learned.0.count_ones()
    }

    /// The game, puzzle or analysis in use.
    pub const fn current_match(&self) -> Option<&Match> {
        self.desk.current()
    }

    /// The move that is shown as a hint, if one is.
    pub fn hint(&self) -> Option<Move> {
        board::hint(self.context()?)
    }

    /// The English label of the menu entry pointed at, if a menu is on the screen; scenarios use it in every
    /// language.
    pub fn entry(&self) -> Option<impl Deref<Target = str> + use<>> {
        match self.screen {
            Screen::Menu(menu) => menu.label(self),
            _ => None,
        }
    }

    /// The state of everything in the picture that changes with time. After a tick that leaves it equal the picture
    /// is the same and need not be drawn.
    pub fn pulse(&self) -> impl PartialEq + use<> {
        let (moment, played) = (self.moment(), self.current_match());
        let lab = match self.screen {
            Screen::Lab => self.lab.pulse(),
            _ => None,
        };
        let clock = played.and_then(|played| {
            let clock = played.clock()?;
            Some(Side::ALL.map(|side| clock.seconds(side)))
        });
        (
            lab,
            (moment.blinks(), moment.dots(), clock),
            played.map(|played| played.game().plies()),
            (self.notices.len(), self.is_asleep()),
            self.flight.map(|flight| flight.picture()),
        )
    }

    /// Whether a move is being shown, for less than a second.
    pub fn is_showing_move(&self) -> bool {
        self.flight.is_some()
    }
}
