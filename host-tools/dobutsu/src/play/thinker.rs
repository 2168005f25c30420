//! Whoever gives the device its advice on a PC: the full image or the solved game if one of them
//! was kept, or else the small image that this program was made with.

use std::sync::Arc;
use std::task::Poll;

use anyhow::Result;
use dobutsu_core::database::{Database, Edition};
use dobutsu_core::game::Position;
use dobutsu_core::handheld::Source;
use dobutsu_core::player::{Advice, Adviser, AdviserError, AdviserTables, DeviceAdviser, Need};

use crate::image::ImageFile;
use crate::solve::{Solved, SolvedAdviser, default_path};

/// An adviser on a PC.
pub enum Thinker {
    /// Looks ahead or asks the database image, as the chip does.
    Device(Box<DeviceAdviser<'static, ImageFile>>),
    /// Asks the solver's own table.
    Solved(SolvedAdviser<Arc<Solved>>),
}

impl Thinker {
    /// The adviser while there is nothing better.
    pub fn searching() -> Thinker {
        // The tables stay in memory until the program ends, as on the chip.
        let tables = Box::leak(Box::new(AdviserTables::new()));
        Thinker::Device(Box::new(DeviceAdviser::new(tables)))
    }

    /// The adviser that asks a database image.
    pub fn probing(image: ImageFile) -> Result<Thinker> {
        let mut adviser = DeviceAdviser::new(Box::leak(Box::new(AdviserTables::new())));
        adviser.use_database(Database::open(image)?);
        Ok(Thinker::Device(Box::new(adviser)))
    }

    /// The adviser that knows most of those that are there at once.
    pub fn best() -> Result<Thinker> {
        let image = ImageFile::open(None)?;
        if image.edition()? == Edition::Small
            && let Ok(solved) = Solved::read(&default_path()?)
        {
            return Ok(Thinker::knowing(Arc::new(solved)));
        }
        Thinker::probing(image)
    }

    /// Where its advice comes from.
    pub fn source(&self) -> Source {
        match self {
            Thinker::Device(device) => device.edition().map_or(Source::Search, Source::from),
            Thinker::Solved(_) => Source::Database,
        }
    }

    /// The adviser that asks the solver's own table.
    pub fn knowing(solved: Arc<Solved>) -> Thinker {
        Thinker::Solved(SolvedAdviser::new(solved))
    }
}

impl Adviser for Thinker {
    fn begin(&mut self, position: Position, need: Need) {
        match self {
            Thinker::Device(device) => device.begin(position, need),
            Thinker::Solved(solved) => solved.begin(position, need),
        }
    }

    fn step(&mut self, budget: u32) -> Result<Poll<()>, AdviserError> {
        match self {
            Thinker::Device(device) => device.step(budget),
            Thinker::Solved(solved) => solved.step(budget),
        }
    }

    fn advice(&self) -> Advice {
        match self {
            Thinker::Device(device) => device.advice(),
            Thinker::Solved(solved) => solved.advice(),
        }
    }
}
