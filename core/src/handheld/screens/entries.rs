//! The entries of the menus: which there are, and what turning them does.

use super::menu::Menu;
use crate::handheld::matches::Mode;
use crate::handheld::puzzle::GOALS;
use crate::handheld::settings::{Choice, Seat, Settings};

/// An entry of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Continue,
    NewGame,
    Learn,
    Lesson(u8),
    Puzzles,
    Analyse,
    Opponents,
    Lab,
    Settings,
    About,
    Start,
    Seat,
    Opponent,
    Clock,
    Hint,
    Undo,
    Moves,
    Review,
    Resign,
    ReallyResign,
    Replace,
    Back,
    Again,
    Agree,
    Turning,
    PlayOn,
    FindIt,
    NextOpponent,
    Main,
    Goal(u8),
    ContinuePuzzle,
    Missed,
    Retry,
    NextPuzzle,
    FromGame,
    FromStart,
    SetUp,
    Done,
    SideToMove,
    StartPosition,
    Clear,
    PlayFromHere,
    Language,
    Shown,
    UndoAllowed,
    Dots,
    Volume,
    Brightness,
    UpsideDown,
    Controller,
    Update,
}

impl Item {
    /// Whether left and right step through what it is set to.
    pub(super) const fn is_choice(self) -> bool {
        matches!(
            self,
            Item::Seat
                | Item::Opponent
                | Item::Clock
                | Item::SideToMove
                | Item::Language
                | Item::Shown
                | Item::UndoAllowed
                | Item::Dots
                | Item::Volume
                | Item::Brightness
                | Item::UpsideDown
                | Item::Controller
        )
    }

    /// Steps a setting on or back.
    pub(crate) fn turn(self, settings: &mut Settings, forward: bool) {
        match self {
            Item::Seat => settings.seat = settings.seat.turned(forward),
            Item::Opponent => settings.turn_level(forward),
            Item::Clock => settings.clock = settings.clock.turned(forward),
            Item::Language => settings.language = settings.language.turned(forward),
            Item::Shown => settings.shown = settings.shown.turned(forward),
            Item::UndoAllowed => settings.undo = settings.undo.turned(forward),
            Item::Dots => settings.dots = settings.dots.turned(forward),
            Item::Volume => settings.volume = settings.volume.turned(forward),
            Item::Brightness => settings.brightness = settings.brightness.turned(forward),
            Item::UpsideDown => settings.is_upside_down = !settings.is_upside_down,
            Item::Controller => settings.controller = settings.controller.turned(forward),
            _ => {}
        }
    }
}

/// Every entry that a menu can have while such a match is in use.
pub(super) const fn listed(
    menu: Menu,
    mode: Option<Mode>,
    is_over: bool,
    seat: Seat,
) -> &'static [Item] {
    match menu {
        Menu::Main => &[
            Item::Continue,
            Item::NewGame,
            Item::Learn,
            Item::Puzzles,
            Item::Analyse,
            Item::Opponents,
            Item::Lab,
            Item::Settings,
            Item::About,
        ],
        Menu::NewGame if matches!(seat, Seat::Pair) => &[Item::Start, Item::Seat, Item::Clock],
        Menu::NewGame => &[Item::Start, Item::Seat, Item::Opponent],
        Menu::Replace(_) => &[Item::Back, Item::Replace],
        Menu::Pause | Menu::Over => match mode {
            Some(Mode::Puzzle { .. }) if is_over => &[Item::NextPuzzle, Item::Retry, Item::Main],
            Some(Mode::Puzzle { .. }) => &[Item::Hint, Item::Retry, Item::NextPuzzle, Item::Main],
            Some(Mode::Study) => &[
                Item::Moves,
                Item::Undo,
                Item::SetUp,
                Item::PlayFromHere,
                Item::Review,
                Item::Main,
            ],
            Some(Mode::Solo { .. }) if is_over => &[
                Item::Again,
                Item::NextOpponent,
                Item::Turning,
                Item::Review,
                Item::Undo,
                Item::FromGame,
                Item::Main,
            ],
            Some(Mode::Pair) if is_over => &[
                Item::Again,
                Item::Turning,
                Item::Review,
                Item::Undo,
                Item::FromGame,
                Item::Main,
            ],
            Some(Mode::Solo { .. } | Mode::Pair) => &[
                Item::Hint,
                Item::Undo,
                Item::Moves,
                Item::Review,
                Item::Resign,
                Item::FromGame,
                Item::Main,
            ],
            None => &[Item::Main],
        },
        Menu::Resign => &[Item::Back, Item::ReallyResign],
        Menu::Agree => &[Item::Agree, Item::Back],
        Menu::Turning => &[Item::PlayOn, Item::FindIt, Item::Review, Item::Main],
        Menu::Lessons => &[
            Item::Lesson(0),
            Item::Lesson(1),
            Item::Lesson(2),
            Item::Lesson(3),
            Item::Lesson(4),
            Item::Lesson(5),
            Item::Lesson(6),
            Item::Lesson(7),
            Item::Lesson(8),
            Item::Lesson(9),
        ],
        Menu::Puzzles => &[
            Item::ContinuePuzzle,
            Item::Missed,
            Item::Goal(GOALS[0]),
            Item::Goal(GOALS[1]),
            Item::Goal(GOALS[2]),
            Item::Goal(GOALS[3]),
            Item::Goal(GOALS[4]),
            Item::Goal(GOALS[5]),
            Item::Goal(GOALS[6]),
        ],
        Menu::Analyse => &[Item::FromGame, Item::FromStart, Item::SetUp],
        Menu::Setup => &[
            Item::Done,
            Item::PlayFromHere,
            Item::SideToMove,
            Item::StartPosition,
            Item::Clear,
            Item::Main,
        ],
        Menu::Settings => &[
            Item::Language,
            Item::Shown,
            Item::UndoAllowed,
            Item::Dots,
            Item::Volume,
            Item::Brightness,
            Item::UpsideDown,
            Item::Controller,
            Item::Update,
        ],
    }
}
