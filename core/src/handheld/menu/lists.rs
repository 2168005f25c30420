//! Which entries each menu has.

use crate::game::Diagram;
use crate::handheld::Handheld;
use crate::handheld::matches::{Match, Mode};
use crate::handheld::puzzle::GOALS;
use crate::handheld::settings::Seat;
use crate::handheld::text::Phrase;

/// The menus of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Menu {
    /// The language, on a new device.
    Language,
    /// What the device can do.
    Main,
    /// The players of a new game.
    NewGame,
    /// Whether to abandon a running game for one that begins with this diagram.
    Replace(Diagram),
    /// During a game, a puzzle or an analysis.
    Pause,
    /// Whether to resign.
    Resign,
    /// Whether to agree to a draw.
    Agree,
    /// After the end.
    Over,
    /// At the turning point of a game.
    Turning,
    /// The lessons.
    Lessons,
    /// The kinds of puzzles.
    Puzzles,
    /// The last games.
    Games,
    /// What to analyse.
    Analyse,
    /// While a position is set up.
    Setup,
    /// The settings.
    Settings,
}

/// An entry of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    English,
    Kana,
    Continue,
    NewGame,
    Learn,
    Lesson(u8),
    Puzzles,
    Games,
    /// One of the last games: 0 is the one on the board, 1 the one before.
    Game(u8),
    Analyse,
    Opponents,
    Lab,
    Settings,
    About,
    Start,
    Seat,
    Opponent,
    Clock,
    Handicap,
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

/// The lessons, the last games and the puzzles of a menu.
static LESSONS: [Item; 10] = {
    let mut items = [Item::Lesson(0); 10];
    let mut number = 0;
    while number < items.len() {
        items[number] = Item::Lesson(number as u8);
        number += 1;
    }
    items
};

static GAMES: [Item; 9] = {
    let mut items = [Item::Game(0); 9];
    let mut number = 0;
    while number < items.len() {
        items[number] = Item::Game(number as u8);
        number += 1;
    }
    items
};

static PUZZLES: [Item; 2 + GOALS.len()] = {
    let mut items = [Item::ContinuePuzzle; 2 + GOALS.len()];
    items[1] = Item::Missed;
    let mut place = 0;
    while place < GOALS.len() {
        items[2 + place] = Item::Goal(GOALS[place]);
        place += 1;
    }
    items
};

impl Menu {
    pub(super) const fn title(self) -> Phrase {
        match self {
            Menu::Language => Phrase::AskLanguage,
            Menu::Main => Phrase::MainMenu,
            Menu::NewGame => Phrase::NewGame,
            Menu::Replace(_) => Phrase::ReallyReplace,
            Menu::Pause => Phrase::Pause,
            Menu::Resign => Phrase::ReallyResign,
            Menu::Agree => Phrase::AgreeToDraw,
            Menu::Over => Phrase::GameOver,
            Menu::Turning => Phrase::TurningPoint,
            Menu::Lessons => Phrase::Learn,
            Menu::Puzzles => Phrase::PuzzlesSolved,
            Menu::Games => Phrase::LastGames,
            Menu::Analyse => Phrase::Analyse,
            Menu::Setup => Phrase::SetUp,
            Menu::Settings => Phrase::Settings,
        }
    }

    /// Every entry of the menu, whether or not it is offered now.
    pub(super) fn items(self, device: &Handheld) -> &'static [Item] {
        match self {
            Menu::Language => &[Item::English, Item::Kana],
            Menu::Main => &[
                Item::Continue,
                Item::NewGame,
                Item::Learn,
                Item::Puzzles,
                Item::Games,
                Item::Analyse,
                Item::Opponents,
                Item::Lab,
                Item::Settings,
                Item::About,
            ],
            Menu::NewGame if device.settings.seat == Seat::Pair => {
                &[Item::Start, Item::Seat, Item::Clock, Item::Handicap]
            }
            Menu::NewGame => &[Item::Start, Item::Seat, Item::Opponent, Item::Handicap],
            Menu::Replace(_) => &[Item::Back, Item::Replace],
            Menu::Pause | Menu::Over => of_match(device.current_match()),
            Menu::Resign => &[Item::Back, Item::ReallyResign],
            Menu::Agree => &[Item::Agree, Item::Back],
            Menu::Turning => &[Item::PlayOn, Item::FindIt, Item::Review, Item::Main],
            Menu::Lessons => &LESSONS,
            Menu::Puzzles => &PUZZLES,
            Menu::Games => {
                let is_over = |game: &Match| game.finish().is_some();
                let first = usize::from(!device.desk.game().is_some_and(is_over));
                &GAMES[first..=device.desk.history().len()]
            }
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
}

/// The entries of the menu of a match.
fn of_match(played: Option<&Match>) -> &'static [Item] {
    let Some(played) = played else {
        return &[Item::Main];
    };
    match (played.mode(), played.finish()) {
        (Mode::Puzzle { .. }, Some(_)) => &[Item::NextPuzzle, Item::Retry, Item::Main],
        (Mode::Puzzle { .. }, None) => &[Item::Hint, Item::Retry, Item::NextPuzzle, Item::Main],
        (Mode::Study, _) => &[
            Item::Moves,
            Item::Undo,
            Item::SetUp,
            Item::PlayFromHere,
            Item::Review,
            Item::Main,
        ],
        // After a loss the review comes first.
        (Mode::Solo { you, .. }, Some(finish)) if finish.winner == Some(you.other()) => &[
            Item::Review,
            Item::Turning,
            Item::Again,
            Item::NextOpponent,
            Item::Undo,
            Item::FromGame,
            Item::Main,
        ],
        (Mode::Solo { .. }, Some(_)) => &[
            Item::Again,
            Item::NextOpponent,
            Item::Turning,
            Item::Review,
            Item::Undo,
            Item::FromGame,
            Item::Main,
        ],
        (Mode::Pair, Some(_)) => &[
            Item::Again,
            Item::Turning,
            Item::Review,
            Item::Undo,
            Item::FromGame,
            Item::Main,
        ],
        (Mode::Solo { .. } | Mode::Pair, None) => &[
            Item::Hint,
            Item::Undo,
            Item::Moves,
            Item::Review,
            Item::Resign,
            Item::FromGame,
            Item::Main,
        ],
    }
}
