//! The menus.
//!
//! The table in `lists.rs` has the title, the [`Item`]s and the way back of every menu. The label of an item, its
//! value, when it is offered and what it does are one arm of `Handheld::entry_of` in `entries.rs`, or of
//! `setting` there. A new entry needs a variant of [`Item`], a place in a list and an arm.

mod entries;
mod games;
mod lists;

pub use lists::Menu;

pub(crate) use lists::Item;

use self::entries::Entry;
use self::lists::Definition;
use super::next::Next;
use super::screens::list::{ROWS, dim_row, draw_bar, draw_heading, draw_row, window};
use super::screens::opponents::draw_card;
use super::settings::{Language, Seat};
use super::text::Line;
use super::{Button, Frame, Handheld};

/// Rows of a menu that leave room for the opponent's card.
const ROWS_ABOVE_CARD: usize = 3;

/// A menu, and the entry pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuScreen {
    menu: Menu,
    at: u8,
}

impl MenuScreen {
    /// A menu, at one of its entries or at the first.
    pub(super) fn new(menu: Menu, item: Option<Item>, device: &Handheld) -> MenuScreen {
        let items = menu.definition(device).items;
        let at = items.iter().position(|&listed| Some(listed) == item);
        MenuScreen {
            menu,
            at: at.unwrap_or(0) as u8,
        }
    }

    /// Whether the menu is about a match that is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.menu, Menu::Over | Menu::Turning)
    }

    fn entry(&self, item: Item, device: &Handheld) -> Entry {
        device.entry_of(self.menu, item, device.settings.language)
    }

    /// The place of the entry pointed at: entries that are not offered are skipped.
    fn pointed(&self, device: &Handheld) -> Option<(usize, Item)> {
        let items = self.menu.definition(device).items;
        let items = items.iter().copied().enumerate();
        let mut around = items.clone().skip(usize::from(self.at)).chain(items);
        around.find(|&(_, item)| self.entry(item, device).is_offered)
    }

    pub(super) fn press(&mut self, button: Button, device: &Handheld) -> Next {
        let Definition { back, items, .. } = self.menu.definition(device);
        let pointed = self.pointed(device);
        let at = pointed.map_or(0, |(at, _)| at);
        // Up and Down wrap around at the ends, and skip what is not offered.
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
            (Button::B, _) => back,
            (_, Some((_, item))) => match self.entry(item, device).action {
                None => Next::Turn(item, button != Button::Left),
                Some(next) if button == Button::A => next,
                Some(_) => Next::Stay,
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
        let Definition { title, items, .. } = self.menu.definition(device);
        draw_heading(title.text(settings.language), frame);
        let at = self.pointed(device).map_or(0, |(at, _)| at);
        let has_card = self.menu == Menu::NewGame && settings.seat != Seat::Pair;
        let rows = if has_card { ROWS_ABOVE_CARD } else { ROWS };
        let shown = window(at, items.len(), rows);
        for (row, index) in shown.clone().enumerate() {
            let entry = self.entry(items[index], device);
            let value = entry.value.as_deref();
            draw_row(row, index == at, &entry.label, value, frame);
            if !entry.is_offered {
                dim_row(row, frame);
            }
        }
        if has_card {
            let totals = device.desk.all_totals.against(settings.level);
            draw_card(settings.level, totals, settings.language, frame);
        }
        draw_bar(shown, items.len(), rows, frame);
    }
}
