//! The menus.
//!
//! A menu is a list of [`Item`]s, given in `lists.rs`. What an item is called, what it is set to, when it
//! is offered and what it does is one arm of `Handheld::entry_of` in `entries.rs`. A new entry takes a
//! variant of [`Item`], its place in a list and its arm.

mod entries;
mod games;
mod lists;

pub use lists::Menu;

pub(crate) use lists::Item;

use self::entries::{Action, Entry};
use super::next::Next;
use super::screens::Screen;
use super::screens::list::{ROWS, dim_row, draw_bar, draw_heading, draw_row, window};
use super::screens::opponents::draw_card;
use super::settings::{Language, Seat};
use super::text::Line;
use super::{Button, Frame, Handheld};

/// Rows of a menu that leave room for the opponent's card.
const ROWS_ABOVE_CARD: usize = 3;

/// A menu, and the entry pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct MenuScreen {
    menu: Menu,
    at: u8,
}

impl MenuScreen {
    /// A menu, from its first entry.
    pub(super) const fn new(menu: Menu) -> MenuScreen {
        MenuScreen { menu, at: 0 }
    }

    /// A menu, from one of its entries.
    pub(super) fn at(menu: Menu, item: Option<Item>, device: &Handheld) -> MenuScreen {
        let items = menu.items(device);
        let at = items.iter().position(|&listed| Some(listed) == item);
        MenuScreen {
            menu,
            at: at.unwrap_or(0) as u8,
        }
    }

    /// Whether it is a menu about a match that is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.menu, Menu::Over | Menu::Turning)
    }

    fn entry(&self, item: Item, device: &Handheld) -> Entry {
        device.entry_of(self.menu, item, device.settings.language)
    }

    /// The place of the entry pointed at: entries that are not offered are skipped.
    fn pointed(&self, device: &Handheld) -> Option<(usize, Item)> {
        let items = self.menu.items(device).iter().copied().enumerate();
        let mut around = items.clone().skip(usize::from(self.at)).chain(items);
        around.find(|&(_, item)| self.entry(item, device).is_offered)
    }

    pub(super) fn press(&mut self, button: Button, device: &Handheld) -> Next {
        let items = self.menu.items(device);
        let pointed = self.pointed(device);
        let at = pointed.map_or(0, |(at, _)| at);
        // Up and down lead around the end, past what is not offered.
        let mut around = (1..=items.len()).map(|step| match button {
            Button::Up => (at + items.len() - step) % items.len(),
            _ => (at + step) % items.len(),
        });
        match (button, pointed) {
            (Button::Up | Button::Down, _) => {
                let next = around.find(|&at| self.entry(items[at], device).is_offered);
                self.at = next.unwrap_or(at) as u8;
                Next::Stay
            }
            (Button::B, _) => self.menu.back(),
            (_, Some((_, item))) => match self.entry(item, device).action {
                Action::Turn(turn) => Next::Turn(turn, button != Button::Left),
                Action::Go(next) if button == Button::A => next,
                Action::Go(_) => Next::Stay,
            },
            (_, None) => Next::Stay,
        }
    }

    /// The English label of the entry pointed at.
    pub(super) fn label(&self, device: &Handheld) -> Option<Line> {
        let (_, item) = self.pointed(device)?;
        Some(device.entry_of(self.menu, item, Language::English).label)
    }

    pub(super) fn draw(&self, device: &Handheld, frame: &mut Frame) {
        let settings = device.settings;
        draw_heading(self.menu.title().text(settings.language), frame);
        let items = self.menu.items(device);
        let at = self.pointed(device).map_or(0, |(at, _)| at);
        let has_card = self.menu == Menu::NewGame && settings.seat != Seat::Pair;
        let rows = if has_card { ROWS_ABOVE_CARD } else { ROWS };
        let shown = window(at, items.len(), rows);
        for (row, index) in shown.clone().enumerate() {
            let entry = self.entry(items[index], device);
            let setting = entry.setting.as_deref();
            draw_row(row, index == at, &entry.label, setting, frame);
            if !entry.is_offered {
                dim_row(row, frame);
            }
        }
        if has_card {
            let totals = device.desk.all_totals().against(settings.level);
            draw_card(settings.level, totals, settings.language, frame);
        }
        draw_bar(shown, items.len(), rows, frame);
    }
}

impl Menu {
    /// What B does.
    const fn back(self) -> Next {
        match self {
            Menu::Main | Menu::Language => Next::Open(Screen::Title),
            Menu::Pause | Menu::Resign | Menu::Agree | Menu::Over => Next::Board,
            Menu::Turning => Next::Open(Screen::Turning),
            Menu::Setup => Next::Open(Screen::Setup),
            Menu::NewGame => Next::MainMenu(Some(Item::NewGame)),
            Menu::Lessons => Next::MainMenu(Some(Item::Learn)),
            Menu::Puzzles => Next::MainMenu(Some(Item::Puzzles)),
            Menu::Games => Next::MainMenu(Some(Item::Games)),
            Menu::Analyse => Next::MainMenu(Some(Item::Analyse)),
            Menu::Settings => Next::MainMenu(Some(Item::Settings)),
            Menu::Replace(_) => Next::MainMenu(None),
        }
    }
}
