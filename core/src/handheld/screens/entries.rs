//! The entries of the menus: which there are, which are to be had now, what they are called and what they are set to.

use super::menu::Menu;
use crate::game::Side;
use crate::handheld::desk::Desk;
use crate::handheld::lessons::{self, Learned};
use crate::handheld::matches::Mode;
use crate::handheld::puzzle::GOALS;
use crate::handheld::settings::{Choice, Language, Seat, Settings, Shown};
use crate::handheld::text::{Line, Phrase};
use crate::player::Level;

/// An entry of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Continue,
    NewGame,
    Learn,
    Lesson(u8),
    Puzzles,
    Analyse,
    Lab,
    Settings,
    About,
    Start,
    Seat,
    Level,
    Hint,
    Undo,
    Moves,
    Review,
    Resign,
    ReallyResign,
    Replace,
    Back,
    Again,
    Main,
    Goal(u8),
    ContinuePuzzle,
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
    Update,
}

impl Item {
    /// Whether left and right step through what it is set to.
    pub(super) const fn is_choice(self) -> bool {
        matches!(
            self,
            Item::Seat
                | Item::Level
                | Item::SideToMove
                | Item::Language
                | Item::Shown
                | Item::UndoAllowed
                | Item::Dots
        )
    }

    /// Steps a setting on or back.
    pub(crate) fn turn(self, settings: &mut Settings, forward: bool) {
        match self {
            Item::Seat => settings.seat = settings.seat.turned(forward),
            Item::Level => settings.turn_level(forward),
            Item::Language => settings.language = settings.language.turned(forward),
            Item::Shown => settings.shown = settings.shown.turned(forward),
            Item::UndoAllowed => settings.undo = settings.undo.turned(forward),
            Item::Dots => settings.dots = settings.dots.turned(forward),
            _ => {}
        }
    }
}

/// Every entry that a menu can have while such a match is in use.
const fn listed(menu: Menu, mode: Option<Mode>, is_over: bool) -> &'static [Item] {
    match menu {
        Menu::Main => &[
            Item::Continue,
            Item::NewGame,
            Item::Learn,
            Item::Puzzles,
            Item::Analyse,
            Item::Lab,
            Item::Settings,
            Item::About,
        ],
        Menu::NewGame => &[Item::Start, Item::Seat, Item::Level],
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
            Some(Mode::Solo { .. } | Mode::Pair) if is_over => &[
                Item::Again,
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
            Item::Update,
        ],
    }
}

/// What menus speak of.
pub(crate) struct MenuFacts<'a> {
    pub(crate) settings: Settings,
    /// The lessons done.
    pub(crate) learned: Learned,
    pub(crate) desk: &'a Desk,
    /// Who is to move in the position being set up.
    pub(crate) side_to_move: Side,
}

impl MenuFacts<'_> {
    /// The entries of a menu, whether or not they are to be had now.
    pub(super) fn items(&self, menu: Menu) -> &'static [Item] {
        let played = self.desk.current();
        let is_over = played.is_some_and(|played| played.finish().is_some());
        listed(menu, played.map(|played| played.mode()), is_over)
    }

    /// Whether an entry of a menu is to be had now.
    pub(super) fn is_offered(&self, menu: Menu, item: Item) -> bool {
        let played = self.desk.current();
        let is_study = played.is_some_and(|played| played.mode() == Mode::Study);
        let is_over = played.is_some_and(|played| played.finish().is_some());
        let has_moves = played.is_some_and(|played| !played.game().moves().is_empty());
        match item {
            Item::Continue | Item::FromGame => self.desk.game().is_some(),
            Item::ContinuePuzzle => self.desk.puzzle().is_some(),
            Item::Level => self.settings.seat != Seat::Pair,
            Item::Moves => !is_over,
            Item::PlayFromHere => menu == Menu::Setup || !is_over,
            Item::Retry | Item::Review => has_moves,
            Item::Undo => has_moves && (self.settings.undo || is_study),
            _ => true,
        }
    }

    /// What an entry is called.
    pub(super) fn label(&self, menu: Menu, item: Item, language: Language) -> Line {
        let mode = self.desk.current().map(|played| played.mode());
        let in_puzzle = matches!(mode, Some(Mode::Puzzle { .. }));
        let phrase = match item {
            Item::Goal(plies) => return Phrase::Goal.with(language, plies),
            Item::Continue | Item::ContinuePuzzle => Phrase::Continue,
            Item::NewGame => Phrase::NewGame,
            Item::Learn => Phrase::Learn,
            Item::Lesson(number) => {
                let lesson = lessons::ALL.get(usize::from(number));
                lesson.map_or(Phrase::Learn, |lesson| lesson.title)
            }
            Item::Puzzles => Phrase::Puzzles,
            Item::Analyse => Phrase::Analyse,
            Item::FromGame if matches!(menu, Menu::Pause | Menu::Over) => Phrase::Analyse,
            Item::Lab => Phrase::Lab,
            Item::Settings => Phrase::Settings,
            Item::About => Phrase::About,
            Item::Start => Phrase::Start,
            Item::Seat => Phrase::YouPlay,
            Item::Level => Phrase::Level,
            Item::Hint if in_puzzle => Phrase::Solution,
            Item::Hint => Phrase::Hint,
            Item::Undo => Phrase::Undo,
            Item::Moves => Phrase::Moves,
            Item::Review => Phrase::Review,
            Item::Resign => Phrase::Resign,
            Item::ReallyResign | Item::Replace => Phrase::Yes,
            Item::Back => Phrase::No,
            Item::Again => Phrase::Again,
            Item::Main => Phrase::ToMenu,
            Item::Retry => Phrase::Retry,
            Item::NextPuzzle => Phrase::NextPuzzle,
            Item::FromGame => Phrase::FromGame,
            Item::FromStart => Phrase::FromStart,
            Item::SetUp => Phrase::SetUp,
            Item::Done => Phrase::Done,
            Item::SideToMove => Phrase::SideToMove,
            Item::StartPosition => Phrase::StartPosition,
            Item::Clear => Phrase::AllInHand,
            Item::PlayFromHere => Phrase::PlayFromHere,
            Item::Language => Phrase::Language,
            Item::Shown => Phrase::Values,
            Item::UndoAllowed => Phrase::UndoAllowed,
            Item::Dots => Phrase::Dots,
            Item::Update => Phrase::Update,
        };
        phrase.with(language, "")
    }

    /// What an entry is set to, if it is a choice or a count.
    pub(super) fn setting(&self, item: Item) -> Option<Line> {
        let language = self.settings.language;
        let phrase = match item {
            Item::Seat => match self.settings.seat {
                Seat::First => Phrase::First,
                Seat::Second => Phrase::Second,
                Seat::Random => Phrase::Random,
                Seat::Pair => Phrase::Pair,
            },
            Item::Level if self.settings.level == Level::PERFECT => Phrase::Perfect,
            Item::Level => Phrase::Number,
            Item::Lesson(number) if self.learned.has(number) => Phrase::Learned,
            Item::Goal(plies) => {
                return Some(Phrase::SolvedCount.with(language, self.desk.tally().solved(plies)));
            }
            Item::SideToMove => match self.side_to_move {
                Side::Sente => Phrase::First,
                Side::Gote => Phrase::Second,
            },
            Item::Language => Phrase::Name,
            Item::Shown => match self.settings.shown {
                Shown::Nothing => Phrase::Off,
                Shown::Result => Phrase::ResultOnly,
                Shown::Distance => Phrase::Distance,
            },
            Item::UndoAllowed if self.settings.undo => Phrase::Allowed,
            Item::UndoAllowed => Phrase::Forbidden,
            Item::Dots if self.settings.dots => Phrase::Marked,
            Item::Dots => Phrase::Unmarked,
            _ => return None,
        };
        Some(phrase.with(language, self.settings.level.number()))
    }
}
