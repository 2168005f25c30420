//! Menus: where each leads back to, and what the buttons do.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;

use super::entries::MenuFacts;
use super::list::{draw_bar, draw_heading, draw_row, window};
use super::{Button, Next, Screen};
use crate::game::Diagram;
use crate::handheld::settings::Language;
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

impl Menu {
    const fn title(self) -> Phrase {
        match self {
            Menu::Main => Phrase::MainMenu,
            Menu::NewGame => Phrase::NewGame,
            Menu::Replace(_) => Phrase::ReallyReplace,
            Menu::Pause => Phrase::Pause,
            Menu::Resign => Phrase::ReallyResign,
            Menu::Over => Phrase::GameOver,
            Menu::Puzzles => Phrase::Puzzles,
            Menu::Analyse => Phrase::Analyse,
            Menu::Setup => Phrase::SetUp,
            Menu::Settings => Phrase::Settings,
        }
    }

    /// Where B leads.
    const fn back(self) -> Next {
        match self {
            Menu::Main => Next::Open(Screen::Title),
            Menu::Pause | Menu::Resign | Menu::Over => Next::Board,
            Menu::Setup => Next::Open(Screen::Setup),
            Menu::NewGame | Menu::Replace(_) => Next::MainMenu,
            Menu::Puzzles | Menu::Analyse | Menu::Settings => Next::MainMenu,
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

    pub(crate) fn press(&mut self, button: Button, facts: &MenuFacts<'_>) -> Next {
        let items = facts.items(self.menu);
        let count = items.len().max(1) as u8;
        let at = self.at.min(count - 1);
        match (button, items.get(usize::from(at))) {
            (Button::Up, _) => self.at = (at + count - 1) % count,
            (Button::Down, _) => self.at = (at + 1) % count,
            (Button::B, _) => return self.menu.back(),
            (_, Some(&item)) if item.is_choice() => {
                return Next::Turn(item, button != Button::Left);
            }
            (Button::A, Some(&item)) => return Next::Choose(self.menu, item),
            _ => {}
        }
        Next::Stay
    }

    /// The English name of the entry pointed at.
    pub(crate) fn entry(&self, facts: &MenuFacts<'_>) -> Option<Line> {
        let items = facts.items(self.menu);
        let item = *items.get(usize::from(self.at)).or(items.last())?;
        Some(facts.label(self.menu, item, Language::English))
    }

    pub(crate) fn draw<D: DrawTarget<Color = BinaryColor>>(
        &self,
        facts: &MenuFacts<'_>,
        target: &mut D,
    ) -> Result<(), D::Error> {
        let language = facts.settings.language;
        draw_heading(self.menu.title().text(language), target)?;
        let items = facts.items(self.menu);
        let at = usize::from(self.at).min(items.len().saturating_sub(1));
        let shown = window(at, items.len());
        for (row, index) in shown.clone().enumerate() {
            let label = facts.label(self.menu, items[index], language);
            let setting = facts.setting(items[index]);
            draw_row(row, index == at, &label, setting.as_deref(), target)?;
        }
        draw_bar(shown, items.len(), target)
    }
}
