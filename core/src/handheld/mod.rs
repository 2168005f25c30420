//! The device as a pure state machine: buttons and ticks in, a picture and at most one request out.
//!
//! [`Handheld`] knows no clock, no pin and no storage. The program around it, on the chip or in a
//! terminal, does four things in a loop: it passes on [presses](Handheld::press) and
//! [ticks](Handheld::tick), shows what the device [draws](Handheld::draw), and fulfils its
//! [`Request`], if there is one. [`Thinking`] is the part of that loop that deals with requests to
//! think, a small step at a time, so that a press is never kept waiting.
//!
//! ```
//! use dobutsu_core::handheld::{Button, Frame, Handheld, Request};
//!
//! let mut device = Handheld::new(None, 1);
//! device.press(Button::A); // the title
//! device.press(Button::A); // "New game"
//! device.press(Button::A); // "Start"
//! let mut frame = Frame::new();
//! device.draw(&mut frame).unwrap();
//! assert!(frame.is_lit(0, 0), "the edge of the board");
//! assert!(matches!(device.request(), Some(Request::Save(record)) if record.starts_with(b"DBTS")));
//! ```

mod art;
mod bout;
mod changes;
mod control;
mod desk;
mod frame;
mod graph;
mod lab;
pub mod memory;
mod menu;
mod pointer;
mod puzzle;
mod record;
mod screens;
mod settings;
mod setup;
mod text;
mod thinking;

use heapless::Deque;

pub use bout::{Bout, Finish, Mode, Reason};
pub use changes::{Changes, Window};
pub use frame::{Frame, HEIGHT, WIDTH};
pub use menu::Menu;
pub use pointer::{Place, Pointer};
pub use puzzle::{GOALS, Tally};
pub use record::{RECORD_MAX, Record, RecordError};
pub use screens::Pulse;
pub use settings::{Language, Seat, Settings, Shown};
pub use setup::{Setup, Spot};
pub use thinking::Thinking;

use self::bout::Board;
use self::graph::Graph;
use self::lab::Lab;
use self::puzzle::{Quest, Unfinished};
use self::text::Phrase;
use crate::game::{Diagram, Position};
use crate::player::{Advice, Dice, Need};

/// How many ticks the device expects in a second.
pub const TICKS_PER_SECOND: u16 = 20;

/// After so many ticks without a press the device wants to sleep: three minutes.
const SLEEPY: u16 = 180 * TICKS_PER_SECOND;

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
}

/// What the device asks of the program around it. It asks until it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// Keep this record, and call [`Handheld::saved`].
    Save(&'a [u8]),
    /// Work out this much advice on this position and call [`Handheld::advise`]; stop when this
    /// is no longer asked.
    Think(Position, Need),
    /// Switch the display off until a button is pressed.
    Sleep,
}

/// Where advice comes from, as far as the player is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Source {
    /// The solved database.
    Database,
    /// Search, because there is no database.
    Search,
    /// Search, while the database is being made.
    Building,
    /// Search, because the database is damaged.
    Damaged,
}

/// What is on the screen, with what the screen itself remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Screen {
    /// The first picture.
    Title,
    /// A menu, and the entry pointed at.
    Menu(Menu, u8),
    /// The board of a game, puzzle or analysis.
    Board(Pointer),
    /// All moves of the position on the board, and the one pointed at.
    Moves(u8),
    /// The game once more, before this ply, and what is beside the board.
    Review(u16, Aspect),
    /// Setting up a position.
    Setup,
    /// A puzzle is being looked for.
    Quest,
    /// The running experiment.
    Lab,
    /// What this device is.
    About,
}

/// What the review shows beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Aspect {
    /// The value over all plies.
    Graph,
    /// The pieces in hand.
    Hands,
    /// The moves.
    List,
}

/// Which of the two boards is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Desk {
    /// The game that is kept.
    Game,
    /// A puzzle or an analysis, which leaves the game alone.
    Study,
}

/// The device.
#[derive(Clone, Debug)]
pub struct Handheld {
    settings: Settings,
    tally: Tally,
    dice: Dice,
    game: Board,
    study: Board,
    desk: Desk,
    setup: Setup,
    quest: Option<Quest>,
    puzzle: Option<Unfinished>,
    /// Where the game begins that the player is asked about.
    proposed: Diagram,
    screen: Screen,
    notices: Deque<Phrase, 4>,
    source: Option<Source>,
    advice: Option<Advice>,
    graph: Graph,
    lab: Lab,
    /// Whether the best move is shown on the board.
    hint: bool,
    /// Whether the present puzzle was helped along.
    helped: bool,
    /// Ticks since the last move, which the device waits out before it answers.
    pace: u16,
    /// Ticks since the last press, until the device is asleep. What blinks begins anew with every
    /// press, so that the same presses lead to the same pictures.
    clock: u16,
    unsaved: bool,
    record: Record,
}

impl Handheld {
    /// A device that is switched off. It takes no work to make, so a chip can have it from the
    /// start in its place in memory, without passing its many bytes over the stack.
    pub const fn off() -> Handheld {
        Handheld {
            settings: Settings::FRESH,
            tally: Tally([0; GOALS.len()]),
            dice: Dice::new(0),
            game: Board::new(),
            study: Board::new(),
            desk: Desk::Game,
            setup: Setup::empty(),
            quest: None,
            puzzle: None,
            proposed: Diagram::START,
            screen: Screen::Title,
            notices: Deque::new(),
            source: None,
            advice: None,
            graph: Graph::new(),
            lab: Lab::new(),
            hint: false,
            helped: false,
            pace: 0,
            clock: 0,
            unsaved: false,
            record: Record::new(),
        }
    }

    /// Switches on a device that is off. It carries on from a record, if one was kept and is
    /// sound.
    pub fn switch_on(&mut self, record: Option<&[u8]>, seed: u32) {
        self.setup = Setup::new(Diagram::START);
        self.dice = Dice::new(seed);
        if let Some(language) = record.and_then(record::language) {
            self.settings.language = language;
        }
        match record.map(|record| record::decode(record, &mut self.game)) {
            None => {}
            Some(Ok(saved)) => {
                self.settings = saved.settings;
                self.tally = saved.tally;
                self.dice = Dice::new(saved.seed ^ seed);
                self.puzzle = saved.puzzle;
            }
            Some(Err(RecordError::Damaged)) => self.tell(Phrase::DamagedSave),
            Some(Err(RecordError::Foreign)) => self.tell(Phrase::ForeignSave),
        }
    }

    /// A device that is switched on.
    pub fn new(record: Option<&[u8]>, seed: u32) -> Handheld {
        let mut device = Handheld::off();
        device.switch_on(record, seed);
        device
    }

    /// Says where advice comes from. The player is told if it is not the database, and when it
    /// has become the database.
    pub fn set_source(&mut self, source: Source) {
        let before = self.source.replace(source);
        if before == Some(source) {
            return;
        }
        match (before, source) {
            (None, Source::Database) => {}
            (Some(_), Source::Database) => self.tell(Phrase::Ready),
            (_, Source::Search) => self.tell(Phrase::NoImage),
            (_, Source::Building) => self.tell(Phrase::Building),
            (_, Source::Damaged) => self.tell(Phrase::DamagedImage),
        }
        // What the other source said is worth asking again.
        self.advice = None;
        self.graph = Graph::new();
    }

    /// Takes the answer to [`Request::Save`].
    pub fn saved(&mut self, kept: bool) {
        self.unsaved = false;
        if !kept {
            self.tell(Phrase::SaveFailed);
        }
    }

    /// What the device wants now, if anything.
    pub fn request(&self) -> Option<Request<'_>> {
        if self.unsaved {
            return Some(Request::Save(&self.record));
        }
        if self.is_asleep() {
            return Some(Request::Sleep);
        }
        self.question()
            .map(|(position, need)| Request::Think(position, need))
    }

    /// Whether the device wants to sleep. The experiment may run for hours; nothing else keeps it
    /// awake.
    pub const fn is_asleep(&self) -> bool {
        self.clock >= SLEEPY && !matches!(self.screen, Screen::Lab)
    }

    /// What is on the screen; a notice may lie over it.
    pub const fn screen(&self) -> Screen {
        self.screen
    }

    /// Whether a notice waits to be read.
    pub fn has_notice(&self) -> bool {
        !self.notices.is_empty()
    }

    /// The settings.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// The puzzles solved.
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The game, puzzle or analysis in use.
    pub const fn bout(&self) -> Option<&Bout> {
        match self.desk {
            Desk::Game => self.game.bout(),
            Desk::Study => self.study.bout(),
        }
    }

    fn bout_mut(&mut self) -> Option<&mut Bout> {
        match self.desk {
            Desk::Game => self.game.bout_mut(),
            Desk::Study => self.study.bout_mut(),
        }
    }

    /// Puts a sentence over the screen until the next press.
    fn tell(&mut self, phrase: Phrase) {
        if !self.notices.iter().any(|&waiting| waiting == phrase) {
            // More than four sentences at once would not be read anyway.
            let _ = self.notices.push_back(phrase);
        }
    }

    /// Asks for the state to be kept.
    fn keep(&mut self) {
        self.unsaved = true;
        record::encode(
            self.settings,
            self.tally,
            self.dice.seed(),
            self.game.bout(),
            self.puzzle.as_ref(),
            &mut self.record,
        );
    }
}

#[cfg(test)]
mod tests;
