//! Another device beside the scenario's own.

use anyhow::Result;
use dobutsu_core::handheld::{Button, Frame};

/// What lies in the database's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageState {
    /// The database.
    Sound,
    /// Its small edition, the one that the command is built with.
    Small,
    /// Nothing.
    Absent,
    /// A database with an error in it.
    Damaged,
    /// The start of a database that is longer than the flash.
    Unfit,
}

/// How long a twin may take to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As long as it takes to handle a press.
    Short,
    /// As long as it takes to think, or to fall asleep.
    Long,
}

/// Another device that goes through the same scenario.
pub trait Twin {
    /// Switches it on anew, with these dice, and with what it has kept or with nothing kept.
    fn switch_on(&mut self, seed: u32, image: ImageState, fresh: bool) -> Result<()>;

    /// Puts this in place of what it has kept.
    fn keep(&mut self, record: &[u8]) -> Result<()>;

    /// Presses a button.
    fn press(&mut self, button: Button) -> Result<()>;

    /// Waits until it shows this picture; false if it does not.
    fn shows(&mut self, picture: &Frame, patience: Patience) -> Result<bool>;

    /// The picture it shows has this name.
    fn snapped(&mut self, name: &str) -> Result<()>;
}
