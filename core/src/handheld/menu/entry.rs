//! The entries of the menus.

use crate::game::Side;
use crate::handheld::settings::Setting;
use crate::handheld::{Desk, Handheld, Language, Line, Menu, Next, Phrase, Screen, Settings};

/// Selects a setting, or the side to move of a position that is set up.
pub(in crate::handheld) type SettingOf =
    for<'a> fn(&'a mut Settings, &'a mut Side) -> &'a mut dyn Setting;

/// A text of an entry in either language.
#[derive(Clone, Copy)]
pub(super) enum Text {
    Plain(Phrase),
    Number(Phrase, u16),
    /// With a name, if there is one.
    Name(Phrase, Option<Phrase>),
    /// The name of a language, in that language.
    Language(Language),
    /// The value of a setting.
    Setting(SettingOf),
}

impl Text {
    pub(super) fn line(self, device: &Handheld, language: Language) -> Line {
        match self {
            Text::Plain(phrase) => phrase.line(language),
            Text::Number(phrase, number) => phrase.with(language, number),
            Text::Name(phrase, name) => {
                phrase.with(language, name.map_or("-", |name| name.text(language)))
            }
            Text::Language(named) => Phrase::Name.line(named),
            Text::Setting(setting) => {
                let (mut settings, mut side) = (device.settings, device.setup.side);
                setting(&mut settings, &mut side).name(language)
            }
        }
    }
}

/// An entry of a menu as it is now.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) text: Text,
    /// The value of a setting, or a count.
    pub(super) value: Option<Text>,
    /// Whether it can be chosen now.
    pub(super) is_offered: bool,
    /// What A does. Of a setting, Right does the same and Left the opposite.
    pub(super) action: Next,
}

impl Entry {
    pub(super) fn when(self, is_offered: bool) -> Entry {
        Entry { is_offered, ..self }
    }

    pub(super) fn showing(self, value: Text) -> Entry {
        let value = Some(value);
        Entry { value, ..self }
    }
}

pub(super) fn go(phrase: Phrase, action: Next) -> Entry {
    Entry {
        text: Text::Plain(phrase),
        value: None,
        is_offered: true,
        action,
    }
}

pub(super) fn open(phrase: Phrase, screen: Screen) -> Entry {
    go(phrase, Next::Open(screen))
}

pub(super) fn submenu(phrase: Phrase, menu: Menu) -> Entry {
    go(phrase, Next::Menu(menu, None))
}

/// An entry that changes something on the desk and leads to the board.
pub(super) fn on_desk(phrase: Phrase, act: fn(&mut Desk)) -> Entry {
    go(phrase, Next::Desk(act))
}

pub(super) fn run(phrase: Phrase, act: fn(&mut Handheld) -> Next) -> Entry {
    go(phrase, Next::Run(act))
}

/// An entry for a setting.
pub(super) fn set(phrase: Phrase, setting: SettingOf) -> Entry {
    go(phrase, Next::Turn(setting, true)).showing(Text::Setting(setting))
}

pub(super) fn language(language: Language, answer: fn(&mut Handheld) -> Next) -> Entry {
    Entry {
        text: Text::Language(language),
        ..run(Phrase::Name, answer)
    }
}
