//! Menus: which entries each has, and what they are called.

use core::ops::Deref;

use heapless::Vec;

use super::bout::Mode;
use super::puzzle::GOALS;
use super::settings::{Language, Seat, Shown};
use super::text::{Line, Phrase};
use super::{Handheld, Screen};
use crate::game::Side;
use crate::player::Level;

/// The menus of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Menu {
    /// What the device can do.
    Main,
    /// Who plays a new game.
    NewGame,
    /// Whether to give a running game up for it.
    Replace,
    /// During a game, a puzzle or an analysis.
    Pause,
    /// Whether to give up for good.
    Resign,
    /// After the end.
    Over,
    /// Which puzzle to draw.
    Puzzles,
    /// Which position to analyse.
    Analyse,
    /// While a position is set up.
    Setup,
    /// The settings.
    Settings,
}

/// An entry of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Continue,
    NewGame,
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
}

/// The entries of one menu.
pub(super) type Items = Vec<Item, 8>;

impl Menu {
    pub(super) const fn title(self) -> Phrase {
        match self {
            Menu::Main => Phrase::MainMenu,
            Menu::NewGame => Phrase::NewGame,
            Menu::Replace => Phrase::ReallyReplace,
            Menu::Pause => Phrase::Pause,
            Menu::Resign => Phrase::ReallyResign,
            Menu::Over => Phrase::GameOver,
            Menu::Puzzles => Phrase::Puzzles,
            Menu::Analyse => Phrase::Analyse,
            Menu::Setup => Phrase::SetUp,
            Menu::Settings => Phrase::Settings,
        }
    }
}

impl Handheld {
    /// The entries that a menu has now.
    pub(super) fn items(&self, menu: Menu) -> Items {
        let mut items = Items::new();
        let mut add = |wanted: bool, item| {
            if wanted {
                // No menu has more than eight entries: mashing opens them all.
                let _ = items.push(item);
            }
        };
        let bout = self.bout();
        let mode = bout.map(|bout| bout.mode());
        match menu {
            Menu::Main => {
                add(self.game.is_some(), Item::Continue);
                for item in [
                    Item::NewGame,
                    Item::Puzzles,
                    Item::Analyse,
                    Item::Lab,
                    Item::Settings,
                    Item::About,
                ] {
                    add(true, item);
                }
            }
            Menu::NewGame => {
                add(true, Item::Start);
                add(true, Item::Seat);
                add(self.settings.seat != Seat::Pair, Item::Level);
            }
            Menu::Pause | Menu::Over => {
                let over = bout.is_some_and(|bout| bout.finish().is_some());
                let moved = bout.is_some_and(|bout| !bout.game().moves().is_empty());
                match mode {
                    Some(Mode::Puzzle { .. }) => {
                        add(over, Item::NextPuzzle);
                        add(!over, Item::Hint);
                        add(moved, Item::Retry);
                        add(!over, Item::NextPuzzle);
                    }
                    Some(Mode::Study) => {
                        add(!over, Item::Moves);
                        add(moved, Item::Undo);
                        add(true, Item::SetUp);
                        add(!over, Item::PlayFromHere);
                        add(moved, Item::Review);
                    }
                    Some(Mode::Solo { .. } | Mode::Pair) => {
                        add(over, Item::Again);
                        add(!over, Item::Hint);
                        add(moved && self.settings.undo, Item::Undo);
                        add(!over, Item::Moves);
                        add(moved, Item::Review);
                        add(!over, Item::Resign);
                        add(true, Item::FromGame);
                    }
                    None => {}
                }
                add(true, Item::Main);
            }
            Menu::Replace => {
                add(true, Item::Back);
                add(true, Item::Replace);
            }
            Menu::Resign => {
                add(true, Item::Back);
                add(true, Item::ReallyResign);
            }
            Menu::Puzzles => {
                add(self.puzzle.is_some(), Item::ContinuePuzzle);
                for plies in GOALS {
                    add(true, Item::Goal(plies));
                }
            }
            Menu::Analyse => {
                add(self.game.is_some(), Item::FromGame);
                add(true, Item::FromStart);
                add(true, Item::SetUp);
            }
            Menu::Setup => {
                for item in [
                    Item::Done,
                    Item::PlayFromHere,
                    Item::SideToMove,
                    Item::StartPosition,
                    Item::Clear,
                    Item::Main,
                ] {
                    add(true, item);
                }
            }
            Menu::Settings => {
                add(true, Item::Language);
                add(true, Item::Shown);
                add(true, Item::UndoAllowed);
            }
        }
        items
    }

    /// The English name of the menu entry pointed at, if a menu is on the screen: for scenarios,
    /// which are to read the same in every language.
    pub fn entry(&self) -> Option<impl Deref<Target = str> + use<>> {
        let Screen::Menu(menu, at) = self.screen else {
            return None;
        };
        let items = self.items(menu);
        let item = *items.get(usize::from(at)).or(items.last())?;
        Some(self.label(item, Language::English))
    }

    /// What an entry is called.
    pub(super) fn label(&self, item: Item, language: Language) -> Line {
        let in_puzzle = self
            .bout()
            .is_some_and(|bout| matches!(bout.mode(), Mode::Puzzle { .. }));
        let phrase = match item {
            Item::Goal(plies) => return Phrase::WinIn.with(language, plies),
            Item::Continue | Item::ContinuePuzzle => Phrase::Continue,
            Item::NewGame => Phrase::NewGame,
            Item::Puzzles => Phrase::Puzzles,
            Item::Analyse => Phrase::Analyse,
            Item::FromGame if matches!(self.screen, Screen::Menu(Menu::Pause | Menu::Over, _)) => {
                Phrase::Analyse
            }
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
            Item::Goal(plies) => {
                return Some(Phrase::SolvedCount.with(language, self.tally.solved(plies)));
            }
            Item::SideToMove => match self.setup.side() {
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
            _ => return None,
        };
        Some(phrase.with(language, self.settings.level.number()))
    }
}
