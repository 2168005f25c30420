//! A scenario as presses and pictures, for the tests of the web page.
//!
//! | line | means |
//! |---|---|
//! | `on SEED fresh`, `on SEED` | the device is switched on, with nothing saved or with what it has saved |
//! | `press BUTTON` | a button is pressed |
//! | `shows PICTURE` | the device comes to show this, in hexadecimal, in the display's own byte order |

use std::fmt::Write as _;

use anyhow::{Result, bail};
use dobutsu_core::handheld::{Button, Frame};

use super::{ImageState, Patience, Twin};

/// A twin that records the scenario and shows every wanted picture.
#[derive(Default)]
pub struct Trace {
    text: String,
}

impl Trace {
    /// The recorded lines.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Twin for Trace {
    fn switch_on(&mut self, seed: u32, image: ImageState, fresh: bool) -> Result<()> {
        if image != ImageState::Sound {
            bail!("a trace needs a sound database");
        }
        let fresh = if fresh { " fresh" } else { "" };
        Ok(writeln!(self.text, "on {seed}{fresh}")?)
    }

    fn keep(&mut self, _: &[u8]) -> Result<()> {
        bail!("a trace cannot replace the saved record")
    }

    fn press(&mut self, button: Button) -> Result<()> {
        Ok(writeln!(self.text, "press {button:?}")?)
    }

    fn shows(&mut self, picture: &Frame, patience: Patience) -> Result<bool> {
        // The other device may think faster than the scenario's clock, so only pictures after thinking
        // are recorded.
        if patience == Patience::Short {
            return Ok(false);
        }
        self.text.push_str("shows ");
        for byte in picture.bytes() {
            write!(self.text, "{byte:02x}")?;
        }
        self.text.push('\n');
        Ok(true)
    }
}
