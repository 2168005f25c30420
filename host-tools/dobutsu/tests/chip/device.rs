//! A device on the PC beside the chip, for checks that scenarios cannot express.

use std::time::Duration;

use anyhow::Result;
use dobutsu::emulate::chip::Chip;
use dobutsu::play::script::rig::Rig;
use dobutsu::play::thinker::Thinker;
use dobutsu_core::game::Move;
use dobutsu_core::handheld::{Button, Frame, Settings, Source, Thinking};
use dobutsu_core::player::Dice;

use crate::common::golden::text;

/// A press is on the display well before this, even if a slow flash erases two sectors meanwhile.
pub(crate) const SOON: Duration = Duration::from_secs(1);
/// Longer than anything the device thinks about.
pub(crate) const LATE: Duration = Duration::from_secs(60);
/// How long a finger stays on a button, and off it.
pub(crate) const FINGER: Duration = Duration::from_millis(30);

/// The device.
pub(crate) struct Device {
    pub(crate) rig: Rig,
}

impl Device {
    pub(crate) fn new(record: Option<&[u8]>, seed: u32, source: Source) -> Device {
        Device {
            rig: Rig::new(record, seed, source),
        }
    }

    /// Switches the chip on, and a device beside it that shows the same.
    pub(crate) fn switch_on(
        chip: &mut Chip,
        record: Option<&[u8]>,
        seed: u32,
        source: Source,
    ) -> Device {
        chip.switch_on(seed).unwrap();
        let device = Device::new(record, seed, source);
        device.meet(chip, SOON);
        device
    }

    pub(crate) fn picture(&self) -> Frame {
        self.rig.picture()
    }

    /// Presses on both, and waits until the chip shows what this device shows.
    pub(crate) fn press_both(&mut self, chip: &mut Chip, button: Button) -> Result<()> {
        self.press_and_wait(chip, button, SOON)
    }

    /// The same, where it may take longer.
    pub(crate) fn press_and_wait(
        &mut self,
        chip: &mut Chip,
        button: Button,
        limit: Duration,
    ) -> Result<()> {
        self.begin_press(chip, button)?;
        self.meet(chip, limit);
        chip.run(2 * FINGER)?;
        Ok(())
    }

    /// Presses on both, and mixes the same number into this device's dice as the chip's first press.
    pub(crate) fn begin_press(&mut self, chip: &mut Chip, button: Button) -> Result<()> {
        chip.press(button, FINGER)?;
        if let Some(number) = chip.stirred()? {
            self.rig.device.stir(number);
        }
        self.rig.press(button);
        Ok(())
    }

    /// Goes to this entry of the menu on both, and presses A.
    pub(crate) fn choose(&mut self, chip: &mut Chip, name: &str) -> Result<()> {
        self.point(chip, name)?;
        self.press_both(chip, Button::A)
    }

    /// Goes to this entry of the menu on both. A new device first asks for the language.
    pub(crate) fn point(&mut self, chip: &mut Chip, name: &str) -> Result<()> {
        if self.rig.device.entry().as_deref() == Some("English") && name != "English" {
            self.press_both(chip, Button::A)?;
        }
        for _ in 0..10 {
            if self.rig.device.entry().as_deref() == Some(name) {
                return Ok(());
            }
            self.press_both(chip, Button::Down)?;
        }
        panic!("there is no {name}");
    }

    /// Goes to this entry of the menu on both, and presses a button until it is set as wanted.
    pub(crate) fn set(
        &mut self,
        chip: &mut Chip,
        name: &str,
        button: Button,
        is_wanted: impl Fn(Settings) -> bool,
    ) -> Result<()> {
        self.point(chip, name)?;
        while !is_wanted(self.rig.device.settings()) {
            self.press_both(chip, button)?;
        }
        Ok(())
    }

    /// A legal move by chance, unless it is not a person's turn.
    pub(crate) fn any_move(&self, dice: &mut Dice) -> Option<Move> {
        let played = self.rig.device.current_match();
        let played = played.filter(|played| played.awaits_person())?;
        let moves = played.diagram().position.moves();
        moves.get(dice.below(moves.len())).copied()
    }

    /// Goes to a move on both, all but the press that makes it; that one is given back.
    pub(crate) fn prepare(&mut self, chip: &mut Chip, mv: Move) -> Result<Button> {
        loop {
            let (button, last) = self.rig.towards(mv)?;
            if last {
                return Ok(button);
            }
            self.press_both(chip, button)?;
        }
    }

    /// Lets this device think and move until it is a person's turn.
    pub(crate) fn settle(&mut self, thinking: &mut Thinking<Thinker>) {
        if let Err(error) = self.rig.settle(thinking) {
            panic!("{error}:\n{}", text(&self.picture()));
        }
    }

    /// Fails unless the chip comes to show what this device shows.
    pub(crate) fn meet(&self, chip: &mut Chip, limit: Duration) {
        let same = chip.run_until(&self.picture(), limit).unwrap();
        let shown = chip.picture().unwrap();
        assert!(
            same,
            "wanted:\n{}\nshown:\n{}\n{:#?}",
            text(&self.picture()),
            text(&shown),
            chip.take_log()
        );
    }
}

/// Fails on faults, resets and errors, which only the log or the emulator shows.
pub(crate) fn assert_healthy(chip: &mut Chip) {
    let events = chip.take_events();
    assert!(events.is_empty(), "{events:?}");
    let lines = chip.take_log();
    let bad = lines.iter().find(|line| line.level == "error");
    assert!(bad.is_none(), "{bad:?}");
    assert_eq!(
        chip.counters().unwrap().unerased,
        0,
        "bits are erased before"
    );
}
