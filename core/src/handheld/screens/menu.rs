//! Menus: where each leads back to, and what the buttons do.

use super::entries::Item;
use super::facts::MenuFacts;
use super::list::{dim_row, draw_bar, draw_heading, draw_row, window};
use super::opponents::draw_card;
use super::{Button, Next, Screen};
use crate::game::Diagram;
use crate::handheld::Frame;
use crate::handheld::settings::{Language, Seat};
use crate::handheld::text::{Line, Phrase};

/// The menus of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Menu {
    /// What the device can do.
    Main,
    /// Who plays a new game.
    NewGame,
    /// Whether to give a running game up for one that begins here.
    Replace(Diagram),
    /// During a game, a puzzle or an analysis.
    Pause,
    /// Whether to give up for good.
    Resign,
    /// Whether to agree to a draw.
    Agree,
    /// After the end.
    Over,
    /// Where the game was decided.
    Turning,
    /// Which lesson to take.
    Lessons,
    /// Which puzzle to draw.
    Puzzles,
    /// Which position to analyse.
    Analyse,
    /// While a position is set up.
    Setup,
    /// The settings.
    Settings,
}

impl Menu {
    const fn title(self) -> Phrase {
        match self {
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
            Menu::Analyse => Phrase::Analyse,
            Menu::Setup => Phrase::SetUp,
            Menu::Settings => Phrase::Settings,
        }
    }

    /// Where B leads.
    const fn back(self) -> Next {
        match self {
            Menu::Main => Next::Open(Screen::Title),
            Menu::Pause | Menu::Resign | Menu::Agree | Menu::Over => Next::Board,
            Menu::Turning => Next::Open(Screen::Turning),
            Menu::Setup => Next::Open(Screen::Setup),
            Menu::NewGame => Next::MainMenu(Some(Item::NewGame)),
            Menu::Lessons => Next::MainMenu(Some(Item::Learn)),
            Menu::Puzzles => Next::MainMenu(Some(Item::Puzzles)),
            Menu::Analyse => Next::MainMenu(Some(Item::Analyse)),
            Menu::Settings => Next::MainMenu(Some(Item::Settings)),
            Menu::Replace(_) => Next::MainMenu(None),
        }
    }
}

/// A menu, and the entry pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct MenuScreen {
    menu: Menu,
    at: u8,
}

impl MenuScreen {
    /// A menu, from its first entry.
    pub(crate) const fn new(menu: Menu) -> MenuScreen {
        MenuScreen { menu, at: 0 }
    }

    /// A menu, from one of its entries.
    pub(crate) fn at(menu: Menu, item: Option<Item>, facts: &MenuFacts<'_>) -> MenuScreen {
        let items = facts.items(menu);
        let at = items.iter().position(|&listed| Some(listed) == item);
        MenuScreen {
            menu,
            at: at.unwrap_or(0) as u8,
        }
    }

    /// Whether it is the menu after the end of a game.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.menu, Menu::Over | Menu::Turning)
    }

    /// The entry pointed at, and its place: entries that are not to be had now are passed over.
    fn pointed(&self, facts: &MenuFacts<'_>) -> Option<(usize, Item)> {
        let items = facts.items(self.menu).iter().copied().enumerate();
        items
            .clone()
            .skip(usize::from(self.at))
            .chain(items)
            .find(|&(_, item)| facts.is_offered(self.menu, item))
    }

    pub(crate) fn press(&mut self, button: Button, facts: &MenuFacts<'_>) -> Next {
        let items = facts.items(self.menu);
        let pointed = self.pointed(facts);
        let at = pointed.map_or(0, |(at, _)| at);
        // Up and down lead around the end, over what is not to be had now.
        let mut around = (1..=items.len()).map(|step| match button {
            Button::Up => (at + items.len() - step) % items.len(),
            _ => (at + step) % items.len(),
        });
        match (button, pointed) {
            (Button::Up | Button::Down, _) => {
                let next = around.find(|&at| facts.is_offered(self.menu, items[at]));
                self.at = next.unwrap_or(at) as u8;
            }
            (Button::B, _) => return self.menu.back(),
            (_, Some((_, item))) if item.is_choice() => {
                return Next::Turn(item, button != Button::Left);
            }
            (Button::A, Some((_, item))) => return Next::Choose(self.menu, item),
            _ => {}
        }
        Next::Stay
    }

    /// The English name of the entry pointed at.
    pub(crate) fn entry(&self, facts: &MenuFacts<'_>) -> Option<Line> {
        let (_, item) = self.pointed(facts)?;
        Some(facts.label(self.menu, item, Language::English))
    }

    pub(crate) fn draw(&self, facts: &MenuFacts<'_>, frame: &mut Frame) {
        let language = facts.settings.language;
        draw_heading(self.menu.title().text(language), frame);
        let items = facts.items(self.menu);
        let at = self.pointed(facts).map_or(0, |(at, _)| at);
        let shown = window(at, items.len());
        for (row, index) in shown.clone().enumerate() {
            let item = items[index];
            let label = facts.label(self.menu, item, language);
            let setting = facts.setting(item);
            draw_row(row, index == at, &label, setting.as_deref(), frame);
            if !facts.is_offered(self.menu, item) {
                dim_row(row, frame);
            }
        }
        if self.menu == Menu::NewGame && facts.settings.seat != Seat::Pair {
            let level = facts.settings.level;
            let totals = facts.desk.all_totals().against(level);
            draw_card(level, totals, language, frame);
        }
        draw_bar(shown, items.len(), frame)
    }
}
