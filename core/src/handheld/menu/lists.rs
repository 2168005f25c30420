//! The table of menus: the title of each, where B leads, and its entries.

use super::Next;
use crate::game::Diagram;
use crate::handheld::Handheld;
use crate::handheld::history::GAMES;
use crate::handheld::lessons::LESSONS;
use crate::handheld::matches::{Match, Mode};
use crate::handheld::puzzle::GOALS;
use crate::handheld::screens::Screen;
use crate::handheld::settings;
use crate::handheld::text::Phrase;

/// The menus of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The puzzles by length.
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
    Unfinished,
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

use Item::*;

macro_rules! numbered {
    ($item:ident: $($number:literal)+) => { [$($item($number)),+] };
}

static LESSON_ITEMS: [Item; LESSONS as usize] = numbered!(Lesson: 0 1 2 3 4 5 6 7 8 9);

static GAME_ITEMS: [Item; GAMES + 1] = numbered!(Game: 0 1 2 3 4 5 6 7 8);

static PUZZLE_ITEMS: [Item; 2 + GOALS.len()] = {
    let [a, b, c, d, e, f, g] = GOALS;
    [
        Unfinished,
        Missed,
        Goal(a),
        Goal(b),
        Goal(c),
        Goal(d),
        Goal(e),
        Goal(f),
        Goal(g),
    ]
};

/// One menu of the table.
pub(super) struct Definition {
    pub(super) title: Phrase,
    /// What B does.
    pub(super) back: Next,
    /// Every entry, whether or not it is offered now.
    pub(super) items: &'static [Item],
}

impl Menu {
    pub(super) fn definition(self, device: &Handheld) -> Definition {
        let to_title = Next::Open(Screen::Title);
        let to_main = |item| Next::Menu(Menu::Main, Some(item));
        let (title, back, items): (_, _, &[_]) = match self {
            Menu::Language => (Phrase::AskLanguage, to_title, &[English, Kana]),
            Menu::Main => (
                Phrase::MainMenu,
                to_title,
                &[
                    Continue, NewGame, Learn, Puzzles, Games, Analyse, Opponents, Lab, Settings,
                    About,
                ],
            ),
            Menu::NewGame => {
                let items: &[_] = match device.settings.seat {
                    settings::Seat::Pair => &[Start, Seat, Clock, Handicap],
                    _ => &[Start, Seat, Opponent, Handicap],
                };
                (Phrase::NewGame, to_main(NewGame), items)
            }
            Menu::Replace(_) => (
                Phrase::ReallyReplace,
                Next::Menu(Menu::Main, None),
                &[Back, Replace],
            ),
            Menu::Pause => (Phrase::Pause, Next::Board, of_match(device.current_match())),
            Menu::Over => (
                Phrase::GameOver,
                Next::Board,
                of_match(device.current_match()),
            ),
            Menu::Resign => (Phrase::ReallyResign, Next::Board, &[Back, ReallyResign]),
            Menu::Agree => (Phrase::AgreeToDraw, Next::Board, &[Agree, Back]),
            Menu::Turning => (
                Phrase::TurningPoint,
                Next::Open(Screen::Turning),
                &[PlayOn, FindIt, Review, Main],
            ),
            Menu::Lessons => (Phrase::Learn, to_main(Learn), &LESSON_ITEMS),
            Menu::Puzzles => (Phrase::PuzzlesSolved, to_main(Puzzles), &PUZZLE_ITEMS),
            Menu::Games => {
                let is_over = device.desk.game().is_some_and(Match::is_over);
                let items = &GAME_ITEMS[usize::from(!is_over)..=device.desk.history.len()];
                (Phrase::LastGames, to_main(Games), items)
            }
            Menu::Analyse => (
                Phrase::Analyse,
                to_main(Analyse),
                &[FromGame, FromStart, SetUp],
            ),
            Menu::Setup => (
                Phrase::SetUp,
                Next::Open(Screen::Setup),
                &[Done, PlayFromHere, SideToMove, StartPosition, Clear, Main],
            ),
            Menu::Settings => (
                Phrase::Settings,
                to_main(Settings),
                &[
                    Language,
                    Shown,
                    UndoAllowed,
                    Dots,
                    Volume,
                    Brightness,
                    UpsideDown,
                    Controller,
                    Update,
                ],
            ),
        };
        Definition { title, back, items }
    }
}

/// The entries of the menu of a match.
fn of_match(played: Option<&Match>) -> &'static [Item] {
    let Some(played) = played else {
        return &[Main];
    };
    match (played.mode(), played.finish()) {
        (Mode::Puzzle { .. }, Some(_)) => &[NextPuzzle, Retry, Main],
        (Mode::Puzzle { .. }, None) => &[Hint, Retry, NextPuzzle, Main],
        (Mode::Study, _) => &[Moves, Undo, SetUp, PlayFromHere, Review, Main],
        // After a loss the review comes first.
        (Mode::Solo { you, .. }, Some(finish)) if finish.winner == Some(you.other()) => {
            &[Review, Turning, Again, NextOpponent, Undo, FromGame, Main]
        }
        (Mode::Solo { .. }, Some(_)) => {
            &[Again, NextOpponent, Turning, Review, Undo, FromGame, Main]
        }
        (Mode::Pair, Some(_)) => &[Again, Turning, Review, Undo, FromGame, Main],
        (Mode::Solo { .. } | Mode::Pair, None) => {
            &[Hint, Undo, Moves, Review, Resign, FromGame, Main]
        }
    }
}
