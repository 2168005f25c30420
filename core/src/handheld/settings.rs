//! What the owner of the device has chosen.

use super::clock::Timing;
use super::text::Phrase;
use crate::game::{Diagram, HandKind, Position, Side, Square};
use crate::player::Level;

/// The language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Language {
    /// English.
    English,
    /// Japanese in kana, as a child reads it.
    Kana,
}

/// How much of a position's value is shown during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Shown {
    /// Nothing.
    Nothing,
    /// Who wins.
    Result,
    /// Who wins, and in how many plies.
    Distance,
}

/// Who sits where in a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Seat {
    /// The person moves first.
    First,
    /// The device moves first.
    Second,
    /// The dice decide.
    Random,
    /// Two people, one device.
    Pair,
}

/// The piece that a side of a new game does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Handicap(Option<(Side, HandKind)>);

impl Handicap {
    /// Both sides have all their pieces.
    pub const NONE: Handicap = Handicap(None);

    /// Where a game with this handicap begins.
    pub fn start(self) -> Diagram {
        let Some((side, kind)) = self.0 else {
            return Diagram::START;
        };
        let square = match kind {
            HandKind::Chick => Square::B3,
            HandKind::Elephant => Square::A4,
            HandKind::Giraffe => Square::C4,
        };
        let square = match side {
            Side::Sente => square,
            Side::Gote => square.rotated(),
        };
        Diagram::new(Position::START.lifted(square), Side::Sente)
    }

    pub(super) const fn phrase(self) -> Phrase {
        match self.0 {
            None => Phrase::Off,
            Some((Side::Sente, HandKind::Chick)) => Phrase::FirstWithoutChick,
            Some((Side::Sente, HandKind::Elephant)) => Phrase::FirstWithoutElephant,
            Some((Side::Sente, HandKind::Giraffe)) => Phrase::FirstWithoutGiraffe,
            Some((Side::Gote, HandKind::Chick)) => Phrase::SecondWithoutChick,
            Some((Side::Gote, HandKind::Elephant)) => Phrase::SecondWithoutElephant,
            Some((Side::Gote, HandKind::Giraffe)) => Phrase::SecondWithoutGiraffe,
        }
    }
}

/// How loud the buzzer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Volume {
    /// Silent.
    Off,
    /// For a quiet room.
    Quiet,
    /// As loud as it can be.
    Loud,
}

/// How bright the display is while the device is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Brightness {
    /// For a dark room; the panel lasts longest.
    Low,
    /// For most rooms.
    Medium,
    /// For daylight.
    High,
}

/// The display's controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Controller {
    /// The one that its status byte names.
    Detected,
    /// An SH1106, whatever it says.
    Sh1106,
    /// An SSD1306 or SSD1309, whatever it says.
    Ssd1306,
}

/// All settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Settings {
    /// The language of the texts.
    pub language: Language,
    /// How much of the value is shown.
    pub shown: Shown,
    /// Whether moves can be taken back.
    pub undo: bool,
    /// Whether a piece that is pointed at shows where it could go.
    pub dots: bool,
    /// Who sat where in the last new game.
    pub seat: Seat,
    /// How well the device played in the last new game.
    pub level: Level,
    /// The clock of games between two people.
    pub clock: Timing,
    /// The handicap of the last new game.
    pub handicap: Handicap,
    /// How loud the buzzer is.
    pub volume: Volume,
    /// How bright the display is.
    pub brightness: Brightness,
    /// Whether the device is held upside down: the picture is turned by 180°, and the arrows follow.
    pub is_upside_down: bool,
    /// The display's controller.
    pub controller: Controller,
}

impl Settings {
    /// The settings of a device that is switched on for the first time.
    pub const FRESH: Settings = Settings {
        language: Language::English,
        shown: Shown::Nothing,
        undo: true,
        dots: false,
        seat: Seat::First,
        level: Level::FIRST,
        clock: Timing::OFF,
        handicap: Handicap::NONE,
        volume: Volume::Quiet,
        brightness: Brightness::Medium,
        is_upside_down: false,
        controller: Controller::Detected,
    };

    /// The next level or the one before, around the end.
    pub(super) fn turn_level(&mut self, forward: bool) {
        let number = self.level.number();
        let (number, around) = if forward {
            (number + 1, Level::FIRST)
        } else {
            (number - 1, Level::PERFECT)
        };
        self.level = Level::new(number).unwrap_or(around);
    }
}

/// A choice among a few, which left and right step through.
pub(super) trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [Self];

    /// The one with this number in a saved record.
    fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    fn number(self) -> u8 {
        let place = Self::ALL.iter().position(|&choice| choice == self);
        place.unwrap_or_default() as u8
    }

    /// The next or previous one, around the end.
    fn turned(self, forward: bool) -> Self {
        let count = Self::ALL.len();
        let step = if forward { 1 } else { count - 1 };
        Self::ALL[(usize::from(self.number()) + step) % count]
    }
}

impl Choice for Language {
    const ALL: &'static [Language] = &[Language::English, Language::Kana];
}

impl Choice for Shown {
    const ALL: &'static [Shown] = &[Shown::Nothing, Shown::Result, Shown::Distance];
}

impl Choice for Seat {
    const ALL: &'static [Seat] = &[Seat::First, Seat::Second, Seat::Random, Seat::Pair];
}

impl Choice for Handicap {
    const ALL: &'static [Handicap] = &[
        Handicap::NONE,
        Handicap(Some((Side::Sente, HandKind::Chick))),
        Handicap(Some((Side::Sente, HandKind::Elephant))),
        Handicap(Some((Side::Sente, HandKind::Giraffe))),
        Handicap(Some((Side::Gote, HandKind::Chick))),
        Handicap(Some((Side::Gote, HandKind::Elephant))),
        Handicap(Some((Side::Gote, HandKind::Giraffe))),
    ];
}

impl Choice for Volume {
    const ALL: &'static [Volume] = &[Volume::Off, Volume::Quiet, Volume::Loud];
}

impl Choice for Brightness {
    const ALL: &'static [Brightness] = &[Brightness::Low, Brightness::Medium, Brightness::High];
}

impl Choice for Controller {
    const ALL: &'static [Controller] = &[
        Controller::Detected,
        Controller::Sh1106,
        Controller::Ssd1306,
    ];
}

impl Choice for bool {
    const ALL: &'static [bool] = &[false, true];
}
