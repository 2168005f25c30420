//! The screens. Each is one file with the state of the screen, what its buttons do, the advice that it needs, and
//! how it is drawn. Those about a match get it in a [`Context`]. A press returns what comes
//! [next](super::next::Next).
//!
//! The other files are for drawing: [`ink`] writes and fills, [`list`] has rows under a heading, [`board_view`]
//! the board and the hands.

pub(super) mod about;
pub(super) mod board;
mod board_view;
pub(super) mod flight;
pub(super) mod ink;
pub(super) mod lab;
pub(super) mod lesson;
pub(super) mod list;
pub(super) mod moves;
pub(super) mod notice;
pub(super) mod opponents;
mod pieces;
pub(super) mod pointer;
mod remarks;
pub(super) mod review;
pub(super) mod selftest;
pub(super) mod setup;
pub(super) mod title;
pub(super) mod turning;

use embedded_graphics::pixelcolor::BinaryColor;

use self::board::BoardScreen;
use self::flight::Flight;
use self::lesson::LessonScreen;
use self::review::ReviewScreen;
use super::menu::MenuScreen;
use super::{
    Button, Consultation, Language, Line, Match, Phrase, Shown, TICKS_PER_SECOND, Turning, Worth,
};
use crate::game::Position;
use crate::player::{Advice, Dice, Level, Need};

const ON: BinaryColor = BinaryColor::On;
const OFF: BinaryColor = BinaryColor::Off;

/// The current screen with its state. The position being set up and the experiment are kept when their screens are
/// left, so they are fields of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Title,
    Menu(MenuScreen),
    /// The board of a game, puzzle or analysis.
    Board(BoardScreen),
    /// All moves of the position on the board; which is pointed at.
    Moves(u8),
    Review(ReviewScreen),
    /// The turning point.
    Turning,
    /// Setting up a position.
    Setup,
    Lesson(LessonScreen),
    /// The opponents; which is shown.
    Opponents(Level),
    /// The running experiment.
    Lab,
    About,
    /// Whether to restart as a drive.
    Update,
}

/// What every picture depends on: the language of its texts, and the time since the last press. Blinking starts
/// again with every press, so that the same presses lead to the same pictures.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    pub(super) language: Language,
    /// In ticks.
    pub(super) idle: u32,
}

impl Moment {
    /// On for half of every second.
    pub(super) const fn blinks(self) -> bool {
        (self.idle / (TICKS_PER_SECOND as u32 / 2)).is_multiple_of(2)
    }

    /// The number of dots after a text while the device thinks: 0 to 3.
    pub(super) const fn dots(self) -> u32 {
        self.idle / 6 % 4
    }

    /// The text while the device thinks, with its dots.
    fn thinking(self) -> Line {
        let mut line = Phrase::Thinking.line(self.language);
        for _ in 0..self.dots() {
            // There is room for three dots after the longest text.
            let _ = line.push('.');
        }
        line
    }
}

/// The match in use as the screens show it.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(super) played: &'a Match,
    pub(super) consultation: &'a Consultation,
    pub(super) moment: Moment,
    /// The move that is being shown.
    pub(super) flight: Option<Flight>,
    /// The present dice, which decide what advice a level needs.
    pub(super) dice: Dice,
    /// Whether the best move is shown on the board.
    pub(super) is_hinted: bool,
    /// How much of the position's value is shown while a person is to move.
    pub(super) shown: Shown,
    /// Whether a piece that is pointed at shows where it could go.
    pub(super) has_dots: bool,
}

impl<'a> Context<'a> {
    /// The position on the board.
    fn position(&self) -> Position {
        self.played.diagram().position
    }

    /// The advice on the position on the board, if it is known and satisfies the need.
    fn advice(&self, need: Need) -> Option<&'a Advice> {
        self.consultation.advice_on(self.position(), need)
    }

    /// The advice that the device needs for its own move, if it is to move.
    fn need_of_device(&self) -> Option<Need> {
        self.played.need_of_device(self.dice)
    }

    /// Where the match was decided, as far as that is known.
    fn turning(&self) -> Turning {
        self.consultation.turning(self.played)
    }

    /// The turning point of a match that is over, if it is known: its ply and what the move gave away.
    pub(super) fn turning_point(&self) -> Option<(usize, Worth)> {
        match self.turning() {
            Turning::At(ply, worth) if self.played.is_over() => Some((ply, worth)),
            _ => None,
        }
    }

    fn text(&self, phrase: Phrase) -> &'static str {
        phrase.text(self.moment.language)
    }
}
