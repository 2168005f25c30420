//! A device on the PC, with its time, its records and its adviser.

use anyhow::{Context, Result, bail};
use dobutsu_core::game::{Diagram, Move};
use dobutsu_core::handheld::{
    Button, Frame, Handheld, Match, Request, Source, TICKS_PER_SECOND, Thinking,
};

use super::fingers;
use crate::play::thinker::Thinker;

/// Positions searched in a tick.
const BUDGET: u32 = 5_000;

/// Ticks in ten minutes, longer than the device is ever busy: for exact distances of a whole game it
/// follows best moves to the end.
const LONG: usize = 600 * TICKS_PER_SECOND as usize;

/// The device and the records it has saved, in order.
pub struct Rig {
    /// The device.
    pub device: Handheld,
    /// The record it was switched on with, if any, and those it has saved since.
    pub records: Vec<Vec<u8>>,
}

impl Rig {
    /// A device that was just switched on.
    pub fn new(record: Option<&[u8]>, seed: u32, source: Source) -> Rig {
        let mut device = Handheld::new(record, seed);
        device.set_source(source);
        let records = record.map(<[u8]>::to_vec).into_iter().collect();
        Rig { device, records }
    }

    /// What is on the display.
    pub fn picture(&self) -> Frame {
        let mut frame = Frame::new();
        self.device.draw(&mut frame);
        frame
    }

    /// Presses a button.
    pub fn press(&mut self, button: Button) {
        self.device.press(button);
        self.keep();
    }

    /// Lets one tick pass.
    pub fn tick(&mut self, thinking: &mut Thinking<Thinker>) {
        self.device.tick();
        self.keep();
        // The search reports no error, and a scenario's database is sound.
        let _ = thinking.step(&mut self.device, BUDGET);
        self.keep();
    }

    fn keep(&mut self) {
        if let Some(Request::Save(record)) = self.device.request() {
            self.records.push(record.to_vec());
            self.device.saved(true);
        }
    }

    /// Whether the device requests advice.
    fn is_thinking(&self) -> bool {
        matches!(self.device.request(), Some(Request::Think(..)))
    }

    /// Lets time pass until the device requests no more advice and shows no move, at most ten minutes.
    pub fn think(&mut self, thinking: &mut Thinking<Thinker>) {
        for _ in 0..LONG {
            if !self.is_thinking() && !self.device.is_showing_move() {
                break;
            }
            self.tick(thinking);
        }
    }

    /// Lets time pass until the device has nothing more to do, at most ten minutes.
    pub fn settle(&mut self, thinking: &mut Thinking<Thinker>) -> Result<()> {
        for _ in 0..LONG {
            self.tick(thinking);
            let is_moving = self.device.is_about_to_move() || self.device.is_showing_move();
            if !self.is_thinking() && !is_moving {
                return Ok(());
            }
        }
        bail!("the device is still busy after ten minutes")
    }

    /// The current match.
    pub fn played(&self) -> Result<&Match> {
        self.device.current_match().context("there is no game")
    }

    /// The position on the board, of a match or a lesson.
    pub fn diagram(&self) -> Result<Diagram> {
        self.device.diagram().context("there is no game")
    }

    /// The next press on the way to a move, and whether it makes the move.
    pub fn towards(&self, mv: Move) -> Result<(Button, bool)> {
        let pointer = self.device.pointer();
        let (pointer, upright) = pointer.context("there is no board on which a person moves")?;
        Ok(fingers::towards(pointer, mv, upright))
    }
}
