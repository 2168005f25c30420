//! The emulated board in the terminal, with its log beside it.

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::chip::Chip;
use super::log::Line;
use crate::files;
use crate::play::terminal::canvas::{Canvas, Scene};
use crate::play::terminal::keys::{Keys, Pressed};
use crate::play::terminal::{Ended, ensure_terminal, seed};

/// The time for which a key presses its button: a terminal does not report releases.
const FINGER: Duration = Duration::from_millis(60);
/// The board runs for this time between two readings of the keys.
const SLICE: Duration = Duration::from_millis(20);
/// Lines of the log that are shown at most.
const SHOWN: usize = 40;

/// Runs the board until the person leaves; returns the log.
pub(super) fn run(chip: &mut Chip, flash: Option<&Path>) -> Result<Vec<Line>> {
    ensure_terminal("emulating")?;
    if let Some(path) = flash.filter(|path| path.exists()) {
        let saves = chip.saves()?;
        chip.flash_file(saves, path)?;
    }
    let ended = Ended::register()?;
    chip.switch_on(seed())?;
    let mut canvas = Canvas::open()?;
    let keys = Keys::listen();
    let mut log = Vec::new();
    let mut shown: VecDeque<String> = VecDeque::new();
    let mut released = Duration::ZERO;
    let began = Instant::now();
    while !ended.has_come() {
        chip.run(SLICE)?;
        let mut saved = false;
        for line in chip.take_log() {
            saved |= line.message.starts_with("saved");
            shown.push_back(line.to_string());
            log.push(line);
        }
        for event in chip.take_events() {
            shown.push_back(format!("{}: {}", event.what, event.reason));
        }
        shown.drain(..shown.len().saturating_sub(SHOWN));
        if saved {
            keep(chip, flash)?;
        }
        let behind = began.elapsed().saturating_sub(chip.now());
        let status = if behind > Duration::from_secs(1) {
            format!("{:.0} s behind real time", behind.as_secs_f64())
        } else {
            String::new()
        };
        canvas.show(&Scene {
            frame: &chip.picture()?,
            status: &status,
            notes: shown.make_contiguous(),
        })?;
        // The board runs in real time if this computer is fast enough.
        let patience = chip.now().saturating_sub(began.elapsed());
        match keys.next(patience) {
            Pressed::Button(button) if chip.now() >= released => {
                chip.press(button, FINGER)?;
                released = chip.now() + 2 * FINGER;
            }
            Pressed::Quit => break,
            Pressed::Suspend => canvas.suspend()?,
            Pressed::Button(_) | Pressed::Nothing => {}
        }
    }
    drop(canvas);
    keep(chip, flash)?;
    Ok(log)
}

/// Writes the board's save region to the person's file.
fn keep(chip: &mut Chip, flash: Option<&Path>) -> Result<()> {
    let Some(path) = flash else { return Ok(()) };
    let saves = chip.saves()?;
    let bytes = chip.peek(saves)?;
    files::write_whole(path, |file| file.write_all(&bytes))
}
