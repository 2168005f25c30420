//! Another device beside the scenario's own.

use anyhow::Result;
use dobutsu_core::handheld::{Button, Frame};

/// What the flash holds in place of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageState {
    /// The database.
    Sound,
    /// Nothing.
    Absent,
    /// A database with an error in it.
    Damaged,
}

/// How long a twin may take to show a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// As long as it takes to handle a press.
    Short,
    /// As long as it takes to think, or to fall asleep.
    Long,
}

/// Another device on which the same scenario is played.
pub trait Twin {
    /// Switches it on with these dice, and with its saved record or with nothing saved.
    fn switch_on(&mut self, seed: u32, image: ImageState, fresh: bool) -> Result<()>;

    /// Replaces its saved record.
    fn keep(&mut self, _record: &[u8]) -> Result<()> {
        Ok(())
    }

    /// Presses a button.
    fn press(&mut self, button: Button) -> Result<()>;

    /// Waits until it shows this picture; false if it does not.
    fn shows(&mut self, picture: &Frame, patience: Patience) -> Result<bool>;

    /// The picture it shows has this name.
    fn snapped(&mut self, _name: &str) -> Result<()> {
        Ok(())
    }
}
