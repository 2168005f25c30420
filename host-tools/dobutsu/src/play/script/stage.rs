//! The device that a scenario is played on, and its twin if it has one.

use anyhow::{Result, ensure};
use dobutsu_core::handheld::{Button, Frame, Language, Source, Thinking};

use super::rig::Rig;
use super::{ImageState, Patience, Snap, Thinker, Twin};

/// The device under a scenario.
pub(super) struct Stage<'a> {
    pub(super) rig: Rig,
    pub(super) thinking: Thinking<Thinker>,
    pub(super) image: ImageState,
    /// The answer to the language question of a new device.
    pub(super) language: Language,
    /// The source that a sound image is.
    pub(super) sound: Source,
    pub(super) snaps: Vec<Snap>,
    /// Opens the database.
    pub(super) database: &'a dyn Fn() -> Result<Thinker>,
    /// An adviser beside the device's, opened when it is needed.
    pub(super) other: Option<Thinker>,
    pub(super) twin: Option<&'a mut dyn Twin>,
}

impl Stage<'_> {
    /// Switches both devices on, with the saved record or with nothing saved.
    pub(super) fn switch_on(&mut self, seed: u32, fresh: bool) -> Result<()> {
        let kept = self.rig.records.pop().filter(|_| !fresh);
        let source = match self.image {
            ImageState::Sound => self.sound,
            ImageState::Absent => Source::Search,
            ImageState::Damaged => Source::Damaged,
        };
        self.rig = Rig::new(kept.as_deref(), seed, source);
        if let Some(twin) = &mut self.twin {
            twin.switch_on(seed, self.image, fresh)?;
        }
        Ok(())
    }

    /// Switches both devices on with nothing saved, answers the question for the language, and returns
    /// to the title.
    pub(super) fn switch_on_new(&mut self, seed: u32) -> Result<()> {
        self.switch_on(seed, true)?;
        self.press(Button::A)?;
        while self.rig.device.has_notice() {
            self.press(Button::A)?;
        }
        if self.language == Language::Kana {
            self.press(Button::Down)?;
        }
        self.press(Button::A)?;
        self.press(Button::B)
    }

    /// Puts this in the database's place, from the next time the device is switched on.
    pub(super) fn change_image(&mut self, image: ImageState) -> Result<()> {
        if self.image != image {
            self.image = image;
            self.thinking.replace(match image {
                ImageState::Sound => (self.database)()?,
                ImageState::Absent | ImageState::Damaged => Thinker::searching(),
            });
        }
        Ok(())
    }

    /// Replaces the saved record of both devices.
    pub(super) fn replace_kept(&mut self, record: Vec<u8>) -> Result<()> {
        if let Some(twin) = &mut self.twin {
            twin.keep(&record)?;
        }
        self.rig.records.push(record);
        Ok(())
    }

    /// Returns an error unless the twin comes to show this picture.
    pub(super) fn compare(&mut self, picture: &Frame, patience: Patience) -> Result<()> {
        let same = match &mut self.twin {
            Some(twin) => twin.shows(picture, patience)?,
            None => true,
        };
        ensure!(same, "the chip shows another picture");
        Ok(())
    }

    /// Waits until both devices show the same. If the chip has thought further than the scenario's clock
    /// allows, both think to the end.
    pub(super) fn meet(&mut self) -> Result<()> {
        if self.twin.is_none() || self.compare(&self.rig.picture(), Patience::Short).is_ok() {
            return Ok(());
        }
        self.rig.think(&mut self.thinking);
        self.compare(&self.rig.picture(), Patience::Long)
    }

    /// Presses a button on both, once they show the same.
    pub(super) fn press(&mut self, button: Button) -> Result<()> {
        self.meet()?;
        if let Some(twin) = &mut self.twin {
            twin.press(button)?;
        }
        self.rig.press(button);
        Ok(())
    }

    /// Waits until the device has nothing more to do.
    pub(super) fn settle(&mut self) -> Result<()> {
        self.rig.settle(&mut self.thinking)
    }
}
