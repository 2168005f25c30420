//! The settings.

use super::opponents::numbered;
use super::{Line, Phrase, Timing};
use crate::game::{Diagram, HandKind, Position, Side, Square};
use crate::player::Level;

/// A choice among a few values, which Left and Right step through.
pub(super) trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [Self];

    /// The name of the value in a menu.
    fn line(self, language: Language) -> Line;

    /// The value with this number in a save record.
    fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    fn index(self) -> u8 {
        let place = Self::ALL.iter().position(|&choice| choice == self);
        place.unwrap_or_default() as u8
    }
}

/// Any one of the [`Settings`].
pub(super) trait Setting {
    /// The name of its value in a menu.
    fn name(&self, language: Language) -> Line;

    /// Sets the next value or the one before, around the end.
    fn turn(&mut self, forward: bool);

    /// The number of its value in a save record.
    fn saved(&self) -> u8;

    /// Sets the value with this number, if there is one.
    fn restore(&mut self, saved: u8) -> Option<()>;
}

impl<C: Choice> Setting for C {
    fn name(&self, language: Language) -> Line {
        self.line(language)
    }

    fn turn(&mut self, forward: bool) {
        let count = C::ALL.len();
        let step = if forward { 1 } else { count - 1 };
        *self = C::ALL[(usize::from(self.index()) + step) % count];
    }

    fn saved(&self) -> u8 {
        self.index()
    }

    fn restore(&mut self, saved: u8) -> Option<()> {
        *self = C::from_index(saved)?;
        Some(())
    }
}

impl Choice for Level {
    const ALL: &'static [Level] = &Level::ALL;

    fn line(self, language: Language) -> Line {
        numbered(self, language)
    }
}

/// Names the values of a choice, in the order of their numbers.
macro_rules! names {
    ($choice:ty: $($value:expr => $phrase:ident),*) => {
        impl Choice for $choice {
            const ALL: &'static [$choice] = &[$($value),*];

            fn line(self, language: Language) -> Line {
                let names = [$(Phrase::$phrase),*];
                names[usize::from(self.index())].line(language)
            }
        }
    };
}

names!(bool: false => Off, true => On);
names!(Side: Side::Sente => First, Side::Gote => Second);
names!(Language: Language::English => Name, Language::Kana => Name);
names!(Shown: Shown::Nothing => Off, Shown::Result => ResultOnly, Shown::Distance => Distance);
names!(Seat:
    Seat::First => First, Seat::Second => Second, Seat::Random => Random, Seat::Pair => Pair
);
names!(Volume: Volume::Off => Off, Volume::Quiet => Quiet, Volume::Loud => Loud);
names!(Brightness:
    Brightness::Low => Dark, Brightness::Medium => Middling, Brightness::High => Bright
);
names!(Controller:
    Controller::Detected => Automatic, Controller::Sh1106 => Sh1106, Controller::Ssd1306 => Ssd1306
);
names!(Handicap:
    Handicap::NONE => Off,
    Handicap(Some((Side::Sente, HandKind::Chick))) => FirstWithoutChick,
    Handicap(Some((Side::Sente, HandKind::Elephant))) => FirstWithoutElephant,
    Handicap(Some((Side::Sente, HandKind::Giraffe))) => FirstWithoutGiraffe,
    Handicap(Some((Side::Gote, HandKind::Chick))) => SecondWithoutChick,
    Handicap(Some((Side::Gote, HandKind::Elephant))) => SecondWithoutElephant,
    Handicap(Some((Side::Gote, HandKind::Giraffe))) => SecondWithoutGiraffe
);

/// The language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Japanese in kana, as a child reads it.
    Kana,
}

/// How much of a position's value is shown during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing.
    Nothing,
    /// Who wins.
    Result,
    /// Who wins, and in how many plies.
    Distance,
}

/// The players of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub(super) struct Handicap(Option<(Side, HandKind)>);

impl Handicap {
    /// Both sides have all their pieces.
    pub(super) const NONE: Handicap = Handicap(None);

    /// The first diagram of a game with this handicap.
    pub(super) fn start(self) -> Diagram {
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
}

/// How loud the buzzer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub enum Controller {
    /// The one that its status byte identifies.
    Detected,
    /// An SH1106, whatever its status byte is.
    Sh1106,
    /// An SSD1306 or SSD1309, whatever its status byte is.
    Ssd1306,
}

/// All settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language of the texts.
    pub language: Language,
    /// How much of the value is shown.
    pub shown: Shown,
    /// Whether moves can be taken back.
    pub(super) undo: bool,
    /// Whether a piece that is pointed at shows where it could go.
    pub(super) dots: bool,
    /// The seats of the last new game.
    pub seat: Seat,
    /// The opponent's level in the last new game.
    pub level: Level,
    /// The clock of games between two people.
    pub(super) clock: Timing,
    /// The handicap of the last new game.
    pub(super) handicap: Handicap,
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

    /// Every setting, in the order of the save record.
    pub(super) fn all(&mut self) -> [&mut dyn Setting; 12] {
        [
            &mut self.language,
            &mut self.shown,
            &mut self.undo,
            &mut self.seat,
            &mut self.level,
            &mut self.dots,
            &mut self.clock,
            &mut self.handicap,
            &mut self.volume,
            &mut self.brightness,
            &mut self.is_upside_down,
            &mut self.controller,
        ]
    }
}
