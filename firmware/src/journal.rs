//! Events since the start as text, for owners without a debug probe: the word `log` on the serial port
//! prints them.
//!
//! The main log is defmt's, whose texts are not on the chip. This is a page of plain lines, each an
//! `info string`, which a USI program ignores. When it is full nothing more is written, because the first
//! events are the most useful ones.

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

/// Adds a line, with the time.
pub(crate) fn note(line: fmt::Arguments) {
    let millis = Instant::now().as_millis();
    PAGE.lock(|page| {
        let page = &mut *page.borrow_mut();
        let before = page.0.len();
        if writeln!(page, "info string {millis} ms: {line}").is_err() {
            // An incomplete line is removed.
            page.0.truncate(before);
        }
    });
}

/// Copies bytes of the page from an offset on, and returns how many.
pub(crate) fn read(from: usize, bytes: &mut [u8]) -> usize {
    PAGE.lock(|page| {
        let page = page.borrow();
        let rest = page.0.get(from..).unwrap_or_default();
        let count = rest.len().min(bytes.len());
        bytes[..count].copy_from_slice(&rest[..count]);
        count
    })
}

/// What a byte from the host means.
pub(crate) enum Heard {
    /// It may belong to the word, and is held back.
    Nothing,
    /// The page is requested.
    Page,
    /// It is for the engine, after these that were held back.
    Bytes(&'static [u8]),
}

/// Recognises the word that requests the page, alone on its line.
pub(crate) struct Listener {
    /// How many letters of the word were read; `None` within another line.
    heard: Option<usize>,
}

impl Listener {
    const WORD: &'static [u8] = b"log";

    pub(crate) const fn new() -> Listener {
        Listener { heard: Some(0) }
    }

    /// Reads a byte.
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
