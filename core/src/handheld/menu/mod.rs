//! The menus.
//!
//! `definitions.rs` has the entries, the title and the way back of every menu: the text of an entry, its value, when
//! it is offered and what it does. A new entry is a line there.

mod definitions;
mod entry;

pub(super) use entry::SettingOf;

use heapless::Vec;

use self::entry::{Entry, Text};
use super::screens::list::{ROWS, dim_row, draw_bar, draw_heading, draw_row, window};
use super::screens::opponents::draw_card;
use super::{Button, Frame, Handheld, Language, Line, Next, Phrase, Seat};
use crate::game::Diagram;

/// The menus of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Menu {
    /// The language, on a new device.
    Language,
    /// The main menu.
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

/// Rows of a menu that leave room for the opponent's card.
const ROWS_ABOVE_CARD: usize = 3;

/// A menu, and the entry pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MenuScreen {
    menu: Menu,
    at: u8,
}

impl MenuScreen {
    /// A menu, at the entry with this text or at the first.
    pub(super) fn new(menu: Menu, phrase: Option<Phrase>, device: &Handheld) -> MenuScreen {
        let (mut at, mut count) = (0, 0);
        device.define(menu, &mut |entry| {
            if let Text::Plain(text) | Text::Name(text, _) = entry.text
                && Some(text) == phrase
            {
                at = count;
            }
            count += 1;
        });
        MenuScreen { menu, at }
    }

    /// Whether the menu is about a match that is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.menu, Menu::Over | Menu::Turning)
    }

    fn entry(&self, number: usize, device: &Handheld) -> Option<Entry> {
        let (mut found, mut count) = (None, 0);
        device.define(self.menu, &mut |entry| {
            if count == number {
                found = Some(entry);
            }
            count += 1;
        });
        found
    }

    fn offered(&self, device: &Handheld) -> Vec<bool, 16> {
        let mut offered = Vec::new();
        // No menu has more entries.
        device.define(self.menu, &mut |entry| {
            let _ = offered.push(entry.is_offered);
        });
        offered
    }

    /// The number of the entry pointed at: entries that are not offered are skipped.
    fn pointed(&self, offered: &[bool]) -> Option<usize> {
        let mut around = (usize::from(self.at)..offered.len()).chain(0..offered.len());
        around.find(|&number| offered[number])
    }

    pub(super) fn press(&mut self, button: Button, device: &Handheld) -> Next {
        let offered = self.offered(device);
        let count = offered.len();
        let pointed = self.pointed(&offered);
        let at = pointed.unwrap_or(0);
        // Up and Down wrap around at the ends, and skip what is not offered.
        let mut around = (1..=count).map(|step| match button {
            Button::Up => (at + count - step) % count,
            _ => (at + step) % count,
        });
        if let Button::Up | Button::Down = button {
            self.at = around.find(|&next| offered[next]).unwrap_or(at) as u8;
            return Next::Stay;
        }
        if button == Button::B {
            let (_, back) = device.define(self.menu, &mut |_| {});
            return back;
        }
        let action = pointed.and_then(|at| Some(self.entry(at, device)?.action));
        match (button, action) {
            (Button::A, Some(action)) => action,
            (_, Some(Next::Turn(setting, _))) => Next::Turn(setting, button == Button::Right),
            _ => Next::Stay,
        }
    }

    /// The English label of the entry pointed at.
    pub(super) fn label(&self, device: &Handheld) -> Option<Line> {
        let at = self.pointed(&self.offered(device))?;
        let entry = self.entry(at, device)?;
        Some(entry.text.line(device, Language::English))
    }

    pub(super) fn draw(&self, device: &Handheld, frame: &mut Frame) {
        let settings = device.settings;
        let language = settings.language;
        let offered = self.offered(device);
        let at = self.pointed(&offered).unwrap_or(0);
        let has_card = self.menu == Menu::NewGame && settings.seat != Seat::Pair;
        let rows = if has_card { ROWS_ABOVE_CARD } else { ROWS };
        let shown = window(at, offered.len(), rows);
        let mut number = 0;
        let (title, _) = device.define(self.menu, &mut |entry| {
            if shown.contains(&number) {
                let row = number - shown.start;
                let label = entry.text.line(device, language);
                let value = entry.value.map(|value| value.line(device, language));
                draw_row(row, number == at, &label, value.as_deref(), frame);
                if !entry.is_offered {
                    dim_row(row, frame);
                }
            }
            number += 1;
        });
        draw_heading(title.text(language), frame);
        if has_card {
            let totals = device.desk.all_totals.against(settings.level);
            draw_card(settings.level, totals, language, frame);
        }
        draw_bar(shown, offered.len(), rows, frame);
    }
}
