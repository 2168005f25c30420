//! The emulated chip as the second device of a scenario.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use dobutsu_core::handheld::{Button, Frame};

use super::chip::{Chip, Ended, Region};
use super::log::Line;
use super::saves;
use crate::play::script::{ImageState, Patience, Snap, Twin};

/// The time for which a button is pressed, and released before the next press.
const FINGER: Duration = Duration::from_millis(30);
/// A press is on the display well before this.
const SHORT: Duration = Duration::from_millis(200);
/// Longer than the device takes to fall asleep, or for anything it thinks about.
const LONG: Duration = Duration::from_secs(400);
/// The longest time from a picture to the end of its save, with the erasure of a sector.
const SAVING: Duration = Duration::from_millis(150);

/// A chip that follows a scenario.
pub struct ChipTwin {
    /// The chip.
    pub chip: Chip,
    /// The file with the database.
    image: PathBuf,
    image_length: u32,
    /// When the next button may be pressed.
    ready: Duration,
    /// The pictures of the last comparison that failed: the wanted one and what the chip shows.
    pub different: Vec<Snap>,
    /// The whole log of the chip.
    pub log: Vec<Line>,
}

impl ChipTwin {
    /// A chip that is switched off, and the file with its database. The moment of its first press is fixed, so
    /// that its dice are those of the device beside it.
    pub fn new(mut chip: Chip, image: PathBuf) -> Result<ChipTwin> {
        chip.fix_moment()?;
        let image_length = std::fs::metadata(&image)?.len() as u32;
        Ok(ChipTwin {
            chip,
            image,
            image_length,
            ready: Duration::ZERO,
            different: Vec::new(),
            log: Vec::new(),
        })
    }

    /// Returns an error after a fault or a reset.
    fn check(&mut self) -> Result<()> {
        self.log.extend(self.chip.take_log());
        let events = self.chip.take_events();
        let event = events.first();
        ensure!(event.is_none(), "the chip has failed: {event:?}");
        Ok(())
    }

    fn flash(&mut self, image: ImageState) -> Result<()> {
        let region = self.chip.database()?;
        let length = self.image_length;
        self.chip.erase(Region { length, ..region })?;
        if image != ImageState::Absent {
            self.chip.flash_file(region, &self.image)?;
        }
        if image == ImageState::Damaged {
            // The header's checksum finds it at once.
            self.chip.patch(region.at + 40, &[0, 0])?;
        }
        Ok(())
    }
}

impl Twin for ChipTwin {
    fn switch_on(&mut self, seed: u32, image: ImageState, fresh: bool) -> Result<()> {
        if self.chip.is_on() {
            ensure!(self.chip.run(SAVING)? == Ended::Time, "the chip was reset");
            self.check()?;
            self.chip.switch_off()?;
        }
        self.flash(image)?;
        if fresh {
            let saves = self.chip.saves()?;
            self.chip.erase(saves)?;
        }
        self.ready = Duration::ZERO;
        self.chip.switch_on(seed)
    }

    fn keep(&mut self, record: &[u8]) -> Result<()> {
        // Waits for a save that has begun, which would follow this one.
        self.chip.run(SAVING)?;
        self.chip.switch_off()?;
        saves::write(&mut self.chip, record)
    }

    fn press(&mut self, button: Button) -> Result<()> {
        let wait = self.ready.saturating_sub(self.chip.now());
        if !wait.is_zero() {
            self.chip.run(wait)?;
        }
        self.chip.press(button, FINGER)?;
        self.ready = self.chip.now() + 2 * FINGER;
        Ok(())
    }

    fn shows(&mut self, picture: &Frame, patience: Patience) -> Result<bool> {
        let limit = match patience {
            Patience::Short => SHORT,
            Patience::Long => LONG,
        };
        if !self.chip.is_on() {
            return Ok(true);
        }
        let same = self.chip.run_until(picture, limit)?;
        self.check()?;
        if !same {
            let snap = |name: &str, frame| Snap {
                name: name.to_owned(),
                frame,
            };
            let shown = self.chip.picture()?;
            self.different = vec![snap("wanted", picture.clone()), snap("shown", shown)];
        }
        Ok(same)
    }
}
