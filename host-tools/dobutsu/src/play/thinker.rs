//! The device's adviser on a PC.

use std::task::Poll;

use anyhow::Result;
use dobutsu_core::database::Database;
use dobutsu_core::game::{Position, Value};
use dobutsu_core::handheld::Source;
use dobutsu_core::player::{Advice, Adviser, AdviserError, AdviserTables, DeviceAdviser, Need};

use crate::image::ImageFile;

/// The chip's adviser on a PC: it searches or probes a database image.
pub struct Thinker(Box<DeviceAdviser<'static, ImageFile>>);

impl Thinker {
    /// An adviser that searches.
    pub fn searching() -> Thinker {
        // The tables stay in memory until the program ends, as on the chip.
        let tables = Box::leak(Box::new(AdviserTables::new()));
        Thinker(Box::new(DeviceAdviser::new(tables)))
    }

    /// An adviser that probes a database image.
    pub fn probing(image: ImageFile) -> Result<Thinker> {
        let mut thinker = Thinker::searching();
        thinker.0.use_database(Database::open(image)?);
        Ok(thinker)
    }

    /// The source of its advice.
    pub fn source(&self) -> Source {
        match self.0.has_database() {
            true => Source::Database,
            false => Source::Search,
        }
    }
}

impl Adviser for Thinker {
    fn begin(&mut self, position: Position, need: Need) {
        self.0.begin(position, need)
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        self.0.step(budget)
    }

    fn nodes(&self) -> u32 {
        self.0.nodes()
    }

    fn advice(&self) -> Advice {
        self.0.advice()
    }

    fn at_least(&self) -> Option<Value> {
        self.0.at_least()
    }
}
