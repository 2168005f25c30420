//! The six buttons.

use std::time::Duration;

use anyhow::Result;
use dobutsu_core::handheld::Button;
use serde_json::json;

use super::{Chip, FLASH, nanos};

impl Chip {
    /// Pushes a button down, and releases it after this time.
    pub fn press(&mut self, button: Button, time: Duration) -> Result<()> {
        self.hold(button)?;
        self.move_button(button, false, time)
    }

    /// Replaces the moment of the first press, which differs with every build of the firmware, by a fixed
    /// one, so that the seed alone determines the dice.
    pub fn fix_moment(&mut self) -> Result<()> {
        let moment = self.symbol("dobutsu_moment")? & !1;
        // movs r0, #0; bx lr
        self.patch(moment - FLASH, &[0x00, 0x20, 0x70, 0x47])
    }

    /// Pushes a button down after a time, and releases it.
    pub fn press_after(&mut self, button: Button, wait: Duration, time: Duration) -> Result<()> {
        self.move_button(button, true, wait)?;
        self.move_button(button, false, wait + time)
    }

    /// Pushes a button down.
    pub fn hold(&mut self, button: Button) -> Result<()> {
        self.move_button(button, true, Duration::ZERO)
    }

    /// Releases a button.
    pub fn release(&mut self, button: Button) -> Result<()> {
        self.move_button(button, false, Duration::ZERO)
    }

    fn move_button(&mut self, button: Button, down: bool, after: Duration) -> Result<()> {
        let name = format!("{button:?}");
        self.wire
            .tell(json!({ "do": "button", "button": name, "down": down, "after": nanos(after) }))
    }

    /// Pulls a button's wire low for a few nanoseconds, as a neighbouring wire may.
    pub fn glitch(&mut self, button: Button) -> Result<()> {
        let name = format!("{button:?}");
        self.wire.tell(json!({ "do": "glitch", "button": name }))
    }

    /// Whether the pin of a button has its Schmitt trigger on.
    pub fn has_schmitt(&mut self, button: Button) -> Result<bool> {
        let name = format!("{button:?}");
        let request = json!({ "do": "schmitt", "button": name });
        self.wire.ask_for("schmitt", request)
    }
}
