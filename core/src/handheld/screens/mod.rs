//! The screens. Each is one file with what the screen remembers, what its buttons do, what it
//! wants to know and how it is drawn; it is handed the parts of the device that it shows, and
//! answers a press with what comes [next](super::next::Next).
//!
//! Beside them is what they draw with: [`ink`] writes and fills, [`list`] has rows under a
//! heading, [`board_view`] the board and the hands.

pub(super) mod about;
pub(super) mod battery;
pub(super) mod board;
mod board_view;
mod clocks;
pub(super) mod flight;
pub(super) mod ink;
pub(super) mod lab;
pub(super) mod lesson;
pub(super) mod list;
pub(super) mod mishap;
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
pub(super) mod update;

use embedded_graphics::pixelcolor::BinaryColor;

use self::board::BoardScreen;
use self::lesson::LessonScreen;
use self::moves::MovesScreen;
use self::opponents::OpponentsScreen;
use self::review::ReviewScreen;
use super::menu::MenuScreen;
use super::text::{Line, Phrase};
use super::{Button, Language, TICKS_PER_SECOND};

const ON: BinaryColor = BinaryColor::On;
const OFF: BinaryColor = BinaryColor::Off;

/// What is on the screen, with what the screen itself remembers. The position being set up and
/// the experiment outlast their screens, and are the device's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first picture.
    Title,
    /// A menu.
    Menu(MenuScreen),
    /// The board of a game, puzzle or analysis.
    Board(BoardScreen),
    /// All moves of the position on the board.
    Moves(MovesScreen),
    /// The game once more.
    Review(ReviewScreen),
    /// Where the game was decided.
    Turning,
    /// Setting up a position.
    Setup,
    /// A lesson.
    Lesson(LessonScreen),
    /// The opponents.
    Opponents(OpponentsScreen),
    /// The running experiment.
    Lab,
    /// What this device is.
    About,
    /// Whether to restart as a drive.
    Update,
}

/// What every picture depends on: the language of its texts, and how long ago the last press was.
/// What blinks begins anew with every press, so that the same presses lead to the same pictures.
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

    /// The dots behind what takes a while: none to three, and again.
    pub(super) const fn dots(self) -> u32 {
        self.idle / 6 % 4
    }

    /// The thinking mark: dots that come and go.
    fn thinking(self) -> Line {
        let mut line = Phrase::Thinking.with(self.language, "");
        for _ in 0..self.dots() {
            // There is room for three dots after the longest text.
            let _ = line.push('.');
        }
        line
    }
}
