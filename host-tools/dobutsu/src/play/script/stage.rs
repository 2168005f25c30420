//! The device that a scenario is played on, and its twin if it has one.

use anyhow::{Result, anyhow, ensure};
use dobutsu_core::handheld::{Button, Frame, Handheld, Request, Screen, Source, Thinking};

use super::{Image, Patience, Snap, Thinker, Twin};

/// The device under a scenario.
pub(super) struct Stage<'a> {
    pub(super) device: Handheld,
    pub(super) thinking: Thinking<Thinker>,
    pub(super) image: Image,
    pub(super) kept: Option<Vec<u8>>,
    pub(super) snaps: Vec<Snap>,
    /// Whoever knows the database.
    pub(super) database: &'a dyn Fn() -> Result<Thinker>,
    pub(super) twin: Option<&'a mut dyn Twin>,
}

impl Stage<'_> {
    /// Switches both devices on anew, with what was kept or with nothing.
    pub(super) fn switch_on(&mut self, seed: u32, fresh: bool) -> Result<()> {
        if fresh {
            self.kept = None;
        }
        self.device = Handheld::new(self.kept.as_deref(), seed);
        self.device.set_source(match self.image {
            Image::Sound => Source::Database,
            Image::Absent => Source::Search,
            Image::Damaged => Source::Damaged,
        });
        if let Some(twin) = &mut self.twin {
            twin.switch_on(seed, self.image, fresh)?;
        }
        Ok(())
    }

    /// Puts this in the database's place, from the next time the device is switched on.
    pub(super) fn change_image(&mut self, image: Image) -> Result<()> {
        if self.image != image {
            self.image = image;
            self.thinking.replace(match image {
                Image::Sound => (self.database)()?,
                Image::Absent | Image::Damaged => Thinker::searching(),
            });
        }
        Ok(())
    }

    /// Tells the twin that what was kept is another thing now.
    pub(super) fn replace_kept(&mut self) -> Result<()> {
        match (&mut self.twin, &self.kept) {
            (Some(twin), Some(kept)) => twin.keep(kept),
            _ => Ok(()),
        }
    }

    /// What is on the display.
    pub(super) fn picture(&self) -> Frame {
        let mut frame = Frame::new();
        let Ok(()) = self.device.draw(&mut frame);
        frame
    }

    /// Fails unless the twin comes to show this picture.
    pub(super) fn compare(&mut self, picture: &Frame, patience: Patience) -> Result<()> {
        let same = match &mut self.twin {
            Some(twin) => twin.shows(picture, patience)?,
            None => true,
        };
        ensure!(same, "the chip shows another picture");
        Ok(())
    }

    /// Waits until both devices show the same. The chip may have thought further meanwhile than
    /// the scenario's clock allows; then this device thinks to the end, and so may the chip.
    pub(super) fn meet(&mut self) -> Result<()> {
        if self.twin.is_none() || self.compare(&self.picture(), Patience::Short).is_ok() {
            return Ok(());
        }
        for _ in 0..20 * 60 {
            if !matches!(self.device.request(), Some(Request::Think(..))) {
                break;
            }
            self.tick();
        }
        self.compare(&self.picture(), Patience::Long)
    }

    /// Presses a button on both, once they show the same.
    pub(super) fn press(&mut self, button: Button) -> Result<()> {
        self.meet()?;
        if let Some(twin) = &mut self.twin {
            twin.press(button)?;
        }
        self.device.press(button);
        self.keep();
        Ok(())
    }

    /// Lets a twentieth of a second pass.
    pub(super) fn tick(&mut self) {
        self.device.tick();
        self.keep();
        // A tick's worth of thinking; the search reports no error.
        let _ = self.thinking.step(&mut self.device, 5_000);
        self.keep();
    }

    /// Keeps what the device wants to be kept.
    pub(super) fn keep(&mut self) {
        if let Some(Request::Save(record)) = self.device.request() {
            self.kept = Some(record.to_vec());
            self.device.saved(true);
        }
    }

    /// Waits until the device has nothing more to do, at most a minute.
    pub(super) fn settle(&mut self) -> Result<()> {
        for _ in 0..20 * 60 {
            self.tick();
            let thinks = matches!(self.device.request(), Some(Request::Think(..)));
            let moves = matches!(self.device.screen(), Screen::Board(_))
                && !self.device.has_notice()
                && self.device.bout().is_some_and(|bout| bout.awaits_device());
            if !thinks && !moves {
                return Ok(());
            }
        }
        Err(anyhow!("the device is still busy after a minute"))
    }
}
