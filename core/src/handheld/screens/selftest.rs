//! The self-test of a board: display, buttons, flash, saves and supply.
//!
//! The firmware runs it when A is held at power-on, and passes it what it has measured. It is a state machine
//! like the device: presses in, a picture out.

use embedded_graphics::prelude::*;

use super::ink::{fill, write, write_centred};
use super::{Button, Language, OFF, ON, Phrase};
use crate::handheld::Frame;
use crate::handheld::text::line;

/// The state of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Not fully checked yet.
    Unknown,
    /// In order.
    Sound,
    /// Not present.
    Absent,
    /// Not in order.
    Bad,
}

/// The measurements of the firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Kilobytes of flash.
    pub flash: u32,
    /// The database, by its checksums.
    pub database: Health,
    /// The region of the saves.
    pub saves: Health,
    /// Hundredths of volts of the supply, where the board can measure them.
    pub volts: Option<u16>,
}

/// Which picture is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// All pixels lit, so that a dead pixel is visible.
    Lit,
    /// None lit.
    Dark,
    /// Buttons and findings.
    Report,
}

const ALL_SEEN: u8 = (1 << Button::ALL.len()) - 1;

/// The self-test.
#[derive(Clone, Debug)]
pub struct SelfTest {
    page: Page,
    /// The buttons that were pressed, each a bit by its place among all.
    seen: u8,
    findings: Findings,
    language: Language,
    is_done: bool,
}

impl SelfTest {
    /// A self-test that begins, in the owner's language.
    pub const fn new(language: Language) -> SelfTest {
        SelfTest {
            page: Page::Lit,
            seen: 0,
            findings: Findings {
                flash: 0,
                database: Health::Unknown,
                saves: Health::Unknown,
                volts: None,
            },
            language,
            is_done: false,
        }
    }

    /// Sets the findings.
    pub fn find(&mut self, findings: Findings) {
        self.findings = findings;
    }

    /// Whether every button works and was pressed, and one once more.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Handles a press: the first two only turn the page.
    pub fn press(&mut self, button: Button) {
        match self.page {
            Page::Lit => self.page = Page::Dark,
            Page::Dark => self.page = Page::Report,
            Page::Report => {
                self.is_done = self.seen == ALL_SEEN;
                // The variants are in the order of `Button::ALL`.
                self.seen |= 1 << button as u8;
            }
        }
    }

    /// Draws the current picture over the whole frame.
    pub fn draw(&self, frame: &mut Frame) {
        *frame = Frame::new();
        match self.page {
            Page::Lit => fill(Point::zero(), frame.size(), ON, frame),
            Page::Dark => {}
            Page::Report => {
                self.draw_buttons(frame);
                self.draw_findings(frame)
            }
        }
    }

    /// The buttons as they lie on the device; one that was pressed is filled.
    fn draw_buttons(&self, frame: &mut Frame) {
        // In the order of `Button::ALL`: the cross, then A and B.
        let places = [(10, 12), (10, 28), (2, 20), (18, 20), (34, 14), (34, 26)];
        for (number, (x, y)) in places.into_iter().enumerate() {
            let (at, size) = (Point::new(x, y), Size::new_equal(7));
            fill(at, size, ON, frame);
            if self.seen >> number & 1 == 0 {
                let inside = Point::new(1, 1);
                fill(at + inside, Size::new_equal(5), OFF, frame);
            }
        }
        let word = match self.seen == ALL_SEEN {
            true => Phrase::AllSeen,
            false => Phrase::PressAll,
        };
        write_centred(word.text(self.language), 54, ON, frame)
    }

    fn draw_findings(&self, frame: &mut Frame) {
        let Findings {
            flash,
            database,
            saves,
            volts,
        } = self.findings;
        let text = |phrase: Phrase| phrase.text(self.language);
        let flash = line(format_args!("{} {flash} KB", text(Phrase::Flash)));
        write(&flash, Point::new(44, 12), ON, frame);
        for (y, name, health) in [(22, Phrase::Image, database), (32, Phrase::Saves, saves)] {
            let found = match health {
                Health::Unknown => "...",
                Health::Sound => text(Phrase::Sound),
                Health::Absent => text(Phrase::Absent),
                Health::Bad => text(Phrase::Bad),
            };
            let part = line(format_args!("{} {found}", text(name)));
            write(&part, Point::new(44, y), ON, frame);
        }
        if let Some(volts) = volts {
            let volts = line(format_args!("{}.{:02} V", volts / 100, volts % 100));
            write(&volts, Point::new(44, 42), ON, frame);
        }
        let title = line(format_args!(
            "{} {}",
            text(Phrase::SelfTest),
            crate::VERSION
        ));
        write_centred(&title, 1, ON, frame)
    }
}
