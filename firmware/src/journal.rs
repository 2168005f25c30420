//! What happened since the start, as text, for owners without a debug probe: the word `log` on the
//! serial port has it printed.
//!
//! The log proper is defmt's, whose texts stay on the PC. This is a page of plain lines, each an
//! `info string` so that a program that speaks USI at the other end takes no offence; when it is full
//! nothing more is written, as what came first says most.

use core::cell::RefCell;
use core::fmt::{self, Write};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_time::Instant;
use heapless::Vec;

static PAGE: Mutex<CriticalSectionRawMutex, RefCell<Page>> =
    Mutex::new(RefCell::new(Page(Vec::new())));

struct Page(Vec<u8, 1024>);

impl Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0
            .extend_from_slice(text.as_bytes())
            .map_err(|_| fmt::Error)
    }
}

/// Notes a line, with the time.
pub(crate) fn note(line: fmt::Arguments) {
    let millis = Instant::now().as_millis();
    PAGE.lock(|page| {
        let page = &mut *page.borrow_mut();
        let before = page.0.len();
        if writeln!(page, "info string {millis} ms: {line}").is_err() {
            // Half a line says nothing.
            page.0.truncate(before);
        }
    });
}

/// Bytes of the page from a place on; how many.
pub(crate) fn read(from: usize, bytes: &mut [u8]) -> usize {
    PAGE.lock(|page| {
        let page = page.borrow();
        let rest = page.0.get(from..).unwrap_or_default();
        let count = rest.len().min(bytes.len());
        bytes[..count].copy_from_slice(&rest[..count]);
        count
    })
}

/// What comes of a byte from the PC.
pub(crate) enum Heard {
    /// It may belong to the word: wait.
    Nothing,
    /// The page was asked for.
    Page,
    /// It is for the engine, and so are these before it, which were kept back.
    Bytes(&'static [u8]),
}

/// Listens for the word that asks for the page, alone on its line.
pub(crate) struct Listener {
    /// Letters of the word that were heard; none if the line is another.
    heard: Option<usize>,
}

impl Listener {
    const WORD: &'static [u8] = b"log";

    pub(crate) const fn new() -> Listener {
        Listener { heard: Some(0) }
    }

    /// Takes one byte more.
    pub(crate) fn hear(&mut self, byte: u8) -> Heard {
        let heard = self.heard.unwrap_or(0);
        let ends = matches!(byte, b'\n' | b'\r');
        self.heard = match self.heard {
            _ if ends => Some(0),
            Some(count) if Listener::WORD.get(count) == Some(&byte) => {
                self.heard = Some(count + 1);
                return Heard::Nothing;
            }
            _ => None,
        };
        match ends && heard == Listener::WORD.len() {
            true => Heard::Page,
            false => Heard::Bytes(&Listener::WORD[..heard]),
        }
    }
}
