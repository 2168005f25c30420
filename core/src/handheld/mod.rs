//! The device as a pure state machine: buttons and ticks in, a picture and at most one request out.
//!
//! [`Handheld`] uses no clock, no pin and no storage. The program around it, on the chip or in a
//! terminal, passes it [presses](Handheld::press) and [ticks](Handheld::tick), shows the picture that it
//! [draws](Handheld::draw), and fulfils its [`Request`], if there is one. On a PC [`Thinking`] fulfils requests to
//! think in small steps, so that a press is handled at once; the chip has an executor for that.
//!
//! ```
//! use dobutsu_core::handheld::{Button, Frame, Handheld, Language, Request};
//!
//! let mut device = Handheld::new(None, 1);
//! device.set_language(Language::English); // otherwise a new device asks
//! device.press(Button::A); // the title; a new device offers "Learn to play"
//! device.press(Button::Up);
//! device.press(Button::A); // "New game"
//! device.press(Button::A); // "Start"
//! let mut frame = Frame::new();
//! device.draw(&mut frame);
//! assert!(frame.is_lit(0, 0), "the edge of the board");
//! assert!(matches!(device.request(), Some(Request::Save(record)) if record.starts_with(b"DBTS")));
//! ```
//!
//! # From a press to the picture
//! A person puts a piece down:
//!
//! 1. The program debounces the button, or reads the key, and calls [`Handheld::press`].
//! 2. `routes.rs` passes the press to the current screen, here `BoardScreen::press`.
//! 3. `screens/board.rs` and `screens/pointer.rs` turn it into a move; the screen returns `Next::Play`.
//! 4. `next.rs`: `Handheld::apply` makes the move: `Desk::play` plays it in the match in use
//!    (`Match::play`, [`Game::play`](crate::player::Game::play)) and marks the record as changed.
//! 5. `routes.rs`: after every event the record is written if something in it has changed (`record.rs`), and
//!    [`Handheld::request`] returns [`Request::Save`]. After that it returns [`Request::Think`] for advice that
//!    the board needs (`board::question`) and the `Consultation` does not have.
//! 6. The program thinks and calls [`Handheld::advise`]; half a second after the person's move a
//!    [tick](Handheld::tick) makes the device's own move (`Desk::answer`), which the board shows in three or
//!    four pictures (`screens/flight.rs`).
//! 7. The program calls [`Handheld::draw`]: the current screen draws into a [`Frame`], the board by
//!    `screens/board_view.rs`, texts by `screens/ink.rs`.
//! 8. The program sends the windows that have changed to the display ([`Frame::changes`]).
//!
//! # A new screen
//! is one file in `screens` with its state, `press`, `draw` and, if it needs advice, `question`; a
//! variant of `Screen`; and a line each in `routes.rs`. Menus are in `menu`.

mod art;
mod changes;
mod clock;
mod consultation;
mod desk;
mod frame;
mod graph;
mod history;
mod lessons;
mod matches;
mod menu;
mod mishap;
mod next;
mod opponents;
mod puzzle;
pub mod ram;
mod record;
mod routes;
mod screens;
mod settings;
mod sound;
mod state;
mod text;
mod thinking;
mod turning;

use heapless::Deque;

pub use art::animal_rows;
pub use changes::Window;
pub use consultation::Source;
pub use frame::{Frame, HEIGHT, WIDTH};
pub use matches::{Finish, Match, Reason};
pub use mishap::Mishap;
pub use opponents::Totals;
pub use puzzle::{GOALS, STORED, stored_puzzle};
pub use record::{RECORD_MAX, RecordError, check_record};
pub use screens::pointer::{Place, Pointer};
pub use screens::selftest::{Findings, Health, SelfTest};
pub use settings::{Brightness, Controller, Language, Seat, Settings, Shown, Volume};
pub use sound::{Note, Tune};
pub use thinking::Thinking;

use self::clock::{Clock, Timing};
use self::consultation::{Consultation, Question};
use self::desk::Desk;
use self::graph::Graph;
use self::lessons::Learned;
use self::matches::{MatchSlot, Mode, Task};
use self::menu::Menu;
use self::next::Next;
use self::opponents::{AllTotals, Farewell};
use self::puzzle::Tally;
use self::record::Record;
use self::screens::Screen;
use self::screens::flight::Flight;
use self::screens::lab::Lab;
use self::screens::setup::Setup;
use self::text::{Line, Phrase};
use self::turning::{Turning, Worth};
use crate::game::{Diagram, Position};
use crate::player::{Level, Need};

/// The number of ticks in a second.
pub const TICKS_PER_SECOND: u16 = 20;

/// Ticks without a press before the device sleeps: three minutes.
const SLEEPY: u32 = 180 * TICKS_PER_SECOND as u32;

/// The six buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Button {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Enter: pick up, put down, choose.
    A,
    /// Back: put back, leave, menu.
    B,
}

impl Button {
    /// All six.
    pub const ALL: [Button; 6] = [
        Button::Up,
        Button::Down,
        Button::Left,
        Button::Right,
        Button::A,
        Button::B,
    ];

    /// The button at this place when the device is held upside down: arrows point the other way, A and B are the
    /// same.
    pub const fn upside_down(self) -> Button {
        match self {
            Button::Up => Button::Down,
            Button::Down => Button::Up,
            Button::Left => Button::Right,
            Button::Right => Button::Left,
            Button::A | Button::B => self,
        }
    }
}

/// What the device requests of the program around it, until it is fulfilled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// Save this record, and call [`Handheld::saved`].
    Save(&'a [u8]),
    /// Find advice on this position that satisfies this need, and call [`Handheld::advise`]; stop when this is no
    /// longer requested.
    Think(Position, Need),
    /// Switch the display off until a button is pressed.
    Sleep,
    /// Restart as a drive, to which a new program can be copied, or call
    /// [`Handheld::refuse_update`].
    Update,
}

/// A text over the screen until the next press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notice {
    Sentence(Phrase),
    /// The farewell of the opponent who plays at this level, after a game.
    Farewell(Level, Farewell),
}

/// The device.
#[derive(Clone, Debug)]
pub struct Handheld {
    settings: Settings,
    learned: Learned,
    /// Whether the device is new: there was no record.
    is_fresh: bool,
    /// Whether the language menu follows the title.
    asks_language: bool,
    desk: Desk,
    consultation: Consultation,
    setup: Setup,
    lab: Lab,
    screen: Screen,
    /// The move that is being shown on a board.
    flight: Option<Flight>,
    notices: Deque<Notice, 4>,
    /// The last mishap, until it was read.
    mishap: Option<Mishap>,
    /// Whether the battery is nearly empty.
    is_low: bool,
    /// Whether to restart as a drive.
    is_updating: bool,
    /// Ticks since the last press, until the device is asleep.
    idle: u32,
    is_unsaved: bool,
    /// The tune to be played next.
    tune: Option<Tune>,
    /// The [turn](Desk::turn) of the match that the consultation is about.
    tracked_turn: u16,
    record: Record,
}

impl Handheld {
    /// A device that is switched off. The chip creates it in its place in memory and switches it on there, because
    /// the stack has no room for it.
    pub const fn off() -> Handheld {
        Handheld {
            settings: Settings::FRESH,
            learned: Learned::NOTHING,
            is_fresh: true,
            asks_language: true,
            desk: Desk::new(),
            consultation: Consultation::new(),
            setup: Setup::empty(),
            lab: Lab::new(),
            screen: Screen::Title,
            flight: None,
            notices: Deque::new(),
            mishap: None,
            is_low: false,
            is_updating: false,
            idle: 0,
            is_unsaved: false,
            tracked_turn: 0,
            tune: None,
            record: Record::new(),
        }
    }

    /// Switches on a device that is off. It continues from a record, if there is a valid one.
    // Not inlined, so that the stack frame of the caller stays small.
    #[inline(never)]
    pub fn switch_on(&mut self, record: Option<&[u8]>, seed: u32) {
        self.setup = Setup::new(Diagram::START);
        if let Some(language) = record.and_then(record::language) {
            self.settings.language = language;
        }
        self.is_fresh = record.is_none();
        self.asks_language = record.is_none();
        match self.desk.restore(record, seed) {
            Ok(None) => {}
            Ok(Some((settings, learned))) => {
                self.settings = settings;
                self.learned = learned;
            }
            Err(RecordError::Damaged) => self.tell(Phrase::DamagedSave),
            Err(RecordError::Foreign) => self.tell(Phrase::ForeignSave),
            Err(RecordError::Version) => self.tell(Phrase::LaterSave),
        }
    }

    /// A device that is switched on.
    pub fn new(record: Option<&[u8]>, seed: u32) -> Handheld {
        let mut device = Handheld::off();
        device.switch_on(record, seed);
        device
    }

    /// Sets the source of the advice. If it is not the database, a notice explains why.
    pub fn set_source(&mut self, source: Source) {
        if let Some(sentence) = self.consultation.set_source(source) {
            self.tell(sentence);
        }
    }

    /// Reports the last mishap; a notice shows it once, after the title.
    pub fn report(&mut self, mishap: Mishap) {
        self.mishap = Some(mishap);
    }

    /// Sets the language, if the program around the device can determine it. A new device then shows no language
    /// menu.
    pub fn set_language(&mut self, language: Language) {
        self.settings.language = language;
        self.asks_language = false;
    }

    /// Refuses [`Request::Update`]: there is no program to replace.
    pub fn refuse_update(&mut self) {
        self.is_updating = false;
        self.tell(Phrase::NoUpdate);
    }

    /// Mixes an unpredictable number into the dice, such as the time of the first press.
    pub fn stir(&mut self, number: u32) {
        self.desk.dice.stir(number);
    }

    /// Sets whether the battery is nearly empty: a sign appears on every picture.
    pub fn set_battery_low(&mut self, low: bool) {
        self.is_low = low;
    }

    /// Confirms [`Request::Save`]; `kept` is false if saving failed.
    pub fn saved(&mut self, kept: bool) {
        self.is_unsaved = false;
        if !kept {
            self.tell(Phrase::SaveFailed);
        }
    }

    /// The current request, if there is one.
    pub fn request(&self) -> Option<Request<'_>> {
        if self.is_unsaved {
            return Some(Request::Save(&self.record));
        }
        if self.is_updating {
            return Some(Request::Update);
        }
        if self.is_asleep() {
            return Some(Request::Sleep);
        }
        self.question()
            .map(|(position, need)| Request::Think(position, need))
    }

    /// Shows a sentence over the screen until the next press.
    fn tell(&mut self, phrase: Phrase) {
        self.notify(Notice::Sentence(phrase));
    }

    fn notify(&mut self, notice: Notice) {
        if !self.notices.iter().any(|&waiting| waiting == notice) {
            // There is no need for more than four at once.
            let _ = self.notices.push_back(notice);
        }
    }

    /// Writes the save record and requests to save it.
    fn keep(&mut self) {
        self.is_unsaved = true;
        // Saving does not change the dice: the number of saves may depend on how fast the device thinks, and its
        // moves must not.
        let seed = self.desk.dice.clone().seed();
        record::encode(
            &self.desk,
            self.settings,
            self.learned,
            seed,
            &mut self.record,
        );
    }
}

#[cfg(test)]
mod tests;
